//! Statistics of finished games.

use connect4::Level;
use futures_util::TryStreamExt;

use crate::{
    game::{FinishedGame, PlayerId, PlayerResult, Statistics},
    store::{
        Store,
        error::StoreError,
        games::row::{game_result, seat_from_index},
        query::query,
        row::row,
    },
};

/// What statistics need of a player's finished games.
pub(in crate::store) const FINISHED_GAMES: &str = "\
    SELECT CAST(0 AS BIGINT) AS seat, result_number, result, result_seat, level \
    FROM game WHERE first_player_id = $1 AND result_number IS NOT NULL UNION ALL \
    SELECT 1, result_number, result, result_seat, level \
    FROM game WHERE second_player_id = $1 AND result_number IS NOT NULL ORDER BY result_number";

impl Store {
    /// Statistics of a player's finished games.
    pub async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError> {
        let mut reader = self.reader().await?;
        let mut connection = reader.connection();
        let query = query(FINISHED_GAMES).bind(player);
        let mut games = query.stream::<FinishedGameRow>(&mut connection);
        let mut statistics = Statistics::default();
        while let Some(row) = games.try_next().await? {
            statistics.add(FinishedGame::try_from(row)?);
        }
        Ok(statistics)
    }
}

row! {
    pub(in crate::store) struct FinishedGameRow {
        seat: i64,
        result: Option<String>,
        result_seat: Option<i64>,
        level: Option<String>,
    }
}

impl TryFrom<FinishedGameRow> for FinishedGame {
    type Error = StoreError;

    fn try_from(row: FinishedGameRow) -> Result<Self, StoreError> {
        let corrupt = |why: String| StoreError::corrupt("a finished game", why);
        let seat = seat_from_index(row.seat).map_err(corrupt)?;
        let result = game_result(row.result.as_deref(), row.result_seat).map_err(corrupt)?;
        let player_result = result.and_then(|result| PlayerResult::of_result(result, seat));
        let level = row.level.as_deref().map(str::parse::<Level>).transpose();
        Ok(Self {
            result: player_result.ok_or_else(|| corrupt("no result".to_owned()))?,
            level: level.map_err(|error| corrupt(error.to_string()))?,
        })
    }
}
