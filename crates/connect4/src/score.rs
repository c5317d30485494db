use std::cmp::Ordering;

use crate::{Board, Shape};

/// The game-theoretic value of a position for the side to move.
///
/// Positive is a win, 0 a draw, negative a loss. 1 is a win with the side's last
/// disc, 2 with its last but one, and so on; -1 is a loss to the opponent's last
/// disc, -2 to the last but one. This is the score of other solvers of the game,
/// such as [Pons's](http://blog.gamesolver.org). [`Score::outcome`] converts it to
/// a number of moves.
///
/// ```
/// use connect4::{Moves, Outcome, Score, Shape};
/// let board = "112233".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
/// assert_eq!(Score::new(18).outcome(&board), Outcome::Win { moves: 1 });
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

/// A [`Score`] as a result and the number of moves until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move wins.
    Win {
        /// The number of discs that the winner still drops, at least 1.
        moves: u32,
    },
    /// Nobody wins.
    Draw,
    /// The opponent wins.
    Loss {
        /// The number of discs that the winner still drops; 0 if the game is already
        /// over.
        moves: u32,
    },
}

impl Score {
    /// The score of a draw.
    pub const DRAW: Self = Self(0);

    /// A score with this value, unchecked: no score of a board exceeds half its
    /// cells.
    pub const fn new(value: i8) -> Self {
        Self(value)
    }

    /// The score as a number: positive if the side to move wins.
    pub const fn value(self) -> i8 {
        self.0
    }

    /// What the score stands for, without the number of moves: `Greater` if the side to
    /// move wins, `Equal` for a draw, `Less` if it loses. Of two results the greater one is
    /// better.
    pub fn result(self) -> Ordering {
        self.cmp(&Self::DRAW)
    }

    /// The score from the opponent's point of view.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The score of the player who completes a line with disc number `ply` of the
    /// game, counted from 1.
    pub(crate) fn win_at(shape: Shape, ply: u32) -> Self {
        let empties = u32::from(shape.cells()) - ply;
        Self(i8::try_from(empties / 2 + 1).expect("a board has at most 81 cells"))
    }

    /// Whether a position with as many discs as `board` can have this score.
    pub(crate) fn is_possible(self, board: &Board) -> bool {
        let empties = u32::from(board.shape().cells()) - board.plies();
        let discs = if self.0 > 0 { empties.div_ceil(2) } else { empties / 2 };
        u32::from(self.0.unsigned_abs()) <= discs
    }

    /// The outcome that this score stands for, as the score of `board`.
    ///
    /// # Panics
    ///
    /// May panic if no position with as many discs has this score.
    pub fn outcome(self, board: &Board) -> Outcome {
        let empties = u32::from(board.shape().cells()) - board.plies();
        let distance = u32::from(self.0.unsigned_abs());
        match self.0 {
            1.. => Outcome::Win { moves: empties.div_ceil(2) + 1 - distance },
            0 => Outcome::Draw,
            _ => Outcome::Loss { moves: empties / 2 + 1 - distance },
        }
    }
}
