//! Games as people might play them: levels against each other, some with random discs in
//! between.

use connect4::{Board, BoardState, Column, Engine, Level, Moves, Shape};
use fastrand::Rng;

use crate::reference_player::after;

/// The levels of both players, and how often, in percent, a disc is random instead.
const KINDS: [([Level; 2], u32); 12] = [
    ([Level::Easy, Level::Easy], 0),
    ([Level::Easy, Level::Medium], 0),
    ([Level::Medium, Level::Easy], 0),
    ([Level::Medium, Level::Medium], 0),
    ([Level::Medium, Level::Medium], 5),
    ([Level::Medium, Level::Medium], 10),
    ([Level::Medium, Level::Medium], 15),
    ([Level::Easy, Level::Medium], 20),
    ([Level::Medium, Level::Easy], 20),
    ([Level::Medium, Level::Medium], 25),
    ([Level::Medium, Level::Hard], 0),
    ([Level::Hard, Level::Hard], 10),
];

/// The game with this number, on a board of this shape, up to its end.
pub(crate) fn plausible_game(number: usize, shape: Shape, engine: &mut Engine) -> Moves {
    let mut rng = Rng::with_seed(number as u64);
    let (levels, noise) = KINDS[number % KINDS.len()];
    let (mut moves, mut board) = (Moves::default(), Board::empty(shape));
    while board.state() == BoardState::InProgress {
        let column = if rng.u32(..100) < noise {
            rng.choice(board.open_columns().collect::<Vec<Column>>())
        } else {
            engine.choose(&board, levels[board.to_move().index()], rng.u64(..))
        };
        let column = column.expect("the game is not over");
        moves.push(column);
        board = after(&board, column);
    }
    moves
}
