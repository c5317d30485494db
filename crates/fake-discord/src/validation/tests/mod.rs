//! Request bodies that Discord accepts or refuses, and its error codes.

mod commands;
mod messages;

use serde_json::{Value, json};

use crate::{
    rest::error::ApiError,
    validation::{
        callback::{self, InteractionKind},
        message::{self, MessageOperation},
    },
};

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": id, "custom_id": id })
}

fn row(components: &[Value]) -> Value {
    json!({ "type": 1, "components": components })
}

fn select(options: usize) -> Value {
    let options: Vec<Value> =
        (0..options).map(|n| json!({ "label": n.to_string(), "value": n.to_string() })).collect();
    json!({ "type": 3, "custom_id": "select", "options": options })
}

fn with(mut body: Value, key: &str, value: Value) -> Value {
    body[key] = value;
    body
}

/// The codes of the errors in `errors`, or the error's own code if there are none.
fn codes(result: Result<(), ApiError>) -> Vec<String> {
    fn collect(json: &Value, into: &mut Vec<String>) {
        for (key, value) in json.as_object().into_iter().flatten() {
            if key == "_errors" {
                let errors = value.as_array().unwrap().iter();
                into.extend(errors.map(|error| error["code"].as_str().unwrap().to_owned()));
            } else {
                collect(value, into);
            }
        }
    }
    let Err(error) = result else {
        return Vec::new();
    };
    assert_eq!(error.status.as_u16(), 400);
    let mut codes = Vec::new();
    collect(&error.body["errors"], &mut codes);
    if codes.is_empty() {
        codes.push(error.body["code"].to_string());
    }
    codes
}

#[track_caller]
fn assert_refused(case: &str, result: Result<(), ApiError>, code: &str) {
    let found = codes(result);
    assert!(found.iter().any(|it| it == code), "{case}: expected {code}, found {found:?}");
}

/// Checks a body as the message of an interaction response.
fn check_response(body: &Value) -> Result<(), ApiError> {
    message::check(body, MessageOperation::InitialResponse)
}

#[test]
fn valid_messages_are_accepted() {
    let six_hundred = "x".repeat(600);
    for body in [
        json!({ "content": "hello" }),
        json!({ "content": "x".repeat(2000), "flags": 64 }),
        json!({ "content": "<@1>", "allowed_mentions": { "parse": [] } }),
        json!({ "components": [row(&[button("a"), button("b")]), row(&[select(25)])] }),
        json!({ "embeds": vec![json!({ "description": six_hundred }); 10] }),
        json!({ "components": [row(&[with(button("a"), "emoji", json!({ "name": "1️⃣" }))])] }),
        json!({ "components": [row(&[json!({ "type": 2, "style": 5, "label": "x", "url": "https://a.b" })])] }),
        json!({ "flags": 1 << 15, "components": [{ "type": 17, "components": [
            { "type": 10, "content": "text" }, row(&[button("a")]),
        ] }] }),
    ] {
        assert_eq!(codes(check_response(&body)), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn a_response_of_the_wrong_type_or_shape_is_refused() {
    let check = |body: &Value, source| callback::read(body, source).map(|_| ());
    let choices = |count: usize| {
        let choices: Vec<Value> = (0..count).map(|n| json!({ "name": "a", "value": n })).collect();
        json!({ "type": 8, "data": { "choices": choices } })
    };
    for (case, body, source, code) in [
        ("no type", json!({}), InteractionKind::Command, "BASE_TYPE_CHOICES"),
        ("pong", json!({ "type": 1 }), InteractionKind::Command, "BASE_TYPE_CHOICES"),
        ("type 99", json!({ "type": 99 }), InteractionKind::Component, "BASE_TYPE_CHOICES"),
        (
            "update after a command",
            json!({ "type": 7, "data": {} }),
            InteractionKind::Command,
            "BASE_TYPE_CHOICES",
        ),
        (
            "deferred update after a command",
            json!({ "type": 6 }),
            InteractionKind::Command,
            "BASE_TYPE_CHOICES",
        ),
        (
            "choices after a button press",
            choices(1),
            InteractionKind::Component,
            "BASE_TYPE_CHOICES",
        ),
        (
            "message after autocomplete",
            json!({ "type": 4, "data": { "content": "x" } }),
            InteractionKind::Autocomplete,
            "BASE_TYPE_CHOICES",
        ),
        (
            "modal after autocomplete",
            json!({ "type": 9 }),
            InteractionKind::Autocomplete,
            "BASE_TYPE_CHOICES",
        ),
        ("26 choices", choices(26), InteractionKind::Autocomplete, "BASE_TYPE_MAX_LENGTH"),
        (
            "modal without title",
            json!({ "type": 9, "data": { "custom_id": "a", "components": [] } }),
            InteractionKind::Command,
            "BASE_TYPE_REQUIRED",
        ),
        (
            "deferred with content",
            json!({ "type": 5, "data": { "content": "x" } }),
            InteractionKind::Command,
            "BASE_TYPE_UNEXPECTED",
        ),
        (
            "deferred with flag 1 << 15",
            json!({ "type": 5, "data": { "flags": 1 << 15 } }),
            InteractionKind::Command,
            "BASE_TYPE_CHOICES",
        ),
    ] {
        assert_refused(case, check(&body, source), code);
    }
    for (body, source) in [
        (json!({ "type": 5, "data": { "flags": 64 } }), InteractionKind::Command),
        (json!({ "type": 6 }), InteractionKind::Component),
        (choices(25), InteractionKind::Autocomplete),
    ] {
        assert_eq!(codes(check(&body, source)), Vec::<String>::new(), "{body}");
    }
}
