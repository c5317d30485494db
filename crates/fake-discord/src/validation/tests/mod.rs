//! Bodies that Discord would take, and what is wrong with each of many that it
//! would not.

mod commands;
mod messages;

use serde_json::{Value, json};

use crate::{
    rest::error::Refusal,
    validation::{
        callback::{self, Source},
        message::{self, Intent},
    },
};

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": id, "custom_id": id })
}

fn row(inner: &[Value]) -> Value {
    json!({ "type": 1, "components": inner })
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

/// The nested error codes of a refusal; a message's own code if it has none.
fn codes(result: Result<(), Refusal>) -> Vec<String> {
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
    let Err(refusal) = result else {
        return Vec::new();
    };
    assert_eq!(refusal.status.as_u16(), 400);
    let mut codes = Vec::new();
    collect(&refusal.body["errors"], &mut codes);
    if codes.is_empty() {
        codes.push(refusal.body["code"].to_string());
    }
    codes
}

#[track_caller]
fn assert_refused(what: &str, result: Result<(), Refusal>, code: &str) {
    let found = codes(result);
    assert!(found.iter().any(|it| it == code), "{what}: expected {code}, found {found:?}");
}

fn answer(body: &Value) -> Result<(), Refusal> {
    message::check(body, Intent::Answer)
}

#[test]
fn messages_that_discord_takes_are_taken() {
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
        assert_eq!(codes(answer(&body)), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn an_answer_that_does_not_fit_the_interaction_is_refused() {
    let read = |body: &Value, source| callback::read(body, source).map(|_| ());
    let choices = |count: usize| {
        let choices: Vec<Value> = (0..count).map(|n| json!({ "name": "a", "value": n })).collect();
        json!({ "type": 8, "data": { "choices": choices } })
    };
    for (what, body, source, code) in [
        ("no type", json!({}), Source::Command, "BASE_TYPE_CHOICES"),
        ("pong", json!({ "type": 1 }), Source::Command, "BASE_TYPE_CHOICES"),
        ("type 99", json!({ "type": 99 }), Source::Component, "BASE_TYPE_CHOICES"),
        (
            "update after a command",
            json!({ "type": 7, "data": {} }),
            Source::Command,
            "BASE_TYPE_CHOICES",
        ),
        ("silence after a command", json!({ "type": 6 }), Source::Command, "BASE_TYPE_CHOICES"),
        ("choices for a press", choices(1), Source::Component, "BASE_TYPE_CHOICES"),
        (
            "a message for a completion",
            json!({ "type": 4, "data": { "content": "x" } }),
            Source::Autocomplete,
            "BASE_TYPE_CHOICES",
        ),
        (
            "a form for a completion",
            json!({ "type": 9 }),
            Source::Autocomplete,
            "BASE_TYPE_CHOICES",
        ),
        ("26 completions", choices(26), Source::Autocomplete, "BASE_TYPE_MAX_LENGTH"),
        (
            "a form without title",
            json!({ "type": 9, "data": { "custom_id": "a", "components": [] } }),
            Source::Command,
            "BASE_TYPE_REQUIRED",
        ),
        (
            "a deferred text",
            json!({ "type": 5, "data": { "content": "x" } }),
            Source::Command,
            "BASE_TYPE_UNEXPECTED",
        ),
        (
            "a deferred flag",
            json!({ "type": 5, "data": { "flags": 1 << 15 } }),
            Source::Command,
            "BASE_TYPE_CHOICES",
        ),
    ] {
        assert_refused(what, read(&body, source), code);
    }
    for (body, source) in [
        (json!({ "type": 5, "data": { "flags": 64 } }), Source::Command),
        (json!({ "type": 6 }), Source::Component),
        (choices(25), Source::Autocomplete),
    ] {
        assert_eq!(codes(read(&body, source)), Vec::<String>::new(), "{body}");
    }
}
