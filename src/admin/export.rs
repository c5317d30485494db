use std::io::Write;

use anyhow::Context;
use serde_json::json;
use tokio::sync::mpsc;

use crate::store::{
    Store,
    dump::{Row, Table},
};

/// What the first line of an export says, besides the version of the format.
pub(super) const FORMAT: &str = "fourfall";

/// The version of the format. A later one would be needed if a line of this one
/// came to mean something else.
pub(super) const VERSION: u64 = 1;

/// How many rows wait at most to be written.
const WAITING: usize = 1_000;

/// Writes all that is stored but for tokens, as it is at one moment: a line of
/// JSON that names the format, then one for each row. Gives the number of rows.
pub async fn export(store: &dyn Store, mut out: impl Write) -> anyhow::Result<u64> {
    let (send, mut rows) = mpsc::channel::<(&Table, Row)>(WAITING);
    writeln!(out, "{}", json!({ "format": FORMAT, "version": VERSION }))?;
    // Owns the rows' end, so that a fault in writing ends the reading too.
    let writing = async move {
        let mut count = 0;
        while let Some((table, row)) = rows.recv().await {
            writeln!(out, "{}", json!({ "table": table.name, "row": row }))
                .context("the export could not be written")?;
            count += 1;
        }
        out.flush().context("the export could not be written")?;
        anyhow::Ok(count)
    };
    let (read, written) = tokio::join!(store.export(send), writing);
    let count = written?;
    read?;
    Ok(count)
}
