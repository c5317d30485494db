//! Hashes of the commands registered with Discord.

use futures_util::future::BoxFuture;

use crate::{
    game::ApplicationId,
    store::{
        RegistrationScope, StoreError,
        query::{DbConnection, query},
        rows, sql,
    },
};

pub(in crate::store) async fn all(
    connection: &mut impl DbConnection,
    application: ApplicationId,
) -> Result<Vec<(RegistrationScope, String)>, StoreError> {
    let rows: Vec<(i64, String)> = query(sql::REGISTRATIONS)
        .bind(application.0.cast_signed())
        .fetch_all(&mut *connection)
        .await?;
    Ok(rows.into_iter().map(|(key, hash)| (rows::registration_scope(key), hash)).collect())
}

pub(in crate::store) fn record(
    connection: &mut impl DbConnection,
    application: ApplicationId,
    scope: RegistrationScope,
    hash: Option<String>,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let text = if hash.is_some() { sql::RECORD_REGISTRATION } else { sql::DELETE_REGISTRATION };
        let mut query =
            query(text).bind(application.0.cast_signed()).bind(rows::registration_scope_id(scope));
        if let Some(hash) = hash {
            query = query.bind(hash);
        }
        query.execute(connection).await?;
        Ok(())
    })
}
