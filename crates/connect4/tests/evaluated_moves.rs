//! Moves of plausible games with the scores of their positions.

use connect4::{Board, CancelToken, Column, ColumnScores, Engine, Score, Shape};

use crate::{plausible_games::plausible_game, reference_player::after};

/// A move of a game.
#[derive(Debug)]
pub(crate) struct EvaluatedMove {
    /// The board before the move.
    pub(crate) board: Board,
    pub(crate) column: Column,
    pub(crate) scores: ColumnScores,
    /// The scores of the replies, for the opponent.
    pub(crate) replies: ColumnScores,
}

impl EvaluatedMove {
    pub(crate) fn best_score(&self) -> Score {
        self.scores.iter().copied().flatten().max().expect("the game is not over")
    }

    /// The leftmost best column.
    pub(crate) fn best_column(&self) -> Column {
        let best = Some(self.best_score());
        let mut columns = self.board.open_columns();
        columns.find(|&column| self.score(column) == best).expect("a column has the best score")
    }

    pub(crate) fn score(&self, column: Column) -> Option<Score> {
        self.scores[usize::from(column.index())]
    }

    /// Whether the move gives away half a point or more.
    pub(crate) fn is_decisive(&self) -> bool {
        self.score(self.column).is_some_and(|it| it.result() < self.best_score().result())
    }
}

/// The moves of a plausible game from the last one backwards, without those at plies that
/// are not wanted.
pub(crate) fn evaluated_game(
    number: usize,
    shape: Shape,
    is_wanted: impl Fn(u32) -> bool,
    engine: &mut Engine,
) -> Vec<EvaluatedMove> {
    let moves = plausible_game(number, shape, engine);
    let positions = moves.positions(shape).expect("the moves are legal");
    let mut evaluate = |board: &Board| {
        engine.evaluate(board, &CancelToken::default()).expect("the board can be solved")
    };
    positions
        .into_iter()
        .zip(moves.columns())
        .rev()
        .filter(|(board, _)| is_wanted(board.plies()))
        .map(|(board, &column)| {
            let replies = evaluate(&after(&board, column));
            EvaluatedMove { board, column, scores: evaluate(&board), replies }
        })
        .collect()
}
