use super::Engine;
use crate::{
    Board, BoardState, CancelToken, Column, ColumnScores,
    solver::{
        geometry::{DynGeometry, Geometry},
        position::Position,
    },
};

impl Engine {
    /// A disc in `first`, and what follows with best play of both: the winner wins as soon
    /// as possible, and the loser resists as long as possible. Among equal columns both
    /// prefer one in which the other would win at once, then the one nearest to the middle,
    /// of two such the left one. Ends after `max_discs` discs, the first among them, or with
    /// the game.
    ///
    /// `None` if `first` is not open, if `cancel` is cancelled before the variation is found,
    /// or if the board is too large for a [`Solver`](crate::Solver). Takes as long as
    /// [`Engine::evaluate`] for each position after the first disc.
    ///
    /// ```
    /// use connect4::{CancelToken, Column, Engine, Moves, Shape};
    /// let board = "4455".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
    /// let first = Column::from_number(3).unwrap();
    /// let variation = Engine::new().principal_variation(&board, first, 8, &CancelToken::default());
    /// let numbers = variation.unwrap().iter().map(|column| column.number()).collect::<Vec<_>>();
    /// assert_eq!(numbers, [3, 2, 6]);
    /// # Ok::<(), connect4::MovesError>(())
    /// ```
    pub fn principal_variation(
        &mut self,
        board: &Board,
        first: Column,
        max_discs: usize,
        cancel: &CancelToken,
    ) -> Option<Vec<Column>> {
        let mut board = board.drop(first).ok()?;
        let mut variation = vec![first];
        while variation.len() < max_discs && board.state() == BoardState::InProgress {
            let scores = self.evaluate(&board, cancel)?;
            let column = preferred_column(&board, &scores)?;
            board = board.drop(column).ok()?;
            variation.push(column);
        }
        Some(variation)
    }
}

/// The preferred one of the columns with the best score, for [`Engine::principal_variation`].
fn preferred_column(board: &Board, scores: &ColumnScores) -> Option<Column> {
    let g = DynGeometry::from_shape(board.shape());
    let position = Position::from_board(g, board);
    let threats = position.their_wins & position.playable(g);
    let best = scores.iter().flatten().max()?;
    let is_best = |index: &usize| scores[*index].as_ref() == Some(best);
    let blocks = |index: &usize| threats & g.column(*index) != 0;
    let index = g.middle_out().filter(is_best).min_by_key(|index| !blocks(index))?;
    Column::from_number(index as u8 + 1)
}
