//! Players, their names, and what they have chosen. All columns of the table `player` are exported
//! ([`export_schema`](super::export_schema)), and deleted with the player
//! ([`deletion`](super::deletion)).

use clock::Timestamp;

use crate::{
    game::{GuildId, InteractionId, Player, PlayerId, Preferences, Scope},
    store::{database::Store, entries, prelude::*, standing_messages, transaction::Change},
};

impl Store {
    /// A player, with the nickname in a server.
    pub async fn player(
        &self,
        id: PlayerId,
        guild: Option<GuildId>,
    ) -> StoreResult<Option<Player>> {
        const PLAYER: &str = "\
            SELECT player.player_id, player.name, nickname.name AS nickname, \
            CAST($2 AS BIGINT) AS guild_id FROM player LEFT JOIN nickname \
            ON nickname.player_id = player.player_id AND nickname.guild_id = $2 \
            WHERE player.player_id = $1";
        self.fetch_optional(query(PLAYER).bind(id).bind(guild)).await
    }

    /// Changes a player's names, and deletes the nickname if it is known that they have none.
    /// Does nothing if there is no such player: they may have been deleted just now.
    pub async fn save_player(&self, player: &Player, now: Timestamp) -> StoreResult<()> {
        let locks = &[AdvisoryLock::Player(player.id)];
        let change = self.change(locks, async |connection| {
            if exists(player.id).fetch_one(connection).await? {
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
        let change = self.change_once(by, locks, async |connection| {
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
            let list = if changed.listed { entries::LIST } else { entries::DELETE };
            query(list).bind(Scope::Listed).bind(player.id).execute(connection).await?;
            Ok(changed)
        });
        match change.await? {
            Some(changed) => Ok(changed),
            None => self.preferences(player.id).await,
        }
    }
}

const PLAYER_EXISTS: &str = "SELECT count(*) FROM player WHERE player_id = $1";

pub(in crate::store) fn exists(player: PlayerId) -> Query {
    query(PLAYER_EXISTS).bind(player)
}

/// Inserts a player, or updates the names, and has messages that stay show them.
pub(in crate::store) async fn upsert(
    connection: &mut Connection<'_>,
    player: &Player,
    now: Timestamp,
) -> StoreResult<()> {
    const SAVE_PLAYER: &str = "\
        INSERT INTO player (player_id, name) VALUES ($1, $2) ON CONFLICT (player_id) \
        DO UPDATE SET name = excluded.name WHERE player.name <> excluded.name";
    const SAVE_NICKNAME: &str = "\
        INSERT INTO nickname (player_id, guild_id, name) VALUES ($1, $2, $3) \
        ON CONFLICT (player_id, guild_id) DO UPDATE SET name = excluded.name \
        WHERE nickname.name <> excluded.name";
    const DELETE_NICKNAME: &str = "DELETE FROM nickname WHERE player_id = $1 AND guild_id = $2";
    let save = query(SAVE_PLAYER).bind(player.id).bind(player.global_name());
    let mut changed = save.execute(connection).await?;
    if let Some((guild, nickname)) = player.nickname() {
        let bind_key = |text| query(text).bind(player.id).bind(guild);
        let save = match nickname {
            Some(nickname) => bind_key(SAVE_NICKNAME).bind(nickname),
            None => bind_key(DELETE_NICKNAME),
        };
        changed += save.execute(connection).await?;
    }
    if changed > 0 {
        standing_messages::renamed(player.id, now).execute(connection).await?;
    }
    Ok(())
}

/// A player's global name, if the player is known, and the nickname in a server, as they are stored.
pub(in crate::store) type StoredNames = [Option<String>; 2];

/// Like [`upsert`], for a player whose names in a server were read. The transaction holds the
/// player's lock.
pub(in crate::store) async fn upsert_changed(
    connection: &mut Connection<'_>,
    player: &Player,
    guild: Option<GuildId>,
    [name, nickname]: StoredNames,
    now: Timestamp,
) -> StoreResult<()> {
    let is_nickname_stored = player
        .nickname()
        .is_none_or(|(here, given)| Some(here) == guild && given == nickname.as_deref());
    if is_nickname_stored && name.as_deref() == Some(player.global_name()) {
        return Ok(());
    }
    upsert(connection, player, now).await
}

const PREFERENCES: &str =
    "SELECT player_id, challenges, turn_pings, reminders, listed FROM player WHERE player_id = $1";

async fn load(connection: &mut Connection<'_>, player: PlayerId) -> StoreResult<Preferences> {
    Ok(query(PREFERENCES).bind(player).fetch_optional(connection).await?.unwrap_or_default())
}

from_columns!(Preferences { challenges, turns: "turn_pings", reminders, listed });
