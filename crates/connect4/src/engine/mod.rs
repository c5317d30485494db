//! An opponent with levels from easy to perfect.

mod heuristic_search;
mod level;
mod swindles;

use fastrand::Rng;

use self::heuristic_search::{CERTAIN, HeuristicSearch, SearchLimits, Value, WIN};
pub use self::level::{Level, LevelError};
pub(crate) use self::swindles::most_deceptive;
use crate::{
    Board, BoardState, Book, CancelToken, Column, ColumnScores, Outcome, Score, Shape, Solver,
    solver::{
        geometry::{DynGeometry, Geometry, Standard},
        position::Position,
    },
    successors::{after, scored},
};

/// Chooses moves and gives advice. Keeps what it learned between calls, in a
/// table of at most 64 MiB that is made when it is first needed.
///
/// ```
/// use connect4::{Level, Moves, Shape, Thinker};
/// let board = "112233".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
/// let column = Thinker::new().choose(&board, Level::Perfect, 0);
/// assert_eq!(column.map(|column| column.number()), Some(4));
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Debug, Default)]
pub struct Engine {
    solver: Option<Solver>,
}

/// What is known of the columns of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best columns, from the left; never empty.
    pub best: Vec<Column>,
    /// What each open column leads to, from the left, in the eyes of the one who
    /// drops: an outcome counts from this position. None where it was not found
    /// out, on boards too large to be solved.
    pub columns: Vec<(Column, Option<Outcome>)>,
}

/// Of so many threats the easy level overlooks one.
const OVERLOOKS_ONE_IN: u32 = 5;

const EASY: SearchLimits = SearchLimits { plies: 1, nodes: 1_000 };
const MEDIUM: SearchLimits = SearchLimits { plies: 3, nodes: 10_000 };
const HARD: SearchLimits = SearchLimits { plies: 12, nodes: 40_000 };

/// What the hard level may spend on each question whether it can win, before it
/// goes by judgement: enough for the second half of most games.
const HARD_ENDGAME: u64 = 20_000;

/// What is spent on finding out whether a reply would be a mistake.
const TRAP: u64 = 4_000;

/// What advice may cost on boards that the book does not cover.
const ADVICE: u64 = 2_000_000;

/// A table that is cheap to make anew, so that what is found within a number of
/// nodes does not depend on the positions seen before.
const SMALL_TABLE: usize = 4 << 20;

impl Engine {
    /// One that has learned nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The column in which a player of this level drops, or none if the game is
    /// over. Among equal columns the seed decides; the same seed, position and
    /// level give the same column.
    pub fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        let mut rng = Rng::with_seed(seed);
        match level {
            _ if board.state() != BoardState::InProgress => None,
            Level::Easy => easy(board, &mut rng),
            Level::Medium => by_heuristics(board, MEDIUM, 12, &mut rng),
            Level::Hard => hard(board, &mut rng),
            Level::Perfect => self.perfect(board, &mut rng),
        }
    }

    /// What each column leads to, and which are best; none if the game is over.
    pub fn advise(&mut self, board: &Board) -> Option<Advice> {
        let scored: Option<Vec<_>> = scored(board, |after| self.score(after))
            .map(|(column, score)| Some((column, score?)))
            .collect();
        let Some(scored) = scored else { return advise_by_heuristics(board) };
        let best = scored.iter().map(|&(_, score)| score).max()?;
        Some(Advice {
            best: scored.iter().filter(|&&(_, score)| score == best).map(|&(it, _)| it).collect(),
            columns: scored.iter().map(|&(it, score)| (it, Some(score.outcome(board)))).collect(),
        })
    }

    /// The score of each column, for the one who drops in it, however long that
    /// takes; none if `interrupt` is raised first, or the board is too large to be
    /// solved. Judges a game fastest from its end backwards, since what was learned
    /// of a position, even of one that was interrupted, serves those before it.
    pub fn evaluate(&mut self, board: &Board, interrupt: &CancelToken) -> Option<ColumnScores> {
        let mut scores = [None; Column::MAX as usize];
        for (column, score) in scored(board, |after| self.score_until(after, interrupt)) {
            scores[usize::from(column.index())] = Some(score?);
        }
        Some(scores)
    }

    fn score_until(&mut self, board: &Board, interrupt: &CancelToken) -> Option<Score> {
        Book::embedded()
            .score(board)
            .or_else(|| self.solver(board.shape())?.solve_until(board, interrupt))
    }

    /// The exact score, if it can be had in reasonable time.
    fn score(&mut self, board: &Board) -> Option<Score> {
        if let Some(score) = Book::embedded().score(board) {
            return Some(score);
        }
        let nodes = if board.shape() == Shape::STANDARD { u64::MAX } else { ADVICE };
        self.solver(board.shape())?.solve_with_limit(board, nodes).ok()
    }

    fn perfect(&mut self, board: &Board, rng: &mut Rng) -> Option<Column> {
        let best = match Book::embedded().choices(board) {
            Some(best) => best,
            None => self.solver(board.shape())?.best_columns(board),
        };
        let mut solver = Solver::new(board.shape(), SMALL_TABLE);
        let mut worth = |board: &Board| {
            let known = Book::embedded().score(board);
            known.or_else(|| solver.as_mut()?.solve_with_limit(board, TRAP).ok())
        };
        rng.choice(most_deceptive(board, best, &mut worth))
    }

    fn solver(&mut self, shape: Shape) -> Option<&mut Solver> {
        if self.solver.as_ref().is_none_or(|solver| solver.shape() != shape) {
            self.solver = Solver::new(shape, Solver::DEFAULT_TABLE_BYTES);
        }
        self.solver.as_mut()
    }
}

fn easy(board: &Board, rng: &mut Rng) -> Option<Column> {
    if let Some(column) = winning_column(board) {
        return Some(column);
    }
    if rng.u32(..OVERLOOKS_ONE_IN) > 0 {
        return by_heuristics(board, EASY, 12, rng);
    }
    let threat = threatened_column(board);
    let open: Vec<_> = board.open_columns().collect();
    let careless = open.iter().copied().filter(|&column| Some(column) != threat);
    rng.choice(careless.collect::<Vec<_>>()).or_else(|| rng.choice(open))
}

fn hard(board: &Board, rng: &mut Rng) -> Option<Column> {
    let exact = Solver::new(board.shape(), SMALL_TABLE)
        .and_then(|mut solver| solver.best_columns_with_limit(board, HARD_ENDGAME).ok());
    match exact {
        Some((_, best)) => rng.choice(best),
        None => by_heuristics(board, HARD, 2, rng),
    }
}

/// A column of the highest value, give or take some `doubt`.
fn by_heuristics(
    board: &Board,
    reach: SearchLimits,
    doubt: Value,
    rng: &mut Rng,
) -> Option<Column> {
    let values = look_ahead(board, reach);
    values
        .into_iter()
        .map(|(column, value)| {
            (if value.abs() < CERTAIN { value + rng.i32(0..=doubt) } else { value }, column)
        })
        .max()
        .map(|(_, column)| column)
}

fn advise_by_heuristics(board: &Board) -> Option<Advice> {
    let mut values = look_ahead(board, HARD);
    values.sort_by_key(|&(column, _)| column);
    let best = values.iter().map(|&(_, value)| value).max()?;
    Some(Advice {
        best: values.iter().filter(|&&(_, value)| value == best).map(|&(it, _)| it).collect(),
        columns: values.iter().map(|&(column, value)| (column, sure_outcome(value))).collect(),
    })
}

fn sure_outcome(value: Value) -> Option<Outcome> {
    let discs = WIN.abs_diff(value.abs());
    match value {
        CERTAIN.. => Some(Outcome::Win { moves: discs.div_ceil(2) }),
        _ if value <= -CERTAIN => Some(Outcome::Loss { moves: discs / 2 }),
        _ => None,
    }
}

/// The value of each open column.
fn look_ahead(board: &Board, reach: SearchLimits) -> Vec<(Column, Value)> {
    if board.shape() == Shape::STANDARD {
        column_values(Standard, board, reach)
    } else {
        column_values(DynGeometry::of(board.shape()), board, reach)
    }
}

fn column_values<G: Geometry>(g: G, board: &Board, reach: SearchLimits) -> Vec<(Column, Value)> {
    let values = HeuristicSearch::new(g).values(&Position::of(g, board), reach);
    values.into_iter().map(|(cell, value)| (g.column_number(cell), value)).collect()
}

/// A column in which the one to move completes a row.
fn winning_column(board: &Board) -> Option<Column> {
    let wins = |column: &Column| matches!(after(board, *column).state(), BoardState::Won(_));
    board.open_columns().find(wins)
}

/// A column in which the other completes a row, if a disc elsewhere lets them.
fn threatened_column(board: &Board) -> Option<Column> {
    board.open_columns().find_map(|elsewhere| winning_column(&after(board, elsewhere)))
}
