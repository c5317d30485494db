//! What else Discord may send in the place of what the fake usually sends.

use std::{collections::BTreeMap, fmt};

use fastrand::Rng;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The output of `.ci/schema_variations.py`, which says what it leaves alone.
const ALL: &str = include_str!("variations.json");

/// Keys that say what an interaction is about, who is what, or what is allowed: clients
/// answer another value with something else. Variations at random leave them alone.
const MEANINGFUL: [&str; 13] = [
    "app_permissions",
    "attachment_size_limit",
    "bot",
    "communication_disabled_until",
    "context",
    "global_name",
    "guild_locale",
    "locale",
    "parent_id",
    "permission_overwrites",
    "recipients",
    "thread_metadata",
    "type",
];

/// A kind of object that Discord sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObjectKind {
    /// An interaction.
    Interaction,
    /// A user, wherever there is one.
    User,
    /// A member of a guild.
    Member,
    /// A channel of a guild that is not a thread.
    GuildChannel,
    /// A thread, or a post in a forum.
    Thread,
    /// A channel of two users.
    Dm,
    /// A channel of some users without a guild.
    GroupDm,
    /// A message.
    Message,
}

impl ObjectKind {
    /// The kind of an object that the fake has built, by a key that only its kind has.
    fn of(object: &Map<String, Value>) -> Option<Self> {
        let has = |key| object.contains_key(key);
        if has("discriminator") {
            Some(Self::User)
        } else if has("joined_at") {
            Some(Self::Member)
        } else if has("mention_everyone") {
            Some(Self::Message)
        } else if has("entitlements") {
            Some(Self::Interaction)
        } else if has("last_message_id") {
            Some(match object["type"].as_u64() {
                Some(1) => Self::Dm,
                Some(3) => Self::GroupDm,
                Some(10..=12) => Self::Thread,
                _ => Self::GuildChannel,
            })
        } else {
            None
        }
    }
}

/// A change of one key in all objects of a kind. See
/// [`FakeDiscord::vary`](crate::FakeDiscord::vary).
#[derive(Clone, Debug, PartialEq)]
pub struct SchemaVariation {
    /// The objects that are changed.
    pub object: ObjectKind,
    /// The key.
    pub key: String,
    /// Its value; `None` leaves the key out. Components are added to those that the
    /// message has.
    pub value: Option<Value>,
}

impl SchemaVariation {
    /// Sets a key in all objects of a kind.
    pub fn set(object: ObjectKind, key: &str, value: impl Into<Value>) -> Self {
        Self { object, key: key.to_owned(), value: Some(value.into()) }
    }

    /// All that [Discord's OpenAPI description](https://github.com/discord/discord-api-spec)
    /// allows for users, members, channels and messages, and some for interactions. They leave
    /// alone what a client has to know: ids, names of users, nicknames, permissions of members,
    /// the parents of threads, authors, custom ids and the flags of messages.
    ///
    /// # Panics
    ///
    /// Never: the list is part of the program.
    pub fn all() -> Vec<Self> {
        let by_kind: BTreeMap<ObjectKind, Vec<Vec<Value>>> =
            serde_json::from_str(ALL).expect("the list is valid");
        let changes = by_kind.into_iter().flat_map(|(object, changes)| {
            changes.into_iter().map(move |change| {
                let mut parts = change.into_iter();
                let key = parts.next().and_then(|key| key.as_str().map(str::to_owned));
                Self { object, key: key.expect("a change has a key"), value: parts.next() }
            })
        });
        changes.collect()
    }

    fn apply(&self, json: &mut Value) {
        match json {
            Value::Array(items) => items.iter_mut().for_each(|item| self.apply(item)),
            Value::Object(object) => {
                object.values_mut().for_each(|part| self.apply(part));
                if ObjectKind::of(object) == Some(self.object) {
                    self.change(object);
                }
            }
            _ => {}
        }
    }

    fn change(&self, object: &mut Map<String, Value>) {
        match (&self.value, object.get_mut(&self.key)) {
            (Some(Value::Array(more)), Some(Value::Array(present))) if self.key == "components" => {
                present.extend(more.iter().cloned());
            }
            (Some(value), _) => {
                object.insert(self.key.clone(), value.clone());
            }
            (None, _) => {
                object.remove(&self.key);
            }
        }
    }
}

impl fmt::Display for SchemaVariation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { object, key, value } = self;
        match value {
            Some(value) => write!(f, "{object:?}.{key} = {value}"),
            None => write!(f, "{object:?} without {key}"),
        }
    }
}

/// What varies.
#[derive(Debug, Default)]
pub(crate) struct Variations {
    /// What everything is changed by until the next interaction, at least.
    current: Option<SchemaVariation>,
    random: Option<RandomVariations>,
    reverses_keys: bool,
}

#[derive(Debug)]
struct RandomVariations {
    rng: Rng,
    share: f64,
    by_kind: BTreeMap<ObjectKind, Vec<SchemaVariation>>,
}

impl Variations {
    pub(crate) fn set(&mut self, variation: Option<SchemaVariation>) {
        self.current = variation;
        self.random = None;
    }

    pub(crate) fn set_random(&mut self, seed: u64, share: f64) {
        let mut by_kind: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for variation in SchemaVariation::all() {
            if !MEANINGFUL.contains(&variation.key.as_str()) {
                by_kind.entry(variation.object).or_default().push(variation);
            }
        }
        self.random = Some(RandomVariations { rng: Rng::with_seed(seed), share, by_kind });
    }

    pub(crate) fn reverse_keys(&mut self) {
        self.reverses_keys = true;
    }

    /// The text of an interaction's event.
    pub(crate) fn event(&mut self, mut event: Value) -> String {
        if let Some(random) = &mut self.random {
            self.current = random.next(&event);
        }
        self.apply(&mut event);
        if self.reverses_keys { reversed(&event) } else { event.to_string() }
    }

    /// Changes anything else that is sent.
    pub(crate) fn apply(&self, json: &mut Value) {
        if let Some(variation) = &self.current {
            variation.apply(json);
        }
    }
}

impl RandomVariations {
    /// A variation that changes the event, or none.
    fn next(&mut self, event: &Value) -> Option<SchemaVariation> {
        if self.rng.f64() >= self.share {
            return None;
        }
        loop {
            let kind = self.rng.usize(..self.by_kind.len());
            let of_kind = self.by_kind.values().nth(kind)?;
            let variation = of_kind.get(self.rng.usize(..of_kind.len()))?;
            let mut changed = event.clone();
            variation.apply(&mut changed);
            if changed != *event {
                return Some(variation.clone());
            }
        }
    }
}

/// JSON with the keys of each object in descending order.
fn reversed(json: &Value) -> String {
    match json {
        Value::Object(object) => {
            let parts = object.iter().rev();
            let parts: Vec<_> = parts
                .map(|(key, part)| format!("{}:{}", Value::from(key.as_str()), reversed(part)))
                .collect();
            format!("{{{}}}", parts.join(","))
        }
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(reversed).collect();
            format!("[{}]", items.join(","))
        }
        other => other.to_string(),
    }
}
