use thiserror::Error;

use super::Difficulty;
use crate::{Board, BoardState, Column, Moves, ReplayError, Seat, Shape, successors::after};

/// A position of the standard board in which the side to move, called the player here,
/// can force a win, with the variation that shows it.
///
/// ```
/// use connect4::{Board, BoardState, Puzzles};
/// let puzzle = Puzzles::embedded().get(0).unwrap();
/// let end = puzzle.solution().iter().try_fold(puzzle.board(), |board, &it| board.drop(it))?;
/// assert_eq!(end.state(), BoardState::Won(puzzle.player()));
/// # Ok::<(), connect4::DropError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    start: Moves,
    solution: Moves,
    difficulty: Difficulty,
}

/// Why moves are not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// A move is illegal; moves of the solution are counted from the start of the game.
    #[error(transparent)]
    Illegal(#[from] ReplayError),
    /// The solution's last disc does not win for the player.
    #[error("the solution does not end with a win")]
    NotAWin,
}

impl Puzzle {
    /// A puzzle with the position after the moves of `start`. The solution has the discs
    /// of the player and of the opponent in turn. Whether it is the only one is not
    /// checked.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or the solution's last disc does not win for the player.
    pub fn new(start: Moves, solution: Moves, difficulty: Difficulty) -> Result<Self, PuzzleError> {
        let game: Moves = start.columns().iter().chain(solution.columns()).copied().collect();
        let end = game.replay(Shape::STANDARD)?;
        let is_players = solution.columns().len() % 2 == 1;
        if is_players && matches!(end.state(), BoardState::Won(_)) {
            Ok(Self { start, solution, difficulty })
        } else {
            Err(PuzzleError::NotAWin)
        }
    }

    /// The moves that lead to the position.
    pub fn start(&self) -> &Moves {
        &self.start
    }

    /// The position.
    pub fn board(&self) -> Board {
        self.start.replay(Shape::STANDARD).expect("the moves of a puzzle are legal")
    }

    /// The seat that is to move, and wins.
    pub fn player(&self) -> Seat {
        self.board().to_move()
    }

    /// The discs of the player and of the opponent in turn, up to the winning one: an
    /// odd number.
    pub fn solution(&self) -> &[Column] {
        self.solution.columns()
    }

    /// The position after the first moves of the solution, at most all of them.
    pub fn board_after(&self, moves: usize) -> Board {
        let played = self.solution().iter().take(moves);
        played.fold(self.board(), |board, &column| after(&board, column))
    }

    /// The number of discs that the player drops, the winning one included.
    pub fn players_discs(&self) -> usize {
        self.solution().len().div_ceil(2)
    }

    /// How hard the puzzle is.
    pub fn difficulty(&self) -> Difficulty {
        self.difficulty
    }
}
