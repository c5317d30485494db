//! A casual player to measure the lower levels by: it takes every win and notices a
//! certain share of the opponent's threats. Apart from that it plays at random.

use connect4::{Board, BoardState, Column, Level, Seat, Shape};
use fastrand::Rng;

use crate::reference_player::{after, player, points};

/// The casual player. Where the opponent threatens to win with its next disc, it
/// blocks with a probability of `blocks` %. Otherwise it plays a random open column,
/// which may be the one that blocks.
pub(crate) fn casual_player(blocks: u32, seed: u64) -> impl FnMut(&Board) -> Column {
    let mut rng = Rng::with_seed(seed);
    move |board| {
        if let Some(win) = winning_column(board) {
            return win;
        }
        match threatened_column(board) {
            Some(threat) if rng.u32(..100) < blocks => threat,
            _ => rng.choice(board.open_columns().collect::<Vec<_>>()).expect("the game goes on"),
        }
    }
}

fn winning_column(board: &Board) -> Option<Column> {
    board.open_columns().find(|&column| wins(&after(board, column)))
}

/// A column in which the opponent would win if it were to move. The side to move must
/// have no win.
fn threatened_column(board: &Board) -> Option<Column> {
    board.open_columns().find(|&column| {
        let elsewhere = board.open_columns().find(|&other| other != column);
        elsewhere.is_some_and(|elsewhere| wins(&after(&after(board, elsewhere), column)))
    })
}

fn wins(board: &Board) -> bool {
    matches!(board.state(), BoardState::Won(_))
}

/// The points of the casual player, in percent, against a level in this number of
/// games, in alternating seats.
pub(crate) fn casual_against(blocks: u32, level: Level, games: u32) -> f64 {
    let (mut casual, mut level) = (casual_player(blocks, 0), player(level, 0));
    let seats = Seat::BOTH.into_iter().cycle().take(games as usize);
    let points: f64 = seats
        .map(|seat| points(Board::empty(Shape::STANDARD), seat, &mut casual, &mut level))
        .sum();
    100.0 * points / f64::from(games)
}
