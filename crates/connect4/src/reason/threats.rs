//! Threats to win with the next disc, and what they force.

use crate::{
    Board, Cell, Column,
    solver::{
        geometry::{DynGeometry, Geometry},
        position::Position,
    },
    successors::after,
};

/// The maximum number of the winner's discs in a forced win up to its double threat.
const MAX_FORCED_DISCS: usize = 6;

/// The cells of a position in which a disc would win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats {
    board: Board,
    g: DynGeometry<u128>,
    position: Position<u128>,
}

impl Threats {
    /// The threats of a position in which nobody has won.
    pub(super) fn of(board: &Board) -> Self {
        let g = DynGeometry::from_shape(board.shape());
        Self { board: *board, g, position: Position::from_board(g, board) }
    }

    /// The threats after a disc in an open column that does not win.
    pub(super) fn after(&self, column: Column) -> Self {
        Self::of(&after(&self.board, column))
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The columns in which the side to move wins with its next disc, from the left.
    pub(super) fn wins(&self) -> Vec<Column> {
        self.columns(self.position.my_wins)
    }

    /// Whether the side to move would win in the cell right above the playable one of an open column.
    pub(super) fn wins_above(&self, column: Column) -> bool {
        let cell = self.playable_cell(column);
        self.position.my_wins & self.bit(Cell { row: cell.row + 1, ..cell }) != 0
    }

    /// The columns in which the opponent of the side to move would win if it were to
    /// move, from the left.
    pub(super) fn opponent_wins(&self) -> Vec<Column> {
        self.columns(self.position.their_wins)
    }

    /// The columns of the playable cells of a set, from the left.
    fn columns(&self, cells: u128) -> Vec<Column> {
        let cells = cells & self.position.playable(self.g);
        let columns = self.board.shape().column_iter();
        columns.filter(|column| cells & self.g.column(column.index().into()) != 0).collect()
    }

    /// The column that blocks the only threat to win at once of the side to move's opponent.
    /// `None` if the side to move can win at once, or if there is no such threat, or more than
    /// one.
    pub(super) fn forced_column(&self) -> Option<Column> {
        match self.opponent_wins()[..] {
            [column] if self.wins().is_empty() => Some(column),
            _ => None,
        }
    }

    /// Two cells, in one of which the opponent of the side to move wins with its next
    /// disc whatever the side to move does: both playable, or one above the other.
    pub(super) fn double_threat(&self) -> Option<[Cell; 2]> {
        if !self.wins().is_empty() {
            return None;
        }
        match self.opponent_wins()[..] {
            [first, second, ..] => Some([first, second].map(|column| self.playable_cell(column))),
            [column] => {
                let cell = self.playable_cell(column);
                let above = Cell { row: cell.row + 1, ..cell };
                let wins_above = self.position.their_wins & self.bit(above) != 0;
                wins_above.then_some([cell, above])
            }
            [] => None,
        }
    }

    /// Whether the side to move cannot win at once, and after each of its discs the opponent
    /// can.
    pub(super) fn all_columns_lose_at_once(&self) -> bool {
        let mut columns = self.board.open_columns().peekable();
        self.wins().is_empty()
            && columns.peek().is_some()
            && columns.all(|column| !self.after(column).wins().is_empty())
    }

    /// The quickest win of the side to move in which each of its discs threatens to win
    /// with the next one, and the last of them in two cells at once: its discs and the
    /// forced replies, in order. `None` if there is none, or the side to move can win at
    /// once.
    pub(super) fn forced_win(&self) -> Option<Vec<Column>> {
        if !self.wins().is_empty() {
            return None;
        }
        (1..=MAX_FORCED_DISCS).find_map(|discs| self.forced_win_with(discs))
    }

    /// [`Threats::forced_win`] with this number of the winner's discs.
    fn forced_win_with(&self, discs: usize) -> Option<Vec<Column>> {
        self.board.open_columns().find_map(|column| {
            let threats = self.after(column);
            if discs == 1 {
                return threats.double_threat().map(|_| vec![column]);
            }
            let reply = threats.forced_column()?;
            let rest = threats.after(reply).forced_win_with(discs - 1)?;
            Some([vec![column, reply], rest].concat())
        })
    }

    /// The position after all forced moves, in which neither player can win with the
    /// next disc. `None` if the forced moves end in a win.
    pub(super) fn quiet_position(&self) -> Option<Board> {
        if self.wins().is_empty() && self.opponent_wins().is_empty() {
            return Some(self.board);
        }
        self.after(self.forced_column()?).quiet_position()
    }

    fn playable_cell(&self, column: Column) -> Cell {
        let cell = self.position.playable(self.g) & self.g.column(column.index().into());
        self.g.cell(cell)
    }

    fn bit(&self, cell: Cell) -> u128 {
        1 << (usize::from(cell.column.index()) * self.g.stride() + usize::from(cell.row))
    }
}
