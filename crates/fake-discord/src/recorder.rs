//! Records the bot's requests.

use std::{fs::File, io::Write as _, path::Path, sync::Arc};

use serde_json::{Value, json};

/// A REST request of the bot, or its response to an interaction that was
/// delivered to an endpoint, in the form of the equivalent callback request.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRequest {
    /// `GET`, `POST`, `PATCH`, `PUT` or `DELETE`.
    pub method: String,
    /// The path without `/api/v10` and without the query.
    pub path: String,
    /// The JSON body; null if there was none or it was invalid. Of a multipart
    /// request, its `payload_json`.
    pub body: Value,
    /// Whether the request was `multipart/form-data`, as it is with files.
    pub multipart: bool,
    /// The HTTP status of the response; 0 if the bot did not get one.
    pub status: u16,
}

/// Keeps requests in a file and in memory, in memory only, or not at all.
#[derive(Debug)]
pub(crate) struct RequestRecorder {
    file: Option<File>,
    requests: Option<Vec<Arc<RecordedRequest>>>,
}

impl RequestRecorder {
    pub(crate) fn new(path: Option<&Path>, keep: bool) -> std::io::Result<Self> {
        let file = path.map(File::create).transpose()?;
        Ok(Self { requests: (keep || file.is_some()).then(Vec::new), file })
    }

    pub(crate) fn is_enabled(&self) -> bool {
        self.requests.is_some()
    }

    pub(crate) fn record(&mut self, request: RecordedRequest) {
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
            // At once: `writeln!` writes each part of the JSON by itself.
            if let Err(error) = file.write_all(format!("{line}\n").as_bytes()) {
                tracing::warn!(%error, "cannot record a request");
            }
        }
        if let Some(requests) = &mut self.requests {
            requests.push(Arc::new(request));
        }
    }

    /// The requests so far; `None` if they are not recorded.
    pub(crate) fn requests(&self) -> Option<Vec<Arc<RecordedRequest>>> {
        self.requests.clone()
    }
}
