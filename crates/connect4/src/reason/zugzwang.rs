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

/// A cell by which a player wins once all forced moves are made: the opponent must play
/// below it in the end. `None` if the rules of [`parity`] find none, or the board does
/// not fit into 64 bits.
pub(super) fn deciding_cell(threats: &Threats, winner: Seat) -> Option<Cell> {
    let board = threats.quiet_position()?;
    let g = DynGeometry::small(board.shape())?;
    let position = Position::from_board(g, &board);
    parity::deciding_cell(g, &position, board.to_move() == winner).map(|cell| g.cell(cell))
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
