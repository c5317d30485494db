//! The sweeper: does what is due when nobody presses anything.

use std::time::Duration;

use tokio::{sync::mpsc, task::JoinSet};

use super::{Late, Notice, Service};
use crate::store::{ALIVE_EVERY, Deadline, StoreError};
use clock::Timestamp;

/// How long the sweeper sleeps at most: another process may have stored a
/// deadline, and it is to be known how long some process ran.
const LONGEST_SLEEP: Duration = ALIVE_EVERY;

/// How long it waits when the database fails.
const AFTER_FAULT: Duration = Duration::from_secs(5);

impl Service {
    /// Sweeps for ever, and sends what there is to tell to `notices`.
    ///
    /// Any number of processes may sweep one database: each change is stored
    /// by one of them only.
    pub async fn sweep(self, notices: mpsc::Sender<Notice>) {
        let mut failing = false;
        let mut turns = JoinSet::new();
        let mut alive_at = self.clock.now();
        loop {
            let wake_at = match self.sweep_once(&notices, &mut turns, &mut alive_at).await {
                Ok(next) => {
                    failing = false;
                    let latest = self.clock.now().after(LONGEST_SLEEP);
                    next.map_or(latest, |next| next.min(latest))
                }
                Err(error) => {
                    if !failing {
                        tracing::error!(
                            error = format!("{:#}", anyhow::Error::new(error)),
                            "deadlines cannot be read; trying again until they can"
                        );
                    }
                    failing = true;
                    self.clock.now().after(AFTER_FAULT)
                }
            };
            while turns.try_join_next().is_some() {}
            tokio::select! {
                () = self.clock.sleep_until(wake_at) => {}
                () = self.new_deadline.notified() => {}
            }
        }
    }

    /// Does all that is due, and says when the next thing will be.
    async fn sweep_once(
        &self,
        notices: &mpsc::Sender<Notice>,
        turns: &mut JoinSet<()>,
        alive_at: &mut Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.start_clocks().await?;
        loop {
            let now = self.clock.now();
            if now.since(*alive_at) >= LONGEST_SLEEP {
                self.store.note_alive(now).await?;
                *alive_at = now;
            }
            let due = self.store.due(now).await?;
            if due.is_empty() {
                return self.store.next_deadline().await;
            }
            for deadline in due {
                let notice = match deadline {
                    Deadline::Challenge(id) => self.expire(id, now).await?,
                    Deadline::Computer(id) => {
                        if let Some(late) = self.take_turn(id, now).await? {
                            turns.spawn(send(late, notices.clone()));
                        }
                        None
                    }
                    Deadline::Clock(id) => self.look_at_clock(id).await?,
                };
                if let Some(notice) = notice
                    && notices.send(notice).await.is_err()
                {
                    return Ok(None);
                }
            }
        }
    }
}

/// Sends on what a search leads to, whenever that is.
async fn send(late: Late, notices: mpsc::Sender<Notice>) {
    let mut coming = Some(late);
    while let Some(late) = coming.take()
        && let Some((notice, next)) = late.next().await
    {
        if notices.send(notice).await.is_err() {
            tracing::debug!("a notice came after the end");
        }
        coming = next;
    }
}
