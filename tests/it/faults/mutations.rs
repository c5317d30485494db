//! Valid interactions, made into malformed ones.

use fastrand::Rng;
use serde_json::{Value, json};

/// Makes malformed interactions of valid ones.
#[derive(Debug)]
pub(super) struct Mutations<'a> {
    /// The valid ones.
    pub(super) events: &'a [Value],
    /// Users, as Discord tells of them.
    pub(super) users: &'a [Value],
    /// Custom ids that games carry at present.
    pub(super) custom_ids: &'a [String],
}

impl Mutations<'_> {
    /// A malformed interaction.
    pub(super) fn any(&self, random: &mut Rng, id: u64) -> Vec<u8> {
        let mut event = one_of(random, self.events).clone();
        // Else it would be what was done already.
        if random.u8(..8) > 0 {
            event["id"] = json!(id.to_string());
        }
        for _ in 0..*one_of(random, &[1, 1, 2, 3]) {
            self.change(random, &mut event);
        }
        let mut bytes = event.to_string().into_bytes();
        if random.u8(..8) == 0 {
            garble(random, &mut bytes);
        }
        bytes
    }

    fn change(&self, random: &mut Rng, event: &mut Value) {
        match random.u8(..12) {
            0 => remove(random, event),
            1 => add(random, event),
            2 => *node(random, event) = junk(random),
            3 => *leaf(random, event) = junk(random),
            4 => rename(random, event),
            5 => repeat(random, event),
            6 => nest(random, event),
            7 => {
                let other = &mut one_of(random, self.events).clone();
                let part = node(random, other).take();
                *node(random, event) = part;
            }
            8 => self.impersonate(random, event),
            9 => change_names(random, event),
            10 => {
                if event["data"]["custom_id"].is_string() {
                    event["data"]["custom_id"] = json!(one_of(random, self.custom_ids));
                }
            }
            _ => {
                if let Some(data) = event.get_mut("data") {
                    change_texts(random, data);
                }
            }
        }
    }

    /// Has somebody else have done it.
    fn impersonate(&self, random: &mut Rng, event: &mut Value) {
        let user = one_of(random, self.users).clone();
        let Some(event) = event.as_object_mut() else { return };
        match event.get_mut("member").and_then(Value::as_object_mut) {
            Some(member) => member.insert("user".to_owned(), user),
            None => event.insert("user".to_owned(), user),
        };
    }
}

fn one_of<'a, T>(random: &mut Rng, all: &'a [T]) -> &'a T {
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
        // More than is taken at all.
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

/// The addresses of everything in a value, itself first.
fn addresses(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    for (step, part) in parts {
        let step = step.replace('~', "~0").replace('/', "~1");
        found.extend(addresses(part).into_iter().map(|inner| format!("/{step}{inner}")));
    }
    found
}

/// What is there that is so, one of it.
fn found<'a>(
    random: &mut Rng,
    event: &'a mut Value,
    is_so: impl Fn(&str, &Value) -> bool,
) -> Option<&'a mut Value> {
    let all = addresses(event).into_iter();
    let all: Vec<String> =
        all.filter(|it| event.pointer(it).is_some_and(|value| is_so(it, value))).collect();
    if all.is_empty() { None } else { event.pointer_mut(&all[random.usize(..all.len())]) }
}

fn node<'a>(random: &mut Rng, event: &'a mut Value) -> &'a mut Value {
    let all = addresses(event);
    event.pointer_mut(&all[random.usize(..all.len())]).expect("it was found there")
}

fn leaf<'a>(random: &mut Rng, event: &'a mut Value) -> &'a mut Value {
    let is_leaf = |_: &str, value: &Value| !value.is_object() && !value.is_array();
    let mut all = addresses(event);
    all.retain(|it| event.pointer(it).is_some_and(|value| is_leaf(it, value)));
    let address = if all.is_empty() { String::new() } else { one_of(random, &all).clone() };
    event.pointer_mut(&address).expect("it was found there")
}

fn object<'a>(
    random: &mut Rng,
    event: &'a mut Value,
) -> Option<&'a mut serde_json::Map<String, Value>> {
    let full = |_: &str, value: &Value| value.as_object().is_some_and(|it| !it.is_empty());
    found(random, event, full)?.as_object_mut()
}

fn key(random: &mut Rng, map: &serde_json::Map<String, Value>) -> String {
    let keys: Vec<&String> = map.keys().collect();
    (*one_of(random, &keys)).clone()
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
    map.insert((*one_of(random, &name)).to_owned(), value);
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
    let list = found(random, event, full).and_then(Value::as_array_mut);
    let Some(list) = list else { return };
    let again = one_of(random, list).clone();
    for _ in 0..random.u8(1..30) {
        list.push(again.clone());
    }
}

/// Puts something into another thing of its kind, as deep as options never are.
fn nest(random: &mut Rng, event: &mut Value) {
    let options = |at: &str, value: &Value| at.ends_with("/options") && value.is_array();
    let kinds = [1, 2, 3, 4, 5, 6, 9, 10, 11, 99];
    let Some(options) = found(random, event, options) else {
        let node = node(random, event);
        *node = json!({ "id": node.take() });
        return;
    };
    for _ in 0..random.u8(1..40) {
        let inner = options.take();
        let kind = one_of(random, &kinds);
        *options = json!([{ "name": "about", "type": kind, "options": inner }]);
    }
}

fn change_names(random: &mut Rng, event: &mut Value) {
    let is_name = |at: &str, _: &Value| {
        ["/nick", "/global_name", "/username"].iter().any(|name| at.ends_with(name))
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
    if let Some(name) = found(random, event, is_name) {
        *name = match random.usize(..=names.len()) {
            most if most == names.len() => json!("𒐫".repeat(1_000)),
            index => json!(names[index]),
        };
    }
}

/// Changes a text a little: what a button carries, or what was typed.
fn change_texts(random: &mut Rng, data: &mut Value) {
    let Some(value) = found(random, data, |_, value| value.is_string()) else { return };
    let mut text: Vec<char> = value.as_str().unwrap_or_default().chars().collect();
    let at = random.usize(..=text.len());
    match random.u8(..5) {
        0 => text.truncate(at),
        1 => text.insert(at, *one_of(random, &[':', '0', '9', '-', '\0', ' ', '١', 'é'])),
        2 => text.extend(":1:2:3:4:5:6:7:8:9".chars()),
        3 if at < text.len() => {
            let flipped = u32::from(text[at]) ^ (1 << random.u8(..7));
            text[at] = char::from_u32(flipped).unwrap_or('?');
        }
        _ => {
            let number = random.u64(..).to_string();
            text.splice(at.., number.chars());
        }
    }
    *value = Value::String(text.into_iter().collect());
}

fn garble(random: &mut Rng, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    for _ in 0..random.u8(1..4) {
        let at = random.usize(..bytes.len());
        match random.u8(..5) {
            0 => bytes[at] ^= 1 << random.u8(..8),
            1 => bytes.insert(at, random.u8(..)),
            2 if bytes.len() > 1 => {
                bytes.remove(at);
            }
            3 if at > 0 => bytes.truncate(at),
            _ => {
                let end = (at + random.usize(..50)).min(bytes.len());
                bytes.extend_from_within(at..end);
            }
        }
    }
}
