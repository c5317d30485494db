//! Searches, each only once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared},
};

use super::{
    desk::Desk,
    reviews::{Reviewing, Reviews},
    thinkers::{Think, Thinkers},
};
use crate::play::{Game, GameId};
use clock::Clock;
use connect4::{Advice, Column, Level, Moves};

/// What a search finds; nothing if it failed, which is logged.
pub(super) type Finding<T> = Shared<BoxFuture<'static, Option<T>>>;

/// A position of a game. The number of its moves would not do: a player may take
/// one back and make another.
type Position = (GameId, Moves);

/// All searches of this process. Clones share everything.
#[derive(Clone, Debug)]
pub(super) struct Searches {
    desk: Arc<Desk>,
    moves: Running<Column>,
    hints: Running<Advice>,
    reviews: Reviews,
}

/// Searches of a kind that are under way.
#[derive(Debug)]
struct Running<T: Clone>(Arc<Mutex<HashMap<Position, Finding<T>>>>);

impl<T: Clone> Clone for Running<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl Searches {
    /// Searches by `thinkers`, on all cores but one.
    pub(super) fn new(thinkers: Thinkers, clock: Clock) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::at(Desk::new(cores.saturating_sub(1).max(1), thinkers, clock))
    }

    /// Searches made at this desk.
    pub(super) fn at(desk: Desk) -> Self {
        Self {
            desk: Arc::new(desk),
            moves: Running(Arc::default()),
            hints: Running(Arc::default()),
            reviews: Reviews::default(),
        }
    }

    /// The column that a player of this level drops in.
    pub(super) fn choose(&self, game: &Game, level: Level) -> Finding<Column> {
        let board = game.board();
        let seed = seed(game.id, game.moves.columns().len());
        let search = move |thinker: &mut dyn Think| thinker.choose(&board, level, seed);
        self.moves.join(&self.desk, position(game), search)
    }

    /// Whether the computer's move in a game is being searched for.
    pub(super) fn chooses(&self, game: &Game) -> bool {
        self.moves.lock().contains_key(&position(game))
    }

    /// What each column of a game leads to.
    pub(super) fn advise(&self, game: &Game) -> Finding<Advice> {
        let board = game.board();
        let search = move |thinker: &mut dyn Think| thinker.advise(&board);
        self.hints.join(&self.desk, position(game), search)
    }

    /// The scores of all columns at all plies of a game.
    pub(super) fn review(&self, game: &Game) -> Reviewing {
        self.reviews.join(&self.desk, game)
    }
}

impl<T: Clone + Send + Sync + 'static> Running<T> {
    /// Joins the search of this position, or starts it. It goes on to its end
    /// even if nobody waits for it any more.
    fn join(
        &self,
        desk: &Arc<Desk>,
        position: Position,
        search: impl FnOnce(&mut dyn Think) -> Option<T> + Send + 'static,
    ) -> Finding<T> {
        let mut running = self.lock();
        if let Some(finding) = running.get(&position) {
            return finding.clone();
        }
        let (desk, this, key) = (Arc::clone(desk), self.clone(), position.clone());
        let task = tokio::spawn(async move {
            let ply = position.1.columns().len();
            let found = desk.search(position.0, ply, search).await;
            this.lock().remove(&position);
            found
        });
        let finding = async move { task.await.ok().flatten() }.boxed().shared();
        running.insert(key, finding.clone());
        finding
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Position, Finding<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn position(game: &Game) -> Position {
    (game.id, game.moves.clone())
}

/// A number that looks like chance, and is the same whenever this position is
/// searched.
fn seed(game: GameId, ply: usize) -> u64 {
    let name = game.0.cast_unsigned().wrapping_shl(8).wrapping_add(ply as u64);
    fastrand::Rng::with_seed(name).u64(..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_repeat_and_differ() {
        assert_eq!(seed(GameId(7), 3), seed(GameId(7), 3));
        let seeds: std::collections::BTreeSet<u64> =
            (0..100).flat_map(|game| (0..42).map(move |ply| seed(GameId(game), ply))).collect();
        assert_eq!(seeds.len(), 4200);
    }
}
