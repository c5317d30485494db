//! Wins, losses and draws.

use futures_util::future::BoxFuture;
use sqlx::{SqliteConnection, SqlitePool};

use super::{failed, save_player};
use crate::{
    play::{Player, PlayerId, Record, Scope},
    store::{StoreError, rows, sql},
};

pub(super) async fn in_scope(
    readers: &SqlitePool,
    scope: Scope,
    player: PlayerId,
) -> Result<Record, StoreError> {
    let counts: Option<(i64, i64, i64)> = sqlx::query_as(sql::RECORD)
        .bind(rows::ranking_scope_key(scope))
        .bind(player.0.cast_signed())
        .fetch_optional(readers)
        .await
        .map_err(failed)?;
    counts.map(rows::record).transpose().map(Option::unwrap_or_default)
}

pub(super) fn set_listed(
    connection: &mut SqliteConnection,
    player: Player,
    listed: bool,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        save_player(&mut *connection, &player).await?;
        sqlx::query(sql::SET_LISTED)
            .bind(player.id.0.cast_signed())
            .bind(i64::from(listed))
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(())
    })
}

pub(super) async fn versus(
    readers: &SqlitePool,
    player: PlayerId,
    opponent: PlayerId,
) -> Result<Record, StoreError> {
    let beginning = endings(readers, player, opponent).await?;
    let answering = endings(readers, opponent, player).await?;
    Ok(Record {
        wins: beginning.wins + answering.losses,
        losses: beginning.losses + answering.wins,
        draws: beginning.draws + answering.draws,
    })
}

async fn endings(
    readers: &SqlitePool,
    first: PlayerId,
    second: PlayerId,
) -> Result<Record, StoreError> {
    let endings = sqlx::query_as(sql::ENDINGS_BETWEEN)
        .bind(first.0.cast_signed())
        .bind(second.0.cast_signed())
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    rows::first_seat_record(endings)
}
