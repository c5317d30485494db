//! Hashes of the commands registered with Discord.

use futures_util::future::BoxFuture;

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

pub(in crate::store) const REGISTRATIONS: &str =
    "SELECT guild_id, hash FROM registration WHERE application_id = $1";

pub(in crate::store) async fn all(
    connection: &mut impl DbConnection,
    application: ApplicationId,
) -> Result<Vec<(RegistrationScope, String)>, StoreError> {
    let rows: Vec<(i64, String)> =
        query(REGISTRATIONS).bind(application.0.cast_signed()).fetch_all(&mut *connection).await?;
    Ok(rows.into_iter().map(|(key, hash)| (registration_scope(key), hash)).collect())
}

pub(in crate::store) const RECORD_REGISTRATION: &str = "\
    INSERT INTO registration (application_id, guild_id, hash) VALUES ($1, $2, $3) \
    ON CONFLICT (application_id, guild_id) DO UPDATE SET hash = excluded.hash";

pub(in crate::store) const DELETE_REGISTRATION: &str =
    "DELETE FROM registration WHERE application_id = $1 AND guild_id = $2";

pub(in crate::store) fn record(
    connection: &mut impl DbConnection,
    application: ApplicationId,
    scope: RegistrationScope,
    hash: Option<String>,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let text = if hash.is_some() { RECORD_REGISTRATION } else { DELETE_REGISTRATION };
        let mut query =
            query(text).bind(application.0.cast_signed()).bind(registration_scope_id(scope));
        if let Some(hash) = hash {
            query = query.bind(hash);
        }
        query.execute(connection).await?;
        Ok(())
    })
}
