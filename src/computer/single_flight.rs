//! Deduplicates searches: each position is searched only once at a time.

use std::{collections::HashMap, sync::Arc};

use connect4::Moves;
use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use parking_lot::Mutex;

use crate::{
    computer::{engine_pool::SearchBackend, search_executor::SearchExecutor},
    game::GameId,
};

/// The result of a search, shared by all who wait for it. `None` if it failed,
/// which is logged.
pub(crate) type SharedSearch<T> = Shared<BoxFuture<'static, Option<T>>>;

/// A position of a game. The number of moves is not enough: a player may take
/// one back and make another.
pub(crate) type SearchKey = (GameId, Moves);

/// The searches of one kind. Clones share those that run.
#[derive(Clone, Debug)]
pub(crate) struct SingleFlight<T: Clone> {
    executor: Arc<SearchExecutor>,
    running: Arc<Mutex<HashMap<SearchKey, SharedSearch<T>>>>,
}

impl<T: Clone + Send + Sync + 'static> SingleFlight<T> {
    pub(crate) fn new(executor: Arc<SearchExecutor>) -> Self {
        Self { executor, running: Arc::default() }
    }

    /// Joins the search of this position, or starts it. It runs to its end even
    /// if nobody waits for it any more.
    pub(crate) fn join(
        &self,
        position: SearchKey,
        search: impl FnOnce(&mut dyn SearchBackend) -> Option<T> + Send + 'static,
    ) -> SharedSearch<T> {
        let mut running = self.running.lock();
        if let Some(shared) = running.get(&position) {
            return shared.clone();
        }
        let (this, key) = (self.clone(), position.clone());
        let task = tokio::spawn(async move {
            let found = this.executor.search(position.0, position.1.columns().len(), search).await;
            this.running.lock().remove(&position);
            found
        });
        let shared = async move { task.await.ok().flatten() }.boxed().shared();
        running.insert(key, shared.clone());
        shared
    }

    /// Whether the search of this position is running.
    pub(crate) fn is_running(&self, position: &SearchKey) -> bool {
        self.running.lock().contains_key(position)
    }
}
