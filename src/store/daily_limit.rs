//! The daily limit of rated games.

use clock::Timestamp;

use crate::{
    game::{PlayerId, Rated},
    store::{
        error::StoreError,
        games::columns::is_rated_game,
        query::{DbConnection, query},
        retained_limits::{self, LimitKey},
    },
};

/// Counts the rated games of two players since a time, in either order of seats.
pub(in crate::store) const COUNT_RATED_GAMES: &str = concat!(
    "SELECT (SELECT count(*) FROM game WHERE ",
    is_rated_game!(),
    " AND first_player_id = $1 AND second_player_id = $2 AND started_at >= $3) ",
    "+ (SELECT count(*) FROM game WHERE ",
    is_rated_game!(),
    " AND first_player_id = $2 AND second_player_id = $1 AND started_at >= $3)"
);

/// Applies the daily limit of rated games between two people.
pub(in crate::store) async fn with_daily_limit(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    rated: Rated,
    pair: [PlayerId; 2],
    now: Timestamp,
) -> Result<Rated, StoreError> {
    if rated != Rated::Yes {
        return Ok(rated);
    }
    let midnight = now.midnight();
    let retained = retained_limits::rated_games(connection, key, pair, midnight).await?;
    let [one, other] = pair;
    let started: i64 = query(COUNT_RATED_GAMES)
        .bind(one.0.cast_signed())
        .bind(other.0.cast_signed())
        .bind(midnight.milliseconds())
        .fetch_scalar(connection)
        .await?;
    let started = u32::try_from(started.saturating_add(retained)).unwrap_or(u32::MAX);
    Ok(rated.with_daily_limit(started))
}
