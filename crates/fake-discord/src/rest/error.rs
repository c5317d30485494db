//! What Discord answers to a request that it does not take.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use crate::validation::Complaint;

/// An answer that is not a success.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl Refusal {
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

    pub(crate) fn unknown_message() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10008, "Unknown Message")
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

    pub(crate) fn already_answered() -> Self {
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

    pub(crate) fn not_in_this_channel() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50008, "Cannot send messages in a non-text channel")
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

    pub(crate) fn not_json() -> Self {
        let message = "The request body contains invalid JSON.";
        Self::new(StatusCode::BAD_REQUEST, 50109, message)
    }

    /// 50035, with the complaints nested by their paths as Discord nests them.
    pub(crate) fn invalid_form(complaints: &[Complaint]) -> Self {
        let mut errors = Map::new();
        for complaint in complaints {
            nest(&mut errors, &complaint.path, complaint);
        }
        let mut refusal = Self::new(StatusCode::BAD_REQUEST, 50035, "Invalid Form Body");
        refusal.body["errors"] = Value::Object(errors);
        refusal
    }

    /// What a person would read of it in a log or on the page.
    pub(crate) fn sentence(&self) -> String {
        self.body.to_string()
    }
}

fn nest(errors: &mut Map<String, Value>, path: &[String], complaint: &Complaint) {
    if let Some((step, rest)) = path.split_first() {
        let inner = errors.entry(step.as_str()).or_insert_with(|| json!({}));
        if let Value::Object(inner) = inner {
            nest(inner, rest, complaint);
        }
    } else if let Value::Array(list) = errors.entry("_errors").or_insert_with(|| json!([])) {
        list.push(json!({ "code": complaint.code, "message": complaint.message }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_nested_by_their_path() {
        let complaint = Complaint {
            path: vec!["components".to_owned(), "0".to_owned()],
            code: "BASE_TYPE_REQUIRED",
            message: "This field is required".to_owned(),
        };
        let refusal = Refusal::invalid_form(&[complaint]);
        assert_eq!(refusal.body["code"], 50035);
        let nested = &refusal.body["errors"]["components"]["0"]["_errors"][0]["code"];
        assert_eq!(nested, "BASE_TYPE_REQUIRED");
    }
}
