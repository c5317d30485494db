//! Players, their names, and what they have chosen. All columns of the table `player` are exported
//! ([`export_schema`](super::export_schema)), and deleted with the player
//! ([`deletion`](super::deletion)).

use clock::Timestamp;

use crate::{
    game::{GuildId, InteractionId, Player, PlayerId, Preferences},
    store::{database::Store, entries, prelude::*, standing_messages, transaction::Change},
};

impl Store {
    /// A player, with the nickname in a server.
    pub async fn player(
        &self,
        id: PlayerId,
        guild: Option<GuildId>,
    ) -> StoreResult<Option<Player>> {
        /// A player, with the nickname in a server.
        const PLAYER: &str = "\
            SELECT player.name, nickname.name FROM player \
            LEFT JOIN nickname ON nickname.player_id = player.player_id AND guild_id = $2 \
            WHERE player.player_id = $1";
        let names: Option<(String, Option<String>)> =
            self.fetch_optional(query(PLAYER).bind(id).bind(guild)).await?;
        Ok(names.map(|(name, nickname)| Player::new(id, name).in_guild(guild, nickname)))
    }

    /// Changes a player's names, and deletes the nickname if it is known that they have none.
    /// Does nothing if there is no such player: they may have been deleted just now.
    pub async fn save_player(&self, player: &Player, now: Timestamp) -> StoreResult<()> {
        let locks = &[AdvisoryLock::Player(player.id)];
        let change = self.change(locks, async |transaction| {
            let connection = &mut transaction.connection();
            if exists(connection, player.id).await? {
                upsert(connection, player, now).await?;
            }
            Ok(())
        });
        change.await
    }

    /// What a player has chosen; the defaults if the player is unknown.
    pub async fn preferences(&self, player: PlayerId) -> StoreResult<Preferences> {
        load(&mut self.reader().await?.connection(), player).await
    }

    /// Changes one of a player's choices, unless the interaction has changed something before, and
    /// returns all of them.
    pub async fn change_preference(
        &self,
        by: InteractionId,
        player: &Player,
        change: Change<'_, Preferences>,
    ) -> StoreResult<Preferences> {
        const SAVE_PREFERENCES: &str = "\
            UPDATE player SET challenges = $2, turn_pings = $3, reminders = $4, listed = $5 \
            WHERE player_id = $1";
        let locks = &[AdvisoryLock::Player(player.id)];
        let change = self.change_once(by, locks, async |transaction| {
            let connection = &mut transaction.connection();
            upsert(connection, player, by.created_at()).await?;
            let mut changed = load(connection, player.id).await?;
            change(&mut changed);
            query(SAVE_PREFERENCES)
                .bind(player.id)
                .bind(changed.challenges)
                .bind(changed.turns)
                .bind(changed.reminders)
                .bind(changed.listed)
                .execute(connection)
                .await?;
            let list = if changed.listed { entries::LIST } else { entries::UNLIST };
            query(list).bind(player.id).execute(connection).await?;
            Ok(changed)
        });
        match change.await? {
            Some(changed) => Ok(changed),
            None => self.preferences(player.id).await,
        }
    }
}

const PLAYER_EXISTS: &str = "SELECT count(*) FROM player WHERE player_id = $1";

pub(in crate::store) async fn exists(
    connection: &mut Connection<'_>,
    player: PlayerId,
) -> StoreResult<bool> {
    query(PLAYER_EXISTS).bind(player).fetch_one(connection).await
}

/// Inserts a player, or updates the names.
pub(in crate::store) async fn upsert(
    connection: &mut Connection<'_>,
    player: &Player,
    now: Timestamp,
) -> StoreResult<()> {
    save_global_name(connection, SAVE_PLAYER, player, now).await?;
    save_nickname(connection, player, now).await
}

/// The names of a player as they are stored.
pub(in crate::store) struct StoredNames {
    /// `None` if the player is unknown.
    pub(in crate::store) name: Option<String>,
    /// In the server of the game or challenge.
    pub(in crate::store) nickname: Option<String>,
}

from_columns!(StoredNames { name, nickname });

/// Like [`upsert`], for a player whose names in a server were read. The transaction holds the
/// player's lock.
pub(in crate::store) async fn upsert_changed(
    connection: &mut Connection<'_>,
    player: &Player,
    guild: Option<GuildId>,
    stored: StoredNames,
    now: Timestamp,
) -> StoreResult<()> {
    if stored.name.as_deref() != Some(player.global_name()) {
        save_global_name(connection, SAVE_PLAYER, player, now).await?;
    }
    let is_nickname_stored = player.nickname().is_some_and(|(here, nickname)| {
        Some(here) == guild && nickname == stored.nickname.as_deref()
    });
    if is_nickname_stored { Ok(()) } else { save_nickname(connection, player, now).await }
}

/// Inserts a player with the nickname unless they are known: only they themselves may change
/// their names.
pub(in crate::store) async fn insert_if_unknown(
    connection: &mut Connection<'_>,
    player: &Player,
    now: Timestamp,
) -> StoreResult<()> {
    match save_global_name(connection, INSERT_UNKNOWN_PLAYER, player, now).await? {
        0 => Ok(()),
        _ => save_nickname(connection, player, now).await,
    }
}

const SAVE_PLAYER: &str = "\
    INSERT INTO player (player_id, name) VALUES ($1, $2) \
    ON CONFLICT (player_id) DO UPDATE SET name = excluded.name WHERE player.name <> excluded.name";

const INSERT_UNKNOWN_PLAYER: &str = "\
    INSERT INTO player (player_id, name) VALUES ($1, $2) ON CONFLICT (player_id) DO NOTHING";

/// Returns the number of changed rows.
async fn save_global_name(
    connection: &mut Connection<'_>,
    statement: &'static str,
    player: &Player,
    now: Timestamp,
) -> StoreResult<u64> {
    let save = query(statement).bind(player.id).bind(player.global_name());
    let changed = save.execute(connection).await?;
    show_name(connection, player, changed, now).await
}

/// Has messages that stay show another name of a player, if that has changed so many rows.
async fn show_name(
    connection: &mut Connection<'_>,
    player: &Player,
    changed: u64,
    now: Timestamp,
) -> StoreResult<u64> {
    if changed > 0 {
        standing_messages::renamed(player.id, now).execute(connection).await?;
    }
    Ok(changed)
}

const SAVE_NICKNAME: &str = "\
    INSERT INTO nickname (player_id, guild_id, name) VALUES ($1, $2, $3) \
    ON CONFLICT (player_id, guild_id) DO UPDATE SET name = excluded.name \
    WHERE nickname.name <> excluded.name";

const DELETE_NICKNAME: &str = "DELETE FROM nickname WHERE player_id = $1 AND guild_id = $2";

async fn save_nickname(
    connection: &mut Connection<'_>,
    player: &Player,
    now: Timestamp,
) -> StoreResult<()> {
    let Some((guild, nickname)) = player.nickname() else { return Ok(()) };
    let bind_key = |text| query(text).bind(player.id).bind(guild);
    let changed = match nickname {
        Some(nickname) => bind_key(SAVE_NICKNAME).bind(nickname).execute(connection).await?,
        None => bind_key(DELETE_NICKNAME).execute(connection).await?,
    };
    show_name(connection, player, changed, now).await.map(drop)
}

const PREFERENCES: &str =
    "SELECT player_id, challenges, turn_pings, reminders, listed FROM player WHERE player_id = $1";

async fn load(connection: &mut Connection<'_>, player: PlayerId) -> StoreResult<Preferences> {
    Ok(query(PREFERENCES).bind(player).fetch_optional(connection).await?.unwrap_or_default())
}

from_columns!(Preferences { challenges, turns: "turn_pings", reminders, listed });

const BLOCK: &str = "SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2";

pub(in crate::store) async fn is_blocked(
    connection: &mut Connection<'_>,
    player: PlayerId,
    by: PlayerId,
) -> StoreResult<bool> {
    query(BLOCK).bind(by).bind(player).fetch_one(connection).await
}
