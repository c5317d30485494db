//! What the page is told.

use serde_json::{Map, Value, json};

use crate::state::{
    Shared,
    event_stream::Event,
    ids::{ChannelId, UserId},
    message::Message,
    model::{Channel, Place},
    world::World,
};

/// How much of a channel's past the page gets.
const MESSAGES_SHOWN: usize = 200;
/// Colours for people's names, in the order in which they came.
const COLOURS: [&str; 6] = ["#f47fff", "#43b581", "#faa61a", "#00aff4", "#f04747", "#b9bbbe"];

/// Everything that a person sees.
pub(crate) fn state(shared: &Shared, me: UserId) -> Value {
    let online = shared.is_bot_online();
    let world = shared.world();
    let visible: Vec<&Channel> =
        world.channels.values().filter(|it| it.is_seen_by(me) && !it.is_forum()).collect();
    let messages: Map<String, Value> =
        visible.iter().map(|it| (it.id.to_string(), messages(&world, it.id, me))).collect();
    let bot = world.user(world.bot);
    let home = &world.guilds[&world.home];
    json!({
        "type": "state",
        "me": me,
        "people": people(&world),
        "guild": { "id": home.id, "name": home.name },
        "channels": visible.iter().map(|it| channel(&world, it, me)).collect::<Vec<_>>(),
        "messages": messages,
        "commands": commands_of(&world),
        "bot": { "id": bot.id, "name": bot.name, "online": online },
        "now": shared.now().milliseconds(),
    })
}

/// What an event is to a person; nothing, if they don't see it.
pub(crate) fn event(shared: &Shared, me: UserId, event: &Event) -> Option<Value> {
    match event {
        Event::Created(message) | Event::Edited(message) => {
            let seen = sees(&shared.world(), me, message);
            seen.then(|| json!({ "type": "message", "message": page_message(message) }))
        }
        Event::Deleted { channel, id, seen_by } => {
            let theirs = seen_by.is_none_or(|reader| reader == me);
            let seen = theirs && shared.world().channel(*channel).is_seen_by(me);
            seen.then(|| json!({ "type": "message_deleted", "channel_id": channel, "id": id }))
        }
        Event::CommandsRegistered => {
            Some(json!({ "type": "commands", "commands": commands_of(&shared.world()) }))
        }
        Event::BotOnline(online) => Some(json!({ "type": "bot", "online": online })),
        Event::ClockMoved => Some(json!({ "type": "clock", "now": shared.now().milliseconds() })),
        Event::WorldChanged => Some(state(shared, me)),
    }
}

fn sees(world: &World, me: UserId, message: &Message) -> bool {
    world.channel(message.channel_id).is_seen_by(me)
        && message.ephemeral_for.is_none_or(|reader| reader == me)
}

fn people(world: &World) -> Vec<Value> {
    let bot = Some(&world.bot);
    world
        .people
        .iter()
        .chain(bot)
        .enumerate()
        .map(|(index, id)| {
            let user = world.user(*id);
            json!({
                "id": id,
                "name": user.shown_name(),
                "username": user.username,
                "color": COLOURS[index % COLOURS.len()],
                "bot": user.bot,
            })
        })
        .collect()
}

fn channel(world: &World, channel: &Channel, me: UserId) -> Value {
    let (kind, name) = match &channel.place {
        Place::Guild { .. } => ("text", channel.name.clone()),
        Place::WithBot { .. } => ("dm", world.user(world.bot).name.clone()),
        Place::Between { people } => {
            let others = people.iter().filter(|person| **person != me);
            let names: Vec<&str> = others.map(|it| world.user(*it).name.as_str()).collect();
            ("dm", names.join(", "))
        }
    };
    json!({
        "id": channel.id,
        "name": name,
        "kind": kind,
        "topic": channel.topic,
        "guild_id": channel.guild(),
    })
}

fn commands_of(world: &World) -> Vec<&Value> {
    world.registry.usable(Some(world.home)).collect()
}

fn messages(world: &World, channel: ChannelId, me: UserId) -> Value {
    let all = world.messages.get(&channel).into_iter().flatten().rev();
    let seen = all.map(|(_, message)| message).filter(|message| sees(world, me, message));
    let mut shown: Vec<Value> = seen.take(MESSAGES_SHOWN).map(|it| page_message(it)).collect();
    shown.reverse();
    shown.into()
}

fn page_message(message: &Message) -> Value {
    let mut json = message.raw();
    json["pings"] = json!(message.pings);
    json["ephemeral"] = json!(message.is_ephemeral());
    if json.get("interaction_metadata").is_none() {
        json["interaction_metadata"] = Value::Null;
    }
    json
}
