//! Actions of users, which create interactions and wait for the response.

use std::sync::Arc;

use clock::Timestamp;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::{
    gateway::sessions::EventDelivery,
    interactions::{
        CommandTarget, Interaction, InteractionState, RESPONSE_TIMEOUT,
        command_data::{self, ResolvedCommand},
        delivery::deliver,
        new_token, payload,
    },
    state::{
        AppState,
        component::{Component, Select},
        event_stream::ACTION_TIMEOUT,
        ids::{ChannelId, GuildId, InteractionId, MessageId, UserId},
        message::Message,
        model::{Channel, Permissions},
        outcome::{ActionResult, Outcome},
        world::World,
    },
    validation::callback::InteractionKind,
};

/// An action of a user that creates an interaction.
#[derive(Debug)]
pub(crate) enum UserAction<'a> {
    Command { name: &'a str, options: &'a Value },
    Autocomplete { name: &'a str, options: &'a Value, focused: &'a str },
    UserCommand { name: &'a str, target: UserId },
    MessageCommand { name: &'a str, target: MessageId },
    Press { message: MessageId, custom_id: &'a str },
    Select { message: MessageId, custom_id: &'a str, values: Vec<String> },
}

/// An interaction that is not delivered yet.
struct StartedInteraction {
    id: InteractionId,
    guild: Option<GuildId>,
    deadline: Timestamp,
    event: Value,
    outcome: oneshot::Receiver<Outcome>,
}

/// Creates and delivers an interaction, and waits for the initial response.
pub(crate) async fn perform(
    shared: &Arc<AppState>,
    who: UserId,
    channel: ChannelId,
    action: UserAction<'_>,
) -> ActionResult {
    let started = start(shared, who, channel, &action);
    let StartedInteraction { id, guild, deadline, event, outcome } = match started {
        Ok(started) => started,
        Err(reason) => return ActionResult::refused(reason),
    };
    let event = store_event(shared, id, event);
    let outcome = if deliver(shared, id, &event, guild) == EventDelivery::NoSession {
        Outcome::NoResponse
    } else {
        tokio::select! {
            biased;
            outcome = outcome => outcome.unwrap_or(Outcome::NoResponse),
            () = shared.clock.sleep_until(deadline) => Outcome::NoResponse,
            () = tokio::time::sleep(ACTION_TIMEOUT) => Outcome::NoResponse,
        }
    };
    ActionResult { interaction: Some(id), outcome }
}

/// Creates an interaction without delivering it.
pub(crate) fn prepare_press(
    shared: &AppState,
    who: UserId,
    channel: ChannelId,
    action: &UserAction<'_>,
) -> Result<InteractionId, String> {
    let StartedInteraction { id, event, .. } = start(shared, who, channel, action)?;
    store_event(shared, id, event);
    Ok(id)
}

/// Stores an interaction's event for redelivery.
fn store_event(shared: &AppState, id: InteractionId, event: Value) -> Arc<str> {
    let event: Arc<str> = shared.variations().event(event).into();
    if let Some(interaction) = shared.world().interactions.get_mut(id) {
        interaction.event = Some(Arc::clone(&event));
    }
    event
}

/// Delivers a stored event again.
pub(crate) fn redeliver(shared: &Arc<AppState>, id: InteractionId) {
    let (event, channel) = stored_event(shared, id);
    let guild = shared.world().channels.get(&channel).and_then(Channel::guild);
    deliver(shared, id, &event, guild);
}

/// The stored event of an interaction, and its channel. Panics if there is none.
pub(crate) fn stored_event(shared: &AppState, id: InteractionId) -> (Arc<str>, ChannelId) {
    let world = shared.world();
    let interaction = world.interactions.get(id);
    let stored = interaction.and_then(|it| Some((it.event.clone()?, it.channel)));
    stored.unwrap_or_else(|| panic!("the event of interaction {id} is not stored"))
}

fn start(
    shared: &AppState,
    who: UserId,
    channel: ChannelId,
    action: &UserAction<'_>,
) -> Result<StartedInteraction, String> {
    let mut world = shared.world();
    let now = shared.now();
    if !world.can_see(who, channel) {
        return Err("You can't see that channel.".to_owned());
    }
    if world.guild_of(channel).is_some_and(|it| it.timed_out_until(who, now).is_some()) {
        return Err("You are timed out.".to_owned());
    }
    if world.channel(channel).is_forum() {
        return Err("Nobody can write here but in a post.".to_owned());
    }
    let (resolved, kind, message, target) = match action {
        UserAction::Command { name, options } => {
            let resolved =
                command_data::slash_command(&world, (who, channel), name, options, None, now)?;
            (resolved, InteractionKind::Command, None, None)
        }
        UserAction::Autocomplete { name, options, focused } => {
            let resolved = command_data::slash_command(
                &world,
                (who, channel),
                name,
                options,
                Some(*focused),
                now,
            )?;
            (resolved, InteractionKind::Autocomplete, None, None)
        }
        UserAction::UserCommand { name, target } => {
            let resolved = command_data::user_command(&world, (who, channel), name, *target, now)?;
            (resolved, InteractionKind::Command, None, Some(CommandTarget::User(*target)))
        }
        UserAction::MessageCommand { name, target } => {
            let message = visible_message(&world, who, channel, *target)?;
            if message.is_ephemeral() {
                return Err("Apps can't be used on messages that only you can see.".to_owned());
            }
            let resolved = command_data::message_command(&world, (who, channel), name, message)?;
            (resolved, InteractionKind::Command, None, Some(CommandTarget::Message(*target)))
        }
        UserAction::Press { message, custom_id } => {
            let resolved = press_data(&world, who, channel, *message, custom_id)?;
            (resolved, InteractionKind::Component, Some(*message), None)
        }
        UserAction::Select { message, custom_id, values } => {
            let resolved = select_data(&world, (who, channel), *message, custom_id, values, now)?;
            (resolved, InteractionKind::Component, Some(*message), None)
        }
    };
    let integration_owners = integration_owners(&world, who, channel, message);
    let is_user_install = integration_owners.get("0").is_none();
    let may_show_publicly =
        world.permissions_of(who, channel).contains(Permissions::USE_EXTERNAL_APPS);
    let in_guild = world.channel(channel).guild().is_some();
    let id = InteractionId::new(world.ids.next(now));
    let (waiter, outcome) = oneshot::channel();
    let interaction = Interaction {
        id,
        token: new_token(id),
        kind,
        user: who,
        channel,
        created_at: now,
        message,
        command: (kind == InteractionKind::Command).then_some(resolved.name),
        target,
        is_user_install,
        forced_ephemeral: is_user_install && in_guild && !may_show_publicly,
        integration_owners,
        state: InteractionState::Pending,
        follow_ups: Vec::new(),
        waiter: Some(waiter),
        event: None,
    };
    let event = payload::interaction_create(&world, &interaction, &resolved.data);
    let guild = world.channel(channel).guild();
    world.interactions.insert(interaction);
    Ok(StartedInteraction { id, guild, deadline: now.after(RESPONSE_TIMEOUT), event, outcome })
}

/// The `authorizing_integration_owners`: for a component, those of its message.
fn integration_owners(
    world: &World,
    who: UserId,
    channel: ChannelId,
    message: Option<MessageId>,
) -> Value {
    let message = message.and_then(|id| world.message(channel, id));
    match message.and_then(|message| message.interaction_metadata.as_ref()) {
        Some(metadata) => metadata["authorizing_integration_owners"].clone(),
        None => payload::integration_owners(world, who, world.channel(channel)),
    }
}

/// Builds the data of a button press. The message need not have a button with
/// this custom id, as it may have been edited just before the press.
fn press_data(
    world: &World,
    who: UserId,
    channel: ChannelId,
    message: MessageId,
    custom_id: &str,
) -> Result<ResolvedCommand, String> {
    let component = visible_message(world, who, channel, message)?.component(custom_id);
    let kind = component.map_or(2, Component::kind);
    Ok(ResolvedCommand {
        name: String::new(),
        data: json!({ "custom_id": custom_id, "component_type": kind, "id": 1 }),
    })
}

fn select_data(
    world: &World,
    (who, channel): (UserId, ChannelId),
    message: MessageId,
    custom_id: &str,
    values: &[String],
    now: Timestamp,
) -> Result<ResolvedCommand, String> {
    let component = visible_message(world, who, channel, message)?.component(custom_id);
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
        data["resolved"] = payload::resolved_users(world, &users, world.channel(channel), now);
    }
    if select.kind == 8 {
        let channels: Option<Vec<ChannelId>> = values.iter().map(|it| it.parse().ok()).collect();
        let channels = channels.unwrap_or_default();
        let is_unknown = |id: &ChannelId| !world.channels.contains_key(id);
        if channels.len() != values.len() || channels.iter().any(is_unknown) {
            return Err("There is no such channel.".to_owned());
        }
        let is_offered = |id: &ChannelId| {
            select.channel_types.contains(&world.channel(*id).type_number().into())
        };
        if !select.channel_types.is_empty() && !channels.iter().all(is_offered) {
            return Err("This menu has no channels of that kind.".to_owned());
        }
        data["resolved"] = payload::resolved_channels(world, &channels, who);
    }
    Ok(ResolvedCommand { name: String::new(), data })
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

fn visible_message(
    world: &World,
    who: UserId,
    channel: ChannelId,
    message: MessageId,
) -> Result<&Message, String> {
    match world.message(channel, message) {
        None => Err("This message was deleted.".to_owned()),
        Some(message) if message.ephemeral_for.is_some_and(|reader| reader != who) => {
            Err("You can't see this message.".to_owned())
        }
        Some(message) => Ok(message),
    }
}
