//! A casual player to measure the weaker levels by: takes every win, blocks some of the
//! threats, and else drops its disc in any open column.

use connect4::{Board, BoardState, Column, Level, Seat, Shape};
use fastrand::Rng;

use crate::reference_player::{after, player, points};

/// The points of a casual player against a level in 1,000 games on the standard board, in
/// alternating seats. The player blocks so many percent of the threats.
pub(crate) fn casual_against(level: Level, blocks: u32) -> f64 {
    let mut rng = Rng::with_seed(2_026);
    let mut opponent = player(level, 0);
    let seats = Seat::BOTH.into_iter().cycle().take(1_000);
    seats
        .map(|seat| {
            let casual = |board: &Board| choose(board, blocks, &mut rng);
            points(Board::empty(Shape::STANDARD), seat, casual, &mut opponent)
        })
        .sum()
}

fn choose(board: &Board, blocks: u32, rng: &mut Rng) -> Column {
    winning_column(board)
        .or_else(|| threatened_column(board).filter(|_| rng.u32(..100) < blocks))
        .or_else(|| rng.choice(board.open_columns().collect::<Vec<_>>()))
        .expect("the game is not over")
}

fn winning_column(board: &Board) -> Option<Column> {
    board.open_columns().find(|&column| wins(board, column))
}

/// A column in which the opponent wins next, unless a disc is dropped there.
fn threatened_column(board: &Board) -> Option<Column> {
    board.open_columns().find_map(|elsewhere| {
        let next = after(board, elsewhere);
        next.open_columns().find(|&column| column != elsewhere && wins(&next, column))
    })
}

fn wins(board: &Board, column: Column) -> bool {
    matches!(after(board, column).state(), BoardState::Won(_))
}
