//! The rules of components beyond their schemas.
//!
//! [Discord's rules](https://discord.com/developers/docs/components/reference)

use std::collections::HashSet;

use serde_json::Value;

use crate::validation::{Validator, schema::as_integer};

const BUTTON: i64 = 2;
const TEXT_SELECT: i64 = 3;
const TEXT_DISPLAY: i64 = 10;
const LINK_STYLE: i64 = 5;
const PREMIUM_STYLE: i64 = 6;

/// What is counted over all components of a message.
#[derive(Default)]
struct Totals<'a> {
    count: usize,
    characters: usize,
    custom_ids: HashSet<&'a str>,
    component_ids: HashSet<i64>,
}

/// Validates the components of a message, which match their schemas.
pub(crate) fn check(components: &[Value], components_v2: bool, validator: &mut Validator) {
    if !components_v2 {
        check_rows_only(components, validator);
    }
    let mut totals = Totals::default();
    for (index, component) in components.iter().enumerate() {
        validator.at(index, |validator| walk(component, &mut totals, validator));
    }
    if components_v2 && totals.count > 40 {
        let message = format!("{} components, 40 are allowed.", totals.count);
        validator.error("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message);
    }
    if totals.characters > 4000 {
        let message = format!("{} characters are displayed, 4000 may be.", totals.characters);
        validator.error("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message);
    }
}

/// Without `IS_COMPONENTS_V2`, a message has up to five action rows and nothing
/// else.
fn check_rows_only(components: &[Value], validator: &mut Validator) {
    if components.len() > 5 {
        validator.error("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    }
    for (index, component) in components.iter().enumerate() {
        if as_integer(&component["type"]) != Some(1) {
            validator.at(index, |validator| {
                let message = "Value of field \"type\" must be one of (1,) without flag 1<<15.";
                validator.error("UNION_TYPE_CHOICES", message);
            });
        }
    }
}

fn walk<'a>(component: &'a Value, totals: &mut Totals<'a>, validator: &mut Validator) {
    totals.count += 1;
    count_ids(component, totals, validator);
    match as_integer(&component["type"]) {
        Some(1) => check_row(component, validator),
        Some(BUTTON) => check_button(component, validator),
        Some(3 | 5..=8) => check_select(component, validator),
        Some(TEXT_DISPLAY) => {
            totals.characters += component["content"].as_str().unwrap_or_default().chars().count();
        }
        _ => {}
    }
    for (index, inner) in component["components"].as_array().into_iter().flatten().enumerate() {
        validator.at("components", |validator| {
            validator.at(index, |validator| walk(inner, totals, validator));
        });
    }
    if component["accessory"].is_object() {
        validator.at("accessory", |validator| walk(&component["accessory"], totals, validator));
    }
}

fn count_ids<'a>(component: &'a Value, totals: &mut Totals<'a>, validator: &mut Validator) {
    if let Some(custom_id) = component["custom_id"].as_str()
        && !totals.custom_ids.insert(custom_id)
    {
        validator.at("custom_id", |validator| {
            let message = "Component custom id cannot be duplicated";
            validator.error("COMPONENT_CUSTOM_ID_DUPLICATED", message);
        });
    }
    // With 0, Discord assigns the id.
    if let Some(id) = as_integer(&component["id"]).filter(|id| *id != 0)
        && !totals.component_ids.insert(id)
    {
        validator.at("id", |validator| {
            validator.error("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
        });
    }
}

/// A select menu takes a whole row.
fn check_row(row: &Value, validator: &mut Validator) {
    let inner = row["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    let has_menu = inner.iter().any(|it| matches!(as_integer(&it["type"]), Some(3 | 5..=8)));
    if has_menu && inner.len() > 1 {
        let message = "The specified component exceeds the maximum width";
        validator.error("COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
}

fn check_button(button: &Value, validator: &mut Validator) {
    let has = |key: &str| match &button[key] {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        _ => true,
    };
    if !has("label") && !has("emoji") {
        let message = "A button needs a label or an emoji";
        validator.error("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
    match as_integer(&button["style"]) {
        Some(LINK_STYLE) if has("custom_id") || !has("url") || has("sku_id") => {
            let message = "A custom id and url cannot both be specified; a link needs a url";
            validator.error("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
        Some(LINK_STYLE) => {}
        // The application has no SKUs.
        Some(PREMIUM_STYLE) => {
            validator.error("BUTTON_COMPONENT_INVALID_SKU", "This application sells nothing");
        }
        _ => {
            if !has("custom_id") {
                let message = "A custom id is required";
                validator.error("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", message);
            }
            if has("url") || has("sku_id") {
                let message = "A custom id and url cannot both be specified";
                validator.error("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
    }
    check_emoji(&button["emoji"], validator);
}

fn check_select(select: &Value, validator: &mut Validator) {
    let min = as_integer(&select["min_values"]).unwrap_or(1);
    let max = as_integer(&select["max_values"]).unwrap_or(1);
    if min > max {
        validator.error("SELECT_COMPONENT_MIN_ABOVE_MAX", "min_values is above max_values");
    }
    let choices = select["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    if as_integer(&select["type"]) == Some(TEXT_SELECT) {
        let count = i64::try_from(choices.len()).unwrap_or(i64::MAX);
        if min > count || max > count {
            let message = "There are fewer options than can be chosen";
            validator.error("SELECT_COMPONENT_TOO_FEW_OPTIONS", message);
        }
        let defaults = choices.iter().filter(|choice| choice["default"] == true).count();
        if i64::try_from(defaults).unwrap_or(i64::MAX) > max {
            let message = "More options are chosen than may be";
            validator.error("SELECT_COMPONENT_TOO_MANY_DEFAULTS", message);
        }
    }
    let mut values = HashSet::new();
    for (index, choice) in choices.iter().enumerate() {
        validator.at("options", |validator| {
            validator.at(index, |validator| {
                if !values.insert(choice["value"].as_str()) {
                    let message = "The specified option value is already used";
                    validator.error("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
                }
                check_emoji(&choice["emoji"], validator);
            });
        });
    }
}

/// An emoji must exist. Whether one with an id does is not checked here.
fn check_emoji(emoji: &Value, validator: &mut Validator) {
    if emoji.is_null() {
        return;
    }
    let name = emoji["name"].as_str().unwrap_or_default();
    if emoji["id"].is_null() && !is_unicode_emoji(name) {
        validator.at("emoji", |validator| {
            validator.at("name", |validator| {
                validator.error("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
            });
        });
    }
}

/// Accepts emoji with and without their variation selector.
fn is_unicode_emoji(name: &str) -> bool {
    const SELECTOR: char = '\u{fe0f}';
    let without: String = name.chars().filter(|char| *char != SELECTOR).collect();
    let with = format!("{without}{SELECTOR}");
    [name, &without, &with].iter().any(|form| emojis::get(form).is_some()) || is_keycap(&without)
}

fn is_keycap(name: &str) -> bool {
    name.strip_suffix('\u{20e3}').is_some_and(|key| {
        key.len() == 1 && key.bytes().all(|byte| byte.is_ascii_digit() || b"#*".contains(&byte))
    })
}
