//! Finds puzzles in games.

use connect4::{
    Board, BoardState, Column, Difficulty, Moves, NodeLimitReached, Outcome, Puzzle, Score, Shape,
    Solver,
};
use fastrand::Rng;

use crate::rules::{after, is_varied, may_start};

/// The most discs that the player drops.
const MAX_DISCS: u32 = 8;

/// The fewest discs on the board at the start.
const MIN_PLIES: u32 = 8;

/// The node limit of the search for a short win, which most positions do not have.
const SHORT_WIN_NODES: u64 = 300;

/// The node limit of a first look for a second column that wins.
const FIRST_LOOK_NODES: u64 = 1_000;

/// The node limit of each search that shows that a variation is the only one.
const MAX_NODES: u64 = 20_000;

/// The most positions of the player that are looked at for one variation.
const MAX_TURNS: u32 = 100;

/// The tables of a solver are cleared for each game, so that what is found does not depend
/// on the games before.
const TABLE_BYTES: usize = 8 << 20;

pub(crate) struct PuzzleSearch {
    solver: Solver,
    rng: Rng,
    turns_left: u32,
}

impl PuzzleSearch {
    pub(crate) fn new() -> Self {
        let solver = Solver::new(Shape::STANDARD, TABLE_BYTES)
            .expect("the standard board fits into 64 bits");
        Self { solver, rng: Rng::with_seed(0), turns_left: 0 }
    }

    /// The puzzle with the longest solution in the game with this number.
    pub(crate) fn longest(&mut self, game: &Moves, number: u64) -> Option<Puzzle> {
        self.solver.clear();
        self.rng = Rng::with_seed(number);
        let boards = game.positions(Shape::STANDARD).expect("the game is legal");
        let mut longest: Option<(usize, Vec<Column>)> = None;
        // From the last position backwards, which fills the table with what earlier ones need.
        for (ply, board) in boards.iter().enumerate().skip(MIN_PLIES as usize).rev() {
            let found = self.solution(board).ok().flatten();
            if let Some(variation) = found
                && longest.as_ref().is_none_or(|(_, longest)| variation.len() > longest.len())
            {
                longest = Some((ply, variation));
            }
        }
        longest.map(|(ply, variation)| puzzle(game, ply, &variation))
    }

    /// The solution, if the position is a puzzle.
    fn solution(&mut self, board: &Board) -> Result<Option<Vec<Column>>, NodeLimitReached> {
        if !may_start(board) || !self.has_short_win(board)? || self.has_second_win(board) {
            return Ok(None);
        }
        let score = self.solver.solve_with_limit(board, MAX_NODES)?;
        let Outcome::Win { moves: 2.. } = score.outcome(board) else { return Ok(None) };
        self.turns_left = MAX_TURNS;
        let mut variation = Vec::new();
        let is_found = self.extend(board, board, score, &mut variation)?;
        Ok(is_found.then_some(variation))
    }

    fn has_short_win(&mut self, board: &Board) -> Result<bool, NodeLimitReached> {
        let empties = u32::from(Shape::STANDARD.cells()) - board.plies();
        let discs = MAX_DISCS.min(empties.div_ceil(2));
        let score = empties.div_ceil(2) + 1 - discs;
        let below = Score::new(i8::try_from(score).expect("no score exceeds half the cells") - 1);
        self.solver.exceeds_with_limit(board, below, SHORT_WIN_NODES)
    }

    /// Whether a quick search finds more than one column that wins.
    fn has_second_win(&mut self, board: &Board) -> bool {
        board
            .open_columns()
            .filter(|&column| self.wins(board, column, FIRST_LOOK_NODES) == Ok(true))
            .nth(1)
            .is_some()
    }

    /// Extends `variation`, after which it is the player's turn on `board`, to a whole solution.
    fn extend(
        &mut self,
        start: &Board,
        board: &Board,
        score: Score,
        variation: &mut Vec<Column>,
    ) -> Result<bool, NodeLimitReached> {
        let Some(column) = self.only_winning_column(board)? else { return Ok(false) };
        variation.push(column);
        let next = after(board, column);
        if next.state() != BoardState::InProgress && is_varied(start, variation) {
            return Ok(true);
        }
        for reply in self.longest_replies(&next, score)? {
            variation.push(reply);
            if self.extend(start, &after(&next, reply), score, variation)? {
                return Ok(true);
            }
            variation.pop();
        }
        variation.pop();
        Ok(false)
    }

    /// The column that wins, if all others give the win away.
    fn only_winning_column(&mut self, board: &Board) -> Result<Option<Column>, NodeLimitReached> {
        self.turns_left = self.turns_left.checked_sub(1).ok_or(NodeLimitReached)?;
        let mut only = None;
        for column in board.open_columns() {
            if self.wins(board, column, MAX_NODES)? && only.replace(column).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }

    fn wins(
        &mut self,
        board: &Board,
        column: Column,
        nodes: u64,
    ) -> Result<bool, NodeLimitReached> {
        let loses = Score::new(-1);
        self.solver.exceeds_with_limit(&after(board, column), loses, nodes).map(|it| !it)
    }

    /// The replies that hold out longest, in random order: after the others the player's
    /// score is higher.
    fn longest_replies(
        &mut self,
        board: &Board,
        score: Score,
    ) -> Result<Vec<Column>, NodeLimitReached> {
        let mut replies = Vec::new();
        for column in board.open_columns() {
            if !self.solver.exceeds_with_limit(&after(board, column), score, MAX_NODES)? {
                replies.push(column);
            }
        }
        self.rng.shuffle(&mut replies);
        Ok(replies)
    }
}

fn puzzle(game: &Moves, ply: usize, variation: &[Column]) -> Puzzle {
    let mut start = game.clone();
    start.truncate(ply);
    let board = start.replay(Shape::STANDARD).expect("the game is legal");
    let solution = variation.iter().copied().collect();
    Puzzle::new(start, solution, Difficulty::measure(&board, variation))
        .expect("the variation wins")
}
