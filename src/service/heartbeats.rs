//! Heartbeats: up to when each shard could take moves.
//!
//! A turn times out only up to the last heartbeat of its game's shard, and a heartbeat
//! is recorded only while moves can be taken and stored. So time that nobody could use
//! is never held against a player: the next heartbeat gives it back.

use std::{sync::Arc, time::Duration};

use clock::Timestamp;
use tokio::sync::OwnedMutexGuard;

use super::{Service, database_timeout::with_timeout};
use crate::{
    errors,
    store::{AvailableShard, Heartbeats, StoreError, TimerShift},
};

/// How long after a contact with Discord it is certain that moves can be taken.
const MAX_CONTACT_AGE: Duration = Duration::from_secs(2);

/// How long a request may wait for heartbeats, and for Discord to confirm them. Discord
/// accepts a response for three seconds.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_millis(500);

/// Records heartbeats of the shards that can take moves, which gives back the time in
/// which they could not. While Discord does not answer, takes back those that this
/// process has recorded since it last did.
pub async fn record_heartbeats(service: &Service) -> Result<(), StoreError> {
    let recording = service.heartbeats.recording.clone().lock_owned().await;
    record_heartbeats_locked(service, recording).await
}

async fn record_heartbeats_locked(
    service: &Service,
    _recording: OwnedMutexGuard<()>,
) -> Result<(), StoreError> {
    let advanced_before = service.heartbeats.replace_advanced(service.clock.advanced());
    let (shard_count, available) = service.connection.available_shards();
    if available.is_empty() {
        service.connection.set_recorded_shards(available);
        if !service.connection.api_responds() {
            take_back(service, service.connection.last_contact()).await?;
        }
        return Ok(());
    }
    let before = service.connection.recorded_shards();
    let (clock, shards) = (service.clock.clone(), available.clone());
    let heartbeats = Arc::new(move || {
        let since_then = clock.advanced().saturating_sub(advanced_before);
        let available = |&shard| {
            let advanced = if before.contains(&shard) { since_then } else { Duration::ZERO };
            AvailableShard { shard, advanced }
        };
        let available = shards.iter().map(available).collect();
        Heartbeats { now: clock.now(), shard_count, available }
    });
    match with_timeout(service.store.record_heartbeats(heartbeats)).await {
        Ok(recorded) => {
            log_shifts(&recorded.shifts);
            service.heartbeats.record(&recorded);
            service.connection.set_recorded_shards(available);
            Ok(())
        }
        Err(error) => {
            service.connection.set_recorded_shards(Vec::new());
            Err(error)
        }
    }
}

/// Makes sure that moves could be taken until the last heartbeats. An outage of Discord
/// is noticed only some time after it has begun, so this probes Discord if need be.
/// Returns `false` if Discord does not answer.
pub(super) async fn confirm(service: &Service) -> Result<bool, StoreError> {
    // Read before the probe: the outage may be over soon after it.
    let contact = service.connection.last_contact();
    if discord_responds(service).await {
        return Ok(true);
    }
    let _recording = service.heartbeats.recording.lock().await;
    service.connection.set_recorded_shards(Vec::new());
    take_back(service, contact).await?;
    Ok(false)
}

/// Whether Discord was in contact just now; if not, whether it answers a probe.
pub(super) async fn discord_responds(service: &Service) -> bool {
    let now = service.clock.now();
    service.connection.confirm_contact(now.before(MAX_CONTACT_AGE)..=now).await
}

/// Takes the heartbeats back that this process has recorded since the last
/// contact with Discord: nobody could move any more. So does any other process that notices the
/// outage; the last to have recorded heartbeats moves them back.
async fn take_back(service: &Service, contact: Timestamp) -> Result<(), StoreError> {
    let Some(beat_at) = service.heartbeats.beat_at() else { return Ok(()) };
    let to = service.heartbeats.earliest_back(contact);
    with_timeout(service.store.take_heartbeats_back(beat_at, to)).await?;
    service.heartbeats.forget();
    Ok(())
}

/// Records heartbeats unless that was done lately: before a request is executed,
/// so that it sees the right deadlines.
pub(super) async fn record_if_stale(service: &Service, now: Timestamp) {
    if service.heartbeats.is_recent(now) {
        return;
    }
    if let Some(Err(error)) = try_record(service).await {
        // The request will fail for the same reason if it changes the database.
        tracing::debug!(error = errors::with_causes(error), "no heartbeat");
    }
}

/// Records heartbeats. Returns `None` if that takes too long for a request.
pub(super) async fn try_record(service: &Service) -> Option<Result<(), StoreError>> {
    let recording = async {
        let lock = service.heartbeats.recording.clone().lock_owned().await;
        let service = service.clone();
        // In a task of its own: what was stored must be known here, however late.
        let task = tokio::spawn(async move { record_heartbeats_locked(&service, lock).await });
        task.await.unwrap_or(Err(StoreError::Panicked))
    };
    tokio::time::timeout(REQUEST_TIMEOUT, recording).await.ok()
}

fn log_shifts(shifts: &[TimerShift]) {
    let Some(longest) = shifts.iter().max_by_key(|shift| shift.milliseconds.abs()) else { return };
    let (shards, seconds) = (shifts.len(), longest.milliseconds / 1_000);
    let reason = if seconds > 0 { "nobody could move meanwhile" } else { "the clock was set back" };
    tracing::info!(shards, seconds, "shifted the turn timers: {reason}");
}
