//! A pool of engines, which keep their transposition tables.

use std::{fmt, sync::Arc, time::Duration};

use clock::Clock;
use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Engine, Level};
use parking_lot::Mutex;

/// How long idle engines are kept.
///
/// The next position of a game is a successor of the last one, so its
/// transposition table is useful again; most moves take less than a minute.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// An engine that chooses moves, gives hints and evaluates positions. Every
/// method blocks, possibly for seconds.
pub trait SearchBackend: Send {
    /// Chooses the move of a player of this level. The seed chooses among equal
    /// columns.
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column>;

    /// Evaluates each column for a hint.
    fn advise(&mut self, board: &Board) -> Option<Advice>;

    /// Scores each column. Returns `None` if `cancel` is set first; the work
    /// done until then makes the next attempt shorter.
    fn evaluate(&mut self, board: &Board, cancel: &CancelToken) -> Option<ColumnScores>;
}

impl SearchBackend for Engine {
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        Self::choose(self, board, level, seed)
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        Self::advise(self, board)
    }

    fn evaluate(&mut self, board: &Board, cancel: &CancelToken) -> Option<ColumnScores> {
        Self::evaluate(self, board, cancel)
    }
}

/// Creates search backends.
#[derive(Clone)]
pub struct SearchBackendFactory(Arc<dyn Fn() -> Box<dyn SearchBackend> + Send + Sync>);

impl SearchBackendFactory {
    pub fn new<T: SearchBackend + 'static>(make: impl Fn() -> T + Send + Sync + 'static) -> Self {
        Self(Arc::new(move || Box::new(make())))
    }
}

impl Default for SearchBackendFactory {
    fn default() -> Self {
        Self::new(Engine::new)
    }
}

impl fmt::Debug for SearchBackendFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SearchBackendFactory(…)")
    }
}

/// A pool of idle engines. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool {
    factory: SearchBackendFactory,
    clock: Clock,
    idle: Arc<Mutex<IdleEngines>>,
}

#[derive(Default)]
struct IdleEngines {
    engines: Vec<Box<dyn SearchBackend>>,
    /// How often an engine was returned.
    returned: u64,
    /// Whether a task is waiting to free the idle engines.
    is_cleanup_scheduled: bool,
}

impl fmt::Debug for IdleEngines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdleEngines").field("engines", &self.engines.len()).finish_non_exhaustive()
    }
}

impl EnginePool {
    pub(crate) fn new(factory: SearchBackendFactory, clock: Clock) -> Self {
        Self { factory, clock, idle: Arc::default() }
    }

    /// Takes the engine that was returned last, or creates one.
    pub(crate) fn take(&self) -> Box<dyn SearchBackend> {
        let idle = self.idle.lock().engines.pop();
        idle.unwrap_or_else(|| self.make())
    }

    pub(crate) fn make(&self) -> Box<dyn SearchBackend> {
        (self.factory.0)()
    }

    /// Returns an engine to the pool.
    pub(crate) fn put_back(&self, engine: Box<dyn SearchBackend>) {
        let mut idle = self.idle.lock();
        idle.engines.push(engine);
        idle.returned += 1;
        if !idle.is_cleanup_scheduled {
            idle.is_cleanup_scheduled = true;
            tokio::spawn(free_when_idle(Arc::clone(&self.idle), self.clock.clone()));
        }
    }
}

/// Frees all idle engines once there was no search for [`IDLE_TIMEOUT`].
async fn free_when_idle(idle: Arc<Mutex<IdleEngines>>, clock: Clock) {
    loop {
        let before = idle.lock().returned;
        clock.sleep_until(clock.now().after(IDLE_TIMEOUT)).await;
        let mut idle = idle.lock();
        if idle.returned == before {
            idle.engines.clear();
            idle.is_cleanup_scheduled = false;
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;

    use super::*;
    use clock::Timestamp;

    /// A backend whose drop can be observed.
    struct Holder(#[expect(dead_code, reason = "only its drop is observed")] Arc<()>);

    impl SearchBackend for Holder {
        fn choose(&mut self, _: &Board, _: Level, _: u64) -> Option<Column> {
            None
        }

        fn advise(&mut self, _: &Board) -> Option<Advice> {
            None
        }

        fn evaluate(&mut self, _: &Board, _: &CancelToken) -> Option<ColumnScores> {
            None
        }
    }

    /// A pool, its clock, and a reference to the memory of the engine created
    /// last.
    fn pool() -> (EnginePool, Clock, Arc<Mutex<Weak<()>>>) {
        let clock = Clock::frozen_at(Timestamp::from_milliseconds(0));
        let last = Arc::new(Mutex::new(Weak::new()));
        let made = Arc::clone(&last);
        let backends = SearchBackendFactory::new(move || {
            let memory = Arc::new(());
            *made.lock() = Arc::downgrade(&memory);
            Holder(memory)
        });
        (EnginePool::new(backends, clock.clone()), clock, last)
    }

    /// Advances the clock and lets the pool run.
    async fn wait(clock: &Clock, time: Duration) {
        tokio::task::yield_now().await;
        clock.advance(time);
        tokio::task::yield_now().await;
    }

    #[tokio::test]
    async fn idle_engines_are_freed_after_the_timeout() {
        let (pool, clock, last) = pool();
        let is_alive = || last.lock().upgrade().is_some();
        for _ in 0..2 {
            pool.put_back(pool.take());
            wait(&clock, IDLE_TIMEOUT / 2).await;
            pool.put_back(pool.take());
            wait(&clock, IDLE_TIMEOUT / 2).await;
            assert!(is_alive(), "there was a search half a minute before");
            wait(&clock, IDLE_TIMEOUT).await;
            assert!(!is_alive());
        }
    }
}
