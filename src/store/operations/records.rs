//! Wins, losses and draws.

use futures_util::future::BoxFuture;

use super::players;
use crate::{
    game::{Player, PlayerId, Record, Scope},
    store::{
        StoreError,
        query::{DbConnection, query},
        rows, sql,
    },
};

pub(in crate::store) async fn in_scope(
    connection: &mut impl DbConnection,
    scope: Scope,
    player: PlayerId,
) -> Result<Record, StoreError> {
    let counts: Option<(i64, i64, i64)> = query(sql::RECORD)
        .bind(rows::scope_id(scope))
        .bind(player.0.cast_signed())
        .fetch_optional(&mut *connection)
        .await?;
    counts.map(rows::record).transpose().map(Option::unwrap_or_default)
}

pub(in crate::store) fn set_listed(
    connection: &mut impl DbConnection,
    player: Player,
    listed: bool,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        players::upsert(&mut *connection, &player).await?;
        query(sql::SET_LISTED)
            .bind(player.id.0.cast_signed())
            .bind(i64::from(listed))
            .execute(connection)
            .await?;
        Ok(())
    })
}

pub(in crate::store) async fn versus(
    connection: &mut impl DbConnection,
    player: PlayerId,
    opponent: PlayerId,
) -> Result<Record, StoreError> {
    let as_first = record_as_first(connection, player, opponent).await?;
    let opponent_as_first = record_as_first(connection, opponent, player).await?;
    Ok(Record {
        wins: as_first.wins + opponent_as_first.losses,
        losses: as_first.losses + opponent_as_first.wins,
        draws: as_first.draws + opponent_as_first.draws,
    })
}

/// The record of `first` in the games that they started.
async fn record_as_first(
    connection: &mut impl DbConnection,
    first: PlayerId,
    second: PlayerId,
) -> Result<Record, StoreError> {
    let results = query(sql::COUNT_RESULTS_OF_PAIR)
        .bind(first.0.cast_signed())
        .bind(second.0.cast_signed())
        .fetch_all(&mut *connection)
        .await?;
    rows::first_seat_record(results)
}
