//! Exact scores by search, on any board of up to 64 bits.

mod cancel;
pub(crate) mod geometry;
mod parity;
pub(crate) mod position;
pub(crate) mod search;
mod transposition_table;

pub use self::{cancel::CancelToken, search::NodeLimitReached};
use self::{
    geometry::{DynGeometry, Standard},
    position::Position,
    search::Search,
};
use crate::{
    Board, BoardState, Column, Score, Shape,
    successors::{after, scored},
};

/// Finds exact scores on one shape of board, and remembers what it learned for
/// the next position.
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

/// The standard board has a search of its own, which is faster.
#[derive(Debug)]
enum AnySearch {
    Standard(Search<Standard>),
    Measured(Search<DynGeometry<u64>>),
}

/// The scores of the positions after a disc in each column, for the one who
/// drops it; none where no disc fits. In the order of the columns.
pub type ColumnScores = [Option<Score>; Column::MAX as usize];

impl Solver {
    /// The size of table, in bytes, that the figures in `docs/engine.md` are
    /// for.
    pub const DEFAULT_TABLE_BYTES: usize = 64 << 20;

    /// A solver with tables of at most `bytes` (but at least 8 MiB), or none if
    /// the shape is too large: the columns times one more than the rows may be 64
    /// at most. The tables grow as they are needed.
    pub fn new(shape: Shape, bytes: usize) -> Option<Self> {
        // Half for the larger table, as a smaller one stands next to it.
        let index_bits = (bytes / 32).max(1 << 18).ilog2();
        let search = if shape == Shape::STANDARD {
            AnySearch::Standard(Search::new(Standard, index_bits))
        } else {
            AnySearch::Measured(Search::new(DynGeometry::small(shape)?, index_bits))
        };
        Some(Self { shape, search })
    }

    /// The score of a position of this solver's shape. If the game is over there,
    /// what its end is worth to the one who would move.
    ///
    /// Takes as long as it takes: up to minutes on an empty board.
    pub fn solve(&mut self, board: &Board) -> Score {
        self.solve_with_limit(board, u64::MAX).expect("so many nodes are never used up")
    }

    /// The same, but looks at no more than about this many nodes for each
    /// question it asks itself.
    pub fn solve_with_limit(
        &mut self,
        board: &Board,
        nodes: u64,
    ) -> Result<Score, NodeLimitReached> {
        if let Some(score) = finished(board) {
            return Ok(score);
        }
        let value = match &mut self.search {
            AnySearch::Standard(search) => search.solve(&Position::of(Standard, board), nodes),
            AnySearch::Measured(search) => {
                search.solve(&Position::of(search.geometry(), board), nodes)
            }
        }?;
        Ok(Score::new(i8::try_from(value).expect("no score exceeds half the cells")))
    }

    /// The same without a limit, or none if `interrupt` is raised before the score
    /// is found. The search ends within some milliseconds then, and what it learned
    /// is kept for the next.
    pub fn solve_until(&mut self, board: &Board, interrupt: &CancelToken) -> Option<Score> {
        self.set_cancel(Some(interrupt.clone()));
        let score = self.solve_with_limit(board, u64::MAX).ok();
        self.set_cancel(None);
        score
    }

    /// Whether the score of a position is more than that.
    pub fn exceeds(&mut self, board: &Board, score: Score) -> bool {
        self.exceeds_with_limit(board, score, u64::MAX).expect("so many nodes are never used up")
    }

    /// The same, but looks at no more than about this many nodes.
    pub fn exceeds_with_limit(
        &mut self,
        board: &Board,
        score: Score,
        nodes: u64,
    ) -> Result<bool, NodeLimitReached> {
        if let Some(end) = finished(board) {
            return Ok(end > score);
        }
        let alpha = i32::from(score.value());
        match &mut self.search {
            AnySearch::Standard(search) => {
                search.exceeds(&Position::of(Standard, board), alpha, nodes)
            }
            AnySearch::Measured(search) => {
                search.exceeds(&Position::of(search.geometry(), board), alpha, nodes)
            }
        }
    }

    /// The score of each column.
    pub fn analyse(&mut self, board: &Board) -> ColumnScores {
        let mut scores = [None; Column::MAX as usize];
        for (column, score) in scored(board, |after| Some(self.solve(after))) {
            scores[usize::from(column.index())] = score;
        }
        scores
    }

    /// The columns that keep the position's score, from the left; none if the game
    /// is over.
    pub fn best_columns(&mut self, board: &Board) -> Vec<Column> {
        self.best_columns_with_limit(board, u64::MAX).expect("so many nodes are never used up").1
    }

    /// The position's score and the columns that keep it, looking at no more than
    /// about this many nodes for each question.
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

    /// The nodes looked at since the solver was made or last forgot: calls of the
    /// search that looked into a table. With fewer than 12 empty cells none does.
    pub fn nodes(&self) -> u64 {
        match &self.search {
            AnySearch::Standard(search) => search.nodes(),
            AnySearch::Measured(search) => search.nodes(),
        }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        match &mut self.search {
            AnySearch::Standard(search) => search.clear(),
            AnySearch::Measured(search) => search.clear(),
        }
    }

    /// The shape of board that this solver is for.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    fn set_cancel(&mut self, interrupt: Option<CancelToken>) {
        match &mut self.search {
            AnySearch::Standard(search) => search.set_cancel(interrupt),
            AnySearch::Measured(search) => search.set_cancel(interrupt),
        }
    }
}

/// What the end of a game is worth, if it is over.
pub(crate) fn finished(board: &Board) -> Option<Score> {
    match board.state() {
        BoardState::InProgress => None,
        BoardState::Drawn => Some(Score::DRAW),
        BoardState::Won(_) => Some(Score::of_win_at(board.shape(), board.plies()).negated()),
    }
}
