//! Reviews: the scores of whole games, one game at a time.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::FutureExt;
use tokio::sync::{Mutex as Queue, watch};

use super::{desk::Desk, searches::Finding};
use crate::play::{Game, GameId};
use connect4::{Board, GameScores};

/// How much of a game is judged, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The plies that are judged.
    pub done: usize,
    /// All plies of the game.
    pub of: usize,
    /// Whether another game is reviewed first.
    pub waits: bool,
}

/// The review of a game that is under way, or waits for its turn. It goes on to
/// its end even if nobody waits for it any more.
#[derive(Clone, Debug)]
pub(in crate::service) struct Reviewing {
    progress: watch::Receiver<Progress>,
    finding: Finding<GameScores>,
}

impl Reviewing {
    /// How far it has come. Only ever grows; closed once the review has ended.
    pub(in crate::service) fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.clone()
    }

    /// The scores of the game, once they are all found; nothing if the search
    /// failed, which is logged.
    pub(in crate::service) async fn scores(self) -> Option<GameScores> {
        self.finding.await
    }
}

/// All reviews of this process. Clones share everything.
#[derive(Clone, Debug, Default)]
pub(super) struct Reviews {
    under_way: Arc<Mutex<HashMap<GameId, Reviewing>>>,
    /// Held by the one that searches; given on in the order in which they were
    /// asked for.
    turn: Arc<Queue<()>>,
}

impl Reviews {
    /// Joins the review of this game, or starts it.
    pub(super) fn join(&self, desk: &Arc<Desk>, game: &Game) -> Reviewing {
        let mut under_way = self.lock();
        if let Some(reviewing) = under_way.get(&game.id) {
            return reviewing.clone();
        }
        let positions = game.positions();
        let (told, progress) =
            watch::channel(Progress { done: 0, of: positions.len(), waits: true });
        let (this, desk, id) = (self.clone(), Arc::clone(desk), game.id);
        let task = tokio::spawn(async move {
            let turn = this.turn.lock().await;
            let scores = review(&desk, id, positions, told).await;
            drop(turn);
            this.lock().remove(&id);
            scores
        });
        let finding = async move { task.await.ok().flatten() }.boxed().shared();
        let reviewing = Reviewing { progress, finding };
        under_way.insert(id, reviewing.clone());
        reviewing
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Reviewing>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The scores of a game's positions, found from its end backwards: what was
/// learned of a position serves those before it.
async fn review(
    desk: &Desk,
    id: GameId,
    positions: Vec<Board>,
    told: watch::Sender<Progress>,
) -> Option<GameScores> {
    let mut judge = desk.new_judge();
    let mut plies = Vec::new();
    let tell = |done| told.send_replace(Progress { done, of: positions.len(), waits: false });
    tell(0);
    for &board in positions.iter().rev() {
        let (back, scores) = desk.judge(id, board, judge).await?;
        judge = back;
        plies.push(scores);
        tell(plies.len());
    }
    plies.reverse();
    Some(GameScores::new(plies))
}
