//! Who plays, by name.

use futures_util::future::BoxFuture;

use crate::{
    play::{Player, PlayerId},
    store::{
        StoreError, rows, sql,
        statement::{Connection, statement},
    },
};

pub(in crate::store) async fn load(
    connection: &mut impl Connection,
    id: PlayerId,
) -> Result<Option<Player>, StoreError> {
    let found: Option<(i64, String)> =
        statement(sql::PLAYER).bind(id.0.cast_signed()).optional(connection).await?;
    Ok(found.map(|(id, name)| rows::player(id, name)))
}

pub(in crate::store) fn save(
    connection: &mut impl Connection,
    player: Player,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move { note(connection, &player).await })
}

/// Notes somebody and their name.
pub(super) async fn note(
    connection: &mut impl Connection,
    player: &Player,
) -> Result<(), StoreError> {
    statement(sql::SAVE_PLAYER)
        .bind(player.id.0.cast_signed())
        .bind(player.name.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
