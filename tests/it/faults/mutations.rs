//! Makes malformed interactions out of valid ones.

use fastrand::Rng;
use serde_json::{Value, json};

/// The material for malformed interactions.
#[derive(Debug)]
pub(super) struct Mutations<'a> {
    /// Valid interactions.
    pub(super) events: &'a [Value],
    /// User objects.
    pub(super) users: &'a [Value],
    /// Custom ids of current boards.
    pub(super) custom_ids: &'a [String],
}

impl Mutations<'_> {
    /// A random malformed interaction, with this id unless that is changed too.
    pub(super) fn any(&self, random: &mut Rng, id: u64) -> Vec<u8> {
        let mut event = choose(random, self.events).clone();
        // With its old id it would count as a duplicate.
        if random.u8(..8) > 0 {
            event["id"] = json!(id.to_string());
        }
        for _ in 0..*choose(random, &[1, 1, 2, 3]) {
            self.mutate(random, &mut event);
        }
        let mut bytes = event.to_string().into_bytes();
        if random.u8(..8) == 0 {
            garble(random, &mut bytes);
        }
        bytes
    }

    fn mutate(&self, random: &mut Rng, event: &mut Value) {
        match random.u8(..12) {
            0 => remove(random, event),
            1 => add(random, event),
            2 => *node(random, event) = junk(random),
            3 => *leaf(random, event) = junk(random),
            4 => rename(random, event),
            5 => repeat(random, event),
            6 => nest(random, event),
            7 => {
                let other = &mut choose(random, self.events).clone();
                let part = node(random, other).take();
                *node(random, event) = part;
            }
            8 => self.impersonate(random, event),
            9 => change_names(random, event),
            10 => {
                if event["data"]["custom_id"].is_string() {
                    event["data"]["custom_id"] = json!(choose(random, self.custom_ids));
                }
            }
            _ => {
                if let Some(data) = event.get_mut("data") {
                    change_texts(random, data);
                }
            }
        }
    }

    /// Replaces the user.
    fn impersonate(&self, random: &mut Rng, event: &mut Value) {
        let user = choose(random, self.users).clone();
        let Some(event) = event.as_object_mut() else { return };
        match event.get_mut("member").and_then(Value::as_object_mut) {
            Some(member) => member.insert("user".to_owned(), user),
            None => event.insert("user".to_owned(), user),
        };
    }
}

fn choose<'a, T>(random: &mut Rng, all: &'a [T]) -> &'a T {
    &all[random.usize(..all.len())]
}

fn junk(random: &mut Rng) -> Value {
    match random.u8(..18) {
        0 => Value::Null,
        1 => json!(random.bool()),
        2 => json!(-1),
        3 => json!(0),
        4 => json!(u64::MAX),
        5 => json!(i64::MIN),
        6 => json!(1e300),
        7 => json!(0.5),
        8 => json!(""),
        9 => json!("x".repeat(random.usize(1..5_000))),
        // Larger than the body limit.
        10 if random.u8(..8) == 0 => json!("x".repeat(300_000)),
        10 => json!("9".repeat(40)),
        11 => json!("\0"),
        12 => json!("a\u{1}\u{7}\0\n\u{7f}\u{85}\u{202e}b"),
        13 => json!([]),
        14 => json!({}),
        15 => json!(random.u64(..).to_string()),
        16 => json!(random.i64(..).to_string()),
        _ => (0..random.u8(1..100)).fold(json!(1), |inner, _| json!([inner])),
    }
}

/// The JSON pointers of everything in a value, itself first.
fn pointers(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    for (key, part) in parts {
        let key = key.replace('~', "~0").replace('/', "~1");
        found.extend(pointers(part).into_iter().map(|inner| format!("/{key}{inner}")));
    }
    found
}

/// A random part that matches the predicate, which gets its pointer and value.
fn choose_part<'a>(
    random: &mut Rng,
    event: &'a mut Value,
    predicate: impl Fn(&str, &Value) -> bool,
) -> Option<&'a mut Value> {
    let all = pointers(event).into_iter();
    let all: Vec<String> =
        all.filter(|it| event.pointer(it).is_some_and(|value| predicate(it, value))).collect();
    if all.is_empty() { None } else { event.pointer_mut(&all[random.usize(..all.len())]) }
}

fn node<'a>(random: &mut Rng, event: &'a mut Value) -> &'a mut Value {
    let all = pointers(event);
    event.pointer_mut(&all[random.usize(..all.len())]).expect("the pointer is of this value")
}

fn leaf<'a>(random: &mut Rng, event: &'a mut Value) -> &'a mut Value {
    let is_leaf = |_: &str, value: &Value| !value.is_object() && !value.is_array();
    let mut all = pointers(event);
    all.retain(|it| event.pointer(it).is_some_and(|value| is_leaf(it, value)));
    let pointer = if all.is_empty() { String::new() } else { choose(random, &all).clone() };
    event.pointer_mut(&pointer).expect("the pointer is of this value")
}

fn object<'a>(
    random: &mut Rng,
    event: &'a mut Value,
) -> Option<&'a mut serde_json::Map<String, Value>> {
    let full = |_: &str, value: &Value| value.as_object().is_some_and(|it| !it.is_empty());
    choose_part(random, event, full)?.as_object_mut()
}

fn key(random: &mut Rng, map: &serde_json::Map<String, Value>) -> String {
    let keys: Vec<&String> = map.keys().collect();
    (*choose(random, &keys)).clone()
}

fn remove(random: &mut Rng, event: &mut Value) {
    let Some(map) = object(random, event) else { return };
    let key = key(random, map);
    map.remove(&key);
}

fn add(random: &mut Rng, event: &mut Value) {
    let value = junk(random);
    let Some(map) = object(random, event) else { return };
    let name = ["unheard_of", "message", "member", "data", "options", "values", "target_id"];
    map.insert((*choose(random, &name)).to_owned(), value);
}

fn rename(random: &mut Rng, event: &mut Value) {
    let Some(map) = object(random, event) else { return };
    let (from, to) = (key(random, map), key(random, map));
    if let Some(value) = map.remove(&from) {
        let to = if random.bool() { to } else { from.to_uppercase() };
        map.insert(to, value);
    }
}

fn repeat(random: &mut Rng, event: &mut Value) {
    let full = |_: &str, value: &Value| value.as_array().is_some_and(|it| !it.is_empty());
    let list = choose_part(random, event, full).and_then(Value::as_array_mut);
    let Some(list) = list else { return };
    let again = choose(random, list).clone();
    for _ in 0..random.u8(1..30) {
        list.push(again.clone());
    }
}

/// Nests options in options, deeper than Discord ever does; or wraps a part in an
/// object.
fn nest(random: &mut Rng, event: &mut Value) {
    let options = |pointer: &str, value: &Value| pointer.ends_with("/options") && value.is_array();
    let kinds = [1, 2, 3, 4, 5, 6, 9, 10, 11, 99];
    let Some(options) = choose_part(random, event, options) else {
        let node = node(random, event);
        *node = json!({ "id": node.take() });
        return;
    };
    for _ in 0..random.u8(1..40) {
        let inner = options.take();
        let kind = choose(random, &kinds);
        *options = json!([{ "name": "about", "type": kind, "options": inner }]);
    }
}

fn change_names(random: &mut Rng, event: &mut Value) {
    let is_name = |pointer: &str, _: &Value| {
        ["/nick", "/global_name", "/username"].iter().any(|name| pointer.ends_with(name))
    };
    let names = [
        "\0",
        "A\0nn",
        "\u{1b}[31mAnn",
        "\n\n\n",
        "",
        "@everyone",
        "```",
        "\u{202e}nnA",
        "🏴‍☠️",
        "\u{ffff}\u{10ffff}",
        "'; DROP TABLE game; --",
    ];
    if let Some(name) = choose_part(random, event, is_name) {
        *name = match random.usize(..=names.len()) {
            count if count == names.len() => json!("𒐫".repeat(1_000)),
            index => json!(names[index]),
        };
    }
}

/// Changes a text slightly, such as a custom id or a string option.
fn change_texts(random: &mut Rng, data: &mut Value) {
    let Some(value) = choose_part(random, data, |_, value| value.is_string()) else { return };
    let mut text: Vec<char> = value.as_str().unwrap_or_default().chars().collect();
    let position = random.usize(..=text.len());
    match random.u8(..5) {
        0 => text.truncate(position),
        1 => text.insert(position, *choose(random, &[':', '0', '9', '-', '\0', ' ', '١', 'é'])),
        2 => text.extend(":1:2:3:4:5:6:7:8:9".chars()),
        3 if position < text.len() => {
            let flipped = u32::from(text[position]) ^ (1 << random.u8(..7));
            text[position] = char::from_u32(flipped).unwrap_or('?');
        }
        _ => {
            let number = random.u64(..).to_string();
            text.splice(position.., number.chars());
        }
    }
    *value = Value::String(text.into_iter().collect());
}

fn garble(random: &mut Rng, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    for _ in 0..random.u8(1..4) {
        let position = random.usize(..bytes.len());
        match random.u8(..5) {
            0 => bytes[position] ^= 1 << random.u8(..8),
            1 => bytes.insert(position, random.u8(..)),
            2 if bytes.len() > 1 => {
                bytes.remove(position);
            }
            3 if position > 0 => bytes.truncate(position),
            _ => {
                let end = (position + random.usize(..50)).min(bytes.len());
                bytes.extend_from_within(position..end);
            }
        }
    }
}
