use std::io::BufRead;

use serde::Deserialize;
use thiserror::Error;
use tokio::sync::mpsc;

use super::export::{FORMAT, VERSION};
use crate::store::{
    Store, StoreError,
    export_schema::{ExportColumns, ExportRow, UNUSED},
};

/// Rows buffered between sending and storing.
const ROW_BUFFER: usize = 1_000;

/// Why an import failed. Nothing was stored.
#[derive(Debug, Error)]
pub enum ImportError {
    #[error("the export cannot be read")]
    Read(#[from] std::io::Error),
    /// A line is not valid in an export.
    #[error("line {line} is not of an export: {problem}")]
    Line {
        /// From 1.
        line: u64,
        problem: String,
    },
    #[error("the database is not empty: import into a new one")]
    NotEmpty,
    #[error("the import was not stored")]
    Store(#[from] StoreError),
}

#[derive(Deserialize)]
struct ImportHeader {
    format: String,
    version: u64,
}

/// Tables that exports had before, which are not imported.
const RETIRED_TABLES: [&str; 5] =
    ["live_seat", "registration", "challenge_cooldown", "retained_limit", "heartbeat"];

/// Columns that exports had before, with their tables, which are not imported.
const RETIRED_COLUMNS: [(&str, &str); 4] = [
    ("game", "standing"),
    ("trainee", "review_day"),
    ("trainee", "reviews"),
    ("trainee", "leased_until"),
];

#[derive(Deserialize)]
struct ImportLine {
    table: String,
    row: ExportRow,
}

/// Imports a file written by [`export`](super::export()) into an empty database, in one
/// transaction. Returns the number of rows.
pub async fn import(store: &Store, file: impl BufRead) -> Result<u64, ImportError> {
    // Validates the whole file before anything is stored.
    let rows = read(file, &store.export_columns().await?)?;
    let (send, received) = mpsc::channel(ROW_BUFFER);
    let sending = async move {
        for row in rows {
            if send.send(row).await.is_err() {
                break;
            }
        }
    };
    let (stored, ()) = tokio::join!(store.import(received), sending);
    stored?.ok_or(ImportError::NotEmpty)
}

fn read(
    file: impl BufRead,
    columns: &ExportColumns,
) -> Result<Vec<(&'static str, ExportRow)>, ImportError> {
    let mut lines = (1..).zip(file.lines());
    let (_, header) = lines.next().ok_or_else(|| line_error(1, "the file is empty"))?;
    let header: ImportHeader = parse(1, &header?)?;
    if header.format != FORMAT || header.version != VERSION {
        return Err(line_error(1, "it names another format"));
    }
    let mut rows = Vec::new();
    for (number, line) in lines {
        let ImportLine { table, mut row } = parse(number, &line?)?;
        if RETIRED_TABLES.contains(&&*table) {
            continue;
        }
        row.retain(|column, _| {
            let column = (&*table, &**column);
            !RETIRED_COLUMNS.contains(&column) && !UNUSED.contains(&column)
        });
        let (table, columns) = columns
            .get_key_value(&*table)
            .ok_or_else(|| line_error(number, &format!("there is no table {table:?}")))?;
        if let Some(name) = row.keys().find(|name| !columns.contains(name)) {
            return Err(line_error(number, &format!("{table} has no column {name:?}")));
        }
        rows.push((*table, row));
    }
    Ok(rows)
}

fn parse<'a, T: Deserialize<'a>>(number: u64, line: &'a str) -> Result<T, ImportError> {
    serde_json::from_str(line).map_err(|error| line_error(number, &error.to_string()))
}

fn line_error(line: u64, problem: &str) -> ImportError {
    ImportError::Line { line, problem: problem.to_owned() }
}
