//! The daily limit of rated games.

use clock::Timestamp;

use super::retained_limits::{self, LimitKey};
use crate::{
    game::{PlayerId, Rated},
    store::{
        StoreError,
        query::{DbConnection, query},
        sql,
    },
};

/// Applies the daily limit of rated games between two people.
pub(super) async fn with_daily_limit(
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
    let started: i64 = query(sql::COUNT_RATED_GAMES)
        .bind(one.0.cast_signed())
        .bind(other.0.cast_signed())
        .bind(midnight.milliseconds())
        .fetch_scalar(connection)
        .await?;
    let started = u32::try_from(started.saturating_add(retained)).unwrap_or(u32::MAX);
    Ok(rated.with_daily_limit(started))
}
