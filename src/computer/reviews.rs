//! Searches for reviews: the scores of whole games, one game at a time.

use std::{collections::HashMap, sync::Arc};

use connect4::{ColumnScores, GameScores};
use futures_util::FutureExt;
use parking_lot::Mutex;
use tokio::{sync::watch, task::AbortHandle};

use crate::{
    computer::{
        search_executor::{Permits, SearchExecutor},
        single_flight::SharedSearch,
        workloads::Workload,
    },
    game::{Game, GameId, Refusal},
    panics,
};

/// The progress of a review, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReviewProgress {
    /// The plies that were evaluated.
    pub(crate) done: usize,
    pub(crate) total: usize,
    /// Whether the review waits for one of another game.
    pub(crate) is_queued: bool,
}

/// A running or queued review. Once a person has asked for it, it runs to its end even if
/// nobody waits for it any more.
#[derive(Clone, Debug)]
pub(crate) struct ReviewHandle {
    /// The progress, which never goes back. The channel closes when the review
    /// has ended.
    pub(crate) progress: watch::Receiver<ReviewProgress>,
    /// The scores of the game. `None` if the search failed, which is logged, or if the review was
    /// given up before anybody asked for it.
    pub(crate) scores: SharedSearch<GameScores>,
}

/// A running or queued review.
#[derive(Debug)]
struct RunningReview {
    handle: ReviewHandle,
    /// Whether somebody has asked for it. If not, it runs in advance, and gives way to every
    /// other one.
    is_requested: bool,
    task: AbortHandle,
}

type RunningReviews = HashMap<GameId, RunningReview>;

/// All reviews of this process. Clones share all state.
#[derive(Clone, Debug)]
pub(crate) struct Reviews {
    executor: Arc<SearchExecutor>,
    running: Arc<Mutex<RunningReviews>>,
    /// One, for the running review. Those in the background have low priority.
    permits: Permits,
}

impl Reviews {
    pub(crate) fn new(executor: Arc<SearchExecutor>) -> Self {
        Self { executor, running: Arc::default(), permits: Permits::new(1) }
    }

    /// Scores all columns at all plies of a game. Joins the review that is under way, whoever has
    /// asked for it; another one has to `begin`.
    pub(crate) fn join(
        &self,
        game: &Game,
        begin: impl FnOnce() -> Result<Workload, Refusal>,
    ) -> Result<ReviewHandle, Refusal> {
        let mut running = self.running.lock();
        if let Some(review) = running.get_mut(&game.id) {
            review.is_requested = true;
            return Ok(review.handle.clone());
        }
        let workload = begin()?;
        give_up_in_advance(&mut running);
        Ok(self.start(&mut running, game, Some(workload)))
    }

    /// Starts the review of a game before anybody asks for it, unless another one runs or
    /// waits.
    pub(crate) fn start_in_advance(&self, game: &Game) -> Option<ReviewHandle> {
        let mut running = self.running.lock();
        running.is_empty().then(|| self.start(&mut running, game, None))
    }

    /// Gives up the review that runs in advance, unless somebody has asked for it.
    pub(crate) fn give_up_in_advance(&self) {
        give_up_in_advance(&mut self.running.lock());
    }

    fn start(
        &self,
        running: &mut RunningReviews,
        game: &Game,
        workload: Option<Workload>,
    ) -> ReviewHandle {
        let (total, is_queued) = (game.moves.columns().len(), !running.is_empty());
        let (progress_sender, progress) =
            watch::channel(ReviewProgress { done: 0, total, is_queued });
        let is_requested = workload.is_some();
        let (this, own, reviewed) = (self.clone(), progress.clone(), game.clone());
        let task = tokio::spawn(async move {
            let permit = this.permits.acquire().await;
            let mut plies = Vec::new();
            let report = |done| {
                progress_sender.send_replace(ReviewProgress { done, total, is_queued: false });
            };
            let review = review(&this.executor, &reviewed, &mut plies, report);
            let ended = panics::catch("review", review).await;
            drop((permit, workload));
            // It was forgotten before if it was given up, and another one of the game may have
            // begun.
            this.running.lock().retain(|_, it| !it.handle.progress.same_channel(&own));
            ended.ok().flatten()
        });
        let abort = task.abort_handle();
        let scores = async move { task.await.ok().flatten() }.boxed().shared();
        let handle = ReviewHandle { progress, scores };
        let review = RunningReview { handle: handle.clone(), is_requested, task: abort };
        running.insert(game.id, review);
        handle
    }

    /// Reviews a game for which nobody waits, while no other review runs or waits. Returns `None`
    /// if the search failed, which is logged.
    pub(crate) async fn in_background(&self, game: &Game) -> Option<GameScores> {
        let mut plies = Vec::new();
        loop {
            let _permit = self.permits.acquire_low_priority().await;
            let review = review(&self.executor, game, &mut plies, |_| ());
            tokio::select! {
                biased;
                // Its memory is freed for the other review.
                () = self.permits.contended() => {}
                ended = panics::catch("review", review) => return ended.ok().flatten(),
            }
        }
    }
}

/// Ends the review for which nobody has asked, if there is one. Its search is cancelled, and
/// the next one begins after that.
fn give_up_in_advance(running: &mut RunningReviews) {
    for (_, review) in running.extract_if(|_, review| !review.is_requested) {
        review.task.abort();
    }
}

/// Evaluates a game's positions from the last to the first: the transposition
/// table of a position helps with the ones before it. `plies` has the scores of those that
/// are done, the last first, and keeps them if the review is given up halfway. Returns `None`
/// if the search failed.
async fn review(
    executor: &SearchExecutor,
    game: &Game,
    plies: &mut Vec<ColumnScores>,
    report: impl Fn(usize),
) -> Option<GameScores> {
    let mut engine = executor.new_engine();
    report(plies.len());
    for board in game.positions().into_iter().rev().skip(plies.len()) {
        let (returned, scores) = executor.evaluate(game.id, board, engine).await?;
        engine = returned;
        plies.push(scores);
        report(plies.len());
    }
    Some(GameScores::new(game.config.shape, plies.iter().rev().copied().collect()))
}
