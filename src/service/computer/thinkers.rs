//! Those who search, and the memory that they keep.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use clock::Clock;
use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Engine, Level};

/// How long memory is kept that nobody uses.
///
/// The next position of a game lies below the last one, so what was learned
/// there serves again; a minute is longer than most people think.
const FREE_AFTER: Duration = Duration::from_mins(1);

/// Somebody who finds moves, gives advice and judges. All may take seconds.
pub trait Think: Send {
    /// The column for a player of this level; equal columns are chosen among by
    /// the seed.
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column>;

    /// What each column leads to.
    fn advise(&mut self, board: &Board) -> Option<Advice>;

    /// The score of each column; none if `interrupt` is raised first. What was
    /// learned until then makes the next attempt shorter.
    fn judge(&mut self, board: &Board, interrupt: &CancelToken) -> Option<ColumnScores>;
}

impl Think for Engine {
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        Self::choose(self, board, level, seed)
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        Self::advise(self, board)
    }

    fn judge(&mut self, board: &Board, interrupt: &CancelToken) -> Option<ColumnScores> {
        Self::evaluate(self, board, interrupt)
    }
}

/// Where those who search come from.
#[derive(Clone)]
pub struct Thinkers(Arc<dyn Fn() -> Box<dyn Think> + Send + Sync>);

impl Thinkers {
    /// Those that `make` makes.
    pub fn made_by<T: Think + 'static>(make: impl Fn() -> T + Send + Sync + 'static) -> Self {
        Self(Arc::new(move || Box::new(make())))
    }
}

impl Default for Thinkers {
    fn default() -> Self {
        Self::made_by(Engine::new)
    }
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thinkers(…)")
    }
}

/// Those who have searched and could search again.
#[derive(Debug)]
pub(super) struct Pool {
    thinkers: Thinkers,
    clock: Clock,
    idle: Arc<Mutex<Idle>>,
}

#[derive(Default)]
struct Idle {
    thinkers: Vec<Box<dyn Think>>,
    /// How often one was put back.
    searches: u64,
    /// Whether a task waits to free them.
    is_watched: bool,
}

impl fmt::Debug for Idle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Idle").field("thinkers", &self.thinkers.len()).finish_non_exhaustive()
    }
}

impl Pool {
    pub(super) fn new(thinkers: Thinkers, clock: Clock) -> Self {
        Self { thinkers, clock, idle: Arc::default() }
    }

    /// One who searched last, or else a new one.
    pub(super) fn take(&self) -> Box<dyn Think> {
        let idle = lock(&self.idle).thinkers.pop();
        idle.unwrap_or_else(|| self.make())
    }

    /// A new one.
    pub(super) fn make(&self) -> Box<dyn Think> {
        (self.thinkers.0)()
    }

    /// Keeps one for the next search.
    pub(super) fn put_back(&self, thinker: Box<dyn Think>) {
        let mut idle = lock(&self.idle);
        idle.thinkers.push(thinker);
        idle.searches += 1;
        if !idle.is_watched {
            idle.is_watched = true;
            tokio::spawn(free_when_idle(Arc::clone(&self.idle), self.clock.clone()));
        }
    }
}

/// Frees all memory once there was no search for a while.
async fn free_when_idle(idle: Arc<Mutex<Idle>>, clock: Clock) {
    loop {
        let before = lock(&idle).searches;
        clock.sleep_until(clock.now().after(FREE_AFTER)).await;
        let mut idle = lock(&idle);
        if idle.searches == before {
            idle.thinkers.clear();
            idle.is_watched = false;
            return;
        }
    }
}

fn lock(idle: &Mutex<Idle>) -> MutexGuard<'_, Idle> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;

    use super::*;
    use clock::Timestamp;

    /// Holds something whose end can be seen.
    struct Holder(#[expect(dead_code, reason = "only its life counts")] Arc<()>);

    impl Think for Holder {
        fn choose(&mut self, _: &Board, _: Level, _: u64) -> Option<Column> {
            None
        }

        fn advise(&mut self, _: &Board) -> Option<Advice> {
            None
        }

        fn judge(&mut self, _: &Board, _: &CancelToken) -> Option<ColumnScores> {
            None
        }
    }

    /// A pool, its clock, and the memory of whom it made last.
    fn pool() -> (Pool, Clock, Arc<Mutex<Weak<()>>>) {
        let clock = Clock::standing_at(Timestamp::from_milliseconds(0));
        let last = Arc::new(Mutex::new(Weak::new()));
        let made = Arc::clone(&last);
        let thinkers = Thinkers::made_by(move || {
            let memory = Arc::new(());
            *made.lock().unwrap() = Arc::downgrade(&memory);
            Holder(memory)
        });
        (Pool::new(thinkers, clock.clone()), clock, last)
    }

    /// Lets time pass, and the pool notice it.
    async fn wait(clock: &Clock, time: Duration) {
        tokio::task::yield_now().await;
        clock.advance(time);
        tokio::task::yield_now().await;
    }

    #[tokio::test]
    async fn memory_is_freed_when_there_was_no_search_for_a_while() {
        let (pool, clock, last) = pool();
        let lives = || last.lock().unwrap().upgrade().is_some();
        for _ in 0..2 {
            pool.put_back(pool.take());
            wait(&clock, FREE_AFTER / 2).await;
            pool.put_back(pool.take());
            wait(&clock, FREE_AFTER / 2).await;
            assert!(lives(), "there was a search half a minute before");
            wait(&clock, FREE_AFTER).await;
            assert!(!lives());
        }
    }
}
