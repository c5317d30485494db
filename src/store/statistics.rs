//! Statistics of finished games.

use crate::{
    game::{FinishedGame, PlayerId, PlayerResult, Statistics},
    store::{FromRow, Row, Store, StoreError, games::row::result, query},
};

/// What statistics need of a player's games whose results have numbers above `$2`, in their order.
const FINISHED_GAMES: &str = "\
    SELECT game_id, result_number, seat, result, result_seat, level FROM (\
    SELECT game_id, result_number, CAST(0 AS BIGINT) AS seat, result, result_seat, level \
    FROM game WHERE first_player_id = $1 AND result_number > $2 \
    ORDER BY result_number LIMIT $3) AS one UNION ALL \
    SELECT game_id, result_number, seat, result, result_seat, level FROM (\
    SELECT game_id, result_number, CAST(1 AS BIGINT) AS seat, result, result_seat, level \
    FROM game WHERE second_player_id = $1 AND result_number > $2 \
    ORDER BY result_number LIMIT $3) AS other ORDER BY result_number LIMIT $3";

/// How many games are read at once, so that a reader is soon free again.
const PAGE: u16 = 1_000;

impl Store {
    /// Statistics of a player's finished games.
    pub async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError> {
        let mut statistics = Statistics::default();
        let mut after = 0;
        loop {
            let games: Vec<NumberedGame> =
                self.fetch_all(query(FINISHED_GAMES).bind(player).bind(after).bind(PAGE)).await?;
            for NumberedGame { number, game } in &games {
                statistics.add(*game);
                after = *number;
            }
            if games.len() < PAGE.into() {
                return Ok(statistics);
            }
        }
    }
}

struct NumberedGame {
    /// That of its result.
    number: i64,
    game: FinishedGame,
}

impl FromRow for NumberedGame {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self { number: row.get("result_number")?, game: FinishedGame::from_row(row)? })
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
