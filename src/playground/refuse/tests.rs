//! Bodies that Discord would take, and what is wrong with each of many that it
//! would not.

use serde_json::{Value, json};

use super::{
    callback::{self, Source},
    commands,
    message::{self, Intent},
};
use crate::playground::errors::Refusal;

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

fn option(kind: u8, name: &str) -> Value {
    json!({ "type": kind, "name": name, "description": name })
}

fn command(name: &str) -> Value {
    json!({ "name": name, "description": name })
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
fn a_message_with_a_fault_is_refused_for_that_fault() {
    let buttons = |count: usize| (0..count).map(|n| button(&n.to_string())).collect::<Vec<_>>();
    let one = |component: Value| json!({ "components": [row(&[component])] });
    let v2 = |components: Value| json!({ "flags": 1 << 15, "components": components });
    let text = |length: usize| json!({ "type": 10, "content": "x".repeat(length) });
    for (what, body, code) in [
        ("no object", json!("x"), "MODEL_TYPE_CONVERT"),
        ("content of 2001", json!({ "content": "x".repeat(2001) }), "BASE_TYPE_MAX_LENGTH"),
        ("content no text", json!({ "content": 5 }), "STRING_TYPE_CONVERT"),
        ("nothing", json!({}), "50006"),
        ("only spaces", json!({ "content": " \n" }), "50006"),
        ("six buttons", json!({ "components": [row(&buttons(6))] }), "BASE_TYPE_BAD_LENGTH"),
        ("empty row", json!({ "components": [row(&[])] }), "BASE_TYPE_REQUIRED"),
        (
            "six rows",
            json!({ "components": buttons(6).into_iter().map(|it| row(&[it])).collect::<Vec<_>>() }),
            "BASE_TYPE_BAD_LENGTH",
        ),
        ("a button without a row", json!({ "components": [button("a")] }), "UNION_TYPE_CHOICES"),
        (
            "custom id of 101",
            one(with(button("a"), "custom_id", json!("x".repeat(101)))),
            "BASE_TYPE_BAD_LENGTH",
        ),
        ("empty custom id", one(with(button("a"), "custom_id", json!(""))), "BASE_TYPE_REQUIRED"),
        (
            "label of 81",
            one(with(button("a"), "label", json!("x".repeat(81)))),
            "BASE_TYPE_MAX_LENGTH",
        ),
        ("style 9", one(with(button("a"), "style", json!(9))), "BASE_TYPE_CHOICES"),
        (
            "no style",
            one(json!({ "type": 2, "label": "a", "custom_id": "a" })),
            "BASE_TYPE_REQUIRED",
        ),
        (
            "custom ids alike",
            json!({ "components": [row(&[button("a"), button("a")])] }),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            "button of nothing",
            one(json!({ "type": 2, "style": 1, "custom_id": "a" })),
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
        ),
        (
            "button without id",
            one(json!({ "type": 2, "style": 1, "label": "a" })),
            "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
        ),
        (
            "link with custom id",
            one(
                json!({ "type": 2, "style": 5, "label": "a", "url": "https://a.b", "custom_id": "a" }),
            ),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (
            "link to nowhere",
            one(json!({ "type": 2, "style": 5, "label": "a" })),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (
            "link to a file",
            one(json!({ "type": 2, "style": 5, "label": "a", "url": "file:///x" })),
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            "premium button",
            one(json!({ "type": 2, "style": 6, "sku_id": "1" })),
            "BUTTON_COMPONENT_INVALID_SKU",
        ),
        (
            "emoji without name",
            one(with(button("a"), "emoji", json!({ "id": null }))),
            "BASE_TYPE_REQUIRED",
        ),
        (
            "emoji of letters",
            one(with(button("a"), "emoji", json!({ "name": "disc" }))),
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            "emoji nobody made",
            one(with(button("a"), "emoji", json!({ "id": "5", "name": "disc" }))),
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            "emoji id no id",
            one(with(button("a"), "emoji", json!({ "id": "x", "name": "🔴" }))),
            "NUMBER_TYPE_COERCE",
        ),
        ("menu of 26", one(select(26)), "BASE_TYPE_BAD_LENGTH"),
        ("menu of none", one(select(0)), "BASE_TYPE_REQUIRED"),
        (
            "menu beside a button",
            json!({ "components": [row(&[select(2), button("a")])] }),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            "menu that wants too much",
            one(with(select(2), "max_values", json!(3))),
            "SELECT_COMPONENT_TOO_FEW_OPTIONS",
        ),
        (
            "menu upside down",
            one(with(select(5), "min_values", json!(2))),
            "SELECT_COMPONENT_MIN_ABOVE_MAX",
        ),
        ("text in a row", one(json!({ "type": 10, "content": "x" })), "UNION_TYPE_CHOICES"),
        ("text without the flag", json!({ "components": [text(1)] }), "UNION_TYPE_CHOICES"),
        (
            "content beside components",
            with(v2(json!([text(1)])), "content", json!("x")),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            "embeds beside components",
            with(v2(json!([text(1)])), "embeds", json!([{ "title": "x" }])),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        ("text of 4001", v2(json!([text(4001)])), "BASE_TYPE_BAD_LENGTH"),
        (
            "texts of 4001 together",
            v2(json!([text(2000), text(2001)])),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        ),
        (
            "41 components",
            v2(json!([{ "type": 17, "components": vec![text(1); 40] }])),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        ),
        (
            "eleven embeds",
            json!({ "embeds": vec![json!({ "title": "x" }); 11] }),
            "BASE_TYPE_MAX_LENGTH",
        ),
        ("embed of nothing", json!({ "embeds": [{}] }), "BASE_TYPE_REQUIRED"),
        (
            "embeds of 6001",
            json!({ "embeds": [{ "description": "x".repeat(3000) }, { "description": "x".repeat(3001) }] }),
            "MAX_EMBED_SIZE_EXCEEDED",
        ),
        (
            "description of 4097",
            json!({ "embeds": [{ "description": "x".repeat(4097) }] }),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            "title of 257",
            json!({ "embeds": [{ "title": "x".repeat(257) }] }),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            "26 fields",
            json!({ "embeds": [{ "fields": vec![json!({ "name": "a", "value": "b" }); 26] }] }),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            "field without value",
            json!({ "embeds": [{ "fields": [{ "name": "a" }] }] }),
            "BASE_TYPE_REQUIRED",
        ),
        (
            "colour out of range",
            json!({ "embeds": [{ "title": "x", "color": 0x0100_0000 }] }),
            "NUMBER_TYPE_MAX",
        ),
        ("mention without leave", json!({ "content": "<@1>" }), "BASE_TYPE_REQUIRED"),
        (
            "mention in a component",
            v2(json!([{ "type": 10, "content": "<@1>" }])),
            "BASE_TYPE_REQUIRED",
        ),
        (
            "parse and list",
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            "parse of a fish",
            json!({ "content": "x", "allowed_mentions": { "parse": ["fish"] } }),
            "BASE_TYPE_CHOICES",
        ),
        (
            "101 users",
            json!({ "content": "x", "allowed_mentions": { "users": (0..101).map(|n| n.to_string()).collect::<Vec<_>>() } }),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            "a user twice",
            json!({ "content": "x", "allowed_mentions": { "users": ["1", "1"] } }),
            "SET_TYPE_ALREADY_CONTAINS_VALUE",
        ),
        ("flags of words", json!({ "content": "x", "flags": "64" }), "NUMBER_TYPE_COERCE"),
        (
            "attachment by number",
            json!({ "content": "x", "attachments": [{ "id": 0 }] }),
            "NUMBER_TYPE_COERCE",
        ),
    ] {
        assert_refused(what, answer(&body), code);
    }
}

#[test]
fn commands_that_discord_takes_are_taken() {
    let mut play = command("play");
    play["integration_types"] = json!([0, 1]);
    play["contexts"] = json!([0, 1, 2]);
    play["options"] = json!([
        with(option(6, "opponent"), "required", json!(true)),
        with(option(3, "level"), "choices", json!([{ "name": "Easy", "value": "easy" }])),
        with(option(4, "column"), "autocomplete", json!(true)),
    ]);
    let mut privacy = command("privacy");
    privacy["options"] = json!([
        option(1, "about"),
        with(option(1, "listed"), "options", json!([option(5, "yes")]))
    ]);
    let menu = json!({ "name": "Challenge to Four in a Row", "type": 2 });
    assert_eq!(codes(commands::check(&json!([play, privacy, menu]))), Vec::<String>::new());
}

#[test]
fn a_command_with_a_fault_is_refused_for_that_fault() {
    let one = |key: &str, value: Value| json!([with(command("play"), key, value)]);
    let options = |options: Value| one("options", options);
    let choices = |count: usize| {
        let choices = (0..count).map(|n| json!({ "name": n.to_string(), "value": n.to_string() }));
        with(option(3, "level"), "choices", choices.collect())
    };
    let long: Vec<Value> = (0..25)
        .map(|n| {
            let mut choices = choices(25);
            choices["name"] = json!(format!("option-{n}"));
            for choice in choices["choices"].as_array_mut().unwrap() {
                choice["value"] = json!("x".repeat(20));
            }
            choices
        })
        .collect();
    for (what, body, code) in [
        ("no list", json!({}), "LIST_TYPE_CONVERT"),
        ("name of 33", one("name", json!("x".repeat(33))), "BASE_TYPE_BAD_LENGTH"),
        ("capitals", one("name", json!("Play")), "APPLICATION_COMMAND_INVALID_NAME"),
        ("two words", one("name", json!("play it")), "APPLICATION_COMMAND_INVALID_NAME"),
        ("description of 101", one("description", json!("x".repeat(101))), "BASE_TYPE_MAX_LENGTH"),
        ("no description", json!([{ "name": "play" }]), "BASE_TYPE_REQUIRED"),
        (
            "menu with description",
            json!([{ "name": "x", "type": 2, "description": "x" }]),
            "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_EMPTY",
        ),
        (
            "same name twice",
            json!([command("a"), command("a")]),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
        ),
        ("unknown locale", one("name_localizations", json!({ "xx": "a" })), "LOCALE_INVALID"),
        (
            "translated capitals",
            one("name_localizations", json!({ "de": "Spiel" })),
            "APPLICATION_COMMAND_INVALID_NAME",
        ),
        (
            "26 options",
            options((0..26).map(|n| option(3, &format!("o{n}"))).collect()),
            "BASE_TYPE_MAX_LENGTH",
        ),
        ("26 choices", options(json!([choices(26)])), "BASE_TYPE_MAX_LENGTH"),
        ("option type 12", options(json!([option(12, "a")])), "UNION_TYPE_CHOICES"),
        (
            "option named twice",
            options(json!([option(3, "a"), option(4, "a")])),
            "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        ),
        (
            "option in capitals",
            options(json!([option(3, "A")])),
            "APPLICATION_COMMAND_INVALID_NAME",
        ),
        (
            "required after optional",
            options(json!([option(3, "a"), with(option(3, "b"), "required", json!(true))])),
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            "subcommand beside option",
            options(json!([option(1, "a"), option(3, "b")])),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            "completion with choices",
            options(json!([with(choices(2), "autocomplete", json!(true))])),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
        ),
        (
            "context 2 without users",
            one("contexts", json!([2])),
            "APPLICATION_COMMAND_INVALID_CONTEXTS",
        ),
        ("context 3", one("contexts", json!([3])), "BASE_TYPE_CHOICES"),
        ("context twice", one("contexts", json!([0, 0])), "SET_TYPE_ALREADY_CONTAINS_VALUE"),
        (
            "permissions as text",
            one("default_member_permissions", json!("32")),
            "NUMBER_TYPE_COERCE",
        ),
        ("8000 characters", options(long.into()), "APPLICATION_COMMAND_TOO_LARGE"),
        (
            "101 commands",
            (0..101).map(|n| command(&format!("c{n}"))).collect(),
            "APPLICATION_COMMAND_TOO_MANY",
        ),
    ] {
        assert_refused(what, commands::check(&body), code);
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
