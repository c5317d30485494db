//! Checks a message's body: by itself, and against what it refers to.

use serde_json::Value;

use crate::{
    rest::{
        error::{ApiError, ValidationError},
        uploads,
    },
    state::{create_message::MessagePayload, world::World},
    validation::message::{self, MessageOperation},
};

/// Refuses a body that is invalid, or refers to an attachment or an emoji that does not
/// exist.
pub(crate) fn check(
    world: &World,
    payload: &MessagePayload,
    operation: MessageOperation<'_>,
) -> Result<(), ApiError> {
    message::check(&payload.body, operation)?;
    // The body of a callback is the `data` of the request.
    let (before, prefix) = match operation {
        MessageOperation::InitialResponse => (None, "data"),
        MessageOperation::Update(before) => (Some(before), "data"),
        MessageOperation::Edit(before) | MessageOperation::WebhookEdit(before) => {
            (Some(before), "")
        }
        MessageOperation::Post | MessageOperation::FollowUp => (None, ""),
    };
    let mut errors = Vec::new();
    let components = payload.body["components"].as_array().into_iter().flatten();
    for (index, component) in components.enumerate() {
        let path = [prefix.to_owned(), "components".to_owned(), index.to_string()];
        find_unknown_emojis(world, component, &path, &mut errors);
    }
    if !errors.is_empty() {
        return Err(ApiError::invalid_form(&errors));
    }
    uploads::check(payload, before, prefix)
}

/// Adds an error for each custom emoji of a component, and of those within it, that the
/// application does not own.
fn find_unknown_emojis(
    world: &World,
    component: &Value,
    path: &[String],
    errors: &mut Vec<ValidationError>,
) {
    let at = |keys: &[&str]| -> Vec<String> {
        let keys = keys.iter().map(|key| (*key).to_owned());
        path.iter().filter(|key| !key.is_empty()).cloned().chain(keys).collect()
    };
    let id = component["emoji"]["id"].as_str();
    let is_known = |id: &str| id.parse().is_ok_and(|id| world.emojis.contains_key(&id));
    if id.is_some_and(|id| !is_known(id)) {
        errors.push(ValidationError {
            path: at(&["emoji", "id"]),
            code: "BUTTON_COMPONENT_INVALID_EMOJI",
            message: "Invalid emoji".to_owned(),
        });
    }
    for key in ["components", "options"] {
        for (index, inner) in component[key].as_array().into_iter().flatten().enumerate() {
            find_unknown_emojis(world, inner, &at(&[key, &index.to_string()]), errors);
        }
    }
}
