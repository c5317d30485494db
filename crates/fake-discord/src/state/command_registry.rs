//! The commands that the bot registered.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::state::ids::{CommandId, GuildId, UserId};

/// Where commands count: everywhere, or in one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scope {
    Global,
    Guild(GuildId),
}

/// All registered commands, as Discord's JSON.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    scopes: HashMap<Scope, Vec<Value>>,
}

impl Registry {
    /// Whether any were registered, even if none are left.
    pub(crate) fn is_used(&self) -> bool {
        !self.scopes.is_empty()
    }

    pub(crate) fn list(&self, scope: Scope) -> Vec<Value> {
        self.scopes.get(&scope).cloned().unwrap_or_default()
    }

    /// The commands that people can use in a server, or in no server. A
    /// server's own commands come first.
    pub(crate) fn usable(&self, guild: Option<GuildId>) -> impl Iterator<Item = &Value> {
        let own = guild.and_then(|guild| self.scopes.get(&Scope::Guild(guild)));
        let everywhere = self.scopes.get(&Scope::Global);
        own.into_iter().chain(everywhere).flatten()
    }

    /// Replaces all commands of a scope. One that had the same name keeps its
    /// id, as at Discord.
    pub(crate) fn replace(
        &mut self,
        scope: Scope,
        application: UserId,
        commands: &[Value],
        mut next_id: impl FnMut() -> u64,
    ) -> Vec<Value> {
        let before = self.list(scope);
        let version = CommandId::new(next_id());
        let registered: Vec<Value> = commands
            .iter()
            .map(|command| {
                let known = before
                    .iter()
                    .find(|old| old["name"] == command["name"] && old["type"] == kind_of(command));
                let id = known
                    .map_or_else(|| json!(CommandId::new(next_id())), |known| known["id"].clone());
                registered(command, scope, application, &id, version)
            })
            .collect();
        self.scopes.insert(scope, registered.clone());
        registered
    }
}

fn kind_of(command: &Value) -> i64 {
    command["type"].as_i64().unwrap_or(1)
}

fn registered(
    command: &Value,
    scope: Scope,
    application: UserId,
    id: &Value,
    version: CommandId,
) -> Value {
    let mut full = command.clone();
    full["id"] = id.clone();
    full["application_id"] = json!(application);
    full["version"] = json!(version);
    full["type"] = json!(kind_of(command));
    full["nsfw"] = json!(command["nsfw"].as_bool().unwrap_or(false));
    full["description"] = json!(command["description"].as_str().unwrap_or_default());
    // Taken as a number, given back as a text.
    full["default_member_permissions"] = command["default_member_permissions"]
        .as_u64()
        .map_or(Value::Null, |it| json!(it.to_string()));
    full["dm_permission"] = json!(command["dm_permission"].as_bool().unwrap_or(true));
    for (key, default) in
        [("integration_types", json!([0])), ("contexts", Value::Null), ("options", json!([]))]
    {
        if full[key].is_null() {
            full[key] = default;
        }
    }
    if let Scope::Guild(guild) = scope {
        full["guild_id"] = json!(guild);
    }
    full
}
