//! What Discord was told of our commands.

use futures_util::future::BoxFuture;

use crate::{
    play::ApplicationId,
    store::{
        Scope, StoreError, rows, sql,
        statement::{Connection, statement},
    },
};

pub(in crate::store) async fn all(
    connection: &mut impl Connection,
    application: ApplicationId,
) -> Result<Vec<(Scope, String)>, StoreError> {
    let known: Vec<(i64, String)> = statement(sql::REGISTRATIONS)
        .bind(application.0.cast_signed())
        .all(&mut *connection)
        .await?;
    Ok(known.into_iter().map(|(key, hash)| (rows::scope(key), hash)).collect())
}

pub(in crate::store) fn note(
    connection: &mut impl Connection,
    application: ApplicationId,
    scope: Scope,
    hash: Option<String>,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let text = if hash.is_some() { sql::NOTE_REGISTRATION } else { sql::FORGET_REGISTRATION };
        let mut query =
            statement(text).bind(application.0.cast_signed()).bind(rows::scope_key(scope));
        if let Some(hash) = hash {
            query = query.bind(hash);
        }
        query.execute(connection).await?;
        Ok(())
    })
}
