//! Buttons and menus, read from Discord's JSON.

use serde_json::Value;

/// Something on a message that a person can press or choose from.
#[derive(Clone, Debug, PartialEq)]
pub enum Component {
    /// A button.
    Button(Button),
    /// A menu.
    Select(Select),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Its text.
    pub label: Option<String>,
    /// The name of its emoji.
    pub emoji: Option<String>,
    /// What the bot is told when it is pressed; absent on a link.
    pub custom_id: Option<String>,
    /// Where a link leads.
    pub url: Option<String>,
    /// Discord's number: 1 blurple, 2 grey, 3 green, 4 red, 5 link.
    pub style: u64,
    /// Whether it can't be pressed.
    pub disabled: bool,
}

/// A menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// Discord's number: 3 texts, 5 users, 6 roles, 7 both, 8 channels.
    pub kind: u64,
    /// What the bot is told when something is chosen.
    pub custom_id: String,
    /// What stands there while nothing is chosen.
    pub placeholder: Option<String>,
    /// The choices of a menu of texts.
    pub choices: Vec<SelectChoice>,
    /// How many must be chosen.
    pub min_values: u64,
    /// How many may be chosen.
    pub max_values: u64,
    /// Whether nothing can be chosen.
    pub disabled: bool,
}

/// One choice of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectChoice {
    /// What people read.
    pub label: String,
    /// What the bot is told.
    pub value: String,
    /// Whether it is chosen from the start.
    pub default: bool,
}

impl Component {
    /// The button, if it is one.
    pub fn button(&self) -> Option<&Button> {
        match self {
            Self::Button(button) => Some(button),
            Self::Select(_) => None,
        }
    }

    /// The menu, if it is one.
    pub fn select(&self) -> Option<&Select> {
        match self {
            Self::Select(select) => Some(select),
            Self::Button(_) => None,
        }
    }

    /// What the bot is told when it is used.
    pub fn custom_id(&self) -> Option<&str> {
        match self {
            Self::Button(button) => button.custom_id.as_deref(),
            Self::Select(select) => Some(&select.custom_id),
        }
    }

    /// Discord's number for its kind.
    pub(crate) fn kind(&self) -> u64 {
        match self {
            Self::Button(_) => 2,
            Self::Select(select) => select.kind,
        }
    }

    fn read(json: &Value) -> Option<Self> {
        match json["type"].as_u64()? {
            2 => Some(Self::Button(Button::read(json))),
            3 | 5..=8 => Some(Self::Select(Select::read(json)?)),
            _ => None,
        }
    }
}

impl Button {
    /// Its label, or else its emoji.
    pub fn shown(&self) -> &str {
        self.label.as_deref().or(self.emoji.as_deref()).unwrap_or_default()
    }

    fn read(json: &Value) -> Self {
        Self {
            label: text(&json["label"]),
            emoji: text(&json["emoji"]["name"]),
            custom_id: text(&json["custom_id"]),
            url: text(&json["url"]),
            style: json["style"].as_u64().unwrap_or_default(),
            disabled: json["disabled"].as_bool().unwrap_or(false),
        }
    }
}

impl Select {
    fn read(json: &Value) -> Option<Self> {
        let choices = json["options"].as_array().into_iter().flatten();
        Some(Self {
            kind: json["type"].as_u64()?,
            custom_id: text(&json["custom_id"])?,
            placeholder: text(&json["placeholder"]),
            choices: choices.filter_map(SelectChoice::read).collect(),
            min_values: json["min_values"].as_u64().unwrap_or(1),
            max_values: json["max_values"].as_u64().unwrap_or(1),
            disabled: json["disabled"].as_bool().unwrap_or(false),
        })
    }
}

impl SelectChoice {
    fn read(json: &Value) -> Option<Self> {
        Some(Self {
            label: text(&json["label"])?,
            value: text(&json["value"])?,
            default: json["default"].as_bool().unwrap_or(false),
        })
    }
}

fn text(json: &Value) -> Option<String> {
    json.as_str().map(str::to_owned)
}

/// What can be pressed or chosen in these components, row by row. A section's
/// button counts as a row, and a container's rows as the message's.
pub(crate) fn rows_of(components: &[Value]) -> Vec<Vec<Component>> {
    let mut rows = Vec::new();
    for component in components {
        let inner = component["components"].as_array().map(Vec::as_slice).unwrap_or_default();
        match component["type"].as_u64() {
            Some(1) => rows.push(inner.iter().filter_map(Component::read).collect()),
            Some(9) => rows.extend(Component::read(&component["accessory"]).map(|it| vec![it])),
            Some(17) => rows.extend(rows_of(inner)),
            _ => {}
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn buttons_are_found_in_containers_and_sections_too() {
        let button = |label| json!({ "type": 2, "style": 1, "label": label, "custom_id": label });
        let rows = rows_of(&[
            json!({ "type": 1, "components": [button("a"), button("b")] }),
            json!({ "type": 17, "components": [
                { "type": 9, "components": [], "accessory": button("c") },
                { "type": 1, "components": [button("d")] },
            ]}),
        ]);
        let labels: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| row.iter().map(|it| it.button().unwrap().shown()).collect())
            .collect();
        assert_eq!(labels, [vec!["a", "b"], vec!["c"], vec!["d"]]);
    }
}
