//! Statistics of finished games, and records: wins, losses and draws.

use crate::{
    game::{FinishedGame, GameResult, PlayerId, PlayerResult, Record, Scope, Statistics},
    rating,
    store::{database::Store, prelude::*},
};

/// How many games are read at once, so that a reader is soon free again.
const PAGE: u16 = 1_000;

impl Store {
    /// Statistics of a player's finished games that were long enough to count, with the record and
    /// the best win by the ratings in a scope, and the record against one opponent.
    pub async fn statistics(
        &self,
        player: PlayerId,
        scope: Scope,
        versus: Option<PlayerId>,
    ) -> StoreResult<Statistics> {
        /// What statistics need of a player's games whose results have numbers above `$2`, in
        /// their order.
        const FINISHED_GAMES: &str = "\
            SELECT finished.result_number AS result_number, seat, \
            CAST(CASE WHEN guild_id = $4 THEN 1 ELSE 0 END AS BIGINT) AS is_here, \
            result, result_seat, level, opponent_id, value_before FROM (\
            SELECT result_number, seat, guild_id, result, result_seat, level, opponent_id FROM \
            (SELECT result_number, CAST(0 AS BIGINT) AS seat, guild_id, result, result_seat, level, \
            second_player_id AS opponent_id FROM game WHERE first_player_id = $1 \
            AND result_number > $2 AND counts <> 'too short' \
            ORDER BY result_number LIMIT $3) AS one UNION ALL \
            SELECT result_number, seat, guild_id, result, result_seat, level, opponent_id FROM \
            (SELECT result_number, CAST(1 AS BIGINT) AS seat, guild_id, result, result_seat, level, \
            first_player_id AS opponent_id FROM game WHERE second_player_id = $1 \
            AND result_number > $2 AND counts <> 'too short' \
            ORDER BY result_number LIMIT $3) AS other \
            ORDER BY result_number LIMIT $3) AS finished LEFT JOIN rating_change \
            ON scope_id = $4 AND rating_change.player_id = opponent_id \
            AND rating_change.result_number = finished.result_number \
            ORDER BY finished.result_number";
        let mut statistics = Statistics::versus(versus);
        let mut after = 0;
        loop {
            let page = query(FINISHED_GAMES).bind(player).bind(after).bind(PAGE).bind(scope);
            let games: Vec<NumberedGame> = self.fetch_all(page).await?;
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

from_columns!(NumberedGame { number: "result_number", game: .. });

/// The result for the player in `seat`.
impl FromRow for PlayerResult {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let result = Self::of(GameResult::from_row(row)?, row.get("seat")?);
        result.ok_or_else(|| row.corrupt("result", "it does not count"))
    }
}

impl FromRow for FinishedGame {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        Ok(Self {
            result: PlayerResult::from_row(row)?,
            is_here: row.get("is_here")?,
            level: row.get("level")?,
            opponent: row.get("opponent_id")?,
            opponent_rating: row.get::<Option<f64>>("value_before")?.map(rating::rounded),
        })
    }
}

from_columns!(Record { wins, losses, draws });
