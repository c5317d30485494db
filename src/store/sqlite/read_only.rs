//! Reading and copying of an SQLite file that may belong to a running bot.

use std::path::{Path, absolute};

use sqlx::{
    ConnectOptions as _, Connection as _, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use super::{database, files::has_log};
use crate::store::{migrations::Schema, prelude::*};

/// Opens the database at a `sqlite://…` URL for reading only, and reads its schema.
pub(in crate::store) async fn open_read_only(
    url: &str,
) -> StoreResult<(SqliteConnection, Option<Schema>)> {
    let options = database::options(url)?.read_only(true);
    database::check_present(options.get_filename())?;
    match connect(&options).await {
        // Even to read a file in WAL mode, SQLite creates files beside it. Where it may
        // not, and no process has left changes there, the file alone is enough.
        Err(error) if error.has_sqlite_code(NOT_OPENABLE) && !has_log(options.get_filename()) => {
            connect(&options.immutable(true)).await
        }
        result => result,
    }
}

/// Connects, and reads the schema: SQLite opens the file only then.
async fn connect(
    options: &SqliteConnectOptions,
) -> StoreResult<(SqliteConnection, Option<Schema>)> {
    let mut connection = options.connect().await.map_err(StoreError::Open)?;
    let schema = Schema::read(&mut Connection::Sqlite(&mut connection)).await?;
    Ok((connection, schema))
}

/// [SQLITE_READONLY and SQLITE_CANTOPEN](https://sqlite.org/rescode.html).
const NOT_OPENABLE: &[i32] = &[8, 14];

const DELETE_TOKENS: [&str; 2] = [
    "UPDATE game SET token = '', token_expires_at = 0 WHERE token <> '' OR token_expires_at <> 0",
    "UPDATE challenge SET token = '', token_expires_at = 0 \
     WHERE token <> '' OR token_expires_at <> 0",
];

/// Copies a snapshot of the database, without tokens, into an empty file.
pub(in crate::store) async fn back_up(
    source: &mut SqliteConnection,
    file: &Path,
) -> StoreResult<()> {
    // Not a relative path, which may look like a URI.
    let file = absolute(file).map_err(|error| StoreError::Open(error.into()))?;
    let name = file.to_str().ok_or(StoreError::Unsupported("the file's name is not UTF-8"))?;
    query("VACUUM INTO $1").bind(name).execute(&mut Connection::Sqlite(source)).await?;
    let options = SqliteConnectOptions::new()
        .filename(&file)
        // Without a file beside it, even for the moment.
        .journal_mode(SqliteJournalMode::Memory)
        .synchronous(SqliteSynchronous::Full)
        // What is deleted is also overwritten.
        .pragma("secure_delete", "ON");
    let mut copy = options.connect().await.map_err(StoreError::Open)?;
    for statement in DELETE_TOKENS {
        rare_query(statement).execute(&mut Connection::Sqlite(&mut copy)).await?;
    }
    copy.close().await.map_err(StoreError::Open)
}
