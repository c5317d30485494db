//! Turn timers: timeouts, abandoned turns and reminders.

use std::time::Duration;

use clock::Timestamp;

use super::{
    MessageUpdate, Service,
    channel_lookup::is_channel_gone,
    heartbeats::{self, REQUEST_TIMEOUT},
    own_heartbeats::HEARTBEAT_INTERVAL,
    stored_games,
};
use crate::{
    game::{self, Game, GameId},
    store::{Deadline, SaveResult, StoreError},
};

/// How long the scheduler waits for Discord to say whether a channel is there.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// When Discord is asked again whether a channel is there.
const LOOKUP_DELAY: Duration = HEARTBEAT_INTERVAL;

/// The delay before a corrupt game is tried again.
const CORRUPT_RETRY_DELAY: Duration = Duration::from_hours(24);

/// A game whose turn timed out before the last heartbeat of its shard.
struct LateGame {
    game: Game,
    heartbeat: Timestamp,
}

impl LateGame {
    /// The game after its end.
    fn end(&self, is_channel_gone: bool) -> Option<Game> {
        game::time_out(&self.game, self.heartbeat, is_channel_gone)
    }
}

/// Loads a game, and ends it if its turn has timed out.
pub(super) async fn load_game(
    service: &Service,
    id: GameId,
    now: Timestamp,
) -> Result<Option<Game>, StoreError> {
    match service.store.game(id).await? {
        Some(game) => apply_timeout(service, game, now).await.map(Some),
        None => Ok(None),
    }
}

/// Ends a game if its turn has timed out; otherwise, and while Discord does not
/// answer, returns it unchanged.
pub(super) async fn apply_timeout(
    service: &Service,
    game: Game,
    now: Timestamp,
) -> Result<Game, StoreError> {
    if !game.is_late(now) {
        return Ok(game);
    }
    let confirmed =
        tokio::time::timeout(REQUEST_TIMEOUT, heartbeats::discord_responds(service)).await;
    // A late move still counts if this returns early. The scheduler ends the game, unless
    // time is given back.
    if confirmed != Ok(true) {
        return Ok(game);
    }
    // Gives back the time since the last heartbeat if nobody could move in it.
    match heartbeats::try_record(service).await {
        Some(recorded) => recorded?,
        None => return Ok(game),
    }
    let game = service.store.game(game.id).await?.unwrap_or(game);
    let Some(late) = late_game(service, &game).await? else { return Ok(game) };
    // If Discord does not say in time whether the channel is there, the scheduler asks again.
    let asked = is_channel_gone(service, &late.game, REQUEST_TIMEOUT).await;
    let Some(is_channel_gone) = asked else { return Ok(game) };
    let Some(after) = late.end(is_channel_gone) else { return Ok(game) };
    match stored_games::save(service, late.game.version, after.clone()).await? {
        Some(after) => Ok(after),
        // Another request has moved, or has ended the game in the same way.
        None => Ok(service.store.game(game.id).await?.unwrap_or(after)),
    }
}

/// The game, if its turn timed out before its shard's last heartbeat; the shard may have
/// been absent since then.
async fn late_game(service: &Service, game: &Game) -> Result<Option<LateGame>, StoreError> {
    let heartbeat = service.store.last_heartbeat(game.config.location.guild).await?;
    let Some(heartbeat) = heartbeat.filter(|&at| game.is_late(at)) else { return Ok(None) };
    // Read after the heartbeat, so that time given back in between counts.
    let game = service.store.game(game.id).await?.filter(|game| game.is_late(heartbeat));
    Ok(game.map(|game| LateGame { game, heartbeat }))
}

/// Ends a late game, unless Discord does not say whether its channel is there.
async fn end_late_game(
    service: &Service,
    late: LateGame,
    now: Timestamp,
) -> Result<Option<Game>, StoreError> {
    let asked = is_channel_gone_or_postpone(service, &late.game, now).await?;
    match asked.and_then(|is_channel_gone| late.end(is_channel_gone)) {
        Some(after) => stored_games::save(service, late.game.version, after).await,
        None => Ok(None),
    }
}

/// Asks whether the channel of a late player is gone. If Discord does not say, the turn goes on
/// until it is asked again.
async fn is_channel_gone_or_postpone(
    service: &Service,
    game: &Game,
    now: Timestamp,
) -> Result<Option<bool>, StoreError> {
    let asked = is_channel_gone(service, game, LOOKUP_TIMEOUT).await;
    if asked.is_none() {
        service.store.postpone(Deadline::TurnTimer(game.id), now.after(LOOKUP_DELAY)).await?;
    }
    Ok(asked)
}

/// Ends a game that has timed out, offers the win of an abandoned one, or sends the reminder
/// that is due.
pub(super) async fn check_turn_timer(
    service: &Service,
    id: GameId,
    now: Timestamp,
) -> Result<Option<MessageUpdate>, StoreError> {
    let game = match service.store.game(id).await {
        Ok(Some(game)) => game,
        Ok(None) => return Ok(None),
        Err(StoreError::Corrupt(reason)) => {
            tracing::error!(game = id.0, reason, "cannot run the turn timer of a corrupt game");
            service.store.postpone(Deadline::TurnTimer(id), now.after(CORRUPT_RETRY_DELAY)).await?;
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    if let Some(late) = late_game(service, &game).await? {
        let ended = end_late_game(service, late, now).await?;
        return Ok(ended.map(MessageUpdate::BoardChanged));
    }
    if let Some(abandoned) = mark_abandoned(service, &game, now).await? {
        return Ok(Some(MessageUpdate::BoardChanged(abandoned)));
    }
    let is_due = game.turn.deadline.remind_at.is_some_and(|remind_at| remind_at <= now);
    // Recorded first: better no reminder than two.
    if !is_due || service.store.mark_reminded(id, game.version).await? == SaveResult::Conflict {
        return Ok(None);
    }
    let is_wanted = wants_reminder(service, &game).await?;
    Ok(is_wanted.then_some(MessageUpdate::Reminder(game)))
}

/// Records that a turn without a limit was abandoned before its shard's last heartbeat, or
/// ends the game if its channel is gone. Returns the game, in
/// which the win can be claimed now, or which has ended.
async fn mark_abandoned(
    service: &Service,
    game: &Game,
    now: Timestamp,
) -> Result<Option<Game>, StoreError> {
    let heartbeat = service.store.last_heartbeat(game.config.location.guild).await?;
    let is_due = |at: &Timestamp| game::mark_abandoned(game, *at, false).is_some();
    let Some(heartbeat) = heartbeat.filter(is_due) else { return Ok(None) };
    let asked = is_channel_gone_or_postpone(service, game, now).await?;
    let after = asked.and_then(|is_gone| game::mark_abandoned(game, heartbeat, is_gone));
    let Some(after) = after else { return Ok(None) };
    if !after.is_live() {
        return stored_games::save(service, game.version, after).await;
    }
    let saved = service.store.record_abandoned(game.id, game.version, heartbeat).await?;
    Ok((saved == SaveResult::Saved).then_some(after))
}

/// Whether the server and the player to move want a reminder.
async fn wants_reminder(service: &Service, game: &Game) -> Result<bool, StoreError> {
    if let Some(guild) = game.config.location.guild
        && !service.store.guild_settings(guild).await?.reminders
    {
        return Ok(false);
    }
    let player = game.to_move().and_then(|seat| game.participant(seat).person());
    match player {
        Some(player) => Ok(service.store.notifications(player.id).await?.reminders),
        None => Ok(false),
    }
}
