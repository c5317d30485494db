//! Turn timers: heartbeats, timeouts, abandoned turns and reminders.
//!
//! A turn times out only up to the last heartbeat of its game's shard, and a heartbeat
//! is recorded only while moves can be taken and stored. So time that nobody could use
//! is never held against a player: the next heartbeat gives it back.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use clock::Timestamp;
use tokio::{sync::OwnedMutexGuard, time::Instant};

use super::{LookupFailed, MessageUpdate, Service, database_timeout::with_timeout};
use crate::{
    errors,
    game::{self, FAILED_LOOKUP_DELAY, Game, GameId, MAX_FAILED_LOOKUPS, Obstacle},
    store::{
        AvailableShard, Deadline, Heartbeats, RecordedHeartbeats, SaveResult, StoreError,
        TimerShift,
    },
};

/// How often heartbeats are recorded. A gap between them is given back only if it is
/// longer than 15 seconds.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(10);

/// How long after a contact with Discord it is certain that moves can be taken.
const MAX_CONTACT_AGE: Duration = Duration::from_secs(2);

/// How long the scheduler waits for Discord to say what has kept a late player.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a turn goes on if there was no time to ask what has kept its player.
const NOT_ASKED_DELAY: Duration = HEARTBEAT_INTERVAL;

/// How long a request may wait for heartbeats, and for Discord to confirm them. Discord
/// accepts a response for three seconds.
const REQUEST_TIMEOUT: Duration = Duration::from_millis(500);

/// The delay before a corrupt game is tried again.
const CORRUPT_RETRY_DELAY: Duration = Duration::from_hours(24);

/// What this process knows of its own heartbeats. Clones share their state.
#[derive(Clone, Debug)]
pub(super) struct OwnHeartbeats {
    state: Arc<Mutex<HeartbeatState>>,
    /// Held while heartbeats are being recorded.
    recording: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Debug)]
struct HeartbeatState {
    /// When this process last recorded heartbeats, unless they were taken back.
    beat_at: Option<Timestamp>,
    /// Heartbeats up to this time are not taken back: they gave a gap back.
    keep_until: Option<Timestamp>,
    /// [`Clock::advanced`](clock::Clock::advanced) when the shards were last looked at.
    advanced_before: Duration,
}

impl OwnHeartbeats {
    pub(super) fn new(advanced: Duration) -> Self {
        let state = HeartbeatState { beat_at: None, keep_until: None, advanced_before: advanced };
        Self { state: Arc::new(Mutex::new(state)), recording: Arc::default() }
    }

    /// Replaces [`HeartbeatState::advanced_before`], and returns the value before.
    fn replace_advanced(&self, advanced: Duration) -> Duration {
        std::mem::replace(&mut self.state().advanced_before, advanced)
    }

    fn record(&self, recorded: &RecordedHeartbeats) {
        let mut state = self.state();
        if state.beat_at.is_none() || !recorded.shifts.is_empty() {
            // The gap before was given back, and must not be given back again.
            state.keep_until = Some(recorded.at);
        }
        state.beat_at = Some(recorded.at);
    }

    /// Whether heartbeats were recorded lately, so that the stored deadlines are right.
    fn is_recent(&self, now: Timestamp) -> bool {
        let beat_at = self.state().beat_at;
        beat_at.is_some_and(|at| now.since(at).max(at.since(now)) <= HEARTBEAT_INTERVAL)
    }

    fn state(&self) -> MutexGuard<'_, HeartbeatState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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

impl Service {
    /// Records heartbeats of the shards that can take moves, which gives back the time in
    /// which they could not. While Discord does not answer, takes back those that this
    /// process has recorded since it last did.
    pub async fn record_heartbeats(&self) -> Result<(), StoreError> {
        let recording = self.heartbeats.recording.clone().lock_owned().await;
        self.record_heartbeats_locked(recording).await
    }

    async fn record_heartbeats_locked(
        &self,
        _recording: OwnedMutexGuard<()>,
    ) -> Result<(), StoreError> {
        let advanced_before = self.heartbeats.replace_advanced(self.clock.advanced());
        let (shard_count, available) = self.connection.available_shards();
        if available.is_empty() {
            self.connection.set_recorded_shards(available);
            if !self.connection.api_responds() {
                self.take_heartbeats_back(self.connection.last_contact()).await?;
            }
            return Ok(());
        }
        let before = self.connection.recorded_shards();
        let (clock, shards) = (self.clock.clone(), available.clone());
        let heartbeats = Arc::new(move || {
            let since_then = clock.advanced().saturating_sub(advanced_before);
            let available = |&shard| {
                let advanced = if before.contains(&shard) { since_then } else { Duration::ZERO };
                AvailableShard { shard, advanced }
            };
            let available = shards.iter().map(available).collect();
            Heartbeats { now: clock.now(), shard_count, available }
        });
        match with_timeout(self.store.record_heartbeats(heartbeats)).await {
            Ok(recorded) => {
                log_shifts(&recorded.shifts);
                self.heartbeats.record(&recorded);
                self.connection.set_recorded_shards(available);
                Ok(())
            }
            Err(error) => {
                self.connection.set_recorded_shards(Vec::new());
                Err(error)
            }
        }
    }

    /// Makes sure that moves could be taken until the last heartbeats. An outage of Discord
    /// is noticed only some time after it has begun, so this probes Discord if need be.
    /// Returns `false` if Discord does not answer.
    pub(super) async fn confirm_heartbeats(&self) -> Result<bool, StoreError> {
        // Read before the probe: the outage may be over soon after it.
        let contact = self.connection.last_contact();
        if self.discord_responds().await {
            return Ok(true);
        }
        let _recording = self.heartbeats.recording.lock().await;
        self.connection.set_recorded_shards(Vec::new());
        self.take_heartbeats_back(contact).await?;
        Ok(false)
    }

    /// Whether Discord was in contact just now; if not, whether it answers a probe.
    async fn discord_responds(&self) -> bool {
        let now = self.clock.now();
        self.connection.confirm_contact(now.before(MAX_CONTACT_AGE)..=now).await
    }

    /// Takes the heartbeats back that this process has recorded since the last
    /// contact with Discord: nobody could move any more. So does any other process that notices the
    /// outage; the last to have recorded heartbeats moves them back.
    async fn take_heartbeats_back(&self, contact: Timestamp) -> Result<(), StoreError> {
        let (beat_at, keep_until) = {
            let state = self.heartbeats.state();
            (state.beat_at, state.keep_until)
        };
        let Some(beat_at) = beat_at else { return Ok(()) };
        let to = keep_until.map_or(contact, |keep_until| keep_until.max(contact));
        with_timeout(self.store.take_heartbeats_back(beat_at, to)).await?;
        self.heartbeats.state().beat_at = None;
        Ok(())
    }

    /// Records heartbeats unless that was done lately: before a request is executed,
    /// so that it sees the right deadlines.
    pub(super) async fn record_heartbeats_if_stale(&self, now: Timestamp) {
        if self.heartbeats.is_recent(now) {
            return;
        }
        if let Some(Err(error)) = self.try_record_heartbeats().await {
            // The request will fail for the same reason if it changes the database.
            tracing::debug!(error = errors::with_causes(error), "no heartbeat");
        }
    }

    /// Records heartbeats. Returns `None` if that takes too long for a request.
    async fn try_record_heartbeats(&self) -> Option<Result<(), StoreError>> {
        let recording = async {
            let lock = self.heartbeats.recording.clone().lock_owned().await;
            let service = self.clone();
            // In a task of its own: what was stored must be known here, however late.
            let task = tokio::spawn(async move { service.record_heartbeats_locked(lock).await });
            task.await.unwrap_or(Err(StoreError::Panicked))
        };
        tokio::time::timeout(REQUEST_TIMEOUT, recording).await.ok()
    }

    /// Loads a game, and ends it if its turn has timed out.
    pub(super) async fn load_game(
        &self,
        id: GameId,
        now: Timestamp,
    ) -> Result<Option<Game>, StoreError> {
        match self.store.game(id).await? {
            Some(game) => self.apply_timeout(game, now).await.map(Some),
            None => Ok(None),
        }
    }

    /// Ends a game if its turn has timed out; otherwise, and while Discord does not
    /// answer, returns it unchanged.
    pub(super) async fn apply_timeout(
        &self,
        game: Game,
        now: Timestamp,
    ) -> Result<Game, StoreError> {
        if !game.is_late(now) {
            return Ok(game);
        }
        let until = Instant::now() + REQUEST_TIMEOUT;
        let confirmed = tokio::time::timeout(REQUEST_TIMEOUT, self.discord_responds()).await;
        // A late move still counts if this returns early. The scheduler ends the game, unless
        // time is given back.
        if confirmed != Ok(true) {
            return Ok(game);
        }
        // Gives back the time since the last heartbeat if nobody could move in it.
        match self.try_record_heartbeats().await {
            Some(recorded) => recorded?,
            None => return Ok(game),
        }
        let game = self.store.game(game.id).await?.unwrap_or(game);
        let Some(late) = self.late_game(&game).await? else { return Ok(game) };
        // If Discord does not say in time what has kept the player, the scheduler asks again.
        let Ok(obstacle) = self.find_obstacle(&late.game, until).await else { return Ok(game) };
        let Some(after) = late.end(obstacle) else { return Ok(game) };
        match self.save(late.game.version, after.clone()).await? {
            Some(after) => Ok(after),
            // Another request has moved, or has ended the game in the same way.
            None => Ok(self.store.game(game.id).await?.unwrap_or(after)),
        }
    }

    /// The game, if its turn timed out before its shard's last heartbeat; the shard may have
    /// been absent since then.
    async fn late_game(&self, game: &Game) -> Result<Option<LateGame>, StoreError> {
        let heartbeat = self.store.last_heartbeat(game.config.location.guild).await?;
        let Some(heartbeat) = heartbeat.filter(|&at| game.is_late(at)) else { return Ok(None) };
        // Read after the heartbeat, so that time given back in between counts.
        let game = self.store.game(game.id).await?.filter(|game| game.is_late(heartbeat));
        Ok(game.map(|game| LateGame { game, heartbeat }))
    }

    /// Ends a late game, or extends its turn if Discord does not say what has kept the player.
    async fn end_late_game(
        &self,
        late: LateGame,
        now: Timestamp,
        ask_by: Instant,
    ) -> Result<Option<Game>, StoreError> {
        let game = &late.game;
        let outcome = self.find_obstacle_or_extend(game, now, ask_by).await?;
        let LookupOutcome::Known(obstacle) = outcome else { return Ok(None) };
        match late.end(obstacle) {
            Some(after) => self.save(game.version, after).await,
            None => Ok(None),
        }
    }

    /// Finds out what has kept a late player from moving. If Discord does not say, or cannot be
    /// asked before `ask_by`, the turn is extended. Discord may fail to say for an hour in all.
    async fn find_obstacle_or_extend(
        &self,
        game: &Game,
        now: Timestamp,
        ask_by: Instant,
    ) -> Result<LookupOutcome, StoreError> {
        let started_at = Instant::now();
        if started_at > ask_by && game.obstacle_query().is_some() {
            let until = now.after(NOT_ASKED_DELAY);
            self.store.postpone(Deadline::TurnTimer(game.id), until).await?;
            return Ok(LookupOutcome::Extended);
        }
        match self.find_obstacle(game, started_at + LOOKUP_TIMEOUT).await {
            Ok(obstacle) => Ok(LookupOutcome::Known(obstacle)),
            Err(LookupFailed) if game.failed_lookups < MAX_FAILED_LOOKUPS => {
                let until = now.after(FAILED_LOOKUP_DELAY);
                let failed_before = game.failed_lookups;
                self.store
                    .record_failed_lookup(game.id, game.version, failed_before, until)
                    .await?;
                Ok(LookupOutcome::Extended)
            }
            Err(LookupFailed) => Ok(LookupOutcome::Known(None)),
        }
    }

    /// Ends a game that has timed out, offers the win of an abandoned one, or sends the reminder
    /// that is due. Discord is asked about late players only before `ask_by`.
    pub(super) async fn check_turn_timer(
        &self,
        id: GameId,
        now: Timestamp,
        ask_by: Instant,
    ) -> Result<Option<MessageUpdate>, StoreError> {
        let game = match self.store.game(id).await {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(None),
            Err(StoreError::Corrupt(reason)) => {
                tracing::error!(game = id.0, reason, "cannot run the turn timer of a corrupt game");
                self.store
                    .postpone(Deadline::TurnTimer(id), now.after(CORRUPT_RETRY_DELAY))
                    .await?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if let Some(late) = self.late_game(&game).await? {
            let ended = self.end_late_game(late, now, ask_by).await?;
            return Ok(ended.map(MessageUpdate::BoardChanged));
        }
        if let Some(abandoned) = self.mark_abandoned(&game, now, ask_by).await? {
            return Ok(Some(MessageUpdate::BoardChanged(abandoned)));
        }
        let is_due = game.turn_deadline.remind_at.is_some_and(|remind_at| remind_at <= now);
        // Recorded first: better no reminder than two.
        if !is_due || self.store.record_reminder(id, game.version).await? == SaveResult::Conflict {
            return Ok(None);
        }
        let is_wanted = self.wants_reminder(&game).await?;
        Ok(is_wanted.then_some(MessageUpdate::Reminder(game)))
    }

    /// Records that a turn without a limit was abandoned before its shard's last heartbeat, or
    /// ends the game if something has kept its player from moving. Returns the game, in
    /// which the win can be claimed now, or which has ended.
    async fn mark_abandoned(
        &self,
        game: &Game,
        now: Timestamp,
        ask_by: Instant,
    ) -> Result<Option<Game>, StoreError> {
        let heartbeat = self.store.last_heartbeat(game.config.location.guild).await?;
        let is_due = |at: &Timestamp| game::mark_abandoned(game, *at, None).is_some();
        let Some(heartbeat) = heartbeat.filter(is_due) else { return Ok(None) };
        let outcome = self.find_obstacle_or_extend(game, now, ask_by).await?;
        let LookupOutcome::Known(obstacle) = outcome else { return Ok(None) };
        let Some(after) = game::mark_abandoned(game, heartbeat, obstacle) else { return Ok(None) };
        if after.result.is_some() {
            return self.save(game.version, after).await;
        }
        let saved = self.store.record_abandoned(game.id, game.version, heartbeat).await?;
        Ok((saved == SaveResult::Saved).then_some(after))
    }

    /// Whether the server and the player to move want a reminder.
    async fn wants_reminder(&self, game: &Game) -> Result<bool, StoreError> {
        if let Some(guild) = game.config.location.guild
            && !self.store.guild_settings(guild).await?.reminders
        {
            return Ok(false);
        }
        let player = game.to_move().and_then(|seat| game.participant(seat).person());
        match player {
            Some(player) => Ok(self.store.notifications(player.id).await?.reminders),
            None => Ok(false),
        }
    }
}

fn log_shifts(shifts: &[TimerShift]) {
    let Some(longest) = shifts.iter().max_by_key(|shift| shift.milliseconds.abs()) else { return };
    let (shards, seconds) = (shifts.len(), longest.milliseconds / 1_000);
    let reason = if seconds > 0 { "nobody could move meanwhile" } else { "the clock was set back" };
    tracing::info!(shards, seconds, "shifted the turn timers: {reason}");
}
