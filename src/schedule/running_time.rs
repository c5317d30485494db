//! Counts running time: how long the bot could take moves, by which turns are timed.
//!
//! One process counts it for all, and stores what it has counted at each beat. Turns time out by
//! what is stored, so that time that nobody could use is held against nobody: while the process
//! stands still, Discord cannot be reached or the database is away, nothing is stored. No clock
//! that can be set matters.

use std::time::Duration;

use clock::Monotonic;

use crate::{
    features::request::{
        Service,
        running_time::{CountedSince, Counting, MAX_BEAT_GAP},
    },
    store::{Beat, SaveResult, StoreError, StoreResult, StoredRunningTime},
};

/// How long Discord may take to answer.
const PING_TIMEOUT: Duration = Duration::from_secs(3);

/// How often running time is stored.
pub(crate) const BEAT_INTERVAL: Duration = Duration::from_secs(10);

/// Where storing takes longer, moves are not stored in time either.
const MAX_STORING: Duration = Duration::from_secs(2);

/// How long the database may take for running time and deadlines.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Limits how long the database may take, in real time: a connection that died silently
/// must not stop the scheduler.
pub(super) async fn with_timeout<T>(
    operation: impl Future<Output = StoreResult<T>>,
) -> StoreResult<T> {
    let result = tokio::time::timeout(DATABASE_TIMEOUT, operation).await;
    result.unwrap_or(Err(StoreError::TimedOut))
}

/// Whether Discord answers.
pub(super) async fn discord_responds(service: &Service) -> bool {
    let asked = match &service.channel_lookup {
        Some(lookup) => tokio::time::timeout(PING_TIMEOUT, lookup.ping()).await,
        None => Ok(Ok(())),
    };
    let failure = asked.unwrap_or_else(|_| Err("it timed out".to_owned())).err();
    let before = service.connection.set_api_responds(failure.is_none());
    match &failure {
        Some(error) if before != Some(false) => {
            tracing::warn!(error, "Discord does not serve the bot; turn timers stand still");
        }
        None if before == Some(false) => tracing::info!("Discord serves the bot again"),
        _ => {}
    }
    failure.is_none()
}

/// Stores the running time since the last beat, or begins to count if no other process does.
/// `responds` says whether Discord's REST API has just answered. Returns whether this process
/// counts on.
pub(super) async fn beat(service: &Service, responds: bool) -> StoreResult<bool> {
    let mut counting = service.running.counting.lock().await;
    let can_take_moves = responds && service.connection.all_connected();
    if counting.is_stopped {
        return Ok(false);
    }
    let result = counting.beat(service, can_take_moves).await;
    service.connection.takes_moves.send_replace(can_take_moves && result.is_ok());
    result.map(|()| counting.since.is_some())
}

/// Stores the running time up to now, and lets another process go on.
pub async fn stop_counting(service: &Service) -> StoreResult<()> {
    let mut counting = service.running.counting.lock().await;
    if std::mem::replace(&mut counting.is_stopped, true) {
        return Ok(());
    }
    let now = service.clock.monotonic();
    let Some((last, _)) = counting.last.filter(|(last, _)| counting.owns(last.beat)) else {
        return Ok(());
    };
    let time = counting.time_since_beat(service, now);
    with_timeout(service.store.count_running_time(last.beat, Beat::FREE, time)).await.map(drop)
}

impl Counting {
    async fn beat(&mut self, service: &Service, can_take_moves: bool) -> StoreResult<()> {
        let now = service.clock.monotonic();
        if !can_take_moves {
            self.since = None;
        }
        if self.since.is_none() {
            self.look(service, now).await?;
        }
        let Some((last, seen_at)) = self.last else { return Ok(()) };
        let time = self.time_since_beat(service, now);
        // If this fails, it is not known whether it was stored.
        self.since = None;
        let is_own = self.owns(last.beat);
        let is_abandoned = last.beat == Beat::FREE || now.real_since(seen_at) >= MAX_BEAT_GAP;
        if !can_take_moves {
            service.running.set(last, now);
            return Ok(());
        }
        if !is_own && !is_abandoned {
            return Ok(());
        }
        let since = CountedSince { at: now, interruptions: service.connection.interruptions() };
        let stored = StoredRunningTime { beat: Beat::random(), running: last.running.after(time) };
        self.own = [Some(last.beat).filter(|_| is_own), Some(stored.beat)];
        let counting = service.store.count_running_time(last.beat, stored.beat, time);
        let counted = tokio::time::timeout(MAX_STORING, counting).await;
        match counted.unwrap_or(Err(StoreError::TimedOut))? {
            SaveResult::Saved => {
                (self.last, self.since) = (Some((stored, now)), Some(since));
                service.running.set(stored, now);
                Ok(())
            }
            SaveResult::Conflict => self.look(service, now).await,
        }
    }

    fn owns(&self, beat: Beat) -> bool {
        self.own.contains(&Some(beat))
    }

    /// Reads what is stored.
    async fn look(&mut self, service: &Service, now: Monotonic) -> StoreResult<()> {
        let stored = with_timeout(service.store.running_time()).await?;
        service.running.update(&service.clock, stored);
        if self.last.is_none_or(|(last, _)| last != stored) {
            self.last = Some((stored, now));
        }
        Ok(())
    }

    /// The time since the last beat, if it is this process's and moves could be taken all along.
    fn time_since_beat(&self, service: &Service, now: Monotonic) -> Duration {
        let interruptions = service.connection.interruptions();
        self.since
            .filter(|since| since.interruptions == interruptions)
            .filter(|since| now.real_since(since.at) <= MAX_BEAT_GAP)
            .map_or(Duration::ZERO, |since| now.since(since.at))
    }
}
