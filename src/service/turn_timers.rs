//! Turn timers: timeouts, abandoned turns and reminders.

use std::time::Duration;

use clock::Timestamp;
use tokio::time::Instant;

use super::{
    LookupFailed, MessageUpdate, Service,
    guild_lookup::find_obstacle,
    heartbeats::{self, REQUEST_TIMEOUT},
    own_heartbeats::HEARTBEAT_INTERVAL,
    stored_games,
};
use crate::{
    game::{self, FAILED_LOOKUP_DELAY, Game, GameId, MAX_FAILED_LOOKUPS, Obstacle},
    store::{Deadline, SaveResult, StoreError},
};

/// How long the scheduler waits for Discord to say what has kept a late player.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a turn goes on if there was no time to ask what has kept its player.
const NOT_ASKED_DELAY: Duration = HEARTBEAT_INTERVAL;

/// The delay before a corrupt game is tried again.
const CORRUPT_RETRY_DELAY: Duration = Duration::from_hours(24);

/// What came of asking Discord about a late player.
enum LookupOutcome {
    /// What has kept the player from moving, if anything.
    Known(Option<Obstacle>),
    /// Discord did not say, or could not be asked; so the turn goes on.
    Extended,
}

/// A game whose turn timed out before the last heartbeat of its shard.
struct LateGame {
    game: Game,
    heartbeat: Timestamp,
}

impl LateGame {
    /// The game after its end.
    fn end(&self, obstacle: Option<Obstacle>) -> Option<Game> {
        game::time_out(&self.game, self.heartbeat, obstacle)
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
    let until = Instant::now() + REQUEST_TIMEOUT;
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
    // If Discord does not say in time what has kept the player, the scheduler asks again.
    let Ok(obstacle) = find_obstacle(&*service.guild_lookup, &late.game, until).await else {
        return Ok(game);
    };
    let Some(after) = late.end(obstacle) else { return Ok(game) };
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

/// Ends a late game, or extends its turn if Discord does not say what has kept the player.
async fn end_late_game(
    service: &Service,
    late: LateGame,
    now: Timestamp,
    ask_by: Instant,
) -> Result<Option<Game>, StoreError> {
    let game = &late.game;
    let outcome = find_obstacle_or_extend(service, game, now, ask_by).await?;
    let LookupOutcome::Known(obstacle) = outcome else { return Ok(None) };
    match late.end(obstacle) {
        Some(after) => stored_games::save(service, game.version, after).await,
        None => Ok(None),
    }
}

/// Finds out what has kept a late player from moving. If Discord does not say, or cannot be
/// asked before `ask_by`, the turn is extended. Discord may fail to say for an hour in all.
async fn find_obstacle_or_extend(
    service: &Service,
    game: &Game,
    now: Timestamp,
    ask_by: Instant,
) -> Result<LookupOutcome, StoreError> {
    let started_at = Instant::now();
    if started_at > ask_by && game.obstacle_query().is_some() {
        let until = now.after(NOT_ASKED_DELAY);
        service.store.postpone(Deadline::TurnTimer(game.id), until).await?;
        return Ok(LookupOutcome::Extended);
    }
    match find_obstacle(&*service.guild_lookup, game, started_at + LOOKUP_TIMEOUT).await {
        Ok(obstacle) => Ok(LookupOutcome::Known(obstacle)),
        Err(LookupFailed) if game.turn.failed_lookups < MAX_FAILED_LOOKUPS => {
            let until = now.after(FAILED_LOOKUP_DELAY);
            let failed_before = game.turn.failed_lookups;
            service.store.record_failed_lookup(game.id, game.version, failed_before, until).await?;
            Ok(LookupOutcome::Extended)
        }
        Err(LookupFailed) => Ok(LookupOutcome::Known(None)),
    }
}

/// Ends a game that has timed out, offers the win of an abandoned one, or sends the reminder
/// that is due. Discord is asked about late players only before `ask_by`.
pub(super) async fn check_turn_timer(
    service: &Service,
    id: GameId,
    now: Timestamp,
    ask_by: Instant,
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
        let ended = end_late_game(service, late, now, ask_by).await?;
        return Ok(ended.map(MessageUpdate::BoardChanged));
    }
    if let Some(abandoned) = mark_abandoned(service, &game, now, ask_by).await? {
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
/// ends the game if something has kept its player from moving. Returns the game, in
/// which the win can be claimed now, or which has ended.
async fn mark_abandoned(
    service: &Service,
    game: &Game,
    now: Timestamp,
    ask_by: Instant,
) -> Result<Option<Game>, StoreError> {
    let heartbeat = service.store.last_heartbeat(game.config.location.guild).await?;
    let is_due = |at: &Timestamp| game::mark_abandoned(game, *at, None).is_some();
    let Some(heartbeat) = heartbeat.filter(is_due) else { return Ok(None) };
    let outcome = find_obstacle_or_extend(service, game, now, ask_by).await?;
    let LookupOutcome::Known(obstacle) = outcome else { return Ok(None) };
    let Some(after) = game::mark_abandoned(game, heartbeat, obstacle) else { return Ok(None) };
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
