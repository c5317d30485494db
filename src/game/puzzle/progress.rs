//! A solver's tries at a puzzle, and the streak of solved days.

use connect4::{Board, Column, Moves, Puzzle, ReasonAgainst, ReasonFor};

/// How many wrong tries end a puzzle.
pub const PUZZLE_LIVES: usize = 3;

/// How far a player has got in a puzzle: what follows from their tries.
#[derive(Clone, Debug)]
pub struct PuzzleProgress {
    puzzle: Puzzle,
    /// The wrong columns of each turn that has begun, in order.
    wrong: Vec<Vec<Column>>,
    /// The number of turns in which the right column was found.
    found: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    InProgress,
    Solved,
    /// No life is left.
    Failed,
}

/// Why the move of a turn of the solution is right: it alone wins, if there is nothing more to
/// say.
pub fn reason_for_solution(puzzle: &Puzzle, turn: usize) -> ReasonFor {
    let (board, column) = (puzzle.board_after(2 * turn), puzzle.solution()[2 * turn]);
    ReasonFor::of(&board, column, None, None).unwrap_or(ReasonFor::OnlyWin)
}

impl PuzzleProgress {
    /// Returns `None` if the tries cannot be of this puzzle: one is after its end, in a full
    /// column, or repeats a wrong one.
    pub fn new(puzzle: Puzzle, tries: &Moves) -> Option<Self> {
        let mut tries = tries.columns().iter();
        tries.try_fold(Self::start(puzzle), |progress, &column| progress.after(column))
    }

    /// Nothing was tried yet.
    pub fn start(puzzle: Puzzle) -> Self {
        Self { puzzle, wrong: vec![Vec::new()], found: 0 }
    }

    /// The progress after one more try; `None` if it is not possible.
    #[must_use]
    pub fn after(mut self, column: Column) -> Option<Self> {
        if !self.can_try(column) {
            return None;
        }
        if self.solution_here() == Some(column) {
            self.found += 1;
            if self.state() == PuzzleState::InProgress {
                self.wrong.push(Vec::new());
            }
        } else {
            self.wrong.last_mut()?.push(column);
        }
        Some(self)
    }

    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub fn state(&self) -> PuzzleState {
        if self.found == self.puzzle.players_discs() {
            PuzzleState::Solved
        } else if self.lives() == 0 {
            PuzzleState::Failed
        } else {
            PuzzleState::InProgress
        }
    }

    /// The number of wrong tries that are left.
    pub fn lives(&self) -> usize {
        PUZZLE_LIVES.saturating_sub(self.wrong.iter().map(Vec::len).sum())
    }

    /// The number of wrong tries.
    pub fn mistakes(&self) -> u8 {
        u8::try_from(PUZZLE_LIVES - self.lives()).unwrap_or(u8::MAX)
    }

    /// The number of the player's discs that are still to come.
    pub fn discs_left(&self) -> usize {
        self.puzzle.players_discs() - self.found
    }

    /// Whether a column can be tried now.
    pub fn can_try(&self, column: Column) -> bool {
        let board = self.board();
        self.state() == PuzzleState::InProgress
            && !self.is_wrong_here(column)
            && board.shape().contains(column)
            && !board.is_full(column)
    }

    /// Whether a column was tried in this turn, or the last one, and is wrong.
    pub fn is_wrong_here(&self, column: Column) -> bool {
        self.wrong.last().is_some_and(|wrong| wrong.contains(&column))
    }

    /// Whether the player may see the solution: once their attempt is over, or would not count.
    pub fn may_see_solution(&self, still_counts: bool) -> bool {
        self.state() != PuzzleState::InProgress || !still_counts
    }

    /// What is wrong with a column that was tried in this turn, unless that names the right one.
    pub fn reason_against(&self, tried: Column) -> Option<ReasonAgainst> {
        let reason = ReasonAgainst::of(&self.board(), tried, None, None)?;
        let names_solution = self.solution_here().is_some_and(|it| reason.columns().contains(&it));
        (!names_solution).then_some(reason)
    }

    /// The moves of the solution that were made: the player's, and the replies.
    pub fn moves(&self) -> &[Column] {
        let solution = self.puzzle.solution();
        &solution[..solution.len().min(2 * self.found)]
    }

    /// The position by now: the player is to move, unless the puzzle is solved.
    pub fn board(&self) -> Board {
        self.puzzle.board_after(self.moves().len())
    }

    /// After how many wrong tries the player found the right column in each turn that is over.
    /// `None` where they did not.
    pub fn misses(&self) -> Vec<Option<usize>> {
        let over = match self.state() {
            PuzzleState::InProgress => self.found,
            PuzzleState::Solved | PuzzleState::Failed => self.wrong.len(),
        };
        let turns = self.wrong.iter().enumerate().take(over);
        turns.map(|(turn, wrong)| (turn < self.found).then_some(wrong.len())).collect()
    }

    /// The right column of this turn.
    fn solution_here(&self) -> Option<Column> {
        self.puzzle.solution().get(2 * self.found).copied()
    }
}
