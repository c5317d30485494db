//! The body of `PATCH /channels/{channel}`.

use serde_json::{Map, Value};

use crate::{
    rest::error::ApiError,
    validation::{
        Validator,
        schema::{Schema, optional},
    },
};

const SCHEMA: Schema = Schema::Object(&[optional(ARCHIVED, &Schema::Boolean)]);
const ARCHIVED: &str = "archived";

/// Refuses a body that is invalid, or changes what the fake has no state for: only threads
/// can be changed, and only `archived`.
pub(crate) fn check(body: &Value, is_thread: bool) -> Result<(), ApiError> {
    let mut validator = Validator::default();
    SCHEMA.check(body, &mut validator);
    for key in body.as_object().into_iter().flat_map(Map::keys) {
        if !is_thread || key != ARCHIVED {
            validator.at(key.as_str(), |validator| {
                validator.error("FAKE_CANNOT_CHANGE", "The fake cannot change this.");
            });
        }
    }
    validator.finish()
}
