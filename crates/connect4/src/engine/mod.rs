//! Opponents at levels from easy to perfect.

mod heuristic_search;
mod level;
mod principal_variation;
mod swindles;
mod weak_player;

use fastrand::Rng;

use self::heuristic_search::{HeuristicSearch, MIN_WIN, SearchLimits, Value, WIN};
pub use self::level::{Level, LevelError};
pub(crate) use self::swindles::most_deceptive;
use self::weak_player::{Weakness, choose_with_weakness};
use crate::{
    Board, BoardState, Book, CancelToken, Column, ColumnScores, Outcome, ReasonFor, Score, Shape,
    Solver, reason,
    solver::{
        geometry::{DynGeometry, Geometry, Standard},
        position::Position,
    },
    successors::scored,
};

/// Chooses moves, gives advice and evaluates positions.
///
/// Keeps a transposition table between calls, of at most 64 MiB; it is allocated
/// when first needed, and dropped when the shape of board changes. Choices do not
/// depend on its content.
///
/// ```
/// use connect4::{Engine, Level, Moves, Shape};
/// let board = "112233".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
/// let column = Engine::new().choose(&board, Level::Perfect, 0);
/// assert_eq!(column.map(|column| column.number()), Some(4));
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Debug, Default)]
pub struct Engine {
    solver: Option<Solver>,
}

/// The best columns of a position, and what each open column leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best columns, from the left; never empty.
    pub best: Vec<Column>,
    /// Each open column, from the left, with its outcome for the side to move,
    /// counted from this position. `None` where the outcome is unknown, on boards
    /// that are too large to be solved.
    pub columns: Vec<(Column, Option<Outcome>)>,
    /// Why they are the best. `None` if there is no reason, and the board too large to be
    /// solved, or so empty that this would take long.
    pub explanation: Option<Explanation>,
}

/// Why the best columns of a position are the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// The leftmost of them for which there is a reason, with the reason.
    Reason(Column, ReasonFor),
    /// Every column loses, since the opponent can win at once in several columns: these, from the
    /// left.
    OpponentWins(Vec<Column>),
    /// There is no reason. What follows the leftmost of them with best play of both, that
    /// column first.
    Variation(Vec<Column>),
}

const EASY: Weakness = Weakness { overlooks_straight: 40, overlooks_diagonal: 90, noise: 500 };
const MEDIUM: Weakness = Weakness { overlooks_straight: 5, overlooks_diagonal: 33, noise: 30 };

const HARD: SearchLimits = SearchLimits { plies: 12, nodes: 40_000 };

/// The maximum of the hard level's random addition to a heuristic value.
const HARD_NOISE: Value = 2;

/// The node limit of each null-window search of the hard level before it falls back
/// to heuristics: enough to solve the second half of most games.
const HARD_ENDGAME_NODES: u64 = 20_000;

/// The node limit for the score of one reply when looking for swindles.
const SWINDLE_NODES: u64 = 4_000;

/// The node limit of advice on boards that the book does not cover.
const ADVICE_NODES: u64 = 2_000_000;

/// The least ply at which advice has a variation: before, its positions take long to
/// solve, unless they are in the book.
const MIN_VARIATION_PLY: u32 = 12;

/// The number of discs in that variation.
const MAX_VARIATION_DISCS: usize = 4;

/// A table that is cheap enough to start empty each time, so that the result of a
/// search with a node limit does not depend on earlier searches.
const SMALL_TABLE_BYTES: usize = 4 << 20;

impl Engine {
    /// An engine with an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The column that a player of this level chooses. `None` if the game is over, or
    /// if `level` is [`Level::Perfect`] and the board too large for a [`Solver`].
    ///
    /// `seed` decides among equal columns: the same position, level and seed give
    /// the same column. Use another seed for each move.
    ///
    /// [`Level::Perfect`] may take very long on boards where
    /// [`Level::plays_on`] is false.
    pub fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        let mut rng = Rng::with_seed(seed);
        match level {
            _ if board.state() != BoardState::InProgress => None,
            Level::Easy => weak(board, EASY, &mut rng),
            Level::Medium => weak(board, MEDIUM, &mut rng),
            Level::Hard => hard(board, &mut rng),
            Level::Perfect => self.perfect(board, &mut rng),
        }
    }

    /// The best columns, and what each column leads to. `None` if the game is over.
    ///
    /// Exact on the standard board and on boards that are solved with few nodes, by
    /// heuristics on others. On the standard board this may take some seconds.
    pub fn advise(&mut self, board: &Board) -> Option<Advice> {
        let scored: Option<Vec<_>> = scored(board, |after| self.score(after))
            .map(|(column, score)| Some((column, score?)))
            .collect();
        let Some(scored) = scored else { return advise_by_heuristics(board) };
        let max = scored.iter().map(|&(_, score)| score).max()?;
        let best: Vec<Column> =
            scored.iter().filter(|&&(_, score)| score == max).map(|&(it, _)| it).collect();
        let explanation = reason_for_one_of(board, &best, Some(&column_scores(&scored)))
            .or_else(|| opponent_wins(board))
            .or_else(|| self.variation_from(board, best[0]));
        Some(Advice {
            columns: scored.iter().map(|&(it, score)| (it, Some(score.outcome(board)))).collect(),
            best,
            explanation,
        })
    }

    fn variation_from(&mut self, board: &Board, first: Column) -> Option<Explanation> {
        let in_book = if board.shape() == Shape::STANDARD { Book::COMPLETE_TO_PLY } else { 0 };
        let max_discs = match board.plies() {
            MIN_VARIATION_PLY.. => MAX_VARIATION_DISCS,
            plies => MAX_VARIATION_DISCS.min(in_book.saturating_sub(plies) as usize),
        };
        if max_discs < 2 {
            return None;
        }
        self.principal_variation(board, first, max_discs, &CancelToken::default())
            .map(Explanation::Variation)
    }

    /// The exact score of each column for the side to move, without a limit. `None` if
    /// `cancel` is cancelled first, or the board is too large for a [`Solver`].
    ///
    /// The positions of a game are evaluated fastest from the last one backwards,
    /// since the transposition table, which cancelled searches fill as well, then
    /// has much of what earlier positions need.
    ///
    /// ```
    /// use connect4::{CancelToken, Engine, Moves, Score, Shape};
    /// let board = "112233".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
    /// let scores = Engine::new().evaluate(&board, &CancelToken::default()).unwrap();
    /// assert_eq!(scores[3], Some(Score::new(18)));
    /// # Ok::<(), connect4::MovesError>(())
    /// ```
    pub fn evaluate(&mut self, board: &Board, cancel: &CancelToken) -> Option<ColumnScores> {
        let mut scores = [None; Column::MAX as usize];
        for (column, score) in scored(board, |after| self.score_with_cancel(after, cancel)) {
            scores[usize::from(column.index())] = Some(score?);
        }
        Some(scores)
    }

    fn score_with_cancel(&mut self, board: &Board, cancel: &CancelToken) -> Option<Score> {
        Book::embedded()
            .score(board)
            .or_else(|| self.solver(board.shape())?.solve_with_cancel(board, cancel))
    }

    /// The exact score, within [`ADVICE_NODES`] unless the board is the standard one.
    fn score(&mut self, board: &Board) -> Option<Score> {
        if let Some(score) = Book::embedded().score(board) {
            return Some(score);
        }
        let nodes = if board.shape() == Shape::STANDARD { u64::MAX } else { ADVICE_NODES };
        self.solver(board.shape())?.solve_with_limit(board, nodes).ok()
    }

    fn perfect(&mut self, board: &Board, rng: &mut Rng) -> Option<Column> {
        let best = match Book::embedded().choices(board) {
            Some(best) => best,
            None => self.solver(board.shape())?.best_columns(board),
        };
        let mut solver = Solver::new(board.shape(), SMALL_TABLE_BYTES);
        let mut evaluate = |board: &Board| {
            let known = Book::embedded().score(board);
            known.or_else(|| solver.as_mut()?.solve_with_limit(board, SWINDLE_NODES).ok())
        };
        rng.choice(most_deceptive(board, best, &mut evaluate))
    }

    fn solver(&mut self, shape: Shape) -> Option<&mut Solver> {
        if self.solver.as_ref().is_none_or(|solver| solver.shape() != shape) {
            self.solver = Solver::new(shape, Solver::DEFAULT_TABLE_BYTES);
        }
        self.solver.as_mut()
    }
}

fn weak(board: &Board, weakness: Weakness, rng: &mut Rng) -> Option<Column> {
    if board.shape() == Shape::STANDARD {
        choose_with_weakness(Standard, board, weakness, rng)
    } else {
        choose_with_weakness(DynGeometry::from_shape(board.shape()), board, weakness, rng)
    }
}

fn hard(board: &Board, rng: &mut Rng) -> Option<Column> {
    let exact = Solver::new(board.shape(), SMALL_TABLE_BYTES)
        .and_then(|mut solver| solver.best_columns_with_limit(board, HARD_ENDGAME_NODES).ok());
    match exact {
        Some((_, best)) => rng.choice(best),
        None => choose_by_heuristics(board, rng),
    }
}

/// A column of the highest heuristic value, after a random addition of up to
/// [`HARD_NOISE`] to each that is not proven.
fn choose_by_heuristics(board: &Board, rng: &mut Rng) -> Option<Column> {
    look_ahead(board)
        .into_iter()
        .map(|(column, value)| {
            (if value.abs() < MIN_WIN { value + rng.i32(0..=HARD_NOISE) } else { value }, column)
        })
        .max()
        .map(|(_, column)| column)
}

fn reason_for_one_of(
    board: &Board,
    columns: &[Column],
    scores: Option<&ColumnScores>,
) -> Option<Explanation> {
    let reason = |column| ReasonFor::of(board, column, scores, None);
    columns.iter().find_map(|&it| Some(Explanation::Reason(it, reason(it)?)))
}

fn opponent_wins(board: &Board) -> Option<Explanation> {
    reason::unstoppable_wins(board).map(Explanation::OpponentWins)
}

fn column_scores(columns: &[(Column, Score)]) -> ColumnScores {
    let mut scores = [None; Column::MAX as usize];
    for &(column, score) in columns {
        scores[usize::from(column.index())] = Some(score);
    }
    scores
}

fn advise_by_heuristics(board: &Board) -> Option<Advice> {
    let mut values = look_ahead(board);
    values.sort_by_key(|&(column, _)| column);
    let best = values.iter().map(|&(_, value)| value).max()?;
    let best: Vec<Column> =
        values.iter().filter(|&&(_, value)| value == best).map(|&(it, _)| it).collect();
    Some(Advice {
        explanation: reason_for_one_of(board, &best, None).or_else(|| opponent_wins(board)),
        best,
        columns: values.iter().map(|&(column, value)| (column, proven_outcome(value))).collect(),
    })
}

/// The outcome of a proven value.
fn proven_outcome(value: Value) -> Option<Outcome> {
    let plies = WIN.abs_diff(value.abs());
    match value {
        MIN_WIN.. => Some(Outcome::Win { moves: plies.div_ceil(2) }),
        _ if value <= -MIN_WIN => Some(Outcome::Loss { moves: plies / 2 }),
        _ => None,
    }
}

/// The heuristic value of each open column, within the limits of the hard level.
fn look_ahead(board: &Board) -> Vec<(Column, Value)> {
    if board.shape() == Shape::STANDARD {
        column_values(Standard, board)
    } else {
        column_values(DynGeometry::from_shape(board.shape()), board)
    }
}

fn column_values<G: Geometry>(g: G, board: &Board) -> Vec<(Column, Value)> {
    let values = HeuristicSearch::new(g).values(&Position::from_board(g, board), HARD);
    values.into_iter().map(|(cell, value)| (g.column_number(cell), value)).collect()
}
