//! Finished games, as far as statistics need them.

use connect4::{Level, Moves, Shape};

use super::games::{game_result, seat_from_index};
use crate::{
    game::{FinishedGame, PlayerResult},
    store::StoreError,
};

row! {
    pub(in crate::store) struct FinishedGameRow {
        seat: i64,
        result: Option<String>,
        result_seat: Option<i64>,
        moves: String,
        level: Option<String>,
        board_columns: i64,
        board_rows: i64,
        connect: i64,
    }
}

impl TryFrom<FinishedGameRow> for FinishedGame {
    type Error = StoreError;

    fn try_from(row: FinishedGameRow) -> Result<Self, StoreError> {
        let corrupt = |why: String| StoreError::corrupt("a finished game", why);
        let seat = seat_from_index(row.seat).map_err(corrupt)?;
        let result = game_result(row.result.as_deref(), row.result_seat).map_err(corrupt)?;
        let player_result = result.and_then(|result| PlayerResult::of_result(result, seat));
        let moves: Moves = row.moves.parse().map_err(|error| corrupt(format!("{error}")))?;
        let shape =
            super::shape(row.board_columns, row.board_rows, row.connect).map_err(corrupt)?;
        let opening = moves.columns().first().copied();
        let level = row.level.as_deref().map(str::parse::<Level>).transpose();
        Ok(Self {
            seat,
            result: player_result.ok_or_else(|| corrupt("no result".to_owned()))?,
            plies: u32::try_from(moves.columns().len())
                .map_err(|error| corrupt(error.to_string()))?,
            opening: opening.filter(|_| shape == Shape::STANDARD),
            level: level.map_err(|error| corrupt(error.to_string()))?,
        })
    }
}
