//! Whom a message mentions, and whom of them it notifies.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::state::ids::UserId;

/// The user ids that stand as `<@…>` in a text, once each.
pub(crate) fn mentioned_in(text: &str) -> BTreeSet<UserId> {
    text.split("<@")
        .skip(1)
        .filter_map(|after| {
            let id = after.split_once('>')?.0;
            id.strip_prefix('!').unwrap_or(id).parse().ok()
        })
        .collect()
}

/// All text of a message that people read: its content, and the text displays
/// among its components.
pub(crate) fn readable_text(content: &str, components: &[Value]) -> String {
    let mut text = content.to_owned();
    let mut waiting: Vec<&Value> = components.iter().rev().collect();
    while let Some(component) = waiting.pop() {
        if component["type"] == 10 {
            text.push('\n');
            text.push_str(component["content"].as_str().unwrap_or_default());
        }
        waiting.extend(component["components"].as_array().into_iter().flatten().rev());
    }
    text
}

/// Who may be notified by a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Allowed {
    all_users: bool,
    everyone: bool,
    users: BTreeSet<UserId>,
    replied_user: bool,
}

impl Allowed {
    /// Reads `allowed_mentions`. Discord parses every mention where it is
    /// absent, and notifies of replies where it does not say otherwise.
    pub(crate) fn read(json: &Value) -> Self {
        if json.is_null() {
            return Self {
                all_users: true,
                everyone: true,
                users: BTreeSet::new(),
                replied_user: true,
            };
        }
        let list = |key: &str| json[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        Self {
            all_users: list("parse").any(|kind| kind == "users"),
            everyone: list("parse").any(|kind| kind == "everyone"),
            users: list("users").filter_map(|id| id.parse().ok()).collect(),
            replied_user: json["replied_user"].as_bool().unwrap_or(false),
        }
    }

    pub(crate) fn notifies(&self, user: UserId) -> bool {
        self.all_users || self.users.contains(&user)
    }

    pub(crate) fn notifies_everyone(&self) -> bool {
        self.everyone
    }

    pub(crate) fn notifies_whom_it_replies_to(&self) -> bool {
        self.replied_user
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_ways_to_write_a_mention_count_and_others_do_not() {
        let found = mentioned_in("<@1>, <@!2>, <@&3>, <@x>, <#4>, <@5 and <@1> again");
        assert_eq!(found, BTreeSet::from([UserId::new(1), UserId::new(2)]));
    }

    #[test]
    fn without_allowed_mentions_everybody_is_notified() {
        assert!(Allowed::read(&Value::Null).notifies(UserId::new(1)));
        let none = Allowed::read(&json!({ "parse": [] }));
        assert!(!none.notifies(UserId::new(1)));
        let one = Allowed::read(&json!({ "parse": [], "users": ["1"] }));
        assert!(one.notifies(UserId::new(1)) && !one.notifies(UserId::new(2)));
    }

    #[test]
    fn text_displays_inside_containers_are_read() {
        let components = [json!({ "type": 17, "components": [{ "type": 10, "content": "<@7>" }] })];
        assert_eq!(readable_text("", &components), "\n<@7>");
    }
}
