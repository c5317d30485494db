//! Bodies that answer an interaction.

use serde_json::Value;

use crate::{
    rest::error::Refusal,
    state::message::flag,
    validation::{
        Trail,
        command_shapes::{INTEGER_CHOICE, NUMBER_CHOICE, TEXT_CHOICE},
        component_shapes::{BOOLEAN, COMPONENT_ID, CUSTOM_ID},
        message::{self, Intent},
        shape::{Shape, filled_list, integer, list, optional, required, text, whole},
    },
};

/// What an interaction came from, which decides how it can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Command,
    Component,
    Autocomplete,
}

/// What an answer does. The messages in it are still to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Callback<'a> {
    Message(&'a Value),
    DeferredMessage { ephemeral: bool },
    DeferredUpdate,
    Update(&'a Value),
    Choices(&'a [Value]),
    Modal(&'a Value),
}

const TEXT_INPUT: Shape = Shape::Object(&[
    COMPONENT_ID,
    required("custom_id", &CUSTOM_ID),
    required("style", &Shape::OneOf(&[1, 2])),
    optional("label", &text(1, 45)),
    optional("value", &text(0, 4000)),
    optional("placeholder", &text(0, 100)),
    optional("required", &BOOLEAN),
    optional("min_length", &integer(0, 4000)),
    optional("max_length", &integer(1, 4000)),
]);

const TEXT_INPUTS: Shape = Shape::ByType(&[(4, &TEXT_INPUT)]);

/// Of what can stand in a label, only text inputs are known here.
const LABEL: Shape = Shape::Object(&[
    COMPONENT_ID,
    required("label", &text(1, 45)),
    optional("description", &text(1, 100)),
    required("component", &TEXT_INPUTS),
]);

const TEXT_DISPLAY: Shape = Shape::Object(&[COMPONENT_ID, required("content", &text(1, 4000))]);

const ROW: Shape =
    Shape::Object(&[COMPONENT_ID, required("components", &filled_list(&TEXT_INPUTS, 5))]);

const MODAL: Shape = Shape::Object(&[
    required("custom_id", &CUSTOM_ID),
    required("title", &text(1, 45)),
    required(
        "components",
        &filled_list(&Shape::ByType(&[(1, &ROW), (10, &TEXT_DISPLAY), (18, &LABEL)]), 5),
    ),
]);

const fn choices(of: &'static Shape) -> Shape {
    list(of, 25)
}

const TEXT_CHOICES: Shape =
    Shape::Object(&[optional("choices", &choices(&Shape::OrNull(&TEXT_CHOICE)))]);
const NUMBER_CHOICES: Shape = Shape::Object(&[optional(
    "choices",
    &choices(&Shape::OrNull(&Shape::Either(&INTEGER_CHOICE, &NUMBER_CHOICE))),
)]);

/// Reads what an answer does; refuses what can't answer such an interaction.
pub(crate) fn read(body: &Value, source: Source) -> Result<Callback<'_>, Refusal> {
    let mut trail = Trail::default();
    // Whatever is no object has no known type either.
    let data = &body["data"];
    let allowed: &[i64] = match source {
        Source::Command => &[4, 5, 9],
        Source::Component => &[4, 5, 6, 7, 9],
        Source::Autocomplete => &[8],
    };
    let kind = whole(&body["type"]).filter(|kind| allowed.contains(kind));
    let callback = match kind {
        Some(4) => Callback::Message(data),
        Some(5) => {
            if !data.is_null() {
                message::check_shape(data, Intent::Answer)?;
            }
            deferred(data, &mut trail)
        }
        Some(6) => Callback::DeferredUpdate,
        Some(7) => Callback::Update(data),
        Some(8) => offered(data, &mut trail),
        Some(9) => {
            trail.at("data", |trail| MODAL.check(data, trail));
            Callback::Modal(data)
        }
        _ => {
            trail.at("type", |trail| {
                let message = format!("Value must be one of {allowed:?}.");
                trail.complain("BASE_TYPE_CHOICES", message);
            });
            Callback::DeferredUpdate
        }
    };
    trail.verdict().map(|()| callback)
}

/// Discord takes nothing in a deferred reply but whether it is ephemeral.
fn deferred<'a>(data: &Value, trail: &mut Trail) -> Callback<'a> {
    let flags = data["flags"].as_u64().unwrap_or(0);
    for (key, value) in data.as_object().into_iter().flatten() {
        let says_nothing = match value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(map) => map.is_empty(),
            Value::Number(number) => number.as_f64() == Some(0.0),
        };
        if key != "flags" && !says_nothing {
            trail.at("data", |trail| {
                trail.at(key.as_str(), |trail| {
                    let message = "A deferred reply carries nothing but flags";
                    trail.complain("BASE_TYPE_UNEXPECTED", message);
                });
            });
        }
    }
    if flags & !flag::EPHEMERAL != 0 {
        trail.at("data", |trail| {
            trail.at("flags", |trail| {
                trail.complain("BASE_TYPE_CHOICES", "Only EPHEMERAL can be set here.");
            });
        });
    }
    Callback::DeferredMessage { ephemeral: flags & flag::EPHEMERAL != 0 }
}

fn offered<'a>(data: &'a Value, trail: &mut Trail) -> Callback<'a> {
    let is_text = |choice: &Value| choice["value"].is_string();
    let offered = data["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
    let shape = if offered.iter().any(is_text) { &TEXT_CHOICES } else { &NUMBER_CHOICES };
    trail.at("data", |trail| shape.check(data, trail));
    Callback::Choices(offered)
}
