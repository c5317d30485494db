//! The data of command interactions, and the checks of Discord's client.

use clock::Timestamp;
use serde_json::{Map, Value, json};

use crate::{
    interactions::payload,
    state::{
        ids::{ChannelId, UserId},
        message::Message,
        model::{Channel, Permissions},
        world::World,
    },
};

/// A used command or component.
#[derive(Debug)]
pub(crate) struct ResolvedCommand {
    /// The command's name, including subcommands; empty for components.
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// The option that requests autocomplete choices.
pub(crate) type Focused<'a> = Option<&'a str>;

// Discord's numbers of option types.
const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;
const TEXT: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const USER: u64 = 6;
const CHANNEL: u64 = 7;
const MENTIONABLE: u64 = 9;
const NUMBER: u64 = 10;

/// Builds the data of a slash command.
///
/// `options` is an object of values by name, or a list of objects with `name` and
/// `value`. Subcommands are part of `name`, separated by spaces, or objects with
/// `name` and `options` in the list. The error is what Discord's client would say.
pub(crate) fn slash_command(
    world: &World,
    (who, channel): (UserId, ChannelId),
    name: &str,
    options: &Value,
    focused: Focused<'_>,
    now: Timestamp,
) -> Result<ResolvedCommand, String> {
    let channel = world.channel(channel);
    let mut words = name.split(' ');
    let first = words.next().unwrap_or_default();
    let command = find(world, who, channel, 1, first)?;
    let mut path: Vec<&str> = words.collect();
    let mut given = options;
    while let Some(inner) = given.get(0).filter(|it| it["options"].is_array()) {
        path.extend(inner["name"].as_str());
        given = &inner["options"];
    }
    let mut users = Vec::new();
    let mut filler =
        OptionFiller { world, given: values_by_name(given), focused, users: &mut users };
    let filled_options = filler.fill(command, &path)?;
    let mut data = base_data(command, channel);
    if !filled_options.is_empty() {
        data["options"] = filled_options.into();
    }
    if !users.is_empty() {
        data["resolved"] = payload::resolved_users(world, &users, channel, now);
    }
    let name = [&[first], path.as_slice()].concat().join(" ");
    Ok(ResolvedCommand { name, data })
}

/// Builds the data of a user command.
pub(crate) fn user_command(
    world: &World,
    (who, channel): (UserId, ChannelId),
    name: &str,
    target: UserId,
    now: Timestamp,
) -> Result<ResolvedCommand, String> {
    let channel = world.channel(channel);
    let command = find(world, who, channel, 2, name)?;
    let mut data = base_data(command, channel);
    data["target_id"] = json!(target);
    data["resolved"] = payload::resolved_users(world, &[target], channel, now);
    Ok(ResolvedCommand { name: name.to_owned(), data })
}

/// Builds the data of a message command.
pub(crate) fn message_command(
    world: &World,
    (who, channel): (UserId, ChannelId),
    name: &str,
    target: &Message,
) -> Result<ResolvedCommand, String> {
    let channel = world.channel(channel);
    let command = find(world, who, channel, 3, name)?;
    let mut data = base_data(command, channel);
    data["target_id"] = json!(target.id);
    data["resolved"] = json!({ "messages": { target.id.to_string(): target.to_json() } });
    Ok(ResolvedCommand { name: name.to_owned(), data })
}

fn base_data(command: &Value, channel: &Channel) -> Value {
    let mut data = json!({
        "id": command["id"],
        "name": command["name"],
        "type": command["type"],
    });
    if let (Some(guild), true) = (channel.guild(), command["guild_id"].is_string()) {
        data["guild_id"] = json!(guild);
    }
    data
}

/// The commands that the user can use in this channel.
pub(crate) fn usable<'a>(
    world: &'a World,
    who: UserId,
    channel: &'a Channel,
) -> impl Iterator<Item = &'a Value> {
    let owners = payload::integration_owners(world, who, channel);
    world.registry.usable(channel.guild()).filter(move |command| {
        !channel.is_forum()
            && is_usable_in(command, channel, &owners)
            && is_permitted(world, who, channel, command)
    })
}

/// Finds a command that the user can use in this channel.
fn find<'a>(
    world: &'a World,
    who: UserId,
    channel: &Channel,
    kind: u64,
    name: &str,
) -> Result<&'a Value, String> {
    let owners = payload::integration_owners(world, who, channel);
    let mut named = world
        .registry
        .usable(channel.guild())
        .filter(|command| command["type"] == kind && command["name"] == name)
        .peekable();
    if named.peek().is_none() {
        return Err(format!("There is no command \"{name}\"."));
    }
    let usable = named.find(|command| is_usable_in(command, channel, &owners));
    let command = usable.ok_or_else(|| format!("\"{name}\" can't be used in this channel."))?;
    if !is_permitted(world, who, channel, command) {
        return Err(format!("You don't have permission to use \"{name}\"."));
    }
    Ok(command)
}

/// Whether the user has the permissions that a command needs. Outside of servers, none are needed.
fn is_permitted(world: &World, who: UserId, channel: &Channel, command: &Value) -> bool {
    let needed = command["default_member_permissions"].as_str().and_then(|it| it.parse().ok());
    let (Some(needed), Some(_)) = (needed, channel.guild()) else { return true };
    let has = world.permissions_of(who, channel.id);
    match needed {
        // "0" restricts a command to administrators.
        0 => has == Permissions::ALL,
        needed => has.contains(Permissions::from_bits(needed)),
    }
}

fn is_usable_in(command: &Value, channel: &Channel, owners: &Value) -> bool {
    let context = channel.context();
    let in_context = match command["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|it| *it == context),
        None => context == 0 || command["dm_permission"] == true,
    };
    let mut integration_types = command["integration_types"].as_array().into_iter().flatten();
    in_context && integration_types.any(|it| owners.get(it.to_string()).is_some())
}

/// Reads option values, from either of the two notations.
fn values_by_name(given: &Value) -> Vec<(String, Value)> {
    match given {
        Value::Object(map) => {
            map.iter().map(|(name, value)| (name.clone(), value.clone())).collect()
        }
        Value::Array(items) => items
            .iter()
            .filter_map(|it| Some((it["name"].as_str()?.to_owned(), it["value"].clone())))
            .collect(),
        _ => Vec::new(),
    }
}

struct OptionFiller<'a> {
    world: &'a World,
    given: Vec<(String, Value)>,
    focused: Focused<'a>,
    /// The users in the values so far.
    users: &'a mut Vec<UserId>,
}

impl OptionFiller<'_> {
    /// Fills in the options of a command, or of the subcommand at `path`.
    fn fill(&mut self, owner: &Value, path: &[&str]) -> Result<Vec<Value>, String> {
        let options = owner["options"].as_array().map(Vec::as_slice).unwrap_or_default();
        let has_subcommands =
            options.iter().any(|it| matches!(it["type"].as_u64(), Some(SUBCOMMAND | GROUP)));
        let Some((step, rest)) = path.split_first() else {
            if has_subcommands {
                let owner = owner["name"].as_str().unwrap_or_default();
                return Err(format!("\"{owner}\" can't be used without a subcommand."));
            }
            return self.values(options);
        };
        let inner = options
            .iter()
            .find(|it| it["name"] == **step && has_subcommands)
            .ok_or_else(|| format!("There is no subcommand \"{step}\"."))?;
        let filled = self.fill(inner, rest)?;
        let mut inner = json!({ "name": step, "type": inner["type"] });
        inner["options"] = filled.into();
        Ok(vec![inner])
    }

    fn values(&mut self, options: &[Value]) -> Result<Vec<Value>, String> {
        let known = |name: &str| options.iter().any(|option| option["name"] == name);
        if let Some((name, _)) = self.given.iter().find(|(name, _)| !known(name)) {
            return Err(format!("There is no option \"{name}\"."));
        }
        let mut filled = Vec::new();
        for option in options {
            let name = option["name"].as_str().unwrap_or_default();
            let value = self.given.iter().find(|(given, _)| given == name);
            let value = value.map(|(_, value)| value.clone()).filter(|value| !value.is_null());
            let is_focused = self.focused == Some(name);
            if let Some(value) = self.value(option, value, is_focused)? {
                let mut entry =
                    Map::from_iter([("name".to_owned(), json!(name)), ("value".to_owned(), value)]);
                entry.insert("type".to_owned(), option["type"].clone());
                if is_focused {
                    entry.insert("focused".to_owned(), json!(true));
                }
                filled.push(entry.into());
            }
        }
        Ok(filled)
    }

    fn value(
        &mut self,
        option: &Value,
        given: Option<Value>,
        is_focused: bool,
    ) -> Result<Option<Value>, String> {
        let name = option["name"].as_str().unwrap_or_default();
        if is_focused {
            if option["autocomplete"] != true {
                return Err(format!("\"{name}\" has no completion."));
            }
            // The focused value is a string, whatever the option's type.
            return Ok(Some(json!(given.as_ref().map(as_text).unwrap_or_default())));
        }
        match given {
            Some(value) => self.convert(option, name, &value).map(Some),
            None if option["required"] == true && self.focused.is_none() => {
                Err(format!("\"{name}\" is required."))
            }
            None => Ok(None),
        }
    }

    fn convert(&mut self, option: &Value, name: &str, given: &Value) -> Result<Value, String> {
        let text = as_text(given);
        if let Some(choices) = option["choices"].as_array().filter(|it| !it.is_empty()) {
            let chosen = choices
                .iter()
                .find(|it| as_text(&it["value"]) == text)
                .or_else(|| choices.iter().find(|it| it["name"] == text.as_str()));
            let chosen = chosen.map(|choice| choice["value"].clone());
            return chosen.ok_or_else(|| format!("\"{text}\" is no choice of \"{name}\"."));
        }
        match option["type"].as_u64() {
            Some(TEXT) => check_length(option, name, &text),
            Some(INTEGER) => {
                let number: i64 =
                    text.parse().map_err(|_| format!("\"{name}\" must be a whole number."))?;
                check_range(option, name, json!(number))
            }
            Some(NUMBER) => {
                let number: f64 =
                    text.parse().map_err(|_| format!("\"{name}\" must be a number."))?;
                check_range(option, name, json!(number))
            }
            Some(BOOLEAN) => text
                .parse()
                .map(Value::Bool)
                .map_err(|_| format!("\"{name}\" must be true or false.")),
            Some(USER | MENTIONABLE) => {
                let user: UserId =
                    text.parse().map_err(|_| format!("\"{name}\" must be a person."))?;
                if !self.world.users.contains_key(&user) {
                    return Err(format!("There is no person {text}."));
                }
                self.users.push(user);
                Ok(json!(user))
            }
            Some(CHANNEL) => Ok(json!(text)),
            _ => Err(format!("\"{name}\" can't be filled in here.")),
        }
    }
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn check_length(option: &Value, name: &str, text: &str) -> Result<Value, String> {
    let length = text.chars().count() as u64;
    let min = option["min_length"].as_u64().unwrap_or(0);
    let max = option["max_length"].as_u64().unwrap_or(6000);
    if text.is_empty() || length < min || length > max {
        return Err(format!("\"{name}\" must have {min} to {max} characters."));
    }
    Ok(json!(text))
}

fn check_range(option: &Value, name: &str, number: Value) -> Result<Value, String> {
    let value = number.as_f64().unwrap_or_default();
    let too_small = option["min_value"].as_f64().is_some_and(|min| value < min);
    let too_large = option["max_value"].as_f64().is_some_and(|max| value > max);
    if too_small || too_large {
        return Err(format!("\"{name}\" must be within its range."));
    }
    Ok(number)
}
