//! Players and their names.

use futures_util::future::BoxFuture;

use crate::{
    game::{GuildId, Player, PlayerId},
    store::{
        StoreError,
        query::{DbConnection, query},
        rows, sql,
    },
};

/// Loads a player with the nickname in a server.
pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
    id: PlayerId,
    guild: Option<GuildId>,
) -> Result<Option<Player>, StoreError> {
    let id = id.0.cast_signed();
    let names: Option<(String, Option<String>)> = query(sql::PLAYER)
        .bind(id)
        .bind(guild.map(|guild| guild.0.cast_signed()))
        .fetch_optional(connection)
        .await?;
    Ok(names.map(|(name, nickname)| rows::player(id, name, guild, nickname)))
}

/// The transaction holds the player's lock.
pub(in crate::store) fn save(
    connection: &mut impl DbConnection,
    player: Player,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let exists = query(sql::PLAYER_EXISTS).bind(player.id.0.cast_signed());
        let exists: Option<i64> = exists.fetch_optional_scalar(&mut *connection).await?;
        match exists {
            Some(_) => upsert(connection, &player).await,
            None => Ok(()),
        }
    })
}

/// Inserts a player, or updates the names.
pub(super) async fn upsert(
    connection: &mut impl DbConnection,
    player: &Player,
) -> Result<(), StoreError> {
    save_global_name(connection, sql::SAVE_PLAYER, player).await?;
    save_nickname(connection, player).await
}

/// The names of a player as they are stored.
pub(in crate::store) struct StoredNames {
    /// `None` if the player is unknown.
    pub(in crate::store) name: Option<String>,
    /// In the server of the game that begins.
    pub(in crate::store) nickname: Option<String>,
}

/// Like [`upsert`], for a player whose names in a server were read. The transaction holds the
/// player's lock.
pub(super) async fn upsert_changed(
    connection: &mut impl DbConnection,
    player: &Player,
    guild: Option<GuildId>,
    stored: StoredNames,
) -> Result<(), StoreError> {
    if stored.name.as_deref() != Some(player.global_name()) {
        save_global_name(connection, sql::SAVE_PLAYER, player).await?;
    }
    let is_nickname_stored = player.nickname().is_some_and(|(here, nickname)| {
        Some(here) == guild && nickname == stored.nickname.as_deref()
    });
    if is_nickname_stored { Ok(()) } else { save_nickname(connection, player).await }
}

/// Inserts a player with the nickname unless they are known: only they themselves may change
/// their names.
pub(super) async fn insert_if_unknown(
    connection: &mut impl DbConnection,
    player: &Player,
) -> Result<(), StoreError> {
    match save_global_name(connection, sql::INSERT_UNKNOWN_PLAYER, player).await? {
        0 => Ok(()),
        _ => save_nickname(connection, player).await,
    }
}

/// Returns the number of changed rows.
async fn save_global_name(
    connection: &mut impl DbConnection,
    statement: &'static str,
    player: &Player,
) -> Result<u64, StoreError> {
    query(statement)
        .bind(player.id.0.cast_signed())
        .bind(player.global_name())
        .execute(connection)
        .await
}

async fn save_nickname(
    connection: &mut impl DbConnection,
    player: &Player,
) -> Result<(), StoreError> {
    let Some((guild, nickname)) = player.nickname() else { return Ok(()) };
    let bind_key = |text| query(text).bind(player.id.0.cast_signed()).bind(guild.0.cast_signed());
    match nickname {
        Some(nickname) => bind_key(sql::SAVE_NICKNAME).bind(nickname).execute(connection).await?,
        None => bind_key(sql::DELETE_NICKNAME).execute(connection).await?,
    };
    Ok(())
}
