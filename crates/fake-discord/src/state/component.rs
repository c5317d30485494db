//! Buttons and select menus.

use serde_json::Value;

/// An interactive component of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Component {
    /// A button.
    Button(Button),
    /// A select menu.
    Select(Select),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The text.
    pub label: Option<String>,
    /// The name of the emoji; of a Unicode emoji, the emoji itself.
    pub emoji: Option<String>,
    /// The custom id; `None` for a link.
    pub custom_id: Option<String>,
    /// The URL of a link.
    pub url: Option<String>,
    /// The [style](https://discord.com/developers/docs/components/reference#button-button-styles):
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// Whether it cannot be pressed.
    pub disabled: bool,
}

/// A select menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// The [component type](https://discord.com/developers/docs/components/reference#component-object-component-types):
    /// 3 strings, 5 users, 6 roles, 7 users and roles, 8 channels.
    pub kind: u64,
    /// The custom id.
    pub custom_id: String,
    /// The text that is shown while nothing is chosen.
    pub placeholder: Option<String>,
    /// The choices (Discord's `options`); empty unless it is a string select.
    pub choices: Vec<SelectChoice>,
    /// The [types](https://discord.com/developers/docs/resources/channel#channel-object-channel-types)
    /// of channels that a channel select offers; all if it is empty.
    pub channel_types: Vec<u64>,
    /// The minimum number of chosen values.
    pub min_values: u64,
    /// The maximum number of chosen values.
    pub max_values: u64,
    /// Whether nothing can be chosen.
    pub disabled: bool,
}

/// A choice of a string select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectChoice {
    /// The text that is shown.
    pub label: String,
    /// The value that the bot receives.
    pub value: String,
    /// Whether it is chosen at first.
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

    /// The select menu, if it is one.
    pub fn select(&self) -> Option<&Select> {
        match self {
            Self::Select(select) => Some(select),
            Self::Button(_) => None,
        }
    }

    /// The custom id; `None` for a link.
    pub fn custom_id(&self) -> Option<&str> {
        match self {
            Self::Button(button) => button.custom_id.as_deref(),
            Self::Select(select) => Some(&select.custom_id),
        }
    }

    /// The component type.
    pub(crate) fn kind(&self) -> u64 {
        match self {
            Self::Button(_) => 2,
            Self::Select(select) => select.kind,
        }
    }

    fn from_json(json: &Value) -> Option<Self> {
        match json["type"].as_u64()? {
            2 => Some(Self::Button(Button::from_json(json))),
            3 | 5..=8 => Some(Self::Select(Select::from_json(json)?)),
            _ => None,
        }
    }
}

impl Button {
    /// The label, or else the emoji.
    pub fn display_text(&self) -> &str {
        self.label.as_deref().or(self.emoji.as_deref()).unwrap_or_default()
    }

    fn from_json(json: &Value) -> Self {
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
    fn from_json(json: &Value) -> Option<Self> {
        let choices = json["options"].as_array().into_iter().flatten();
        let channel_types = json["channel_types"].as_array().into_iter().flatten();
        Some(Self {
            channel_types: channel_types.filter_map(Value::as_u64).collect(),
            kind: json["type"].as_u64()?,
            custom_id: text(&json["custom_id"])?,
            placeholder: text(&json["placeholder"]),
            choices: choices.filter_map(SelectChoice::from_json).collect(),
            min_values: json["min_values"].as_u64().unwrap_or(1),
            max_values: json["max_values"].as_u64().unwrap_or(1),
            disabled: json["disabled"].as_bool().unwrap_or(false),
        })
    }
}

impl SelectChoice {
    fn from_json(json: &Value) -> Option<Self> {
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

/// The interactive components, row by row. A section's button is a row of its own,
/// and the rows of containers are included.
pub(crate) fn interactive_rows(components: &[Value]) -> Vec<Vec<Component>> {
    let mut rows = Vec::new();
    for component in components {
        let inner = component["components"].as_array().map(Vec::as_slice).unwrap_or_default();
        match component["type"].as_u64() {
            Some(1) => rows.push(inner.iter().filter_map(Component::from_json).collect()),
            Some(9) => {
                rows.extend(Component::from_json(&component["accessory"]).map(|it| vec![it]));
            }
            Some(17) => rows.extend(interactive_rows(inner)),
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
    fn rows_include_buttons_of_containers_and_sections() {
        let button = |label| json!({ "type": 2, "style": 1, "label": label, "custom_id": label });
        let rows = interactive_rows(&[
            json!({ "type": 1, "components": [button("a"), button("b")] }),
            json!({ "type": 17, "components": [
                { "type": 9, "components": [], "accessory": button("c") },
                { "type": 1, "components": [button("d")] },
            ]}),
        ]);
        let labels: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| row.iter().map(|it| it.button().unwrap().display_text()).collect())
            .collect();
        assert_eq!(labels, [vec!["a", "b"], vec!["c"], vec!["d"]]);
    }
}
