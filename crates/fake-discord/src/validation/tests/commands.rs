//! Command registrations that Discord accepts or refuses.

use serde_json::{Value, json};

use crate::rest::error::ApiError;
use crate::state::{command_registry::CommandScope, ids::GuildId};
use crate::validation::commands;
use crate::validation::tests::{assert_refused, codes, with};

fn option(kind: u8, name: &str) -> Value {
    json!({ "type": kind, "name": name, "description": name })
}

fn command(name: &str) -> Value {
    json!({ "name": name, "description": name })
}

fn check(body: &Value) -> Result<(), ApiError> {
    commands::check(body, CommandScope::Global)
}

#[test]
fn valid_commands_are_accepted() {
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
    let launch = json!({
        "name": "Launch it", "type": 4, "handler": 1, "description": "Starts the activity",
    });
    assert_eq!(codes(check(&json!([play, privacy, menu, launch]))), Vec::<String>::new());
}

#[test]
fn an_invalid_command_is_refused_with_discords_code() {
    let one = |key: &str, value: Value| json!([with(command("play"), key, value)]);
    let options = |options: Value| one("options", options);
    let choices = |count: usize| {
        let choices = (0..count).map(|n| json!({ "name": n.to_string(), "value": n.to_string() }));
        with(option(3, "level"), "choices", choices.collect())
    };
    let many_options: Vec<Value> = (0..25)
        .map(|n| {
            let mut choices = choices(25);
            choices["name"] = json!(format!("option-{n}"));
            for choice in choices["choices"].as_array_mut().unwrap() {
                choice["value"] = json!("x".repeat(20));
            }
            choices
        })
        .collect();
    for (case, body, code) in [
        ("not a list", json!({}), "LIST_TYPE_CONVERT"),
        ("name of 33", one("name", json!("x".repeat(33))), "BASE_TYPE_BAD_LENGTH"),
        ("upper case", one("name", json!("Play")), "APPLICATION_COMMAND_INVALID_NAME"),
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
            "upper case in a translation",
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
            "option in upper case",
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
            "autocomplete with choices",
            options(json!([with(choices(2), "autocomplete", json!(true))])),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
        ),
        (
            "context 2 without user install",
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
        ("8000 characters", options(many_options.into()), "APPLICATION_COMMAND_TOO_LARGE"),
        (
            "101 commands",
            (0..101).map(|n| command(&format!("c{n}"))).collect(),
            "APPLICATION_COMMAND_TOO_MANY",
        ),
    ] {
        assert_refused(case, check(&body), code);
    }
}

#[test]
fn an_invalid_entry_point_command_is_refused() {
    let launch = json!({ "name": "launch", "type": 4, "handler": 2 });
    let slash_command = with(command("go"), "handler", json!(1));
    for (case, body, code) in [
        (
            "two",
            json!([launch, with(launch.clone(), "name", json!("b"))]),
            "APPLICATION_COMMAND_TOO_MANY",
        ),
        ("no name", json!([{ "type": 4, "handler": 2 }]), "BASE_TYPE_REQUIRED"),
        ("handler 3", json!([with(launch.clone(), "handler", json!(3))]), "BASE_TYPE_CHOICES"),
        (
            "options",
            json!([with(launch.clone(), "options", json!([option(3, "a")]))]),
            "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_NOT_EMPTY",
        ),
        ("handler of another", json!([slash_command]), "APPLICATION_COMMAND_INVALID_HANDLER"),
    ] {
        assert_refused(case, check(&body), code);
    }
    let guild = CommandScope::Guild(GuildId::new(1));
    assert_refused("in a guild", commands::check(&json!([launch]), guild), "BASE_TYPE_CHOICES");
}
