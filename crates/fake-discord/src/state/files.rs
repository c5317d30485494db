//! The files of messages.

use std::collections::HashMap;

use axum::body::Bytes;
use serde_json::Value;

use crate::state::{ids::AttachmentId, message::Attachment};

/// A file of a request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`, which is its id in the body's `attachments`.
    pub(crate) index: String,
    pub(crate) filename: String,
    pub(crate) content_type: String,
    pub(crate) bytes: Bytes,
}

/// The files of all messages, and their URLs.
#[derive(Debug)]
pub(crate) struct FileStore {
    base_url: String,
    stored: HashMap<AttachmentId, (String, Bytes)>,
}

impl FileStore {
    pub(crate) fn new(base_url: &str) -> Self {
        Self { base_url: base_url.to_owned(), stored: HashMap::new() }
    }

    /// Stores a file. Its name and description may come from the body.
    pub(crate) fn store(&mut self, id: AttachmentId, upload: &Upload, body: &Value) -> Attachment {
        self.stored.insert(id, (upload.content_type.clone(), upload.bytes.clone()));
        let listed = body["attachments"].as_array().into_iter().flatten();
        let metadata = listed.into_iter().find(|it| it["id"].as_str() == Some(&upload.index));
        let text = |key: &str| metadata.and_then(|it| it[key].as_str()).map(str::to_owned);
        let filename = text("filename").unwrap_or_else(|| upload.filename.clone());
        Attachment {
            id,
            url: format!("{}/attachments/{id}/{filename}", self.base_url),
            filename,
            description: text("description"),
            content_type: upload.content_type.clone(),
            size: upload.bytes.len(),
        }
    }

    /// The media type and contents of a file.
    pub(crate) fn get(&self, id: AttachmentId) -> Option<(String, Bytes)> {
        self.stored.get(&id).cloned()
    }

    pub(crate) fn remove(&mut self, attachments: &[Attachment]) {
        for attachment in attachments {
            self.stored.remove(&attachment.id);
        }
    }
}

/// Replaces every `attachment://name` by the URL of the attachment.
pub(crate) fn resolve_attachment_urls(json: &mut Value, attachments: &[Attachment]) {
    match json {
        Value::String(text) => {
            let name = text.strip_prefix("attachment://");
            let found = name.and_then(|name| attachments.iter().find(|it| it.filename == name));
            if let Some(attachment) = found {
                text.clone_from(&attachment.url);
            }
        }
        Value::Array(items) => {
            for item in items {
                resolve_attachment_urls(item, attachments);
            }
        }
        Value::Object(map) => {
            for value in map.values_mut() {
                resolve_attachment_urls(value, attachments);
            }
        }
        _ => {}
    }
}
