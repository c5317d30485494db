//! The JSON messages to the page.

use serde_json::{Map, Value, json};

use crate::{
    interactions::command_data::usable,
    state::{
        AppState,
        event_stream::ServerEvent,
        ids::{ChannelId, UserId},
        message::Message,
        model::{Channel, ChannelLocation, GuildChannelKind},
        world::World,
    },
    validation::LOCALES,
};

/// How many messages of a channel the page gets.
const MAX_MESSAGES: usize = 200;
/// The colours of users' names, in the order of the users.
const COLOURS: [&str; 6] = ["#f47fff", "#43b581", "#faa61a", "#00aff4", "#f04747", "#b9bbbe"];

/// Everything that a user sees.
pub(crate) fn state(shared: &AppState, me: UserId) -> Value {
    let online = shared.is_bot_online();
    let world = shared.world();
    let visible: Vec<&Channel> =
        world.channels.values().filter(|it| world.can_see(me, it.id)).collect();
    let messages: Map<String, Value> =
        visible.iter().map(|it| (it.id.to_string(), messages(&world, it.id, me))).collect();
    let bot = world.user(world.bot);
    let home = &world.guilds[&world.default_guild];
    json!({
        "type": "state",
        "me": me,
        "locale": world.user(me).locale,
        "locales": LOCALES.as_slice(),
        "people": people(&world),
        "guild": { "id": home.id, "name": home.name },
        "channels": visible.iter().map(|it| channel(&world, it, me)).collect::<Vec<_>>(),
        "messages": messages,
        "commands": commands_of(&world),
        "start_command": shared.start_command,
        "bot": { "id": bot.id, "name": bot.name, "online": online },
        "now": shared.now().milliseconds(),
    })
}

/// The message about an event; `None` if the user does not see it.
pub(crate) fn event(shared: &AppState, me: UserId, event: &ServerEvent) -> Option<Value> {
    match event {
        ServerEvent::Created(message) | ServerEvent::Edited(message) => {
            let seen = can_see(&shared.world(), me, message);
            seen.then(|| json!({ "type": "message", "message": page_message(message) }))
        }
        ServerEvent::Deleted { channel, id, seen_by } => {
            let is_recipient = seen_by.is_none_or(|user| user == me);
            let seen = is_recipient && shared.world().can_see(me, *channel);
            seen.then(|| json!({ "type": "message_deleted", "channel_id": channel, "id": id }))
        }
        ServerEvent::BotOnline(online) => Some(json!({ "type": "bot", "online": online })),
        ServerEvent::ClockMoved(now) => Some(json!({ "type": "clock", "now": now.milliseconds() })),
        ServerEvent::WorldChanged => Some(state(shared, me)),
    }
}

fn can_see(world: &World, me: UserId, message: &Message) -> bool {
    world.can_see(me, message.channel_id) && message.ephemeral_for.is_none_or(|user| user == me)
}

fn people(world: &World) -> Vec<Value> {
    let bot = Some(&world.bot);
    world
        .added_users
        .iter()
        .chain(bot)
        .enumerate()
        .map(|(index, id)| {
            let user = world.user(*id);
            json!({
                "id": id,
                "name": user.name,
                "username": user.username,
                "color": COLOURS[index % COLOURS.len()],
                "bot": user.bot,
            })
        })
        .collect()
}

fn channel(world: &World, channel: &Channel, me: UserId) -> Value {
    let (kind, name) = match &channel.location {
        ChannelLocation::Guild { kind, .. } => {
            let kind = match kind {
                GuildChannelKind::Text => "text",
                GuildChannelKind::Voice => "voice",
                GuildChannelKind::Forum => "forum",
                GuildChannelKind::Thread { .. } => "thread",
            };
            (kind, channel.name.clone())
        }
        ChannelLocation::BotDm { .. } => ("dm", world.user(world.bot).name.clone()),
        ChannelLocation::PrivateChannel { users } => {
            let others = users.iter().filter(|user| **user != me);
            let names: Vec<&str> = others.map(|it| world.user(*it).name.as_str()).collect();
            ("dm", names.join(", "))
        }
    };
    json!({
        "id": channel.id,
        "name": name,
        "kind": kind,
        "type": channel.type_number(),
        "topic": channel.topic,
        "guild_id": channel.guild(),
        "parent_id": channel.parent(),
        "manages_messages": world.can_manage_messages(me, channel.id),
        "command_ids": usable(world, me, channel).map(|it| &it["id"]).collect::<Vec<_>>(),
    })
}

fn commands_of(world: &World) -> Vec<&Value> {
    world.registry.usable(Some(world.default_guild)).collect()
}

fn messages(world: &World, channel: ChannelId, me: UserId) -> Value {
    let all = world.messages.get(&channel).into_iter().flatten().rev();
    let seen = all.map(|(_, message)| message).filter(|message| can_see(world, me, message));
    let mut shown: Vec<Value> = seen.take(MAX_MESSAGES).map(|it| page_message(it)).collect();
    shown.reverse();
    shown.into()
}

fn page_message(message: &Message) -> Value {
    let mut json = message.to_json();
    json["pings"] = json!(message.pings);
    json["ephemeral"] = json!(message.is_ephemeral());
    if json.get("interaction_metadata").is_none() {
        json["interaction_metadata"] = Value::Null;
    }
    json
}
