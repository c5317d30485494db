//! The files that were sent along with messages.

use std::collections::HashMap;

use axum::body::Bytes;
use serde_json::Value;

use crate::state::{ids::AttachmentId, message::Attachment};

/// A file as it came with a request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The number by which the body speaks of it.
    pub(crate) index: String,
    pub(crate) filename: String,
    pub(crate) content_type: String,
    pub(crate) bytes: Bytes,
}

/// The files of all messages.
#[derive(Debug)]
pub(crate) struct Files {
    address: String,
    stored: HashMap<AttachmentId, (String, Bytes)>,
}

impl Files {
    pub(crate) fn new(address: &str) -> Self {
        Self { address: address.to_owned(), stored: HashMap::new() }
    }

    /// Keeps a file; `description` is what the body says about it.
    pub(crate) fn keep(&mut self, id: AttachmentId, upload: &Upload, body: &Value) -> Attachment {
        self.stored.insert(id, (upload.content_type.clone(), upload.bytes.clone()));
        let listed = body["attachments"].as_array().into_iter().flatten();
        let about = listed.into_iter().find(|it| it["id"].as_str() == Some(&upload.index));
        let text = |key: &str| about.and_then(|it| it[key].as_str()).map(str::to_owned);
        let filename = text("filename").unwrap_or_else(|| upload.filename.clone());
        Attachment {
            id,
            url: format!("{}/attachments/{id}/{filename}", self.address),
            filename,
            description: text("description"),
            content_type: upload.content_type.clone(),
            size: upload.bytes.len(),
        }
    }

    /// A file's media type and contents.
    pub(crate) fn get(&self, id: AttachmentId) -> Option<(String, Bytes)> {
        self.stored.get(&id).cloned()
    }

    pub(crate) fn forget(&mut self, attachments: &[Attachment]) {
        for attachment in attachments {
            self.stored.remove(&attachment.id);
        }
    }
}

/// Puts the real address in the place of `attachment://name`.
pub(crate) fn resolve_addresses(json: &mut Value, attachments: &[Attachment]) {
    match json {
        Value::String(text) => {
            let named = text.strip_prefix("attachment://");
            let found = named.and_then(|name| attachments.iter().find(|it| it.filename == name));
            if let Some(attachment) = found {
                text.clone_from(&attachment.url);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| resolve_addresses(it, attachments)),
        Value::Object(map) => {
            map.values_mut().for_each(|it| resolve_addresses(it, attachments));
        }
        _ => {}
    }
}
