use std::io::BufRead;

use serde::Deserialize;
use thiserror::Error;
use tokio::sync::mpsc;

use super::export::{FORMAT, VERSION};
use crate::store::{
    Store, StoreError,
    dump::{Row, Table},
};

/// How many rows wait at most to be stored.
const WAITING: usize = 1_000;

/// Why an import was not done. Nothing was stored.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("the export cannot be read")]
    Read(#[from] std::io::Error),
    /// The file is something else.
    #[error("line {line} is not of an export: {problem}")]
    Line {
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The database holds something already.
    #[error("the database is not empty: import into a new one")]
    NotEmpty,
    /// The database failed.
    #[error("the import was not stored")]
    Store(#[from] StoreError),
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

#[derive(Deserialize)]
struct Line {
    table: String,
    row: Row,
}

/// Stores what [`export`](super::export()) wrote in an empty database, all of it
/// or nothing. Gives the number of rows.
pub async fn import(store: &dyn Store, file: impl BufRead) -> Result<u64, ImportError> {
    // Everything is looked at before anything is stored.
    let rows = read(file)?;
    let (send, received) = mpsc::channel(WAITING);
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

fn read(file: impl BufRead) -> Result<Vec<(&'static Table, Row)>, ImportError> {
    let mut lines = (1..).zip(file.lines());
    let (_, header) = lines.next().ok_or_else(|| wrong(1, "the file is empty"))?;
    let header: Header = parse(1, &header?)?;
    if header.format != FORMAT || header.version != VERSION {
        return Err(wrong(1, "it names another format"));
    }
    lines
        .map(|(number, line)| {
            let Line { table, row } = parse(number, &line?)?;
            let known = Table::named(&table);
            let table =
                known.ok_or_else(|| wrong(number, &format!("there is no table {table:?}")))?;
            if let Some(name) = row.keys().find(|name| !table.has(name)) {
                return Err(wrong(number, &format!("{} has no column {name:?}", table.name)));
            }
            Ok((table, row))
        })
        .collect()
}

fn parse<'a, T: Deserialize<'a>>(number: u64, line: &'a str) -> Result<T, ImportError> {
    serde_json::from_str(line).map_err(|error| wrong(number, &error.to_string()))
}

fn wrong(line: u64, problem: &str) -> ImportError {
    ImportError::Line { line, problem: problem.to_owned() }
}
