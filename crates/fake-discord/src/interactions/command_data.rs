//! What a person fills in for a command, as the bot is told of it, and what
//! Discord's client would not let them fill in.

use serde_json::{Map, Value, json};

use crate::{
    interactions::payload,
    state::{
        ids::{ChannelId, UserId},
        model::{Channel, Permissions},
        world::World,
    },
};

/// A command as a person used it.
#[derive(Debug)]
pub(crate) struct Used {
    /// The command's name with its subcommands'.
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// The option that is being filled in, for completions.
pub(crate) type Focused<'a> = Option<&'a str>;

/// Option types, by Discord's numbers.
const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;
const TEXT: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const USER: u64 = 6;
const CHANNEL: u64 = 7;
const MENTIONABLE: u64 = 9;
const NUMBER: u64 = 10;

/// A typed command with its options: an object of values by name, or a list of
/// objects with `name` and `value`. Subcommands stand in the name, after a
/// space, or in the list as an object with `name` and `options`.
pub(crate) fn typed(
    world: &World,
    who: UserId,
    channel: ChannelId,
    name: &str,
    options: &Value,
    focused: Focused<'_>,
) -> Result<Used, String> {
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
    let mut filling = Filling { world, given: pairs(given), focused, users: &mut users };
    let filled = filling.level(command, &path)?;
    let mut data = head(command, channel);
    if !filled.is_empty() {
        data["options"] = filled.into();
    }
    if !users.is_empty() {
        data["resolved"] = payload::resolved_users(world, &users, channel);
    }
    let name = [&[first], path.as_slice()].concat().join(" ");
    Ok(Used { name, data })
}

/// A command of a person's menu.
pub(crate) fn on_user(
    world: &World,
    who: UserId,
    channel: ChannelId,
    name: &str,
    target: UserId,
) -> Result<Used, String> {
    let channel = world.channel(channel);
    let command = find(world, who, channel, 2, name)?;
    let mut data = head(command, channel);
    data["target_id"] = json!(target);
    data["resolved"] = payload::resolved_users(world, &[target], channel);
    Ok(Used { name: name.to_owned(), data })
}

fn head(command: &Value, channel: &Channel) -> Value {
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

/// Finds a command that this person sees in this channel.
fn find<'a>(
    world: &'a World,
    who: UserId,
    channel: &Channel,
    kind: u64,
    name: &str,
) -> Result<&'a Value, String> {
    let owners = payload::owners(world, who, channel);
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
    let needed = command["default_member_permissions"].as_str().and_then(|it| it.parse().ok());
    let has = world.permissions_of(who, channel.id);
    let allowed = needed.is_none_or(|needed| match needed {
        // Discord takes none at all for "administrators only".
        0 => has == Permissions::ALL,
        needed => has.contains(Permissions::from_bits(needed)),
    });
    if channel.guild().is_some() && !allowed {
        return Err(format!("You don't have permission to use \"{name}\"."));
    }
    Ok(command)
}

fn is_usable_in(command: &Value, channel: &Channel, owners: &Value) -> bool {
    let context = channel.context();
    let in_context = match command["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|it| *it == context),
        None => context == 0 || command["dm_permission"] == true,
    };
    // A server's own command needs no installation to users.
    let mut installs = command["integration_types"].as_array().into_iter().flatten();
    in_context && installs.any(|it| owners.get(it.to_string()).is_some())
}

/// Values by name, from either way to write them.
fn pairs(given: &Value) -> Vec<(String, Value)> {
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

struct Filling<'a> {
    world: &'a World,
    given: Vec<(String, Value)>,
    focused: Focused<'a>,
    /// The users that were named.
    users: &'a mut Vec<UserId>,
}

impl Filling<'_> {
    /// Fills in the options of a command, or of the subcommand that `path`
    /// leads to.
    fn level(&mut self, owner: &Value, path: &[&str]) -> Result<Vec<Value>, String> {
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
        let filled = self.level(inner, rest)?;
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
            // While it is being typed, a value is a text of whatever type.
            return Ok(Some(json!(given.as_ref().map(plain).unwrap_or_default())));
        }
        match given {
            Some(value) => self.fitting(option, name, &value).map(Some),
            None if option["required"] == true && self.focused.is_none() => {
                Err(format!("\"{name}\" is required."))
            }
            None => Ok(None),
        }
    }

    fn fitting(&mut self, option: &Value, name: &str, given: &Value) -> Result<Value, String> {
        let text = plain(given);
        if let Some(choices) = option["choices"].as_array().filter(|it| !it.is_empty()) {
            let chosen = choices
                .iter()
                .find(|it| plain(&it["value"]) == text)
                .or_else(|| choices.iter().find(|it| it["name"] == text.as_str()));
            let chosen = chosen.map(|choice| choice["value"].clone());
            return chosen.ok_or_else(|| format!("\"{text}\" is no choice of \"{name}\"."));
        }
        match option["type"].as_u64() {
            Some(TEXT) => within_length(option, name, &text),
            Some(INTEGER) => {
                let number: i64 =
                    text.parse().map_err(|_| format!("\"{name}\" must be a whole number."))?;
                within_range(option, name, json!(number))
            }
            Some(NUMBER) => {
                let number: f64 =
                    text.parse().map_err(|_| format!("\"{name}\" must be a number."))?;
                within_range(option, name, json!(number))
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

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn within_length(option: &Value, name: &str, text: &str) -> Result<Value, String> {
    let length = text.chars().count() as u64;
    let at_least = option["min_length"].as_u64().unwrap_or(0);
    let at_most = option["max_length"].as_u64().unwrap_or(6000);
    if text.is_empty() || length < at_least || length > at_most {
        return Err(format!("\"{name}\" must have {at_least} to {at_most} characters."));
    }
    Ok(json!(text))
}

fn within_range(option: &Value, name: &str, number: Value) -> Result<Value, String> {
    let value = number.as_f64().unwrap_or_default();
    let too_small = option["min_value"].as_f64().is_some_and(|least| value < least);
    let too_large = option["max_value"].as_f64().is_some_and(|most| value > most);
    if too_small || too_large {
        return Err(format!("\"{name}\" must be within its range."));
    }
    Ok(number)
}
