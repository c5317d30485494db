//! Rules of components that their shapes don't tell.

use std::collections::HashSet;

use serde_json::Value;
use twemoji_assets::svg::SvgTwemojiAsset;

use crate::validation::{Trail, shape::whole};

const BUTTON: i64 = 2;
const TEXT_SELECT: i64 = 3;
const TEXT_DISPLAY: i64 = 10;
const LINK_STYLE: i64 = 5;
const PREMIUM_STYLE: i64 = 6;

/// What holds for all components of a message together.
#[derive(Default)]
struct Totals<'a> {
    count: usize,
    characters: usize,
    custom_ids: HashSet<&'a str>,
    component_ids: HashSet<i64>,
}

/// Adds what is wrong with a message's components, which have the right shape.
pub(crate) fn check(components: &[Value], only_components: bool, trail: &mut Trail) {
    if !only_components {
        check_rows_only(components, trail);
    }
    let mut totals = Totals::default();
    for (index, component) in components.iter().enumerate() {
        trail.at(index, |trail| walk(component, &mut totals, trail));
    }
    if only_components && totals.count > 40 {
        let message = format!("{} components, 40 are allowed.", totals.count);
        trail.complain("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message);
    }
    if totals.characters > 4000 {
        let message = format!("{} characters are displayed, 4000 may be.", totals.characters);
        trail.complain("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message);
    }
}

/// Without the flag for it, a message has up to five rows and nothing else.
fn check_rows_only(components: &[Value], trail: &mut Trail) {
    if components.len() > 5 {
        trail.complain("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    }
    for (index, component) in components.iter().enumerate() {
        if whole(&component["type"]) != Some(1) {
            trail.at(index, |trail| {
                let message = "Value of field \"type\" must be one of (1,) without flag 1<<15.";
                trail.complain("UNION_TYPE_CHOICES", message);
            });
        }
    }
}

fn walk<'a>(component: &'a Value, totals: &mut Totals<'a>, trail: &mut Trail) {
    totals.count += 1;
    count_ids(component, totals, trail);
    match whole(&component["type"]) {
        Some(1) => check_row(component, trail),
        Some(BUTTON) => check_button(component, trail),
        Some(3 | 5..=8) => check_select(component, trail),
        Some(TEXT_DISPLAY) => {
            totals.characters += component["content"].as_str().unwrap_or_default().chars().count();
        }
        _ => {}
    }
    for (index, inner) in component["components"].as_array().into_iter().flatten().enumerate() {
        trail.at("components", |trail| trail.at(index, |trail| walk(inner, totals, trail)));
    }
    if component["accessory"].is_object() {
        trail.at("accessory", |trail| walk(&component["accessory"], totals, trail));
    }
}

fn count_ids<'a>(component: &'a Value, totals: &mut Totals<'a>, trail: &mut Trail) {
    if let Some(custom_id) = component["custom_id"].as_str()
        && !totals.custom_ids.insert(custom_id)
    {
        trail.at("custom_id", |trail| {
            let message = "Component custom id cannot be duplicated";
            trail.complain("COMPONENT_CUSTOM_ID_DUPLICATED", message);
        });
    }
    // 0 asks Discord to number the component itself.
    if let Some(id) = whole(&component["id"]).filter(|id| *id != 0)
        && !totals.component_ids.insert(id)
    {
        trail.at("id", |trail| {
            trail.complain("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
        });
    }
}

/// A menu is as wide as five buttons.
fn check_row(row: &Value, trail: &mut Trail) {
    let inner = row["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    let has_menu = inner.iter().any(|it| matches!(whole(&it["type"]), Some(3 | 5..=8)));
    if has_menu && inner.len() > 1 {
        let message = "The specified component exceeds the maximum width";
        trail.complain("COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
}

fn check_button(button: &Value, trail: &mut Trail) {
    let has = |key: &str| match &button[key] {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        _ => true,
    };
    if !has("label") && !has("emoji") {
        let message = "A button needs a label or an emoji";
        trail.complain("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
    match whole(&button["style"]) {
        Some(LINK_STYLE) if has("custom_id") || !has("url") || has("sku_id") => {
            let message = "A custom id and url cannot both be specified; a link needs a url";
            trail.complain("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
        Some(LINK_STYLE) => {}
        // Only an application that sells something has such buttons.
        Some(PREMIUM_STYLE) => {
            trail.complain("BUTTON_COMPONENT_INVALID_SKU", "This application sells nothing");
        }
        _ => {
            if !has("custom_id") {
                let message = "A custom id is required";
                trail.complain("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", message);
            }
            if has("url") || has("sku_id") {
                let message = "A custom id and url cannot both be specified";
                trail.complain("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
    }
    check_emoji(&button["emoji"], trail);
}

fn check_select(select: &Value, trail: &mut Trail) {
    let at_least = whole(&select["min_values"]).unwrap_or(1);
    let at_most = whole(&select["max_values"]).unwrap_or(1);
    if at_least > at_most {
        trail.complain("SELECT_COMPONENT_MIN_ABOVE_MAX", "min_values is above max_values");
    }
    let choices = select["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    if whole(&select["type"]) == Some(TEXT_SELECT) {
        let count = i64::try_from(choices.len()).unwrap_or(i64::MAX);
        if at_least > count || at_most > count {
            let message = "There are fewer options than can be chosen";
            trail.complain("SELECT_COMPONENT_TOO_FEW_OPTIONS", message);
        }
        let defaults = choices.iter().filter(|choice| choice["default"] == true).count();
        if i64::try_from(defaults).unwrap_or(i64::MAX) > at_most {
            let message = "More options are chosen than may be";
            trail.complain("SELECT_COMPONENT_TOO_MANY_DEFAULTS", message);
        }
    }
    let mut values = HashSet::new();
    for (index, choice) in choices.iter().enumerate() {
        trail.at("options", |trail| {
            trail.at(index, |trail| {
                if !values.insert(choice["value"].as_str()) {
                    let message = "The specified option value is already used";
                    trail.complain("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
                }
                check_emoji(&choice["emoji"], trail);
            });
        });
    }
}

/// An emoji must exist. Nobody uploads any here, so one with an id does not.
fn check_emoji(emoji: &Value, trail: &mut Trail) {
    if emoji.is_null() {
        return;
    }
    let name = emoji["name"].as_str().unwrap_or_default();
    if !emoji["id"].is_null() || !is_unicode_emoji(name) {
        trail.at("emoji", |trail| {
            trail.at("name", |trail| {
                trail.complain("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
            });
        });
    }
}

/// Unicode writes some emoji with a variation selector, and people leave it out
/// or put it in.
fn is_unicode_emoji(name: &str) -> bool {
    const SELECTOR: char = '\u{fe0f}';
    let without: String = name.chars().filter(|char| *char != SELECTOR).collect();
    let with = format!("{without}{SELECTOR}");
    [name, &without, &with].iter().any(|form| SvgTwemojiAsset::from_emoji(form).is_some())
        || is_keycap(&without)
}

fn is_keycap(name: &str) -> bool {
    name.strip_suffix('\u{20e3}').is_some_and(|key| {
        key.len() == 1 && key.bytes().all(|byte| byte.is_ascii_digit() || b"#*".contains(&byte))
    })
}
