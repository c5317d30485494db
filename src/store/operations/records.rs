//! Wins, losses and draws.

use futures_util::future::BoxFuture;

use super::players;
use crate::{
    play::{Player, PlayerId, Record, Scope},
    store::{
        StoreError, rows, sql,
        statement::{Connection, statement},
    },
};

pub(in crate::store) async fn in_scope(
    connection: &mut impl Connection,
    scope: Scope,
    player: PlayerId,
) -> Result<Record, StoreError> {
    let counts: Option<(i64, i64, i64)> = statement(sql::RECORD)
        .bind(rows::ranking_scope_key(scope))
        .bind(player.0.cast_signed())
        .optional(&mut *connection)
        .await?;
    counts.map(rows::record).transpose().map(Option::unwrap_or_default)
}

pub(in crate::store) fn set_listed(
    connection: &mut impl Connection,
    player: Player,
    listed: bool,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        players::note(&mut *connection, &player).await?;
        statement(sql::SET_LISTED)
            .bind(player.id.0.cast_signed())
            .bind(i64::from(listed))
            .execute(connection)
            .await?;
        Ok(())
    })
}

pub(in crate::store) async fn versus(
    connection: &mut impl Connection,
    player: PlayerId,
    opponent: PlayerId,
) -> Result<Record, StoreError> {
    let beginning = endings(connection, player, opponent).await?;
    let answering = endings(connection, opponent, player).await?;
    Ok(Record {
        wins: beginning.wins + answering.losses,
        losses: beginning.losses + answering.wins,
        draws: beginning.draws + answering.draws,
    })
}

async fn endings(
    connection: &mut impl Connection,
    first: PlayerId,
    second: PlayerId,
) -> Result<Record, StoreError> {
    let endings = statement(sql::ENDINGS_BETWEEN)
        .bind(first.0.cast_signed())
        .bind(second.0.cast_signed())
        .all(&mut *connection)
        .await?;
    rows::first_seat_record(endings)
}
