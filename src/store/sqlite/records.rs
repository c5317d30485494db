//! Wins, losses and draws.

use sqlx::SqlitePool;

use super::failed;
use crate::{
    play::{PlayerId, Record, Scope},
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
