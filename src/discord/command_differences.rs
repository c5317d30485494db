//! How the commands that Discord has registered differ from this version's.

use serde_json::{Value, json};

/// The type of the command that Discord adds where Activities are enabled.
pub(super) const PRIMARY_ENTRY_POINT: u64 = 4;

/// Compares commands as they are sent to Discord with those that it returns, which have more
/// fields, such as ids, and defaults for what was left out. Returns a few words for each difference.
pub(super) fn find(expected: &[Value], registered: &[Value]) -> Vec<String> {
    let mut differences = Vec::new();
    for command in expected {
        match registered.iter().find(|it| identity(it) == identity(command)) {
            None => differences.push(format!("{} is missing", name(command))),
            Some(it) if !agree(command, it) => {
                differences.push(format!("{} is of another version", name(command)));
            }
            Some(_) => {}
        }
    }
    let is_unknown = |command: &&Value| {
        command["type"] != PRIMARY_ENTRY_POINT
            && !expected.iter().any(|it| identity(it) == identity(command))
    };
    let unknown = registered.iter().filter(is_unknown);
    differences.extend(unknown.map(|command| format!("{} is of no use any more", name(command))));
    differences
}

/// What a command is told by. One without a type is a slash command.
fn identity(command: &Value) -> (Option<&str>, u64) {
    (command["name"].as_str(), command["type"].as_u64().unwrap_or(1))
}

fn name(command: &Value) -> String {
    let name = command["name"].as_str().unwrap_or_default();
    if identity(command).1 == 1 { format!("/{name}") } else { format!("\u{201c}{name}\u{201d}") }
}

/// The fields of commands, options and choices that are compared. Others, such as ids, are
/// Discord's.
const FIELDS: [&str; 16] = [
    "autocomplete",
    "channel_types",
    "choices",
    "contexts",
    "default_member_permissions",
    "description",
    "description_localizations",
    "integration_types",
    "max_length",
    "max_value",
    "min_length",
    "min_value",
    "name_localizations",
    "options",
    "required",
    "value",
];

/// Whether commands, options or choices of the same name agree.
fn agree(expected: &Value, registered: &Value) -> bool {
    expected["name"] == registered["name"]
        && FIELDS.iter().all(|field| values_agree(&expected[field], &registered[field]))
}

fn values_agree(expected: &Value, registered: &Value) -> bool {
    match (expected, registered) {
        (Value::Array(expected), Value::Array(registered)) => {
            expected.len() == registered.len() && lists_agree(expected, registered)
        }
        _ => expected == registered || is_default(expected) && is_default(registered),
    }
}

/// Lists of numbers, such as contexts, are sets; others have options or choices.
fn lists_agree(expected: &[Value], registered: &[Value]) -> bool {
    if expected.iter().all(Value::is_number) {
        return expected.iter().all(|number| registered.contains(number));
    }
    expected.iter().zip(registered).all(|(expected, registered)| {
        expected["type"] == registered["type"] && agree(expected, registered)
    })
}

/// Whether a field that is left out means this.
fn is_default(value: &Value) -> bool {
    [json!(null), json!(false), json!(""), json!([]), json!({})].contains(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Discord returns for a command with an option, in two languages.
    fn registered() -> Value {
        json!({
            "id": "1", "application_id": "2", "version": "3", "type": 1, "name": "drop",
            "description": "Drop a disc", "description_localizations": { "de": "Stein" },
            "name_localizations": null, "nsfw": false, "contexts": [0, 1],
            "default_member_permissions": 32,
            "options": [{ "type": 3, "name": "column", "description": "1 to 7", "required": true }]
        })
    }

    fn expected() -> Value {
        json!({
            "type": 1, "name": "drop", "name_localizations": {}, "description": "Drop a disc",
            "description_localizations": { "de": "Stein" }, "contexts": [0, 1],
            "default_member_permissions": 32,
            "options": [{
                "type": 3, "name": "column", "description": "1 to 7", "required": true,
                "options": [], "autocomplete": false
            }]
        })
    }

    #[test]
    fn what_discord_adds_is_no_difference() {
        let entry_point = json!({ "type": 4, "name": "launch" });
        assert_eq!(find(&[expected()], &[registered(), entry_point]), [""; 0]);
    }

    #[test]
    fn contexts_may_come_in_any_order() {
        let mut registered = registered();
        registered["contexts"] = json!([1, 0]);
        assert_eq!(find(&[expected()], &[registered]), [""; 0]);
    }

    #[test]
    fn a_missing_command_is_named() {
        assert_eq!(find(&[expected()], &[]), ["/drop is missing"]);
        let menu = json!({ "type": 2, "name": "drop" });
        let unknown = "\u{201c}drop\u{201d} is of no use any more";
        assert_eq!(find(&[expected()], &[menu]), ["/drop is missing", unknown]);
    }

    #[test]
    fn any_changed_field_is_a_difference() {
        for (pointer, value) in [
            ("/description", json!("Drop")),
            ("/description_localizations/de", json!("Drop")),
            ("/default_member_permissions", json!("16")),
            ("/contexts", json!([0])),
            ("/options/0/required", json!(false)),
            ("/options/0/name", json!("row")),
            ("/options", json!([])),
        ] {
            let mut changed = registered();
            *changed.pointer_mut(pointer).unwrap() = value;
            assert_eq!(
                find(&[expected()], &[changed]),
                ["/drop is of another version"],
                "{pointer}"
            );
        }
    }

    #[test]
    fn what_this_version_no_longer_has_is_a_difference() {
        for (pointer, value) in [
            ("/options", json!([])),
            ("/description_localizations", json!({})),
            ("/default_member_permissions", Value::Null),
            ("/options/0/required", json!(false)),
        ] {
            let mut old = expected();
            *old.pointer_mut(pointer).unwrap() = value;
            assert_eq!(find(&[old], &[registered()]), ["/drop is of another version"], "{pointer}");
        }
    }
}
