//! The application's registered commands.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::state::ids::{CommandId, GuildId, UserId};

/// Whether commands are global or of one guild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CommandScope {
    Global,
    Guild(GuildId),
}

/// The type of the command that opens an application's Activity.
pub(crate) const PRIMARY_ENTRY_POINT: i64 = 4;

/// All registered commands, as Discord's command objects.
#[derive(Debug, Default)]
pub(crate) struct CommandRegistry {
    scopes: HashMap<CommandScope, Vec<Value>>,
    is_used: bool,
}

impl CommandRegistry {
    /// Whether the bot has registered any scope, even with an empty list.
    pub(crate) fn is_used(&self) -> bool {
        self.is_used
    }

    /// Adds an Entry Point command, or replaces it, as its owner does by enabling
    /// Activities.
    pub(crate) fn set_entry_point(
        &mut self,
        command: &Value,
        application: UserId,
        mut next_id: impl FnMut() -> u64,
    ) {
        let (id, version) = (json!(CommandId::new(next_id())), CommandId::new(next_id()));
        let full = command_object(command, CommandScope::Global, application, &id, version);
        let global = self.scopes.entry(CommandScope::Global).or_default();
        global.retain(|command| !is_entry_point(command));
        global.push(full);
    }

    /// Whether the application has an Entry Point command in this scope that is not
    /// among these.
    pub(crate) fn would_remove_entry_point(&self, scope: CommandScope, new: &[Value]) -> bool {
        let registered = self.scopes.get(&scope);
        registered.is_some_and(|old| old.iter().any(is_entry_point))
            && !new.iter().any(is_entry_point)
    }

    pub(crate) fn list(&self, scope: CommandScope) -> Vec<Value> {
        self.scopes.get(&scope).cloned().unwrap_or_default()
    }

    /// The commands that are available in a guild, or outside of guilds. Guild
    /// commands come before global ones.
    pub(crate) fn usable(&self, guild: Option<GuildId>) -> impl Iterator<Item = &Value> {
        let of_guild = guild.and_then(|guild| self.scopes.get(&CommandScope::Guild(guild)));
        let global = self.scopes.get(&CommandScope::Global);
        of_guild.into_iter().chain(global).flatten()
    }

    /// Replaces all commands of a scope. A command whose name and type were already
    /// registered keeps its id, as at Discord.
    pub(crate) fn replace(
        &mut self,
        scope: CommandScope,
        application: UserId,
        commands: &[Value],
        mut next_id: impl FnMut() -> u64,
    ) -> Vec<Value> {
        self.is_used = true;
        let before = self.list(scope);
        let version = CommandId::new(next_id());
        let registered: Vec<Value> = commands
            .iter()
            .map(|command| {
                let known = before.iter().find(|old| {
                    old["name"] == command["name"] && old["type"] == command_type(command)
                });
                let id = known
                    .map_or_else(|| json!(CommandId::new(next_id())), |known| known["id"].clone());
                command_object(command, scope, application, &id, version)
            })
            .collect();
        self.scopes.insert(scope, registered.clone());
        registered
    }
}

fn command_type(command: &Value) -> i64 {
    command["type"].as_i64().unwrap_or(1)
}

fn is_entry_point(command: &Value) -> bool {
    command_type(command) == PRIMARY_ENTRY_POINT
}

fn command_object(
    command: &Value,
    scope: CommandScope,
    application: UserId,
    id: &Value,
    version: CommandId,
) -> Value {
    let mut full = command.clone();
    full["id"] = id.clone();
    full["application_id"] = json!(application);
    full["version"] = json!(version);
    full["type"] = json!(command_type(command));
    full["nsfw"] = json!(command["nsfw"].as_bool().unwrap_or(false));
    full["description"] = json!(command["description"].as_str().unwrap_or_default());
    // A number in requests, but a string in responses.
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
    if let CommandScope::Guild(guild) = scope {
        full["guild_id"] = json!(guild);
    }
    full
}
