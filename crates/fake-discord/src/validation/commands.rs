//! Validates bodies that register commands.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/application-commands)

use std::collections::HashSet;

use serde_json::Value;

use crate::{
    rest::error::ApiError,
    state::command_registry::{CommandScope, PRIMARY_ENTRY_POINT},
    validation::{Validator, command_schemas::COMMANDS, schema::as_integer},
};

/// The limit of commands by their type.
const MAX_PER_TYPE: [(i64, usize); 4] = [(1, 100), (2, 15), (3, 15), (PRIMARY_ENTRY_POINT, 1)];

/// Validates the list of commands of a scope.
pub(crate) fn check(body: &Value, scope: CommandScope) -> Result<(), ApiError> {
    let mut validator = Validator::default();
    COMMANDS.check(body, &mut validator);
    if validator.errors.is_empty() {
        let commands = body.as_array().map(Vec::as_slice).unwrap_or_default();
        check_counts(commands, &mut validator);
        let mut names = HashSet::new();
        for (index, command) in commands.iter().enumerate() {
            validator.at(index, |validator| {
                if !names.insert((command_type(command), command["name"].as_str())) {
                    let message = "Application command names must be unique";
                    validator.error("APPLICATION_COMMANDS_DUPLICATE_NAME", message);
                }
                check_type(command, scope, validator);
                check_command(command, validator);
            });
        }
    }
    validator.finish()
}

fn command_type(command: &Value) -> i64 {
    as_integer(&command["type"]).unwrap_or(1)
}

fn list<'a>(json: &'a Value, key: &str) -> &'a [Value] {
    json[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn check_counts(commands: &[Value], validator: &mut Validator) {
    for (kind, limit) in MAX_PER_TYPE {
        if commands.iter().filter(|command| command_type(command) == kind).count() > limit {
            let message = format!("At most {limit} commands of type {kind} can be registered");
            validator.error("APPLICATION_COMMAND_TOO_MANY", message);
        }
    }
}

/// Only Entry Point commands have a handler, and they are global.
fn check_type(command: &Value, scope: CommandScope, validator: &mut Validator) {
    let is_entry_point = command_type(command) == PRIMARY_ENTRY_POINT;
    if is_entry_point && scope != CommandScope::Global {
        validator.at("type", |validator| {
            validator.error("BASE_TYPE_CHOICES", "Value must be one of [1, 2, 3].");
        });
    }
    if !is_entry_point && !command["handler"].is_null() {
        validator.at("handler", |validator| {
            let message = "Only Entry Point commands can have a handler";
            validator.error("APPLICATION_COMMAND_INVALID_HANDLER", message);
        });
    }
}

fn check_command(command: &Value, validator: &mut Validator) {
    let is_slash_command = command_type(command) == 1;
    let is_context_menu = matches!(command_type(command), 2 | 3);
    if is_slash_command {
        check_names(command, validator);
    }
    let has_description = command["description"].as_str().is_some_and(|text| !text.is_empty());
    validator.at("description", |validator| {
        if is_slash_command && !has_description {
            validator.error("BASE_TYPE_REQUIRED", "This field is required");
        } else if is_context_menu && has_description {
            let message = "Context menu commands cannot have description";
            validator.error("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_EMPTY", message);
        }
    });
    if !is_slash_command && !list(command, "options").is_empty() {
        let message = "Context menu commands cannot have options";
        validator.error("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_NOT_EMPTY", message);
    }
    let has =
        |key: &str, number: i64| list(command, key).iter().any(|it| as_integer(it) == Some(number));
    if has("contexts", 2) && !has("integration_types", 1) {
        validator.at("contexts", |validator| {
            let message = "PRIVATE_CHANNEL needs an installation to users";
            validator.error("APPLICATION_COMMAND_INVALID_CONTEXTS", message);
        });
    }
    let size = size(command);
    if size > 8000 {
        let message = format!("Command exceeds maximum size (8000): it is {size}");
        validator.error("APPLICATION_COMMAND_TOO_LARGE", message);
    }
    check_options(command, validator);
}

/// Names of slash commands and options are single lowercase words.
fn check_names(named: &Value, validator: &mut Validator) {
    const CODE: &str = "APPLICATION_COMMAND_INVALID_NAME";
    const MESSAGE: &str = "Command name is invalid";
    if !named["name"].as_str().is_some_and(is_name) {
        validator.at("name", |validator| validator.error(CODE, MESSAGE));
    }
    let Some(translations) = named["name_localizations"].as_object() else {
        return;
    };
    for (locale, name) in translations {
        if !name.as_str().is_some_and(is_name) {
            validator.at("name_localizations", |validator| {
                validator.at(locale.as_str(), |validator| validator.error(CODE, MESSAGE));
            });
        }
    }
}

fn is_name(name: &str) -> bool {
    let allowed = |char: char| char.is_alphanumeric() || "-_'".contains(char);
    (1..=32).contains(&name.chars().count())
        && name.chars().all(allowed)
        && name.to_lowercase() == name
}

/// The number of characters that count towards the limit of 8000: of each name and
/// description, the longest translation.
fn size(named: &Value) -> usize {
    let characters = |json: &Value| json.as_str().unwrap_or_default().chars().count();
    let longest = |key: &str| {
        let translations = named[format!("{key}_localizations")].as_object();
        let translated = translations.into_iter().flat_map(|map| map.values()).map(characters);
        translated.max().unwrap_or(0).max(characters(&named[key]))
    };
    let value = |choice: &Value| match &choice["value"] {
        Value::String(text) => text.chars().count(),
        other => other.to_string().len(),
    };
    longest("name")
        + longest("description")
        + list(named, "options").iter().map(size).sum::<usize>()
        + list(named, "choices").iter().map(|it| characters(&it["name"]) + value(it)).sum::<usize>()
}

fn check_options(owner: &Value, validator: &mut Validator) {
    let options = list(owner, "options");
    let is_subcommand = |option: &Value| matches!(as_integer(&option["type"]), Some(1 | 2));
    let subcommands = options.iter().filter(|option| is_subcommand(option)).count();
    if subcommands != 0 && subcommands != options.len() {
        validator.at("options", |validator| {
            let message = "Sub-command and sub-command group option types are mutually exclusive \
                           to all other types";
            validator.error("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        });
    }
    let mut names = HashSet::new();
    let mut optional_seen = false;
    for (index, option) in options.iter().enumerate() {
        validator.at("options", |validator| {
            validator.at(index, |validator| {
                if !names.insert(option["name"].as_str()) {
                    let message = "Option name already exists";
                    validator.error("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
                }
                if !is_subcommand(option) {
                    let is_required = option["required"] == true;
                    if optional_seen && is_required {
                        let message = "Required options must be placed before non-required options";
                        validator.error("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
                    }
                    optional_seen |= !is_required;
                }
                check_option(option, validator);
            });
        });
    }
}

fn check_option(option: &Value, validator: &mut Validator) {
    check_names(option, validator);
    let choices = list(option, "choices");
    if option["autocomplete"] == true && !choices.is_empty() {
        let message = "Autocomplete cannot be used with choices";
        validator.error("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", message);
    }
    let mut names = HashSet::new();
    if !choices.iter().all(|choice| names.insert(choice["name"].as_str())) {
        let message = "Option choice name already exists";
        validator.error("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", message);
    }
    for (min_key, max_key) in [("min_value", "max_value"), ("min_length", "max_length")] {
        if let (Some(min), Some(max)) = (option[min_key].as_f64(), option[max_key].as_f64())
            && min > max
        {
            let message = format!("{min_key} is above {max_key}");
            validator.error("APPLICATION_COMMAND_OPTIONS_MIN_ABOVE_MAX", message);
        }
    }
    check_options(option, validator);
}
