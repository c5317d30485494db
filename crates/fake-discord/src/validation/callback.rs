//! Validates callbacks, the initial responses to interactions.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object)

use serde_json::Value;

use crate::{
    rest::error::ApiError,
    state::message::flag,
    validation::{
        Validator,
        command_schemas::{INTEGER_CHOICE, NUMBER_CHOICE, TEXT_CHOICE},
        component_schemas::{BOOLEAN, COMPONENT_ID, CUSTOM_ID},
        message::{self, MessageOperation},
        schema::{Schema, as_integer, integer, list, non_empty_list, optional, required, text},
    },
};

/// The kind of an interaction, which determines the allowed responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command,
    Component,
    Autocomplete,
}

/// A response. Its message is not validated yet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Callback<'a> {
    Message(&'a Value),
    DeferredMessage { ephemeral: bool },
    DeferredUpdate,
    Update(&'a Value),
    Choices(&'a [Value]),
    Modal(&'a Value),
}

const TEXT_INPUT: Schema = Schema::Object(&[
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    required("style", &Schema::OneOf(&[1, 2])),
    optional("label", &text(1, 45)),
    optional("value", &text(0, 4000)),
    optional("placeholder", &text(0, 100)),
    optional("required", &BOOLEAN),
    optional("min_length", &integer(0, 4000)),
    optional("max_length", &integer(1, 4000)),
]);

const TEXT_INPUTS: Schema = Schema::ByType(&[(4, &TEXT_INPUT)]);

/// Of the components in a label, only text inputs are supported.
const LABEL: Schema = Schema::Object(&[
    COMPONENT_ID,
    required("label", &text(1, 45)),
    optional("description", &text(1, 100)),
    required("component", &TEXT_INPUTS),
]);

const TEXT_DISPLAY: Schema = Schema::Object(&[COMPONENT_ID, required("content", &text(1, 4000))]);

const ROW: Schema =
    Schema::Object(&[COMPONENT_ID, required("components", &non_empty_list(&TEXT_INPUTS, 5))]);

const MODAL: Schema = Schema::Object(&[
    required("custom_id", &CUSTOM_ID),
    required("title", &text(1, 45)),
    required(
        "components",
        &non_empty_list(&Schema::ByType(&[(1, &ROW), (10, &TEXT_DISPLAY), (18, &LABEL)]), 5),
    ),
]);

const fn choices(items: &'static Schema) -> Schema {
    list(items, 25)
}

const TEXT_CHOICES: Schema =
    Schema::Object(&[optional("choices", &choices(&Schema::OrNull(&TEXT_CHOICE)))]);
const NUMBER_CHOICES: Schema = Schema::Object(&[optional(
    "choices",
    &choices(&Schema::OrNull(&Schema::Either(&INTEGER_CHOICE, &NUMBER_CHOICE))),
)]);

/// Parses a response, and refuses one that this kind of interaction does not allow.
pub(crate) fn read(body: &Value, interaction: InteractionKind) -> Result<Callback<'_>, ApiError> {
    let mut validator = Validator::default();
    // A body that is not an object fails the check of its type.
    let data = &body["data"];
    let allowed: &[i64] = match interaction {
        InteractionKind::Command => &[4, 5, 9],
        InteractionKind::Component => &[4, 5, 6, 7, 9],
        InteractionKind::Autocomplete => &[8],
    };
    let response_type = as_integer(&body["type"]).filter(|kind| allowed.contains(kind));
    let callback = match response_type {
        Some(4) => Callback::Message(data),
        Some(5) => {
            if !data.is_null() {
                message::check_schema(data, MessageOperation::InitialResponse)?;
            }
            deferred(data, &mut validator)
        }
        Some(6) => Callback::DeferredUpdate,
        Some(7) => Callback::Update(data),
        Some(8) => autocomplete(data, &mut validator),
        Some(9) => {
            validator.at("data", |validator| MODAL.check(data, validator));
            Callback::Modal(data)
        }
        _ => {
            validator.at("type", |validator| {
                let message = format!("Value must be one of {allowed:?}.");
                validator.error("BASE_TYPE_CHOICES", message);
            });
            Callback::DeferredUpdate
        }
    };
    validator.finish().map(|()| callback)
}

/// Parses a deferred response, of which Discord reads only the flag `EPHEMERAL`.
fn deferred<'a>(data: &Value, validator: &mut Validator) -> Callback<'a> {
    let flags = data["flags"].as_u64().unwrap_or(0);
    for (key, value) in data.as_object().into_iter().flatten() {
        let is_empty = match value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(map) => map.is_empty(),
            Value::Number(number) => number.as_f64() == Some(0.0),
        };
        if key != "flags" && !is_empty {
            validator.at("data", |validator| {
                validator.at(key.as_str(), |validator| {
                    let message = "A deferred reply carries nothing but flags";
                    validator.error("BASE_TYPE_UNEXPECTED", message);
                });
            });
        }
    }
    if flags & !flag::EPHEMERAL != 0 {
        validator.at("data", |validator| {
            validator.at("flags", |validator| {
                validator.error("BASE_TYPE_CHOICES", "Only EPHEMERAL can be set here.");
            });
        });
    }
    Callback::DeferredMessage { ephemeral: flags & flag::EPHEMERAL != 0 }
}

fn autocomplete<'a>(data: &'a Value, validator: &mut Validator) -> Callback<'a> {
    let is_text = |choice: &Value| choice["value"].is_string();
    let choices = data["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
    let schema = if choices.iter().any(is_text) { &TEXT_CHOICES } else { &NUMBER_CHOICES };
    validator.at("data", |validator| schema.check(data, validator));
    Callback::Choices(choices)
}
