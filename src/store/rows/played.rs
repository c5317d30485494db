//! Finished games, as far as they matter for numbers.

use sqlx::FromRow;

use super::games::{ending, seat_of};
use crate::{
    play::{Outcome, Played},
    store::StoreError,
};
use connect4::{Level, Moves, Shape};

#[derive(FromRow)]
pub(in crate::store) struct PlayedRow {
    seat: i64,
    ending: Option<String>,
    ending_seat: Option<i64>,
    moves: String,
    level: Option<String>,
    board_columns: i64,
    board_rows: i64,
    connect: i64,
}

impl TryFrom<PlayedRow> for Played {
    type Error = StoreError;

    fn try_from(row: PlayedRow) -> Result<Self, StoreError> {
        let wrong = |why: String| StoreError::corrupt("a finished game", why);
        let seat = seat_of(row.seat).map_err(wrong)?;
        let ending = ending(row.ending.as_deref(), row.ending_seat).map_err(wrong)?;
        let outcome = ending.and_then(|ending| Outcome::of_ending(ending, seat));
        let moves: Moves = row.moves.parse().map_err(|error| wrong(format!("{error}")))?;
        let shape = super::shape(row.board_columns, row.board_rows, row.connect).map_err(wrong)?;
        let opening = moves.columns().first().copied();
        let level = row.level.as_deref().map(str::parse::<Level>).transpose();
        Ok(Self {
            seat,
            outcome: outcome.ok_or_else(|| wrong("it has no result".to_owned()))?,
            plies: u32::try_from(moves.columns().len())
                .map_err(|error| wrong(error.to_string()))?,
            opening: opening.filter(|_| shape == Shape::STANDARD),
            level: level.map_err(|error| wrong(error.to_string()))?,
        })
    }
}
