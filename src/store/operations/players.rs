//! Players and their display names.

use futures_util::future::BoxFuture;

use crate::{
    game::{Player, PlayerId},
    store::{
        StoreError,
        query::{DbConnection, query},
        rows, sql,
    },
};

pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
    id: PlayerId,
) -> Result<Option<Player>, StoreError> {
    let row: Option<(i64, String)> =
        query(sql::PLAYER).bind(id.0.cast_signed()).fetch_optional(connection).await?;
    Ok(row.map(|(id, name)| rows::player(id, name)))
}

pub(in crate::store) fn save(
    connection: &mut impl DbConnection,
    player: Player,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move { upsert(connection, &player).await })
}

/// Inserts a player, or updates the name.
pub(super) async fn upsert(
    connection: &mut impl DbConnection,
    player: &Player,
) -> Result<(), StoreError> {
    query(sql::SAVE_PLAYER)
        .bind(player.id.0.cast_signed())
        .bind(player.name.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
