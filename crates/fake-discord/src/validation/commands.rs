//! Bodies that register commands.

use std::collections::HashSet;

use serde_json::Value;

use crate::{
    rest::error::Refusal,
    validation::{Trail, command_shapes::COMMANDS, shape::whole},
};

/// How many commands of each type an application may have.
const MOST_OF_A_TYPE: [(i64, usize); 3] = [(1, 100), (2, 5), (3, 5)];

/// Refuses a list of commands that Discord would not register.
pub(crate) fn check(body: &Value) -> Result<(), Refusal> {
    let mut trail = Trail::default();
    COMMANDS.check(body, &mut trail);
    if trail.complaints.is_empty() {
        let commands = body.as_array().map(Vec::as_slice).unwrap_or_default();
        check_counts(commands, &mut trail);
        let mut names = HashSet::new();
        for (index, command) in commands.iter().enumerate() {
            trail.at(index, |trail| {
                if !names.insert((kind_of(command), command["name"].as_str())) {
                    let message = "Application command names must be unique";
                    trail.complain("APPLICATION_COMMANDS_DUPLICATE_NAME", message);
                }
                check_command(command, trail);
            });
        }
    }
    trail.verdict()
}

fn kind_of(command: &Value) -> i64 {
    whole(&command["type"]).unwrap_or(1)
}

fn list<'a>(json: &'a Value, key: &str) -> &'a [Value] {
    json[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn check_counts(commands: &[Value], trail: &mut Trail) {
    for (kind, most) in MOST_OF_A_TYPE {
        if commands.iter().filter(|command| kind_of(command) == kind).count() > most {
            let message = format!("At most {most} commands of type {kind} can be registered");
            trail.complain("APPLICATION_COMMAND_TOO_MANY", message);
        }
    }
}

fn check_command(command: &Value, trail: &mut Trail) {
    let is_typed = kind_of(command) == 1;
    if is_typed {
        check_names(command, trail);
    }
    let described = command["description"].as_str().is_some_and(|text| !text.is_empty());
    trail.at("description", |trail| match (is_typed, described) {
        (true, false) => trail.complain("BASE_TYPE_REQUIRED", "This field is required"),
        (false, true) => {
            let message = "Context menu commands cannot have description";
            trail.complain("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_EMPTY", message);
        }
        _ => {}
    });
    if !is_typed && !list(command, "options").is_empty() {
        let message = "Context menu commands cannot have options";
        trail.complain("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_NOT_EMPTY", message);
    }
    let has =
        |key: &str, number: i64| list(command, key).iter().any(|it| whole(it) == Some(number));
    if has("contexts", 2) && !has("integration_types", 1) {
        trail.at("contexts", |trail| {
            let message = "PRIVATE_CHANNEL needs an installation to users";
            trail.complain("APPLICATION_COMMAND_INVALID_CONTEXTS", message);
        });
    }
    let size = size(command);
    if size > 8000 {
        let message = format!("Command exceeds maximum size (8000): it is {size}");
        trail.complain("APPLICATION_COMMAND_TOO_LARGE", message);
    }
    check_options(command, trail);
}

/// A typed command's name, and an option's, is one word in small letters.
fn check_names(named: &Value, trail: &mut Trail) {
    const CODE: &str = "APPLICATION_COMMAND_INVALID_NAME";
    const MESSAGE: &str = "Command name is invalid";
    if !named["name"].as_str().is_some_and(is_name) {
        trail.at("name", |trail| trail.complain(CODE, MESSAGE));
    }
    let Some(translations) = named["name_localizations"].as_object() else {
        return;
    };
    for (locale, name) in translations {
        if !name.as_str().is_some_and(is_name) {
            trail.at("name_localizations", |trail| {
                trail.at(locale.as_str(), |trail| trail.complain(CODE, MESSAGE));
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

/// The characters that count towards 8000: of each name and description its
/// longest translation.
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

fn check_options(owner: &Value, trail: &mut Trail) {
    let options = list(owner, "options");
    let is_subcommand = |option: &Value| matches!(whole(&option["type"]), Some(1 | 2));
    let subcommands = options.iter().filter(|option| is_subcommand(option)).count();
    if subcommands != 0 && subcommands != options.len() {
        trail.at("options", |trail| {
            let message = "Sub-command and sub-command group option types are mutually exclusive \
                           to all other types";
            trail.complain("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        });
    }
    let mut names = HashSet::new();
    let mut optional_seen = false;
    for (index, option) in options.iter().enumerate() {
        trail.at("options", |trail| {
            trail.at(index, |trail| {
                if !names.insert(option["name"].as_str()) {
                    let message = "Option name already exists";
                    trail.complain("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
                }
                if !is_subcommand(option) {
                    let is_required = option["required"] == true;
                    if optional_seen && is_required {
                        let message = "Required options must be placed before non-required options";
                        trail.complain("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
                    }
                    optional_seen |= !is_required;
                }
                check_option(option, trail);
            });
        });
    }
}

fn check_option(option: &Value, trail: &mut Trail) {
    check_names(option, trail);
    let choices = list(option, "choices");
    if option["autocomplete"] == true && !choices.is_empty() {
        let message = "Autocomplete cannot be used with choices";
        trail.complain("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", message);
    }
    let mut names = HashSet::new();
    if !choices.iter().all(|choice| names.insert(choice["name"].as_str())) {
        let message = "Option choice name already exists";
        trail.complain("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", message);
    }
    for (least, most) in [("min_value", "max_value"), ("min_length", "max_length")] {
        if let (Some(at_least), Some(at_most)) = (option[least].as_f64(), option[most].as_f64())
            && at_least > at_most
        {
            let message = format!("{least} is above {most}");
            trail.complain("APPLICATION_COMMAND_OPTIONS_MIN_ABOVE_MAX", message);
        }
    }
    check_options(option, trail);
}
