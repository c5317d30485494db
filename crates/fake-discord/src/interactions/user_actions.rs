//! From what a person does to the event that the bot gets, and back.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::{
    gateway::sessions::Delivery,
    interactions::{
        Interaction, State, TIME_TO_ANSWER,
        command_data::{self, Used},
        delivery::deliver,
        new_token, payload,
    },
    state::{
        Shared,
        component::{Component, Select},
        event_stream::PATIENCE,
        ids::{ChannelId, GuildId, InteractionId, MessageId, UserId},
        model::Permissions,
        outcome::{Answer, Outcome},
        world::World,
    },
    validation::callback::Source,
};
use clock::Timestamp;

/// Something that a person does.
#[derive(Debug)]
pub(crate) enum Act<'a> {
    Command { name: &'a str, options: &'a Value },
    Complete { name: &'a str, options: &'a Value, focused: &'a str },
    OnUser { name: &'a str, target: UserId },
    Press { message: MessageId, custom_id: &'a str },
    Select { message: MessageId, custom_id: &'a str, values: Vec<String> },
}

/// An interaction that has begun.
struct Begun {
    id: InteractionId,
    guild: Option<GuildId>,
    due: Timestamp,
    event: Value,
    outcome: oneshot::Receiver<Outcome>,
}

/// Tells the bot of what a person does, and waits for its answer.
pub(crate) async fn act(
    shared: &Arc<Shared>,
    who: UserId,
    channel: ChannelId,
    act: Act<'_>,
) -> Answer {
    let begun = begin(shared, who, channel, &act);
    let Begun { id, guild, due, event, outcome } = match begun {
        Ok(begun) => begun,
        Err(reason) => return Answer::refused(reason),
    };
    let event = keep(shared, id, &event);
    let outcome = if deliver(shared, id, &event, guild) == Delivery::NobodyThere {
        Outcome::NoAnswer
    } else {
        tokio::select! {
            biased;
            outcome = outcome => outcome.unwrap_or(Outcome::NoAnswer),
            () = shared.clock.sleep_until(due) => Outcome::NoAnswer,
            () = tokio::time::sleep(PATIENCE) => Outcome::NoAnswer,
        }
    };
    Answer { interaction: Some(id), outcome }
}

/// Begins what a person does, of which the bot is not told yet.
pub(crate) fn begin_untold(
    shared: &Shared,
    who: UserId,
    channel: ChannelId,
    act: &Act<'_>,
) -> Result<InteractionId, String> {
    let Begun { id, event, .. } = begin(shared, who, channel, act)?;
    keep(shared, id, &event);
    Ok(id)
}

/// Keeps an interaction's event, to be delivered again.
fn keep(shared: &Shared, id: InteractionId, event: &Value) -> Arc<str> {
    let event: Arc<str> = event.to_string().into();
    if let Some(interaction) = shared.world().interactions.get_mut(id) {
        interaction.event = Some(Arc::clone(&event));
    }
    event
}

/// Sends an interaction's event once more.
pub(crate) fn redeliver(shared: &Arc<Shared>, id: InteractionId) {
    let (event, channel) = kept(shared, id);
    let guild = shared.world().channel(channel).guild();
    deliver(shared, id, &event, guild);
}

/// An interaction's event, and where it happened.
pub(crate) fn kept(shared: &Shared, id: InteractionId) -> (Arc<str>, ChannelId) {
    let world = shared.world();
    let interaction = world.interactions.get(id);
    let found = interaction.and_then(|it| Some((it.event.clone()?, it.channel)));
    found.unwrap_or_else(|| panic!("the event of interaction {id} is not kept any more"))
}

fn begin(shared: &Shared, who: UserId, channel: ChannelId, act: &Act<'_>) -> Result<Begun, String> {
    let mut world = shared.world();
    let now = shared.now();
    if !world.channel(channel).is_seen_by(who) {
        return Err("You can't see that channel.".to_owned());
    }
    if world.channel(channel).is_forum() {
        return Err("Nobody can write here but in a post.".to_owned());
    }
    let (used, source, pressed, target) = match act {
        Act::Command { name, options } => {
            let used = command_data::typed(&world, who, channel, name, options, None)?;
            (used, Source::Command, None, None)
        }
        Act::Complete { name, options, focused } => {
            let used = command_data::typed(&world, who, channel, name, options, Some(*focused))?;
            (used, Source::Autocomplete, None, None)
        }
        Act::OnUser { name, target } => {
            let used = command_data::on_user(&world, who, channel, name, *target)?;
            (used, Source::Command, None, Some(*target))
        }
        Act::Press { message, custom_id } => {
            let used = pressed(&world, who, channel, *message, custom_id)?;
            (used, Source::Component, Some(*message), None)
        }
        Act::Select { message, custom_id, values } => {
            let used = chosen(&world, who, channel, *message, custom_id, values)?;
            (used, Source::Component, Some(*message), None)
        }
    };
    let owners = owners(&world, who, channel, pressed);
    let is_guest = owners.get("0").is_none();
    let may_show = world.permissions_of(who, channel).contains(Permissions::USE_EXTERNAL_APPS);
    let in_guild = world.channel(channel).guild().is_some();
    let id = InteractionId::new(world.source.next(now));
    let (waiter, outcome) = oneshot::channel();
    let interaction = Interaction {
        id,
        token: new_token(id),
        source,
        who,
        channel,
        began: now,
        pressed,
        command: (source == Source::Command).then_some(used.name),
        target,
        is_guest,
        is_hidden: is_guest && in_guild && !may_show,
        owners,
        state: State::Waiting,
        follow_ups: Vec::new(),
        waiter: Some(waiter),
        event: None,
    };
    let event = payload::interaction_create(&world, &interaction, &used.data);
    let guild = world.channel(channel).guild();
    world.interactions.insert(interaction);
    Ok(Begun { id, guild, due: now.after(TIME_TO_ANSWER), event, outcome })
}

/// Whose installations let this happen: for a press, those that let the
/// pressed message come.
fn owners(world: &World, who: UserId, channel: ChannelId, pressed: Option<MessageId>) -> Value {
    let message = pressed.and_then(|pressed| world.message(channel, pressed));
    let of_message = message.and_then(|message| message.interaction_metadata.as_ref());
    match of_message {
        Some(metadata) => metadata["authorizing_integration_owners"].clone(),
        None => payload::owners(world, who, world.channel(channel)),
    }
}

/// A press of a button. The custom id need not be on the message: people press
/// what they see, which may just have changed.
fn pressed(
    world: &World,
    who: UserId,
    channel: ChannelId,
    message: MessageId,
    custom_id: &str,
) -> Result<Used, String> {
    check_visible(world, who, channel, message)?;
    let component = world.message(channel, message).and_then(|it| it.component(custom_id));
    let kind = component.map_or(2, Component::kind);
    Ok(Used {
        name: String::new(),
        data: json!({ "custom_id": custom_id, "component_type": kind, "id": 1 }),
    })
}

fn chosen(
    world: &World,
    who: UserId,
    channel: ChannelId,
    message: MessageId,
    custom_id: &str,
    values: &[String],
) -> Result<Used, String> {
    check_visible(world, who, channel, message)?;
    let component = world.message(channel, message).and_then(|it| it.component(custom_id));
    let select = component
        .and_then(Component::select)
        .ok_or_else(|| format!("There is no menu \"{custom_id}\" on this message."))?;
    check_choice(select, values)?;
    let mut data = json!({
        "custom_id": custom_id, "component_type": select.kind, "id": 1, "values": values,
    });
    let users: Vec<UserId> = values.iter().filter_map(|value| value.parse().ok()).collect();
    if select.kind == 5 {
        if users.iter().any(|user| !world.users.contains_key(user)) {
            return Err("There is no such person.".to_owned());
        }
        data["resolved"] = payload::resolved_users(world, &users, world.channel(channel));
    }
    if select.kind == 8 {
        let chosen: Option<Vec<ChannelId>> = values.iter().map(|it| it.parse().ok()).collect();
        let chosen = chosen.unwrap_or_default();
        if chosen.len() != values.len() || chosen.iter().any(|it| !world.channels.contains_key(it))
        {
            return Err("There is no such channel.".to_owned());
        }
        data["resolved"] = payload::resolved_channels(world, &chosen, who);
    }
    Ok(Used { name: String::new(), data })
}

fn check_choice(select: &Select, values: &[String]) -> Result<(), String> {
    let count = values.len() as u64;
    let offered = |value: &String| select.choices.iter().any(|choice| choice.value == *value);
    if select.disabled {
        Err("This menu is disabled.".to_owned())
    } else if count < select.min_values || count > select.max_values {
        Err(format!("{} to {} can be chosen.", select.min_values, select.max_values))
    } else if select.kind == 3 && !values.iter().all(offered) {
        Err("This is not one of the menu's choices.".to_owned())
    } else {
        Ok(())
    }
}

fn check_visible(
    world: &World,
    who: UserId,
    channel: ChannelId,
    message: MessageId,
) -> Result<(), String> {
    match world.message(channel, message) {
        None => Err("This message was deleted.".to_owned()),
        Some(message) if message.ephemeral_for.is_some_and(|reader| reader != who) => {
            Err("You can't see this message.".to_owned())
        }
        Some(_) => Ok(()),
    }
}
