//! The users that a message mentions and notifies.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::state::ids::UserId;

/// The users mentioned in a text as `<@id>` or `<@!id>`.
pub(crate) fn mentioned_users(text: &str) -> BTreeSet<UserId> {
    text.split("<@")
        .skip(1)
        .filter_map(|after| {
            let id = after.split_once('>')?.0;
            id.strip_prefix('!').unwrap_or(id).parse().ok()
        })
        .collect()
}

/// The visible text of a message: its content and its text displays.
pub(crate) fn visible_text(content: &str, components: &[Value]) -> String {
    let mut text = content.to_owned();
    let mut stack: Vec<&Value> = components.iter().rev().collect();
    while let Some(component) = stack.pop() {
        if component["type"] == 10 {
            text.push('\n');
            text.push_str(component["content"].as_str().unwrap_or_default());
        }
        stack.extend(component["components"].as_array().into_iter().flatten().rev());
    }
    text
}

/// A message's `allowed_mentions`.
///
/// [Discord's rules](https://discord.com/developers/docs/resources/message#allowed-mentions-object)
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllowedMentions {
    all_users: bool,
    everyone: bool,
    users: BTreeSet<UserId>,
    replied_user: bool,
}

impl AllowedMentions {
    /// Parses `allowed_mentions`. If it is absent, every mention notifies, and so
    /// does a reply.
    pub(crate) fn from_json(json: &Value) -> Self {
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

    pub(crate) fn notifies_replied_user(&self) -> bool {
        self.replied_user
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_notations_of_user_mentions_are_found() {
        let found = mentioned_users("<@1>, <@!2>, <@&3>, <@x>, <#4>, <@5 and <@1> again");
        assert_eq!(found, BTreeSet::from([UserId::new(1), UserId::new(2)]));
    }

    #[test]
    fn without_allowed_mentions_all_are_notified() {
        assert!(AllowedMentions::from_json(&Value::Null).notifies(UserId::new(1)));
        let none = AllowedMentions::from_json(&json!({ "parse": [] }));
        assert!(!none.notifies(UserId::new(1)));
        let one = AllowedMentions::from_json(&json!({ "parse": [], "users": ["1"] }));
        assert!(one.notifies(UserId::new(1)) && !one.notifies(UserId::new(2)));
    }

    #[test]
    fn text_displays_in_containers_are_visible_text() {
        let components = [json!({ "type": 17, "components": [{ "type": 10, "content": "<@7>" }] })];
        assert_eq!(visible_text("", &components), "\n<@7>");
    }
}
