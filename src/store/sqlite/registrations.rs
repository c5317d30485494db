//! What Discord was told of our commands.

use futures_util::future::BoxFuture;
use sqlx::{SqliteConnection, SqlitePool};

use super::failed;
use crate::{
    play::ApplicationId,
    store::{Scope, StoreError, rows, sql},
};

pub(super) async fn all(
    readers: &SqlitePool,
    application: ApplicationId,
) -> Result<Vec<(Scope, String)>, StoreError> {
    let known: Vec<(i64, String)> = sqlx::query_as(sql::REGISTRATIONS)
        .bind(application.0.cast_signed())
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    Ok(known.into_iter().map(|(key, hash)| (rows::scope(key), hash)).collect())
}

pub(super) fn note(
    connection: &mut SqliteConnection,
    application: ApplicationId,
    scope: Scope,
    hash: Option<String>,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let statement =
            if hash.is_some() { sql::NOTE_REGISTRATION } else { sql::FORGET_REGISTRATION };
        let mut query =
            sqlx::query(statement).bind(application.0.cast_signed()).bind(rows::scope_key(scope));
        if let Some(hash) = hash {
            query = query.bind(hash);
        }
        query.execute(connection).await.map_err(failed)?;
        Ok(())
    })
}
