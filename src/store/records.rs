//! Wins, losses and draws.

use connect4::Seat;

use crate::{
    game::{GameResult, PlayerId, Record, Scope},
    store::{
        Store, connection::Connection, error::StoreError, games::row::game_result, query::query,
        scope::scope_id,
    },
};

pub(in crate::store) const RECORD: &str = "\
    SELECT wins, losses, draws FROM leaderboard_entry \
    WHERE scope_id = $1 AND period = 'all time' AND player_id = $2";

impl Store {
    /// A player's results of all time.
    pub async fn record(&self, scope: Scope, player: PlayerId) -> Result<Record, StoreError> {
        let counts: Option<(i64, i64, i64)> = query(RECORD)
            .bind(scope_id(scope))
            .bind(player)
            .fetch_optional(&mut self.reader().await?.connection())
            .await?;
        counts
            .map(|(wins, losses, draws)| record(wins, losses, draws))
            .transpose()
            .map(Option::unwrap_or_default)
    }

    /// A player's results against one opponent in all servers.
    pub async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError> {
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let as_first = record_as_first(connection, player, opponent).await?;
        let opponent_as_first = record_as_first(connection, opponent, player).await?;
        Ok(Record {
            wins: as_first.wins + opponent_as_first.losses,
            losses: as_first.losses + opponent_as_first.wins,
            draws: as_first.draws + opponent_as_first.draws,
        })
    }
}

pub(in crate::store) const COUNT_RESULTS_OF_PAIR: &str = "\
    SELECT result, result_seat, count(*) FROM game \
    WHERE first_player_id = $1 AND second_player_id = $2 \
    AND result IN ('won', 'drawn', 'resigned', 'timed out', 'draw by agreement', \
    'claimed') GROUP BY result, result_seat";

/// The record of `first` in the games that they started.
async fn record_as_first(
    connection: &mut Connection<'_>,
    first: PlayerId,
    second: PlayerId,
) -> Result<Record, StoreError> {
    let results: Vec<(String, Option<i64>, i64)> =
        query(COUNT_RESULTS_OF_PAIR).bind(first).bind(second).fetch_all(connection).await?;
    let mut sum = Record::default();
    for (kind, seat, games) in results {
        let games = u32::try_from(games).map_err(|error| StoreError::corrupt("a record", error))?;
        let result = game_result(Some(&kind), seat)
            .map_err(|why| StoreError::corrupt("a game's result", why))?;
        match result.and_then(GameResult::winner) {
            Some(Seat::First) => sum.wins += games,
            Some(Seat::Second) => sum.losses += games,
            None => sum.draws += games,
        }
    }
    Ok(sum)
}

pub(in crate::store) fn record(wins: i64, losses: i64, draws: i64) -> Result<Record, StoreError> {
    let count =
        |count: i64| u32::try_from(count).map_err(|error| StoreError::corrupt("a record", error));
    Ok(Record { wins: count(wins)?, losses: count(losses)?, draws: count(draws)? })
}
