//! Messages that Discord refuses, each with its error code.

use serde_json::{Value, json};

use crate::validation::tests::{assert_refused, button, check_response, row, select, with};

fn one(component: Value) -> Value {
    json!({ "components": [row(&[component])] })
}

fn components_v2(components: &Value) -> Value {
    json!({ "flags": 1 << 15, "components": components })
}

fn text(length: usize) -> Value {
    json!({ "type": 10, "content": "x".repeat(length) })
}

fn buttons(count: usize) -> Vec<Value> {
    (0..count).map(|n| button(&n.to_string())).collect()
}

#[track_caller]
fn assert_all_refused<const N: usize>(bodies: [(&str, Value, &str); N]) {
    for (case, body, code) in bodies {
        assert_refused(case, check_response(&body), code);
    }
}

#[test]
fn a_malformed_or_empty_message_is_refused() {
    assert_all_refused([
        ("not an object", json!("x"), "MODEL_TYPE_CONVERT"),
        ("content of 2001", json!({ "content": "x".repeat(2001) }), "BASE_TYPE_MAX_LENGTH"),
        ("content not a string", json!({ "content": 5 }), "STRING_TYPE_CONVERT"),
        ("empty", json!({}), "50006"),
        ("only spaces", json!({ "content": " \n" }), "50006"),
    ]);
}

#[test]
fn invalid_rows_and_buttons_are_refused() {
    assert_all_refused([
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
            "duplicate custom ids",
            json!({ "components": [row(&[button("a"), button("a")])] }),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            "button without label and emoji",
            one(json!({ "type": 2, "style": 1, "custom_id": "a" })),
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
        ),
        (
            "button without custom id",
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
            "link without URL",
            one(json!({ "type": 2, "style": 5, "label": "a" })),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (
            "link with file scheme",
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
            "emoji name of letters",
            one(with(button("a"), "emoji", json!({ "name": "disc" }))),
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            "emoji id not a snowflake",
            one(with(button("a"), "emoji", json!({ "id": "x", "name": "🔴" }))),
            "NUMBER_TYPE_COERCE",
        ),
    ]);
}

#[test]
fn invalid_select_menus_are_refused() {
    assert_all_refused([
        ("26 choices", one(select(26)), "BASE_TYPE_BAD_LENGTH"),
        ("no choices", one(select(0)), "BASE_TYPE_REQUIRED"),
        (
            "menu beside a button",
            json!({ "components": [row(&[select(2), button("a")])] }),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            "max_values above the choices",
            one(with(select(2), "max_values", json!(3))),
            "SELECT_COMPONENT_TOO_FEW_OPTIONS",
        ),
        (
            "min_values above max_values",
            one(with(select(5), "min_values", json!(2))),
            "SELECT_COMPONENT_MIN_ABOVE_MAX",
        ),
    ]);
}

#[test]
fn invalid_components_v2_messages_are_refused() {
    assert_all_refused([
        ("text in a row", one(json!({ "type": 10, "content": "x" })), "UNION_TYPE_CHOICES"),
        ("text without the flag", json!({ "components": [text(1)] }), "UNION_TYPE_CHOICES"),
        (
            "content beside components",
            with(components_v2(&json!([text(1)])), "content", json!("x")),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            "embeds beside components",
            with(components_v2(&json!([text(1)])), "embeds", json!([{ "title": "x" }])),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        ("text of 4001", components_v2(&json!([text(4001)])), "BASE_TYPE_BAD_LENGTH"),
        (
            "two texts of 4001 in total",
            components_v2(&json!([text(2000), text(2001)])),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        ),
        (
            "41 components",
            components_v2(&json!([{ "type": 17, "components": vec![text(1); 40] }])),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        ),
    ]);
}

#[test]
fn invalid_embeds_are_refused() {
    assert_all_refused([
        (
            "11 embeds",
            json!({ "embeds": vec![json!({ "title": "x" }); 11] }),
            "BASE_TYPE_MAX_LENGTH",
        ),
        ("empty embed", json!({ "embeds": [{}] }), "BASE_TYPE_REQUIRED"),
        (
            "embeds of 6001 in total",
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
    ]);
}

#[test]
fn invalid_mentions_flags_and_attachments_are_refused() {
    assert_all_refused([
        ("mention without allowed_mentions", json!({ "content": "<@1>" }), "BASE_TYPE_REQUIRED"),
        (
            "mention in a component without allowed_mentions",
            components_v2(&json!([{ "type": 10, "content": "<@1>" }])),
            "BASE_TYPE_REQUIRED",
        ),
        (
            "parse beside users",
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            "unknown parse value",
            json!({ "content": "x", "allowed_mentions": { "parse": ["fish"] } }),
            "BASE_TYPE_CHOICES",
        ),
        (
            "101 users",
            json!({ "content": "x", "allowed_mentions": { "users": (0..101).map(|n| n.to_string()).collect::<Vec<_>>() } }),
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            "duplicate user",
            json!({ "content": "x", "allowed_mentions": { "users": ["1", "1"] } }),
            "SET_TYPE_ALREADY_CONTAINS_VALUE",
        ),
        ("flags not a number", json!({ "content": "x", "flags": "64" }), "NUMBER_TYPE_COERCE"),
        (
            "attachment id not a string",
            json!({ "content": "x", "attachments": [{ "id": 0 }] }),
            "NUMBER_TYPE_COERCE",
        ),
    ]);
}
