//! What the bot asked, written down.

use std::{fs::File, io::Write as _, path::Path};

use serde_json::{Value, json};

/// A request of the bot's.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// `GET`, `POST`, `PATCH`, `PUT` or `DELETE`.
    pub method: String,
    /// The path without `/api/v10` and without the query.
    pub path: String,
    /// The body; null if there was none.
    pub body: Value,
    /// Whether it came with files.
    pub multipart: bool,
    /// The status it was answered with; 0 if it was not answered.
    pub status: u16,
}

/// Keeps requests in a file, in memory, or not at all.
#[derive(Debug)]
pub(crate) struct Recorder {
    file: Option<File>,
    kept: Option<Vec<Recorded>>,
}

impl Recorder {
    pub(crate) fn new(path: Option<&Path>, keep: bool) -> std::io::Result<Self> {
        let file = path.map(File::create).transpose()?;
        Ok(Self { kept: (keep || file.is_some()).then(Vec::new), file })
    }

    /// Whether it has any use for a request.
    pub(crate) fn is_on(&self) -> bool {
        self.kept.is_some()
    }

    pub(crate) fn record(&mut self, request: Recorded) {
        if let Some(file) = &mut self.file {
            let mut line = json!({
                "method": request.method,
                "path": request.path,
                "body": request.body,
                "status": request.status,
            });
            if request.multipart {
                line["multipart"] = json!(true);
            }
            if let Err(error) = writeln!(file, "{line}") {
                tracing::warn!(%error, "a request could not be recorded");
            }
        }
        if let Some(kept) = &mut self.kept {
            kept.push(request);
        }
    }

    /// The requests so far, if they are kept.
    pub(crate) fn requests(&self) -> Option<Vec<Recorded>> {
        self.kept.clone()
    }
}
