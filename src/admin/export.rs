use std::io::Write;

use anyhow::Context;
use serde_json::json;
use tokio::sync::mpsc;

use crate::store::{ExportSource, export_schema::ExportRow};

/// Identifies the format in the first line of an export.
pub(super) const FORMAT: &str = "fourfall";

/// The version of the format, to be raised by incompatible changes.
pub(super) const VERSION: u64 = 1;

/// Rows buffered between reading and writing.
const ROW_BUFFER: usize = 1_000;

/// Writes a consistent snapshot of all data, without tokens, as JSON Lines: a header that
/// names the format, then a line for each row. Returns the number of rows.
pub async fn export(source: &dyn ExportSource, mut out: impl Write) -> anyhow::Result<u64> {
    let (send, mut rows) = mpsc::channel::<(&str, ExportRow)>(ROW_BUFFER);
    writeln!(out, "{}", json!({ "format": FORMAT, "version": VERSION }))?;
    // Owns the receiver, so that a write error stops the reader as well.
    let writing = async move {
        let mut count = 0;
        while let Some((table, row)) = rows.recv().await {
            writeln!(out, "{}", json!({ "table": table, "row": row }))
                .context("the export could not be written")?;
            count += 1;
        }
        out.flush().context("the export could not be written")?;
        anyhow::Ok(count)
    };
    let (read, written) = tokio::join!(source.export(None, send), writing);
    let count = written?;
    read?;
    Ok(count)
}
