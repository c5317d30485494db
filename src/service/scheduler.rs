//! The scheduler: does what is due without an interaction.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use clock::Timestamp;
use futures_util::future::Either;
use tokio::{sync::mpsc, task::JoinSet};

use super::{
    MessageUpdate, Service, database_timeout::with_timeout, turn_timers::HEARTBEAT_INTERVAL,
};
use crate::{
    panics,
    store::{Deadline, StoreError},
};

/// The delay after a database failure, in real time: retries must not wait for a
/// frozen clock.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The delay before a deadline that could not be handled is tried again.
const DEADLINE_RETRY_DELAY: Duration = Duration::from_mins(1);

/// When the scheduler last did all that it could; `None` before it is started. Clones
/// share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct LastSweep(Arc<Mutex<Option<Timestamp>>>);

impl LastSweep {
    fn set(&self, now: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    fn get(&self) -> Option<Timestamp> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The outcome of doing all that was due.
struct Swept {
    now: Timestamp,
    /// The next deadline, if any.
    next: Option<Timestamp>,
}

/// The work of the scheduler, and what it needs for it.
struct Scheduler {
    service: Service,
    updates: mpsc::UnboundedSender<MessageUpdate>,
    /// The computer's turns that were resumed.
    turns: JoinSet<()>,
}

impl Service {
    /// Runs for ever, and sends message updates to `updates`.
    ///
    /// Any number of processes may run a scheduler on one database: each change
    /// is stored by only one of them.
    pub async fn run_scheduler(self, updates: mpsc::UnboundedSender<MessageUpdate>) {
        let mut connection = self.connection.changes();
        let mut is_failing = false;
        let mut heartbeat_due = self.clock.now();
        // A turn times out only up to a heartbeat, so what becomes due needs a fresh one; a
        // new deadline does not.
        let mut needs_heartbeat = true;
        self.last_sweep.set(heartbeat_due);
        let mut scheduler = Scheduler { service: self.clone(), updates, turns: JoinSet::new() };
        loop {
            // The clock may have been set back.
            heartbeat_due = heartbeat_due.min(self.clock.now().after(HEARTBEAT_INTERVAL));
            let records_heartbeats = needs_heartbeat || self.clock.now() >= heartbeat_due;
            let sweep = scheduler.sweep(records_heartbeats);
            let pause = match panics::catch("scheduler", sweep).await {
                Ok(Ok(Swept { now, next })) => {
                    is_failing = false;
                    if records_heartbeats {
                        heartbeat_due = now.after(HEARTBEAT_INTERVAL);
                    }
                    let wake_at = next.map_or(heartbeat_due, |next| next.min(heartbeat_due));
                    Either::Left(self.clock.sleep_until(wake_at))
                }
                Ok(Err(error)) => {
                    if !is_failing {
                        tracing::error!(
                            error = format!("{:#}", anyhow::Error::new(error)),
                            "failed to process deadlines; retrying"
                        );
                    }
                    is_failing = true;
                    Either::Right(tokio::time::sleep(RETRY_DELAY))
                }
                Err(_) => Either::Right(tokio::time::sleep(RETRY_DELAY)),
            };
            while scheduler.turns.try_join_next().is_some() {}
            needs_heartbeat = tokio::select! {
                biased;
                () = pause => true,
                _ = connection.changed() => true,
                () = self.new_deadline.notified() => false,
            };
        }
    }

    /// How late the scheduler is. Turn timers of a shard that is absent do not count.
    pub async fn scheduler_lag(&self) -> Result<Duration, StoreError> {
        let now = self.clock.now();
        let oldest = self.store.oldest_due_deadline(now).await?;
        let lag = oldest.map_or(Duration::ZERO, |due| now.since(due));
        let swept = self.last_sweep.get().map_or(Duration::ZERO, |swept| now.since(swept));
        Ok(lag.max(swept.saturating_sub(HEARTBEAT_INTERVAL)))
    }
}

impl Scheduler {
    /// Does all that is due.
    async fn sweep(&mut self, records_heartbeats: bool) -> Result<Swept, StoreError> {
        let now = self.service.clock.now();
        if records_heartbeats {
            self.service.record_heartbeats().await?;
        }
        loop {
            let due = with_timeout(self.service.store.due_deadlines(now)).await?;
            if due.is_empty() {
                return self.finish(now).await;
            }
            let (turn_timers, others): (Vec<_>, Vec<_>) =
                due.into_iter().partition(|deadline| matches!(deadline, Deadline::TurnTimer(_)));
            for deadline in others {
                self.handle(deadline, now).await?;
            }
            if !turn_timers.is_empty() && !self.service.confirm_heartbeats().await? {
                // The next contact wakes the scheduler for these and for what is due after them.
                return self.finish(now).await;
            }
            for deadline in turn_timers {
                self.handle(deadline, now).await?;
            }
        }
    }

    async fn finish(&self, now: Timestamp) -> Result<Swept, StoreError> {
        self.service.last_sweep.set(now);
        let next = with_timeout(self.service.store.next_deadline(now)).await?;
        Ok(Swept { now, next })
    }

    /// Handles a deadline. One that fails is postponed, so that the others do not wait
    /// for it.
    async fn handle(&mut self, deadline: Deadline, now: Timestamp) -> Result<(), StoreError> {
        let failure =
            match panics::catch("scheduler", with_timeout(self.try_handle(deadline, now))).await {
                Ok(Ok(())) => return Ok(()),
                Ok(Err(error)) => format!("{:#}", anyhow::Error::new(error)),
                Err(panicked) => panicked.to_string(),
            };
        metrics::counter!("fourfall_deadline_failures_total").increment(1);
        let until = now.after(DEADLINE_RETRY_DELAY);
        with_timeout(self.service.store.postpone(deadline, until)).await?;
        tracing::error!(?deadline, error = failure, "a deadline was not handled; retrying later");
        Ok(())
    }

    async fn try_handle(&mut self, deadline: Deadline, now: Timestamp) -> Result<(), StoreError> {
        let update = match deadline {
            Deadline::Challenge(id) => self.service.expire(id, now).await?,
            Deadline::Computer(id) => {
                if let Some(follow_ups) = self.service.resume_due_turn(id, now).await? {
                    let updates = self.updates.clone();
                    self.turns.spawn(follow_ups.for_each(move |update| send(&updates, update)));
                }
                None
            }
            Deadline::TurnTimer(id) => self.service.check_turn_timer(id, now).await?,
        };
        if let Some(update) = update {
            send(&self.updates, update);
        }
        Ok(())
    }
}

fn send(updates: &mpsc::UnboundedSender<MessageUpdate>, update: MessageUpdate) {
    if updates.send(update).is_err() {
        tracing::debug!("a message update came after shutdown");
    }
}
