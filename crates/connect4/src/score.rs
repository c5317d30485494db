use crate::{Board, Shape};

/// What a position is worth to the one to move if both sides play perfectly.
///
/// Above 0 it is a win, 0 a draw, below 0 a loss. 1 is a win with one's last
/// disc, 2 with the last but one, and so on; losses are counted by the other's
/// discs. This is the score of other solvers of the game.
///
/// ```
/// use connect4::{Moves, Outcome, Score, Shape};
/// let board = "112233".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
/// assert_eq!(Score::new(18).outcome(&board), Outcome::Win { moves: 1 });
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

/// A [`Score`] in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The one to move wins with their disc of this number, counted from the
    /// next.
    Win {
        /// How many discs the winner still drops.
        moves: u32,
    },
    /// Nobody wins.
    Draw,
    /// The other side wins with their disc of this number, counted from their
    /// next.
    Loss {
        /// How many discs the winner still drops.
        moves: u32,
    },
}

impl Score {
    /// The score of a draw.
    pub const DRAW: Self = Self(0);

    /// The score with this value.
    pub const fn new(value: i8) -> Self {
        Self(value)
    }

    /// The score as a number.
    pub const fn value(self) -> i8 {
        self.0
    }

    /// The same for the other side.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The score of whoever completes a row as disc number `ply` of the game.
    pub(crate) fn of_win_at(shape: Shape, ply: u32) -> Self {
        let left = u32::from(shape.cells()) - ply;
        Self(i8::try_from(left / 2 + 1).expect("a board has at most 81 cells"))
    }

    /// What the score of this position means.
    pub fn outcome(self, board: &Board) -> Outcome {
        let left = u32::from(board.shape().cells()) - board.plies();
        let value = u32::from(self.0.unsigned_abs());
        match self.0 {
            1.. => Outcome::Win { moves: left.div_ceil(2) + 1 - value },
            0 => Outcome::Draw,
            _ => Outcome::Loss { moves: left / 2 + 1 - value },
        }
    }
}
