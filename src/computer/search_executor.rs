//! Runs searches on blocking threads, a limited number at once, with two priorities.

use std::sync::Arc;

use clock::Clock;
use connect4::{Board, CancelToken, ColumnScores};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::{JoinError, spawn_blocking},
};

use crate::{
    computer::engine_pool::{EnginePool, SearchBackend, SearchBackendFactory},
    game::GameId,
};

/// The metric for the length of the queue.
const WAITING: &str = "fourfall_searches_waiting";

/// Runs searches on pooled engines.
#[derive(Debug)]
pub(crate) struct SearchExecutor {
    permits: Permits,
    pool: EnginePool,
}

impl SearchExecutor {
    /// Runs at most `permits` searches at once.
    pub(crate) fn new(permits: usize, backends: SearchBackendFactory, clock: Clock) -> Self {
        Self { permits: Permits::new(permits), pool: EnginePool::new(backends, clock) }
    }

    /// Runs a search for a player. Returns `None` if it failed, which is
    /// logged.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        game: GameId,
        ply: usize,
        search: impl FnOnce(&mut dyn SearchBackend) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        metrics::gauge!(WAITING).increment(1);
        let waiting = OnDrop(|| metrics::gauge!(WAITING).decrement(1));
        let permit = self.permits.acquire().await;
        drop(waiting);
        let (pool, mut engine) = (self.pool.clone(), self.pool.take());
        let task = spawn_blocking(move || {
            let result = search(&mut *engine);
            // Before the next search begins, which would make another engine.
            pool.put_back(engine);
            // Not earlier: a search still occupies a core when its waiting task
            // is gone.
            drop(permit);
            result
        });
        log_failure(game, ply, task.await)
    }

    /// An engine for one review. It is not pooled: its transposition table serves this game only,
    /// so that a cancelled search is soon caught up, and is freed with it.
    pub(crate) fn new_engine(&self) -> Box<dyn SearchBackend> {
        self.pool.make()
    }

    /// Evaluates a position for a review, with low priority: it gives way to players who wait for
    /// the permit. Returns the scores, and the engine for the next position. Returns `None` if the
    /// search failed, which is logged.
    pub(crate) async fn evaluate(
        &self,
        game: GameId,
        board: Board,
        mut engine: Box<dyn SearchBackend>,
    ) -> Option<(Box<dyn SearchBackend>, ColumnScores)> {
        loop {
            let permit = self.permits.acquire_low_priority().await;
            let cancel = CancelToken::default();
            // When the task is dropped: at the end of the process, which waits for all blocking
            // threads.
            let _cancelled = OnDrop(|| cancel.cancel());
            let token = cancel.clone();
            let mut search = spawn_blocking(move || {
                let scores = engine.evaluate(&board, &token);
                // Not earlier, as above.
                drop(permit);
                (engine, scores)
            });
            let ended = tokio::select! {
                biased;
                ended = &mut search => ended,
                () = self.permits.contended() => {
                    cancel.cancel();
                    search.await
                }
            };
            match ended {
                Ok((returned, None)) if cancel.is_cancelled() => engine = returned,
                done => {
                    let result = done.map(|(engine, scores)| Some((engine, scores?)));
                    return log_failure(game, board.plies() as usize, result);
                }
            }
        }
    }
}

/// Does something when it is dropped.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Logs why a search failed.
fn log_failure<T>(game: GameId, ply: usize, result: Result<Option<T>, JoinError>) -> Option<T> {
    match result {
        Ok(Some(result)) => return Some(result),
        Ok(None) => tracing::error!(game = game.0, ply, "a search found nothing"),
        Err(error) if error.is_panic() => {
            tracing::error!(game = game.0, ply, "a search panicked, see above");
        }
        Err(_) => tracing::debug!(game = game.0, ply, "a search was cancelled"),
    }
    None
}

/// Permits with two priorities, for searches and for reviews. Those of players come first, in the
/// order of their requests, so that every game gets its turn; others have one while no player
/// waits. Clones share all state.
#[derive(Clone, Debug)]
pub(super) struct Permits {
    permits: Arc<Semaphore>,
    /// The number of players' requests that wait for a permit.
    waiting: watch::Sender<usize>,
}

impl Permits {
    pub(super) fn new(count: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(count)), waiting: watch::Sender::new(0) }
    }

    /// Acquires a permit for a player.
    pub(super) async fn acquire(&self) -> OwnedSemaphorePermit {
        self.waiting.send_modify(|count| *count += 1);
        let _waiting = OnDrop(|| self.waiting.send_modify(|count| *count -= 1));
        self.take().await
    }

    /// Acquires a permit when no player waits for one.
    pub(super) async fn acquire_low_priority(&self) -> OwnedSemaphorePermit {
        loop {
            self.wait_until(|waiting| waiting == 0).await;
            // Who stayed in the semaphore's queue would be ahead of players who come later.
            tokio::select! {
                biased;
                () = self.contended() => {}
                permit = self.take() => return permit,
            }
        }
    }

    /// Waits until a player waits for a permit.
    pub(super) async fn contended(&self) {
        self.wait_until(|waiting| waiting > 0).await;
    }

    async fn take(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed")
    }

    async fn wait_until(&self, condition: impl Fn(usize) -> bool) {
        let mut waiting = self.waiting.subscribe();
        waiting.wait_for(|&waiting| condition(waiting)).await.expect("`self` owns the sender");
    }
}
