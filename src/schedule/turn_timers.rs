//! Turn timers: timeouts, abandoned turns and reminders.

use std::time::Duration;

use crate::{
    features::{
        flow::moves,
        request::{MessageUpdate, Service, channel_lookup::ChannelStatus},
    },
    game::{self, Game, GameId, Now},
    schedule::running_time::BEAT_INTERVAL,
    store::{Deadline, SaveResult, StoreResult},
};

/// How long the scheduler waits for Discord to say whether a channel is there.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// When Discord is asked again whether a channel is there.
const LOOKUP_DELAY: Duration = BEAT_INTERVAL;

/// Ends a game that has timed out, offers the win of an abandoned one, or sends the reminder
/// that is due. `now` has the running time that was stored last.
pub(crate) async fn check_turn_timer(
    service: &Service,
    id: GameId,
    now: Now,
) -> StoreResult<Option<MessageUpdate>> {
    let Some(game) = service.store.game(id).await? else { return Ok(None) };
    if game.turn.deadline.move_by.is_some_and(|move_by| move_by <= now.running) {
        let ended = end_turn(service, &game, now).await?;
        return Ok(ended.map(MessageUpdate::BoardChanged));
    }
    let is_due = game.turn.deadline.remind_at.is_some_and(|remind_at| remind_at <= now.running);
    // Recorded first: better no reminder than two.
    if !is_due || service.store.mark_reminded(id, game.version).await? == SaveResult::Conflict {
        return Ok(None);
    }
    let is_wanted = wants_reminder(service, &game).await?;
    Ok(is_wanted.then_some(MessageUpdate::Reminder(game)))
}

/// Ends a game whose turn has timed out, or records that a turn without a limit was abandoned, so
/// that the win can be claimed. If Discord does not say whether the channel is there, the turn goes
/// on until it is asked again.
async fn end_turn(service: &Service, game: &Game, now: Now) -> StoreResult<Option<Game>> {
    let Some(is_channel_gone) = is_channel_gone(service, game).await else {
        let timer = Deadline::TurnTimer(game.id);
        service.store.postpone(timer, now.time, LOOKUP_DELAY).await?;
        return Ok(None);
    };
    match game::time_out(game, now, is_channel_gone) {
        Some(after) if after.is_live() => {
            let recorded = service.store.record_abandoned(game.id, game.version, now.running);
            Ok((recorded.await? == SaveResult::Saved).then_some(after))
        }
        Some(after) => moves::save(service, game.version, &after).await,
        None => Ok(None),
    }
}

/// Whether the channel of a game whose player to move is late is gone, if that would excuse them.
/// `None` if Discord does not say in time.
async fn is_channel_gone(service: &Service, game: &Game) -> Option<bool> {
    let location = game.config.location;
    let Some(guild) = location.guild.filter(|_| game.is_excusable()) else { return Some(false) };
    let status = service.channel_status(guild, location.channel, LOOKUP_TIMEOUT).await?;
    Some(status == ChannelStatus::Gone)
}

/// Whether the server and the player to move want a reminder.
async fn wants_reminder(service: &Service, game: &Game) -> StoreResult<bool> {
    if !service.settings(game.config.location.guild).await?.reminders {
        return Ok(false);
    }
    let player = game.to_move().and_then(|seat| game.participant(seat).person());
    let Some(player) = player else { return Ok(false) };
    Ok(service.store.preferences(player.id).await?.reminders)
}
