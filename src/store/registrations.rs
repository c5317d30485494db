//! The commands registered with Discord.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::{
    game::{ApplicationId, GuildId},
    store::{
        error::StoreError,
        query::{DbConnection, query},
    },
};

/// Where the bot's commands are registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegistrationScope {
    Global,
    Guild(GuildId),
}

impl From<Option<GuildId>> for RegistrationScope {
    /// A server's, or global if there is none.
    fn from(guild: Option<GuildId>) -> Self {
        guild.map_or(Self::Global, Self::Guild)
    }
}

impl RegistrationScope {
    /// The server; `None` if the commands are global.
    pub const fn guild(self) -> Option<GuildId> {
        match self {
            Self::Global => None,
            Self::Guild(guild) => Some(guild),
        }
    }
}

/// The commands that were last registered in a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// A hash of what was sent.
    pub hash: String,
    pub command_ids: CommandIds,
}

/// The ids of slash commands, by name. They differ between scopes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandIds(BTreeMap<String, u64>);

impl CommandIds {
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.get(name).copied()
    }
}

impl FromIterator<(String, u64)> for CommandIds {
    fn from_iter<T: IntoIterator<Item = (String, u64)>>(ids: T) -> Self {
        Self(ids.into_iter().collect())
    }
}

pub(in crate::store) const fn registration_scope_id(scope: RegistrationScope) -> i64 {
    match scope {
        RegistrationScope::Global => 0,
        RegistrationScope::Guild(GuildId(id)) => id.cast_signed(),
    }
}

pub(in crate::store) const fn registration_scope(id: i64) -> RegistrationScope {
    match id {
        0 => RegistrationScope::Global,
        id => RegistrationScope::Guild(GuildId(id.cast_unsigned())),
    }
}

pub(in crate::store) const REGISTRATION_HASHES: &str =
    "SELECT guild_id, hash FROM registration WHERE application_id = $1";

/// The scopes of an application's commands, each with its hash.
pub(in crate::store) async fn hashes(
    connection: &mut impl DbConnection,
    application: ApplicationId,
) -> Result<Vec<(RegistrationScope, String)>, StoreError> {
    let rows: Vec<(i64, String)> = query(REGISTRATION_HASHES)
        .bind(application.0.cast_signed())
        .fetch_all(&mut *connection)
        .await?;
    Ok(rows.into_iter().map(|(key, hash)| (registration_scope(key), hash)).collect())
}

/// The server's own commands come first.
pub(in crate::store) const COMMAND_IDS: &str = "\
    SELECT command_ids FROM registration WHERE application_id = $1 AND guild_id IN (0, $2) \
    ORDER BY guild_id DESC LIMIT 1";

pub(in crate::store) async fn command_ids(
    connection: &mut impl DbConnection,
    application: ApplicationId,
    guild: Option<GuildId>,
) -> Result<CommandIds, StoreError> {
    let scope = RegistrationScope::from(guild);
    let row: Option<(String,)> = query(COMMAND_IDS)
        .bind(application.0.cast_signed())
        .bind(registration_scope_id(scope))
        .fetch_optional(&mut *connection)
        .await?;
    let Some((ids,)) = row else { return Ok(CommandIds::default()) };
    serde_json::from_str(&ids).map_err(|error| StoreError::corrupt("a registration", error))
}

pub(in crate::store) const RECORD_REGISTRATION: &str = "\
    INSERT INTO registration (application_id, guild_id, hash, command_ids) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (application_id, guild_id) DO UPDATE \
    SET hash = excluded.hash, command_ids = excluded.command_ids";

pub(in crate::store) const DELETE_REGISTRATION: &str =
    "DELETE FROM registration WHERE application_id = $1 AND guild_id = $2";

pub(in crate::store) fn record(
    connection: &mut impl DbConnection,
    application: ApplicationId,
    scope: RegistrationScope,
    registration: Option<Registration>,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let text = if registration.is_some() { RECORD_REGISTRATION } else { DELETE_REGISTRATION };
        let mut query =
            query(text).bind(application.0.cast_signed()).bind(registration_scope_id(scope));
        if let Some(Registration { hash, command_ids }) = registration {
            let ids = serde_json::json!(command_ids).to_string();
            query = query.bind(hash).bind(ids);
        }
        query.execute(connection).await?;
        Ok(())
    })
}
