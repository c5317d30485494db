//! Checks the attachments that a message's body lists.

use crate::{
    rest::error::{ApiError, ValidationError},
    state::{create_message::MessagePayload, message::Message},
};

/// The most files of a request.
const MAX_UPLOADS: usize = 10;

/// Refuses more or larger files than Discord takes.
pub(crate) fn check_size(payload: &MessagePayload, limit: usize) -> Result<(), ApiError> {
    let size: usize = payload.uploads.iter().map(|upload| upload.bytes.len()).sum();
    if size > limit || payload.uploads.len() > MAX_UPLOADS {
        return Err(ApiError::body_too_large());
    }
    Ok(())
}

/// Refuses a body with an attachment that is neither one of its uploads nor on the
/// message `before` the edit. `prefix` is the key of the body in the request, or
/// empty.
pub(crate) fn check(
    payload: &MessagePayload,
    before: Option<&Message>,
    prefix: &str,
) -> Result<(), ApiError> {
    let mut errors = Vec::new();
    for (index, listed) in payload.body["attachments"].as_array().into_iter().flatten().enumerate()
    {
        let id = listed["id"].as_str().unwrap_or_default();
        let is_uploaded = payload.uploads.iter().any(|upload| upload.index == id);
        let is_attached = before
            .is_some_and(|message| message.attachments.iter().any(|it| it.id.to_string() == id));
        if !is_uploaded && !is_attached {
            let path = [prefix, "attachments", &index.to_string(), "id"]
                .into_iter()
                .filter(|key| !key.is_empty())
                .map(str::to_owned)
                .collect();
            errors.push(ValidationError {
                path,
                code: "MESSAGE_ATTACHMENT_NOT_FOUND",
                message: format!("Attachment data is missing or expired: {id}"),
            });
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(ApiError::invalid_form(&errors)) }
}
