//! The searches of this process: moves, hints and reviews.

use std::{sync::Arc, thread};

use clock::Clock;
use connect4::{Advice, Column, Level};

use crate::{
    computer::{
        engine_pool::SearchBackendFactory,
        reviews::Reviews,
        search_executor::SearchExecutor,
        single_flight::{SearchKey, SharedSearch, SingleFlight},
    },
    game::{Game, GameId},
};

/// The most searches at once, on however many cores. Each may hold a transposition table
/// of 64 MiB, as may a review that waits, so all of them fit into the memory that
/// `deploy/fourfall.service` allows.
const MAX_SEARCHES: usize = 8;

/// What one search may hold, in bytes: its transposition table, and what its thread needs.
const SEARCH_MEMORY: u64 = 70 * 1024 * 1024;

/// What everything but searches may take, in bytes.
const BASE_MEMORY: u64 = 40 * 1024 * 1024;

/// The most memory that the bot takes on so many cores, in bytes: all searches at once, and a
/// review that waits.
pub(crate) fn max_memory(cores: usize) -> u64 {
    BASE_MEMORY + SEARCH_MEMORY * (permits(cores) as u64 + 1)
}

/// All searches of this process. Clones share all state.
#[derive(Clone, Debug)]
pub(crate) struct Searches {
    moves: SingleFlight<Column>,
    hints: SingleFlight<Advice>,
    pub(crate) reviews: Reviews,
}

impl Searches {
    /// Searches on all cores but one, [`MAX_SEARCHES`] at most.
    pub(crate) fn new(backends: SearchBackendFactory, clock: Clock) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::with_executor(SearchExecutor::new(permits(cores), backends, clock))
    }

    pub(crate) fn with_executor(executor: SearchExecutor) -> Self {
        let executor = Arc::new(executor);
        Self {
            moves: SingleFlight::new(Arc::clone(&executor)),
            hints: SingleFlight::new(Arc::clone(&executor)),
            reviews: Reviews::new(executor),
        }
    }

    /// Chooses the move of a player of this level.
    pub(crate) fn choose(&self, game: &Game, level: Level) -> SharedSearch<Column> {
        let board = game.board();
        let seed = seed(game.id, game.moves.columns().len());
        self.moves.join(position(game), move |engine| engine.choose(&board, level, seed))
    }

    /// Whether the search for the computer's move is running.
    pub(crate) fn is_choosing(&self, game: &Game) -> bool {
        self.moves.is_running(&position(game))
    }

    /// Evaluates each column for a hint.
    pub(crate) fn advise(&self, game: &Game) -> SharedSearch<Advice> {
        let board = game.board();
        self.hints.join(position(game), move |engine| engine.advise(&board))
    }
}

/// How many searches may run at once on a machine with so many cores.
fn permits(cores: usize) -> usize {
    cores.saturating_sub(1).clamp(1, MAX_SEARCHES)
}

fn position(game: &Game) -> SearchKey {
    (game.id, game.moves.clone())
}

/// A pseudorandom seed that is the same whenever this position is searched.
fn seed(game: GameId, ply: usize) -> u64 {
    let key = game.0.cast_unsigned().wrapping_shl(8).wrapping_add(ply as u64);
    fastrand::Rng::with_seed(key).u64(..)
}

#[cfg(test)]
mod tests {
    use connect4::Solver;

    use super::*;

    #[test]
    fn searches_leave_one_core_free_and_fit_into_memory() {
        let cores = [1, 2, 3, 9, 10, 32, 128];
        assert_eq!(cores.map(permits), [1, 1, 2, 8, 8, 8, 8]);
        let service = include_str!("../../deploy/fourfall.service");
        assert!(service.contains("\nMemoryMax=1G\n"), "{service}");
        // A review's engine is not one of the pool's.
        let tables = (MAX_SEARCHES + 1) * Solver::DEFAULT_TABLE_BYTES;
        let everything_else = 256 << 20;
        assert!(tables + everything_else <= 1 << 30);
    }

    #[test]
    fn seeds_repeat_and_differ() {
        assert_eq!(seed(GameId(7), 3), seed(GameId(7), 3));
        let seeds: std::collections::BTreeSet<u64> =
            (0..100).flat_map(|game| (0..42).map(move |ply| seed(GameId(game), ply))).collect();
        assert_eq!(seeds.len(), 4200);
    }
}
