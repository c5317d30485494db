//! Exact scores by search, on boards that fit into 64 bits.

mod cancel;
pub(crate) mod geometry;
pub(crate) mod parity;
pub(crate) mod position;
pub(crate) mod search;
mod transposition_table;

pub use self::{cancel::CancelToken, search::NodeLimitReached};
use self::{
    geometry::{DynGeometry, Small, Standard},
    position::Position,
    search::Search,
};
use crate::{
    Board, BoardState, Column, Score, Shape,
    successors::{after, scored},
};

/// Finds exact scores on boards of one shape.
///
/// Keeps its transposition tables between calls, so related positions are solved
/// faster. Every board passed to it must have the shape that it was made for; this is
/// not checked. Scores are exact whatever was searched before; with a node limit,
/// whether a search completes depends on the content of the tables.
///
/// ```
/// use connect4::{Moves, Score, Shape, Solver};
/// let mut solver = Solver::new(Shape::STANDARD, 1 << 20).unwrap();
/// let board = "2252576253462244111563365343671351441".parse::<Moves>()?;
/// let board = board.replay(Shape::STANDARD).unwrap();
/// assert_eq!(solver.solve(&board), Score::new(-1));
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    shape: Shape,
    search: AnySearch,
}

/// The search, specialized for the boards that are solved most.
#[derive(Debug)]
enum AnySearch {
    Standard(Search<Standard>),
    Small(Search<Small>),
    Dyn(Search<DynGeometry<u64>>),
}

/// Evaluates the expression with the search of whichever geometry.
macro_rules! with_search {
    ($any:expr, $search:ident => $value:expr) => {
        match $any {
            AnySearch::Standard($search) => $value,
            AnySearch::Small($search) => $value,
            AnySearch::Dyn($search) => $value,
        }
    };
}

/// The score of each column for the side to move, indexed by [`Column::index`].
/// `None` for columns that are full or not on the board, and for all columns if the
/// game is over.
pub type ColumnScores = [Option<Score>; Column::MAX as usize];

impl Solver {
    /// A good size of the tables, in bytes: 64 MiB. The measurements in `ENGINE.md`
    /// use it.
    pub const DEFAULT_TABLE_BYTES: usize = 64 << 20;

    /// A solver with transposition tables of at most `bytes`, or 8 MiB if that is
    /// more. The tables start small and grow as needed.
    ///
    /// `None` if the shape does not fit into 64 bits, that is, if
    /// `columns × (rows + 1)` exceeds 64.
    pub fn new(shape: Shape, bytes: usize) -> Option<Self> {
        // Half for the main table, since there is a smaller one beside it.
        let index_bits = (bytes / 32).max(1 << 18).ilog2();
        let search = match (shape.columns(), shape.rows(), shape.connect()) {
            (7, 6, 4) => AnySearch::Standard(Search::new(Standard, index_bits)),
            (6, 5, 4) => AnySearch::Small(Search::new(Small, index_bits)),
            _ => AnySearch::Dyn(Search::new(DynGeometry::small(shape)?, index_bits)),
        };
        Some(Self { shape, search })
    }

    /// The score of a position. If the game is over, the score of its end for the
    /// side that would move.
    ///
    /// There is no limit: the empty standard board takes some 20 seconds, larger
    /// boards minutes or much longer.
    pub fn solve(&mut self, board: &Board) -> Score {
        self.solve_with_limit(board, u64::MAX).expect("an unlimited search completes")
    }

    /// The score of a position, with a limit of about `nodes` for each of the
    /// null-window searches that find it.
    ///
    /// # Errors
    ///
    /// If the limit is reached before the score is found.
    pub fn solve_with_limit(
        &mut self,
        board: &Board,
        nodes: u64,
    ) -> Result<Score, NodeLimitReached> {
        if let Some(score) = final_score(board) {
            return Ok(score);
        }
        let value = with_search!(&mut self.search, search => {
            search.solve(&Position::from_board(search.geometry(), board), nodes)
        })?;
        Ok(Score::new(i8::try_from(value).expect("no score exceeds half the cells")))
    }

    /// The score of a position, or `None` if `cancel` is cancelled before it is found.
    ///
    /// The search ends within some milliseconds of the cancellation. The tables keep
    /// what it found, so that a later search of the same position is faster.
    pub fn solve_with_cancel(&mut self, board: &Board, cancel: &CancelToken) -> Option<Score> {
        self.set_cancel(Some(cancel.clone()));
        let score = self.solve_with_limit(board, u64::MAX).ok();
        self.set_cancel(None);
        score
    }

    /// Whether the score of a position is greater than `score`: one null-window search,
    /// which is cheaper than [`Solver::solve`].
    pub fn exceeds(&mut self, board: &Board, score: Score) -> bool {
        self.exceeds_with_limit(board, score, u64::MAX).expect("an unlimited search completes")
    }

    /// Whether the score of a position is greater than `score`, with a limit of about
    /// `nodes`.
    ///
    /// # Errors
    ///
    /// If the limit is reached before the answer is found.
    pub fn exceeds_with_limit(
        &mut self,
        board: &Board,
        score: Score,
        nodes: u64,
    ) -> Result<bool, NodeLimitReached> {
        if let Some(known) = final_score(board) {
            return Ok(known > score);
        }
        let alpha = i32::from(score.value());
        with_search!(&mut self.search, search => {
            search.exceeds(&Position::from_board(search.geometry(), board), alpha, nodes)
        })
    }

    /// The score of each column for the side to move, without a limit.
    pub fn analyse(&mut self, board: &Board) -> ColumnScores {
        let mut scores = [None; Column::MAX as usize];
        for (column, score) in scored(board, |after| Some(self.solve(after))) {
            scores[usize::from(column.index())] = score;
        }
        scores
    }

    /// The columns that keep the position's score, from the left, without a limit.
    /// Empty if the game is over.
    pub fn best_columns(&mut self, board: &Board) -> Vec<Column> {
        self.best_columns_with_limit(board, u64::MAX).expect("an unlimited search completes").1
    }

    /// The position's score and the columns that keep it, with a limit of about
    /// `nodes` for each of the null-window searches that find them.
    ///
    /// # Errors
    ///
    /// If the limit is reached before both are found.
    pub fn best_columns_with_limit(
        &mut self,
        board: &Board,
        nodes: u64,
    ) -> Result<(Score, Vec<Column>), NodeLimitReached> {
        let score = self.solve_with_limit(board, nodes)?;
        let mut best = Vec::new();
        for column in board.open_columns() {
            if !self.exceeds_with_limit(&after(board, column), score.negated(), nodes)? {
                best.push(column);
            }
        }
        Ok((score, best))
    }

    /// The number of nodes searched since the solver was made or last cleared. Nodes
    /// are calls of the search that probe a table; with fewer than 12 empty cells,
    /// none does.
    pub fn nodes(&self) -> u64 {
        with_search!(&self.search, search => search.nodes())
    }

    /// Clears the tables and the node count, and releases the memory.
    pub fn clear(&mut self) {
        with_search!(&mut self.search, search => search.clear());
    }

    /// The shape of board that the solver was made for.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    fn set_cancel(&mut self, cancel: Option<CancelToken>) {
        with_search!(&mut self.search, search => search.set_cancel(cancel));
    }
}

/// The score of a game that is over, for the side that would move.
pub(crate) fn final_score(board: &Board) -> Option<Score> {
    match board.state() {
        BoardState::InProgress => None,
        BoardState::Drawn => Some(Score::DRAW),
        BoardState::Won(_) => Some(Score::win_at(board.shape(), board.plies()).negated()),
    }
}
