//! Training with one's own mistakes: which positions there are, which columns are right, and
//! when a position comes again.

use std::time::Duration;

use clock::Timestamp;
use connect4::{Board, Column, MoveEvaluation, Review, Seat};

use super::GameId;

/// How long after a position was failed it comes again, then after it was solved for the first
/// time since, then for the second time. Solved once more, it is done.
const PAUSES: [Duration; 3] =
    [Duration::from_hours(24), Duration::from_hours(3 * 24), Duration::from_hours(7 * 24)];

/// The time of which training counts what was solved.
pub const SOLVED_COUNT_PERIOD: Duration = Duration::from_hours(7 * 24);

/// By which grades the mistakes of games are found. Games that were added by others are added again:
/// whoever changes what a mistake is, or what it costs, counts on.
pub const GRADING: u8 = 3;

/// How many discs ahead a person can be expected to see.
const MAX_MOVES_AHEAD: u32 = 7;

/// How many discs the board of a position has at least.
const MIN_DISCS: u8 = 4;

/// A position of a game: the one before one of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionId {
    pub game: GameId,
    /// The number of moves before it.
    pub ply: u8,
}

/// How far a player is with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingProgress {
    /// How many of its repetitions are over, up to three.
    pub repetition: u8,
    /// When it is shown next. `None`: not again.
    pub due_at: Option<Timestamp>,
    /// How many times it was tried.
    pub tries: u32,
}

impl TrainingProgress {
    /// That of a position found now, which can be shown at once.
    pub const fn new(now: Timestamp) -> Self {
        Self { repetition: 0, due_at: Some(now), tries: 0 }
    }

    /// A new one always is, whatever the clock says.
    pub fn is_due(self, now: Timestamp) -> bool {
        self.tries == 0 || self.due_at.is_some_and(|due_at| due_at <= now)
    }

    /// Whether the last try was right. `None` before the first one.
    pub const fn last_solved(self) -> Option<bool> {
        match self {
            Self { tries: 0, .. } => None,
            Self { repetition: 0, due_at, .. } => Some(due_at.is_none()),
            _ => Some(true),
        }
    }

    /// The progress after another try. What is solved at the first one is done.
    #[must_use]
    pub fn after_try(self, is_solved: bool, now: Timestamp) -> Self {
        let repetition = if is_solved && self.tries > 0 { self.repetition + 1 } else { 0 };
        let is_done = is_solved && self.tries == 0;
        let pause = PAUSES.get(usize::from(repetition)).filter(|_| !is_done);
        Self {
            repetition,
            due_at: pause.map(|pause| now.after(*pause)),
            tries: self.tries.saturating_add(1),
        }
    }
}

/// How many tries were right in a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvedCount {
    pub solved: u32,
    /// Those among them whose position was failed before.
    pub failed_before: u32,
}

/// A mistake, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub evaluation: MoveEvaluation,
    /// The columns that lose next to nothing, from the left. The best ones are among them.
    pub right: Vec<Column>,
    /// The move and what follows with best play, as far as the game's scores tell.
    pub variation: Vec<Column>,
}

impl Mistake {
    /// The mistake at a ply of a reviewed game. Returns `None` if the move there was none.
    pub fn new(review: &Review, ply: u8) -> Option<Self> {
        let index = usize::from(ply);
        let evaluation = review.moves.get(index).filter(|it| it.grade.is_mistake())?.clone();
        let right = evaluation.good_columns();
        let answer = review.moves.get(index + 1).and_then(|next| next.best.first());
        let variation = review.variation_from(index);
        // The game may have gone on with another of the best answers.
        let variation = if variation.get(1) == answer {
            variation
        } else {
            [evaluation.column].into_iter().chain(answer.copied()).collect()
        };
        Some(Self { evaluation, right, variation })
    }

    /// The leftmost best answer to the move, if the game went on.
    pub fn answer(&self) -> Option<Column> {
        self.variation.get(1).copied()
    }

    pub fn is_right(&self, column: Column) -> bool {
        self.right.contains(&column)
    }

    /// The evaluation of a wrong column. `None` for the one that was played.
    pub fn of_other_try(&self, column: Column) -> Option<MoveEvaluation> {
        let is_other = column != self.evaluation.column && !self.is_right(column);
        self.evaluation.of_other_move(column).filter(|_| is_other)
    }
}

/// A position in which a player has made a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundPosition {
    pub ply: u8,
    pub board: Board,
    /// How many discs ahead the player had to look, counting those of the winner: positions with
    /// fewer come first.
    pub moves_ahead: u32,
    /// Whether training begins with it. It goes on with any that was begun before.
    pub is_shown: bool,
}

/// Whether a person can be expected to see what decides a position. What they cannot comes last.
pub const fn can_be_seen(moves_ahead: u32) -> bool {
    moves_ahead <= MAX_MOVES_AHEAD
}

/// The positions in which a seat made a mistake. Training begins with those after the opening; of
/// several in a row with the same best columns, with the one that is decided soonest: the others are
/// solved by repeating it.
pub fn training_positions(review: &Review, seat: Seat) -> Vec<FoundPosition> {
    let moves = (0u8..).zip(&review.moves).skip(seat.index()).step_by(2);
    let mistakes = moves.filter(|(_, it)| it.grade.is_mistake()).filter_map(|(ply, it)| {
        let moves_ahead = it.cost()?.moves();
        let found = FoundPosition { ply, board: it.board, moves_ahead, is_shown: false };
        Some((it.best.as_slice(), found))
    });
    let mut mistakes: Vec<(&[Column], FoundPosition)> = mistakes.collect();
    let is_repeated = |(one_best, one): &(_, FoundPosition), (best, it): &(_, FoundPosition)| {
        one_best == best && one.ply + 2 == it.ply
    };
    for in_a_row in mistakes.chunk_by_mut(is_repeated) {
        let after_opening = in_a_row.iter_mut().filter(|(_, it)| it.ply >= MIN_DISCS);
        if let Some((_, soonest)) = after_opening.min_by_key(|(_, it)| it.moves_ahead) {
            soonest.is_shown = true;
        }
    }
    mistakes.into_iter().map(|(_, found)| found).collect()
}
