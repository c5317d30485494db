//! Exports: all data as lines of JSON, written and read.

use std::io::{BufRead, Write};

use anyhow::{Context, anyhow};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

use crate::store::{
    self, ExportSource, Store,
    export_schema::{ExportColumns, ExportRow},
};

/// Identifies the format in the first line of an export.
const FORMAT: &str = "fourfall";

/// Rows buffered between the database and the file.
const ROW_BUFFER: usize = 1_000;

/// Writes a consistent snapshot of all data, without tokens, as JSON Lines: a header that
/// names the format, a line for each row, and one with their number, so that a file of which a part is
/// missing is noticed. Returns that number.
pub async fn export(source: &dyn ExportSource, mut out: impl Write) -> anyhow::Result<u64> {
    let (send, mut rows) = mpsc::channel::<(&str, ExportRow)>(ROW_BUFFER);
    writeln!(out, "{}", json!({ "format": FORMAT, "schema": store::schema_version() }))?;
    // Owns the receiver, so that a write error stops the reader as well.
    let writing = async move {
        let mut count = 0;
        while let Some((table, row)) = rows.recv().await {
            writeln!(out, "{}", json!({ "table": table, "row": row }))
                .context("the export could not be written")?;
            count += 1;
        }
        writeln!(out, "{}", json!({ "rows": count })).context("the export could not be written")?;
        out.flush().context("the export could not be written")?;
        anyhow::Ok(count)
    };
    let (read, written) = tokio::join!(source.export(None, send), writing);
    let count = written?;
    read?;
    Ok(count)
}

#[derive(Deserialize)]
struct ImportHeader {
    format: String,
    /// Those from before 1.0 name a version instead.
    schema: Option<i64>,
}

const NOT_READ: &str = "the export cannot be read";
const NOT_STORED: &str = "the import was not stored";

const NOT_WHOLE: &str = "the export is not whole: copy it again";

#[derive(Deserialize)]
#[serde(untagged)]
enum ImportLine {
    Row { table: String, row: ExportRow },
    End { rows: usize },
}

/// Imports a file that [`export`] of this schema has written into an empty database, in one
/// transaction. Returns the number of rows. If it fails, nothing is stored.
pub async fn import(store: &Store, file: impl BufRead) -> anyhow::Result<u64> {
    // Validates the whole file before anything is stored.
    let rows = read(file, &store.export_columns().await.context(NOT_STORED)?)?;
    let (send, received) = mpsc::channel(ROW_BUFFER);
    let sending = async move {
        for row in rows {
            if send.send(row).await.is_err() {
                break;
            }
        }
    };
    let (stored, ()) = tokio::join!(store.import(received), sending);
    stored.context(NOT_STORED)?.context("the database is not empty: import into a new one")
}

fn read(
    file: impl BufRead,
    columns: &ExportColumns,
) -> anyhow::Result<Vec<(&'static str, ExportRow)>> {
    let mut lines = (1..).zip(file.lines());
    let (_, header) = lines.next().ok_or_else(|| line_error(1, "the file is empty"))?;
    let header: ImportHeader = parse(1, &header.context(NOT_READ)?)?;
    if header.format != FORMAT {
        return Err(line_error(1, "it names another format"));
    }
    anyhow::ensure!(
        header.schema == Some(store::schema_version()),
        "another version of Fourfall has written the export: import it with that one, then start this \
         one on that database"
    );
    let mut rows = Vec::new();
    let mut expected = None;
    for (number, line) in lines {
        let (table, row) = match parse(number, &line.context(NOT_READ)?)? {
            ImportLine::Row { table, row } => (table, row),
            ImportLine::End { rows } => {
                expected = Some(rows);
                continue;
            }
        };
        let (table, columns) = columns
            .get_key_value(&*table)
            .ok_or_else(|| line_error(number, &format!("there is no table {table:?}")))?;
        if let Some(name) = row.keys().find(|name| !columns.contains(name)) {
            return Err(line_error(number, &format!("{table} has no column {name:?}")));
        }
        rows.push((*table, row));
    }
    anyhow::ensure!(expected == Some(rows.len()), NOT_WHOLE);
    Ok(rows)
}

fn parse<'a, T: Deserialize<'a>>(number: u64, line: &'a str) -> anyhow::Result<T> {
    serde_json::from_str(line).map_err(|error| line_error(number, &error.to_string()))
}

/// What is wrong with a line, numbered from 1.
fn line_error(line: u64, problem: &str) -> anyhow::Error {
    anyhow!("line {line} is not of an export: {problem}")
}
