//! Discord's error responses.
//!
//! [Discord's codes](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json)

use std::fmt;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// An error response. Displays as its JSON body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

/// An error in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValidationError {
    /// The keys and indices of the invalid value.
    pub(crate) path: Vec<String>,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl ApiError {
    fn new(status: StatusCode, code: u32, message: &str) -> Self {
        Self { status, body: json!({ "message": message, "code": code }) }
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 0, "401: Unauthorized")
    }

    pub(crate) fn no_such_route() -> Self {
        Self::new(StatusCode::NOT_FOUND, 0, "404: Not Found")
    }

    pub(crate) fn unknown_application() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10002, "Unknown Application")
    }

    pub(crate) fn unknown_channel() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10003, "Unknown Channel")
    }

    pub(crate) fn unknown_guild() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10004, "Unknown Guild")
    }

    pub(crate) fn unknown_member() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10007, "Unknown Member")
    }

    pub(crate) fn unknown_user() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10013, "Unknown User")
    }

    pub(crate) fn unknown_message() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10008, "Unknown Message")
    }

    pub(crate) fn unknown_emoji() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10014, "Unknown Emoji")
    }

    pub(crate) fn too_many_emojis(limit: usize) -> Self {
        let message = format!("Maximum number of emojis reached ({limit})");
        Self::new(StatusCode::BAD_REQUEST, 30008, &message)
    }

    pub(crate) fn unknown_webhook() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10015, "Unknown Webhook")
    }

    pub(crate) fn unknown_interaction() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10062, "Unknown interaction")
    }

    pub(crate) fn body_too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, 40005, "Request entity too large")
    }

    pub(crate) fn already_acknowledged() -> Self {
        let message = "Interaction has already been acknowledged.";
        Self::new(StatusCode::BAD_REQUEST, 40060, message)
    }

    pub(crate) fn too_many_follow_ups() -> Self {
        let message = "Maximum number of follow-up messages reached for this interaction";
        Self::new(StatusCode::BAD_REQUEST, 40094, message)
    }

    pub(crate) fn missing_access() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50001, "Missing Access")
    }

    pub(crate) fn not_the_author() -> Self {
        let message = "Cannot edit a message authored by another user";
        Self::new(StatusCode::FORBIDDEN, 50005, message)
    }

    pub(crate) fn empty_message() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50006, "Cannot send an empty message")
    }

    pub(crate) fn non_text_channel() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50008, "Cannot send messages in a non-text channel")
    }

    pub(crate) fn locked_thread() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 160_005, "Thread is locked")
    }

    pub(crate) fn too_many_old_edits() -> Self {
        let message =
            "Maximum number of edits to messages older than 1 hour reached. Try again later.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, 30046, message)
    }

    pub(crate) fn archived_thread() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50083, "Thread is archived")
    }

    pub(crate) fn missing_permissions() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50013, "Missing Permissions")
    }

    pub(crate) fn token_expired() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 50027, "Invalid Webhook Token")
    }

    pub(crate) fn entry_point_missing() -> Self {
        let message = "You cannot remove this app's Entry Point command in a bulk update \
                       operation. Please include the Entry Point command in your update request \
                       or delete it separately.";
        Self::new(StatusCode::BAD_REQUEST, 50240, message)
    }

    pub(crate) fn malformed_multipart() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 0, "400: Bad Request")
    }

    pub(crate) fn not_json() -> Self {
        let message = "The request body contains invalid JSON.";
        Self::new(StatusCode::BAD_REQUEST, 50109, message)
    }

    /// 50035, with the errors nested by their paths.
    ///
    /// [Discord's format](https://discord.com/developers/docs/reference#error-messages)
    pub(crate) fn invalid_form(errors: &[ValidationError]) -> Self {
        let mut nested = Map::new();
        for error in errors {
            nest(&mut nested, &error.path, error);
        }
        let mut response = Self::new(StatusCode::BAD_REQUEST, 50035, "Invalid Form Body");
        response.body["errors"] = Value::Object(nested);
        response
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.body.fmt(f)
    }
}

fn nest(nested: &mut Map<String, Value>, path: &[String], error: &ValidationError) {
    if let Some((key, rest)) = path.split_first() {
        let inner = nested.entry(key.as_str()).or_insert_with(|| json!({}));
        if let Value::Object(inner) = inner {
            nest(inner, rest, error);
        }
    } else if let Value::Array(list) = nested.entry("_errors").or_insert_with(|| json!([])) {
        list.push(json!({ "code": error.code, "message": error.message }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_nested_by_their_path() {
        let error = ValidationError {
            path: vec!["components".to_owned(), "0".to_owned()],
            code: "BASE_TYPE_REQUIRED",
            message: "This field is required".to_owned(),
        };
        let response = ApiError::invalid_form(&[error]);
        assert_eq!(response.body["code"], 50035);
        let nested = &response.body["errors"]["components"]["0"]["_errors"][0]["code"];
        assert_eq!(nested, "BASE_TYPE_REQUIRED");
    }
}
