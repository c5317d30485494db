//! Exports: all data as lines of JSON, written and read.

use std::io::{BufRead, Write};

use anyhow::{Context, anyhow};
use serde::Deserialize;
use serde_json::json;

use crate::store::{
    self, ExportSource, Store,
    export_schema::{ExportColumns, ExportRow, TableRow},
};

/// Identifies the format in the first line of an export.
const FORMAT: &str = "fourfall";

const NOT_WRITTEN: &str = "the export could not be written";

/// Writes a consistent snapshot of all data, without tokens, as JSON Lines: a header that
/// names the format, a line for each row, and one with their number, so that a file of which a part is
/// missing is noticed. Returns that number.
pub async fn export(source: &dyn ExportSource, mut out: impl Write + Send) -> anyhow::Result<u64> {
    let header = json!({ "format": FORMAT, "schema": store::schema_version() });
    writeln!(out, "{header}").context(NOT_WRITTEN)?;
    let (mut count, mut written) = (0, Ok(()));
    let write = &mut |table: &'static str, row: ExportRow| {
        written = writeln!(out, "{}", json!({ "table": table, "row": row }));
        count += 1;
        written.is_ok()
    };
    source.export(None, write).await?;
    written.context(NOT_WRITTEN)?;
    writeln!(out, "{}", json!({ "rows": count })).context(NOT_WRITTEN)?;
    out.flush().context(NOT_WRITTEN)?;
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
    let stored = store.import(rows).await.context(NOT_STORED)?;
    stored.context("the database is not empty: import into a new one")
}

fn read(file: impl BufRead, columns: &ExportColumns) -> anyhow::Result<Vec<TableRow>> {
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
