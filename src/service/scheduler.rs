//! The scheduler: does what is due without an interaction.

use std::time::Duration;

use clock::Timestamp;
use futures_util::future::Either;
use tokio::{sync::mpsc, task::JoinSet};

use super::{FollowUps, MessageUpdate, Service};
use crate::store::{Deadline, HEARTBEAT_INTERVAL, StoreError};

/// The longest sleep: another process may have stored a deadline, and the
/// heartbeat records until when a process ran.
const MAX_SLEEP: Duration = HEARTBEAT_INTERVAL;

/// The delay after a database failure, in real time: retries must not wait for a
/// frozen clock.
const RETRY_DELAY: Duration = Duration::from_secs(1);

impl Service {
    /// Runs for ever, and sends message updates to `updates`.
    ///
    /// Any number of processes may run a scheduler on one database: each change
    /// is stored by only one of them.
    pub async fn run_scheduler(self, updates: mpsc::Sender<MessageUpdate>) {
        let mut is_failing = false;
        let mut turns = JoinSet::new();
        let mut heartbeat_at = self.clock.now();
        loop {
            let pause = match self.run_due(&updates, &mut turns, &mut heartbeat_at).await {
                Ok(next) => {
                    is_failing = false;
                    let latest = self.clock.now().after(MAX_SLEEP);
                    let wake_at = next.map_or(latest, |next| next.min(latest));
                    Either::Left(self.clock.sleep_until(wake_at))
                }
                Err(error) => {
                    if !is_failing {
                        tracing::error!(
                            error = format!("{:#}", anyhow::Error::new(error)),
                            "failed to process deadlines; retrying"
                        );
                    }
                    is_failing = true;
                    Either::Right(tokio::time::sleep(RETRY_DELAY))
                }
            };
            while turns.try_join_next().is_some() {}
            tokio::select! {
                () = pause => {}
                () = self.new_deadline.notified() => {}
            }
        }
    }

    /// Does all that is due. Returns the next deadline, if any.
    async fn run_due(
        &self,
        updates: &mpsc::Sender<MessageUpdate>,
        turns: &mut JoinSet<()>,
        heartbeat_at: &mut Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.start_turn_timers().await?;
        loop {
            let now = self.clock.now();
            if now.since(*heartbeat_at) >= MAX_SLEEP {
                self.store.heartbeat(now).await?;
                *heartbeat_at = now;
            }
            let due = self.store.due_deadlines(now).await?;
            if due.is_empty() {
                return self.store.next_deadline().await;
            }
            for deadline in due {
                let update = match deadline {
                    Deadline::Challenge(id) => self.expire(id, now).await?,
                    Deadline::Computer(id) => {
                        if let Some(follow_ups) = self.resume_due_turn(id, now).await? {
                            turns.spawn(forward(follow_ups, updates.clone()));
                        }
                        None
                    }
                    Deadline::TurnTimer(id) => self.check_turn_timer(id).await?,
                };
                if let Some(update) = update
                    && updates.send(update).await.is_err()
                {
                    return Ok(None);
                }
            }
        }
    }
}

/// Forwards follow-ups as they come.
async fn forward(follow_ups: FollowUps, updates: mpsc::Sender<MessageUpdate>) {
    let mut pending = Some(follow_ups);
    while let Some(follow_ups) = pending.take()
        && let Some((update, next)) = follow_ups.next().await
    {
        if updates.send(update).await.is_err() {
            tracing::debug!("a message update came after shutdown");
        }
        pending = next;
    }
}
