//! Games that puzzles come from.

use connect4::{Board, BoardState, Column, Engine, Level, Moves, Shape};
use fastrand::Rng;

use crate::rules::{after, wins_at_once};

/// The levels that play the games, the first player's first.
const PAIRINGS: [[Level; 2]; 4] = [
    [Level::Medium, Level::Medium],
    [Level::Easy, Level::Medium],
    [Level::Medium, Level::Easy],
    [Level::Medium, Level::Medium],
];

/// The most discs that are dropped at random at first.
const MAX_RANDOM_DISCS: u32 = 4;

/// How often an attentive player thinks again about a disc after which the opponent could
/// win at once.
const SECOND_THOUGHTS: usize = 8;

/// Plays the game with this number. In two games of three both players are attentive,
/// which makes games long enough for zugzwang; in the others they overlook what their
/// level overlooks.
pub(crate) fn play(number: u64) -> Moves {
    let mut rng = Rng::with_seed(number);
    let mut engine = Engine::new();
    let levels = rng.choice(PAIRINGS).expect("there are pairings");
    let is_attentive = rng.u8(..3) > 0;
    let random_discs = rng.u32(1..=MAX_RANDOM_DISCS);
    let mut board = Board::empty(Shape::STANDARD);
    let mut moves = Moves::default();
    while board.state() == BoardState::InProgress {
        let column = if board.plies() < random_discs {
            rng.choice(board.open_columns().collect::<Vec<_>>()).expect("a column is open")
        } else {
            let level = levels[board.to_move().index()];
            choose(&mut engine, &board, level, is_attentive, &mut rng)
        };
        moves.push(column);
        board = after(&board, column);
    }
    moves
}

fn choose(
    engine: &mut Engine,
    board: &Board,
    level: Level,
    is_attentive: bool,
    rng: &mut Rng,
) -> Column {
    let mut column = || engine.choose(board, level, rng.u64(..)).expect("the game is not over");
    let first = column();
    if !is_attentive {
        return first;
    }
    std::iter::once(first)
        .chain(std::iter::repeat_with(column).take(SECOND_THOUGHTS))
        .find(|&column| !wins_at_once(&after(board, column)))
        .unwrap_or(first)
}
