//! Results that follow from zugzwang, without search.

use super::threats::Threats;
use crate::{
    Board, Cell, Seat,
    solver::{
        geometry::{DynGeometry, Geometry},
        parity,
        position::{Position, has_line},
    },
};

/// By what a player wins once all forced moves are made.
pub(super) enum Decision {
    /// The opponent must play below this cell in the end.
    Cell(Cell),
    /// The same, but the player also wins directly above or below it, and the opponent does not
    /// win in the lower one: the player need not wait, and can play below both itself. The
    /// lower cell comes first.
    StackedCells([Cell; 2]),
}

/// `None` if the rules of [`parity`] find no such cell, or the board does not fit into 64 bits.
pub(super) fn decision(threats: &Threats, winner: Seat) -> Option<Decision> {
    let board = threats.quiet_position()?;
    let g = DynGeometry::small(board.shape())?;
    let position = Position::from_board(g, &board);
    let is_mover = board.to_move() == winner;
    let bit = parity::deciding_cell(g, &position, is_mover)?;
    let (wins, losses) = if is_mover {
        (position.my_wins, position.their_wins)
    } else {
        (position.their_wins, position.my_wins)
    };
    // The opponent, who is the first to be able to take the lower cell, must not win there.
    let are_stacked =
        |lower: u64| wins & lower != 0 && wins & (lower << 1) != 0 && losses & lower == 0;
    let lower = [bit, bit >> 1].into_iter().find(|&lower| are_stacked(lower));
    Some(match lower.map(|lower| g.cell(lower)) {
        Some(lower) => Decision::StackedCells([lower, Cell { row: lower.row + 1, ..lower }]),
        None => Decision::Cell(g.cell(bit)),
    })
}

/// Whether the side that has just moved cannot lose if from now on it always replies in the
/// column just played: every column has an even number of empty cells, and the opponent
/// completes no line with all those that it gets.
pub(super) fn holds_by_follow_up(board: &Board) -> bool {
    let g = DynGeometry::from_shape(board.shape());
    let position = Position::from_board(g, board);
    let empty = g.board() & !position.mask;
    let is_even = position.playable(g) & g.followup_cells() == 0;
    is_even && !has_line(g, position.mine | (empty & !g.followup_cells()))
}

/// Whether a player can still complete a line, if it gets enough of the empty cells.
pub(super) fn has_open_line(board: &Board, seat: Seat) -> bool {
    let g = DynGeometry::from_shape(board.shape());
    has_line(g, g.board() & !board.discs(seat.other()))
}
