//! Searches for reviews: the scores of whole games, one game at a time.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use connect4::{Board, ColumnScores, GameScores};
use futures_util::FutureExt;
use tokio::sync::{Mutex as AsyncMutex, watch};

use super::{search_executor::SearchExecutor, single_flight::SharedSearch};
use crate::{
    game::{Game, GameId, PlayerId},
    panics::{self, Task},
};

/// The most reviews that one person may have under way in this process, so that nobody
/// fills the queue for everybody.
pub(in crate::service) const MAX_REVIEWS_PER_PERSON: usize = 2;

/// The progress of a review, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewProgress {
    /// The plies that were evaluated.
    pub done: usize,
    pub total: usize,
    /// Whether the review waits for one of another game.
    pub is_queued: bool,
}

/// A running or queued review. It runs to its end even if nobody waits for it
/// any more.
#[derive(Clone, Debug)]
pub(in crate::service) struct ReviewHandle {
    progress: watch::Receiver<ReviewProgress>,
    scores: SharedSearch<GameScores>,
}

impl ReviewHandle {
    /// The progress, which never goes back. The channel closes when the review
    /// has ended.
    pub(in crate::service) fn progress(&self) -> watch::Receiver<ReviewProgress> {
        self.progress.clone()
    }

    /// Waits for the scores of the game. Returns `None` if the search failed,
    /// which is logged.
    pub(in crate::service) async fn scores(self) -> Option<GameScores> {
        self.scores.await
    }
}

/// A running or queued review, and who started it.
#[derive(Debug)]
struct RunningReview {
    handle: ReviewHandle,
    started_by: PlayerId,
}

/// All reviews of this process. Clones share all state.
#[derive(Clone, Debug, Default)]
pub(super) struct Reviews {
    running: Arc<Mutex<HashMap<GameId, RunningReview>>>,
    /// Held by the running review. Fair: reviews run in the order of their
    /// requests.
    queue: Arc<AsyncMutex<()>>,
    /// The number of reviews that people have asked for and that have not ended.
    requested: watch::Sender<usize>,
}

impl Reviews {
    /// Joins the review of this game, whoever started it, or starts it. Returns `None`
    /// if this person has started [`MAX_REVIEWS_PER_PERSON`] others.
    pub(super) fn join(
        &self,
        executor: &Arc<SearchExecutor>,
        game: &Game,
        person: PlayerId,
    ) -> Option<ReviewHandle> {
        let mut running = self.lock();
        if let Some(review) = running.get(&game.id) {
            return Some(review.handle.clone());
        }
        let started = running.values().filter(|review| review.started_by == person).count();
        if started >= MAX_REVIEWS_PER_PERSON {
            return None;
        }
        let positions = game.positions();
        let (total, is_queued) = (positions.len(), !running.is_empty());
        let (progress_sender, progress) =
            watch::channel(ReviewProgress { done: 0, total, is_queued });
        let (this, executor, id) = (self.clone(), Arc::clone(executor), game.id);
        let request = RequestedReview::new(&self.requested);
        let task = tokio::spawn(async move {
            let queue = this.queue.lock().await;
            let mut plies = Vec::new();
            let report = |done| {
                progress_sender.send_replace(ReviewProgress { done, total, is_queued: false });
            };
            let review = review(&executor, id, &positions, &mut plies, report);
            let scores = panics::catch(Task::Review, review).await;
            drop((queue, request));
            this.lock().remove(&id);
            scores.ok().flatten()
        });
        let scores = async move { task.await.ok().flatten() }.boxed().shared();
        let handle = ReviewHandle { progress, scores };
        running.insert(id, RunningReview { handle: handle.clone(), started_by: person });
        Some(handle)
    }

    /// Reviews a game for nobody in particular, while nobody waits for a review. Returns `None`
    /// if the search failed, which is logged.
    pub(super) async fn in_background(
        &self,
        executor: &SearchExecutor,
        game: &Game,
    ) -> Option<GameScores> {
        let (positions, mut plies) = (game.positions(), Vec::new());
        loop {
            self.wait_until(|requested| requested == 0).await;
            let _queue = self.queue.lock().await;
            let review = review(executor, game.id, &positions, &mut plies, |_| ());
            tokio::select! {
                biased;
                // Its memory is freed for the review that somebody waits for.
                () = self.wait_until(|requested| requested > 0) => {}
                scores = panics::catch(Task::Review, review) => return scores.ok().flatten(),
            }
        }
    }

    async fn wait_until(&self, condition: impl Fn(usize) -> bool) {
        let mut requested = self.requested.subscribe();
        let changed = requested.wait_for(|&requested| condition(requested)).await;
        changed.expect("`self` owns the sender");
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, RunningReview>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts as a review that somebody has asked for, until it is dropped.
#[derive(Debug)]
struct RequestedReview(watch::Sender<usize>);

impl RequestedReview {
    fn new(requested: &watch::Sender<usize>) -> Self {
        requested.send_modify(|requested| *requested += 1);
        Self(requested.clone())
    }
}

impl Drop for RequestedReview {
    fn drop(&mut self) {
        self.0.send_modify(|requested| *requested -= 1);
    }
}

/// Evaluates a game's positions from the last to the first: the transposition
/// table of a position helps with the ones before it. `plies` has the scores of those that
/// are done, the last first, and keeps them if the review is given up halfway.
async fn review(
    executor: &SearchExecutor,
    id: GameId,
    positions: &[Board],
    plies: &mut Vec<ColumnScores>,
    report: impl Fn(usize),
) -> Option<GameScores> {
    let mut analyzer = executor.new_analyzer();
    report(plies.len());
    for &board in positions.iter().rev().skip(plies.len()) {
        let (returned, scores) = executor.evaluate(id, board, analyzer).await?;
        analyzer = returned;
        plies.push(scores);
        report(plies.len());
    }
    Some(GameScores::new(plies.iter().rev().copied().collect()))
}
