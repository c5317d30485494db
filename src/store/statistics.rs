//! Statistics of finished games.

use futures_util::TryStreamExt;

use crate::{
    game::{FinishedGame, PlayerId, PlayerResult, Statistics},
    store::{
        Store,
        error::StoreError,
        games::row::result,
        query::query,
        row::{FromRow, Row},
    },
};

/// What statistics need of a player's finished games.
pub(in crate::store) const FINISHED_GAMES: &str = "\
    SELECT result_number, CAST(0 AS BIGINT) AS seat, result, result_seat, level \
    FROM game WHERE first_player_id = $1 AND result_number IS NOT NULL UNION ALL \
    SELECT result_number, 1, result, result_seat, level \
    FROM game WHERE second_player_id = $1 AND result_number IS NOT NULL ORDER BY result_number";

impl Store {
    /// Statistics of a player's finished games.
    pub async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError> {
        let mut reader = self.reader().await?;
        let mut connection = reader.connection();
        let query = query(FINISHED_GAMES).bind(player);
        let mut games = query.stream(&mut connection);
        let mut statistics = Statistics::default();
        while let Some(game) = games.try_next().await? {
            statistics.add(game);
        }
        Ok(statistics)
    }
}

impl FromRow for FinishedGame {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        let seat = row.get("seat")?;
        let result = result(row)?.and_then(|result| PlayerResult::of_result(result, seat));
        Ok(Self {
            result: result.ok_or_else(|| row.corrupt("result", "it does not count"))?,
            level: row.get("level")?,
        })
    }
}
