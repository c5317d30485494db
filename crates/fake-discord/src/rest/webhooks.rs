//! What an interaction's token is good for after the first answer.

use std::sync::Arc;

use axum::http::{Method, StatusCode};

use crate::{
    rest::{Reply, error::Refusal, uploads},
    state::{
        create_message::{Draft, Way},
        ids::MessageId,
        message::{Message, flag},
        world::World,
    },
    validation::message::{self as messages, Intent},
};
use clock::Timestamp;

/// Posts a further message; the first one after a deferred answer takes its
/// place, as at Discord.
pub(crate) fn follow_up(
    world: &mut World,
    token: &str,
    draft: &Draft,
    now: Timestamp,
) -> Result<Reply, Refusal> {
    let interaction = world.interactions.by_token(token)?;
    let original = interaction.original(now)?;
    interaction.check_follow_up_allowed()?;
    let (id, channel, hidden) = (interaction.id, interaction.channel, interaction.is_hidden);
    let thinking = world.message(channel, original).filter(|it| it.is_thinking()).cloned();
    messages::check(&draft.body, Intent::FollowUp)?;
    uploads::check(draft, None, "")?;
    if let Some(thinking) = thinking {
        return Ok(Reply::message(&world.fill_thinking(&thinking, draft, now)));
    }
    let ephemeral = hidden || draft.body["flags"].as_u64().unwrap_or(0) & flag::EPHEMERAL != 0;
    let way = Way::Interaction { id, after: Some(original), ephemeral };
    let message = world.post(channel, draft, way, now);
    let interaction = world.interactions.get_mut(id).expect("it was there above");
    interaction.follow_ups.push(message.id);
    Ok(Reply::message(&message))
}

/// Reads, edits or deletes one of the interaction's own messages.
pub(crate) fn own_message(
    world: &mut World,
    method: &Method,
    (token, which): (&str, &str),
    draft: &Draft,
    now: Timestamp,
) -> Result<Reply, Refusal> {
    let before = find(world, token, which, now)?;
    match *method {
        Method::GET => Ok(Reply::message(&before)),
        Method::PATCH => {
            if world.channel(before.channel_id).is_archived() {
                return Err(Refusal::archived_thread());
            }
            messages::check(&draft.body, Intent::WebhookEdit(&before))?;
            uploads::check(draft, Some(&before), "")?;
            Ok(Reply::message(&world.edit(&before, draft, now)))
        }
        _ => {
            world.delete_message(before.channel_id, before.id);
            Ok(Reply { status: StatusCode::NO_CONTENT, body: None })
        }
    }
}

/// A token speaks for the message that `@original` stands for, and for its own
/// follow-ups; for no other, whoever posted it.
fn find(
    world: &mut World,
    token: &str,
    which: &str,
    now: Timestamp,
) -> Result<Arc<Message>, Refusal> {
    let interaction = world.interactions.by_token(token)?;
    let original = interaction.original(now)?;
    let channel = interaction.channel;
    let wanted: MessageId = match which {
        "@original" => original,
        id => id.parse().map_err(|_| Refusal::unknown_message())?,
    };
    if wanted != original && !interaction.follow_ups.contains(&wanted) {
        return Err(Refusal::unknown_message());
    }
    let message = world.message(channel, wanted).cloned();
    message.ok_or_else(Refusal::unknown_message)
}
