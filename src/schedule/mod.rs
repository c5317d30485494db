//! The scheduler: does what is due without an interaction.

mod running_time;
mod standing_messages;
mod turn_timers;

pub use running_time::stop_counting;

use std::{pin::pin, sync::Arc, time::Duration};

use clock::{Monotonic, Timestamp};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use tokio::{task::JoinSet, time::Instant};

use self::running_time::{BEAT_INTERVAL, with_timeout};
use crate::{
    errors,
    features::{
        flow::{computer_turns, deletion, updates},
        request::{MessageUpdate, Service},
    },
    game::{GameId, Now},
    panics,
    store::{Deadline, StoreError, StoreResult},
};

/// The delay after a database failure, in real time: retries must not wait for a
/// frozen clock.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The delay before a deadline that could not be handled is tried again.
const DEADLINE_RETRY_DELAY: Duration = Duration::from_mins(1);

/// How often expired tokens and the like are looked for.
const CLEAN_UP_INTERVAL: Duration = Duration::from_mins(1);

/// How often deadlines may have Discord asked whether it answers.
const MIN_BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// How many turn timers are handled at once: Discord may be asked about each.
const MAX_TURN_TIMERS_AT_ONCE: usize = 16;

/// How many posts are prepared at once: many servers choose the same hour, and weeks end for all.
const MAX_PREPARED_POSTS: usize = 4;

/// How long turn timers and posts may be begun in one sweep, so that no beat is late.
/// The rest follows in the next one.
const WINDOW: Duration = Duration::from_secs(2);

/// Has a message update delivered, without waiting for it.
pub type Deliver = Arc<dyn Fn(MessageUpdate) + Send + Sync>;

/// The outcome of doing all that was due.
struct Swept {
    now: Timestamp,
    /// The next deadline, if any.
    next: Option<Timestamp>,
    /// Whether there was more to purge or to clean up than could be done.
    has_more: bool,
}

/// The work of the scheduler, and what it needs for it.
struct Scheduler {
    service: Service,
    deliver: Deliver,
    /// The computer's turns that were resumed.
    turns: JoinSet<()>,
    clean_up_due: Timestamp,
    last_beat: Monotonic,
    /// Whether this process counts running time.
    counts: bool,
    /// Whether the last sweep failed.
    is_failing: bool,
}

/// Runs for ever, and has message updates delivered.
///
/// Any number of processes may run a scheduler on one database: each change
/// is stored by only one of them.
pub async fn run_scheduler(service: Service, deliver: Deliver) {
    // The first failure is an increase.
    count_failures(0);
    let mut connection = service.connection.changes();
    let last_beat = service.clock.monotonic();
    service.connection.last_sweep.send_replace(Some(last_beat));
    let mut scheduler = Scheduler {
        service: service.clone(),
        deliver,
        turns: JoinSet::new(),
        clean_up_due: service.clock.now(),
        last_beat,
        counts: false,
        is_failing: false,
    };
    // What becomes due by running time needs a beat; a new deadline does not.
    let mut needs_beat = true;
    loop {
        let swept = scheduler.sweep(needs_beat).await;
        needs_beat = tokio::select! {
            biased;
            () = scheduler.pause(swept) => true,
            _ = connection.changed() => true,
            () = service.new_deadline.notified() => false,
        };
    }
}

/// How late the scheduler is. Turn timers that stand still do not count.
pub async fn scheduler_lag(service: &Service) -> StoreResult<Duration> {
    let now = service.clock.now();
    let oldest = service.store.oldest_due_deadline(now).await?;
    let lag = oldest.map_or(Duration::ZERO, |due| now.since(due));
    let swept = *service.connection.last_sweep.borrow();
    let idle = swept.map_or(Duration::ZERO, |swept| service.clock.monotonic().since(swept));
    Ok(lag.max(idle.saturating_sub(BEAT_INTERVAL)))
}

impl Scheduler {
    fn log_clean_up_error(&self, error: &StoreError) {
        self.service.store.report(error);
        errors::warn_about!(error, "failed to purge or clean up data; trying again later");
    }

    /// Does all that is due. `None` after a panic, which is logged.
    async fn sweep(&mut self, needs_beat: bool) -> Option<StoreResult<Swept>> {
        while self.turns.try_join_next().is_some() {}
        let now = self.service.clock.monotonic();
        let needs_beat = needs_beat || now.since(self.last_beat) >= BEAT_INTERVAL;
        if needs_beat {
            self.last_beat = now;
        }
        panics::catch("scheduler", Box::pin(self.try_sweep(needs_beat))).await.ok()
    }

    /// Waits until there may be more to do, and meanwhile goes on to purge and clean up, in real
    /// time, while there is more.
    async fn pause(&mut self, swept: Option<StoreResult<Swept>>) {
        match swept {
            Some(Ok(swept)) => {
                self.is_failing = false;
                let mut wake = pin!(self.wake(&swept));
                let mut has_more = swept.has_more;
                while has_more {
                    tokio::select! {
                        () = &mut wake => return,
                        () = tokio::time::sleep(RETRY_DELAY) => {}
                    }
                    has_more = self.purge_and_clean_up().await;
                }
                return wake.await;
            }
            Some(Err(error)) => {
                self.service.store.report(&error);
                if !self.is_failing {
                    let error = errors::with_causes(error);
                    tracing::error!(error, "failed to process deadlines; retrying");
                }
                self.is_failing = true;
            }
            None => {}
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }

    /// Resolves with the next deadline or beat. Many deadlines at a time must not mean a request to
    /// Discord for each.
    fn wake(&self, swept: &Swept) -> impl Future<Output = ()> + use<> {
        let Swept { now, next, .. } = *swept;
        let since_beat = self.service.clock.monotonic().since(self.last_beat);
        let until_beat = BEAT_INTERVAL.saturating_sub(since_beat);
        let next = next.unwrap_or_else(|| now.after(BEAT_INTERVAL));
        let is_behind = next <= now;
        let earliest = MIN_BEAT_INTERVAL.saturating_sub(since_beat);
        let earliest = if is_behind { Duration::ZERO } else { earliest };
        let clock = self.service.clock.clone();
        async move {
            let due = async {
                tokio::select! {
                    () = clock.sleep(until_beat) => {}
                    () = clock.sleep_until(next) => {}
                }
            };
            tokio::join!(clock.sleep(earliest), due);
        }
    }

    async fn try_sweep(&mut self, needs_beat: bool) -> StoreResult<Swept> {
        let (now, began_at) = (self.service.clock.now(), self.service.clock.monotonic());
        // No game ends on time unless Discord has just answered: turn timers wait for a beat.
        let responds = needs_beat && running_time::discord_responds(&self.service).await;
        if needs_beat {
            self.counts = running_time::beat(&self.service, responds).await?;
        }
        let started = Instant::now();
        loop {
            let due = with_timeout(self.service.store.due_deadlines(now)).await?;
            if due.is_empty() {
                return self.finish(now, began_at).await;
            }
            let turn_timers = self.handle_all(due, now, started).await?;
            if !turn_timers.is_empty() {
                if !responds {
                    return self.finish(now, began_at).await;
                }
                self.check_turn_timers(turn_timers, now, started).await?;
            }
            if started.elapsed() >= WINDOW {
                return Ok(Swept { next: Some(now), ..self.finish(now, began_at).await? });
            }
        }
    }

    /// Handles what is due while the window lasts, but for the turn timers, which it returns.
    async fn handle_all(
        &mut self,
        due: Vec<Deadline>,
        now: Timestamp,
        started: Instant,
    ) -> StoreResult<Vec<GameId>> {
        let service = self.service.clone();
        let is_in_time = || started.elapsed() < WINDOW;
        let (mut turn_timers, mut posts) = (Vec::new(), Vec::new());
        for deadline in due.into_iter().take_while(|_| is_in_time()) {
            match deadline {
                Deadline::TurnTimer(game) => turn_timers.push(game),
                Deadline::Challenge(id) => {
                    let expiring = Box::pin(updates::expire(&service, id, now));
                    send(&self.deliver, handle(&service, deadline, now, expiring).await?);
                }
                Deadline::Computer(id) => {
                    let resuming = Box::pin(computer_turns::resume_due_turn(&service, id, now));
                    // The turn goes on in a task of its own.
                    if let Some(turn) = handle(&service, deadline, now, resuming).await? {
                        let deliver = Arc::clone(&self.deliver);
                        self.turns.spawn(turn.for_each(move |update| send(&deliver, Some(update))));
                    }
                }
                Deadline::StandingMessage(..) | Deadline::Season(_) => posts.push(deadline),
            }
        }
        let posting = posts
            .into_iter()
            .take_while(|_| is_in_time())
            .map(|deadline| handle(&service, deadline, now, prepare_post(&service, deadline, now)));
        let mut posted = stream::iter(posting).buffer_unordered(MAX_PREPARED_POSTS);
        while let Some(update) = posted.try_next().await? {
            send(&self.deliver, update);
        }
        Ok(turn_timers)
    }

    /// Checks turn timers while the window lasts.
    async fn check_turn_timers(
        &self,
        games: Vec<GameId>,
        now: Timestamp,
        started: Instant,
    ) -> StoreResult<()> {
        let service = &self.service;
        let running = with_timeout(service.store.running_time()).await?.running;
        let present = Now { time: now, running };
        let games = games.into_iter().take_while(|_| started.elapsed() < WINDOW);
        let checking = games.map(|id| {
            let checking = turn_timers::check_turn_timer(service, id, present);
            handle(service, Deadline::TurnTimer(id), now, checking)
        });
        let mut checked = stream::iter(checking).buffer_unordered(MAX_TURN_TIMERS_AT_ONCE);
        while let Some(update) = checked.try_next().await? {
            send(&self.deliver, update);
        }
        Ok(())
    }

    async fn finish(&mut self, now: Timestamp, began_at: Monotonic) -> StoreResult<Swept> {
        self.service.connection.last_sweep.send_replace(Some(began_at));
        let has_more = self.purge_and_clean_up().await;
        // While this process does not count, a turn timer that is due soon may stay so.
        let next = if self.counts {
            with_timeout(self.service.store.next_deadline(now)).await?
        } else {
            None
        };
        Ok(Swept { now, next, has_more })
    }

    /// Purges deletions, and clears what is kept for a time only. Returns whether there is
    /// more to do soon.
    async fn purge_and_clean_up(&mut self) -> bool {
        let is_purged = with_timeout(deletion::purge_deleted(&self.service)).await;
        // What fails is tried again at the next sweep.
        let is_purged =
            is_purged.inspect_err(|error| self.log_clean_up_error(error)).unwrap_or(true);
        // The sweep may have begun long ago.
        let now = self.service.clock.now();
        // The clock may have been set back.
        self.clean_up_due = self.clean_up_due.min(now.after(CLEAN_UP_INTERVAL));
        if now < self.clean_up_due {
            return !is_purged;
        }
        let has_more = with_timeout(self.service.store.clean_up(now)).await;
        let has_more =
            has_more.inspect_err(|error| self.log_clean_up_error(error)).unwrap_or(false);
        if !has_more {
            self.clean_up_due = now.after(CLEAN_UP_INTERVAL);
        }
        has_more || !is_purged
    }
}

/// Prepares what is due in a channel, if it is a post.
async fn prepare_post(
    service: &Service,
    deadline: Deadline,
    now: Timestamp,
) -> StoreResult<Option<MessageUpdate>> {
    match deadline {
        Deadline::StandingMessage(id) => standing_messages::lease_due(service, id, now).await,
        Deadline::Season(guild) => {
            service.store.start_due_season(guild, now).await?;
            Ok(None)
        }
        Deadline::Challenge(_) | Deadline::Computer(_) | Deadline::TurnTimer(_) => Ok(None),
    }
}

/// Handles a deadline, and returns what that led to. One that fails is postponed, so that the others
/// do not wait for it.
async fn handle<T>(
    service: &Service,
    deadline: Deadline,
    now: Timestamp,
    handling: impl Future<Output = StoreResult<Option<T>>> + Send,
) -> StoreResult<Option<T>> {
    let failure = match panics::catch("scheduler", with_timeout(handling)).await {
        Ok(Ok(outcome)) => return Ok(outcome),
        Ok(Err(error)) => {
            service.store.report(&error);
            errors::with_causes(error)
        }
        Err(panicked) => panicked.to_string(),
    };
    count_failures(1);
    with_timeout(service.store.postpone(deadline, now, DEADLINE_RETRY_DELAY)).await?;
    tracing::error!(?deadline, error = failure, "a deadline was not handled; retrying later");
    Ok(None)
}

fn count_failures(failures: u64) {
    metrics::counter!("fourfall_deadline_failures_total").increment(failures);
}

/// Has an update delivered, if there is one, and that of the game's reminder if its turn is over.
fn send(deliver: &Deliver, new: Option<MessageUpdate>) {
    let with_reminder = |it: MessageUpdate| it.outdated_reminder().into_iter().chain([it]);
    new.into_iter().flat_map(with_reminder).for_each(|update| deliver(update));
}
