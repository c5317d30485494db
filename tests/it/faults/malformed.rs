//! Thousands of malformed interactions, signed as Discord signs them.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use fastrand::Rng;
use fourfall::{admin, store};
use serde::Deserialize;
use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};
use serenity::all::{Interaction, Permissions, User};

use super::{games::Games, mutations::Mutations, recorded::Recorded};
use crate::support::{Arcade, Setup, Sql, Transport, count_panics, quick};

const ROUNDS: usize = 40;
const TRIES_IN_A_ROUND: usize = 250;

/// Discord waits no longer.
const PATIENCE: Duration = Duration::from_secs(3);

/// One test tries the same each time, the other says with which number it can be
/// repeated.
const SEED: u64 = 4;

/// What is logged as an error.
#[derive(Clone, Default)]
struct Errors(Arc<Mutex<Vec<u8>>>);

impl io::Write for Errors {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Errors {
    /// Notes what is logged on this thread, which is the bot's too.
    fn noted(&self) -> tracing::subscriber::DefaultGuard {
        let errors = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::ERROR)
            .with_ansi(false)
            .with_writer(move || errors.clone());
        tracing::subscriber::set_default(subscriber.finish())
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

/// The endpoint, and what it answered so far.
struct Trial<'a> {
    arcade: &'a Arcade,
    client: reqwest::Client,
    games: Games,
    /// How often there was each status.
    statuses: BTreeMap<u16, usize>,
    /// How many requests changed a game.
    changes: usize,
    /// How many were read at all.
    read: usize,
}

impl<'a> Trial<'a> {
    fn new(arcade: &'a Arcade, sql: Sql) -> Self {
        Self {
            arcade,
            client: reqwest::Client::new(),
            games: Games::new(sql),
            statuses: BTreeMap::new(),
            changes: 0,
            read: 0,
        }
    }

    /// Posts something with a right signature: the status and the answer.
    async fn post(&self, body: Vec<u8>) -> (u16, Vec<u8>) {
        let timestamp = self.arcade.clock.now().seconds().to_string();
        let signature = self.arcade.playground.sign(&timestamp, &body);
        let request = self.client.post(self.arcade.endpoint());
        let request = request.header("x-signature-ed25519", signature);
        let request = request.header("x-signature-timestamp", timestamp);
        let answered = async {
            let response = request.body(body).send().await.unwrap();
            (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
        };
        tokio::time::timeout(PATIENCE, answered).await.expect("the answer takes too long")
    }

    /// Tries something malformed.
    async fn attempt(&mut self, body: Vec<u8>) {
        let told = || String::from_utf8_lossy(&body).into_owned();
        let (status, answer) = self.post(body.clone()).await;
        *self.statuses.entry(status).or_default() += 1;
        match status {
            200 => self.assert_answers(&body, &answer),
            202 => assert!(answer.is_empty()),
            400 | 413 => {}
            _ => panic!("status {status} to {}", told()),
        }
        let interaction = interaction(&body);
        let asker = interaction.as_ref().and_then(asker);
        self.read += usize::from(asker.is_some());
        let manages = interaction.as_ref().is_some_and(manages);
        let id = asker.map(|user| user.id.get().cast_signed());
        if self.games.look_after(id, manages).await {
            assert!(status == 200 || status == 202, "refused and done: {}", told());
            self.changes += 1;
        }
    }

    fn assert_answers(&self, body: &[u8], answer: &[u8]) {
        let answer: Value = serde_json::from_slice(answer).unwrap();
        let kind = match serde_json::from_slice(body).expect("it was read") {
            Kind { kind: 1 } => return assert_eq!(answer, json!({ "type": 1 })),
            // Forms are answered as commands are.
            Kind { kind: 5 } => 2,
            Kind { kind } => kind,
        };
        let checked = self.arcade.playground.check_answer(&json!({ "type": kind }), &answer);
        let told = String::from_utf8_lossy(body);
        assert_eq!(checked, Ok(()), "{told} was answered with {answer}");
    }

    /// Has whoever is to move in each game do so, by a press like `press`.
    async fn play_on(&mut self, press: &Value, mut id: u64) -> usize {
        self.games.look().await;
        let games: Vec<_> = self.games.live().cloned().collect();
        for game in &games {
            id += 1;
            let mut press = press.clone();
            let (version, column) = (game.version, game.open_column());
            let mover = game.mover().expect("two people play").cast_unsigned();
            press["id"] = json!(id.to_string());
            press["member"]["user"]["id"] = json!(mover.to_string());
            press["data"]["custom_id"] = json!(format!("d1:{}:{version}:{column}", game.id));
            let (status, answer) = self.post(press.to_string().into_bytes()).await;
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            assert_eq!(status, 200, "{answer}");
            self.games.look().await;
            let after = self.games.get(game.id);
            assert_eq!(after.moves.len(), game.moves.len() + 1, "{press}: {answer}");
            after.assert_shown(answer["data"]["content"].as_str().unwrap());
        }
        games.len()
    }
}

#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: u8,
}

/// Parts of an event, whatever they say.
type Parts = BTreeMap<String, Box<RawValue>>;

/// What an event says, but for the buttons of a message and for what is unknown:
/// nobody asks for those, even if they make no sense.
fn interaction(body: &[u8]) -> Option<Interaction> {
    let mut event: Parts = serde_json::from_slice(body).ok()?;
    if let Some(message) = event.get_mut("message")
        && let Ok(mut parts) = serde_json::from_str::<Parts>(message.get())
    {
        parts.remove("components");
        *message = to_raw_value(&parts).ok()?;
    }
    let text = serde_json::to_string(&event).ok()?;
    match event.get("type")?.get() {
        "3" => serde_json::from_str(&text).map(Interaction::Component).ok(),
        _ => serde_json::from_str(&text).ok(),
    }
}

/// Who it was, as Discord vouches for it.
fn asker(interaction: &Interaction) -> Option<&User> {
    match interaction {
        Interaction::Command(it) | Interaction::Autocomplete(it) => Some(&it.user),
        Interaction::Component(it) => Some(&it.user),
        Interaction::Modal(it) => Some(&it.user),
        _ => None,
    }
}

/// Whether they may end others' games.
fn manages(interaction: &Interaction) -> bool {
    let member = match interaction {
        Interaction::Component(it) => it.member.as_ref(),
        _ => None,
    };
    let permissions = member.and_then(|member| member.permissions);
    permissions.is_some_and(Permissions::manage_guild)
}

/// What buttons on the boards of these games carry, and some others.
fn custom_ids(games: &Games) -> Vec<String> {
    let mut all: Vec<String> = ["z1", "z2", "u1", "g1:0", "g1:4294967295", "t10", "t0", "t6:255"]
        .map(str::to_owned)
        .into();
    for game in games.live().take(8) {
        let (id, version) = (game.id, game.version);
        all.extend((1..=7).map(|column| format!("d1:{id}:{version}:{column}")));
        all.extend(["q1", "k1", "x1", "y1", "t9"].map(|tag| format!("{tag}:{id}:{version}")));
        all.extend(["r1", "p1", "o1"].map(|tag| format!("{tag}:{id}:{version}:1")));
        all.extend(["o1", "w2"].map(|tag| format!("{tag}:{id}:{version}:2")));
        all.extend(
            ["m1", "s1", "v1", "v3", "w1", "a1", "n1", "c1"].map(|tag| format!("{tag}:{id}")),
        );
        all.extend([255, 0, 43].map(|ply| format!("v2:{id}:{ply}:3")));
    }
    all
}

fn newest_id(events: &[Value]) -> u64 {
    let ids = events.iter().filter_map(|event| event["id"].as_str()?.parse().ok());
    ids.max().expect("there are events")
}

/// Tries them all: what was tried, and what came of it.
async fn malformed(name: &str, seed: u64) -> String {
    let (panics, errors) = (count_panics(), Errors::default());
    let _noted = errors.noted();
    let transport = Transport::Http { replicas: 1 };
    let thinkers = quick("4444445555556666667777771111112222223333333");
    let setup = Setup { thinkers, transport, ..Setup::default() };
    let arcade = Arcade::open_as(name, setup).await;
    let mut random = Rng::with_seed(seed);
    let mut trial = Trial::new(&arcade, arcade.database.sql().await);
    let mut played_on = 0;
    for round in 0..ROUNDS {
        let recorded = Recorded::new(&arcade, round).await;
        trial.games.look().await;
        let mut id = newest_id(&recorded.events);
        for _ in 0..TRIES_IN_A_ROUND {
            id += 1;
            let (users, custom_ids) = (recorded.users(), custom_ids(&trial.games));
            let (events, users) = (&recorded.events[..], &users[..]);
            let mutations = Mutations { events, users, custom_ids: &custom_ids };
            trial.attempt(mutations.any(&mut random, id)).await;
        }
        let is_press = |it: &&Value| it["data"]["component_type"] == 2 && it["member"].is_object();
        let press = recorded.events.iter().find(is_press).expect("there are presses");
        played_on += trial.play_on(press, id).await;
        // Ids tell the time, and those of the next round are greater.
        arcade.playground.advance(Duration::from_secs(1));
    }
    let (statuses, read, changes) = (&trial.statuses, trial.read, trial.changes);
    let tries = ROUNDS * TRIES_IN_A_ROUND;
    let told = format!(
        "{tries} malformed interactions, {read} of them read: statuses {statuses:?}, {changes} \
         changed games, {played_on} moves after that"
    );
    assert_eq!(statuses.values().sum::<usize>(), tries);
    assert!(read > tries / 4 && changes > tries / 200, "hardly any were of interest");
    assert!(played_on >= ROUNDS, "hardly any games were left");
    assert_eq!((panics(), errors.text().as_str()), (0, ""));
    let store = store::open(&arcade.database()).await.unwrap();
    assert_eq!(admin::check(&*store).await.unwrap().differences, []);
    store.close().await;
    arcade.close_after_refusals().await;
    told
}

#[tokio::test]
async fn ten_thousand_malformed_interactions_do_no_harm() {
    println!("{}", malformed("malformed", SEED).await);
}

#[tokio::test]
async fn ten_thousand_other_malformed_interactions_do_no_harm() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    println!("{}", malformed("malformed_otherwise", seed).await);
}

#[tokio::test]
async fn names_and_tokens_hold_nothing_that_a_database_refuses() {
    let transport = Transport::Http { replicas: 1 };
    let setup = Setup { transport, ..Setup::default() };
    let arcade = Arcade::open_as("malformed_names", setup).await;
    arcade.playground.rename(arcade.ann, "A\0n\u{7f}n\u{1b}");
    arcade.begin(arcade.ben, arcade.ann).await;
    let name = format!("SELECT name FROM player WHERE player_id = {}", arcade.ann);
    assert_eq!(arcade.database.sql().await.text(&name).await, "Ann");
    let help = arcade.command(arcade.ann, "help", json!({})).await;
    let mut event = arcade.playground.event(help.interaction.unwrap());
    let trial = Trial::new(&arcade, arcade.database.sql().await);
    for (token, status) in [("good-1", 200), ("", 400), ("to\0ken", 400), ("to ken", 400)] {
        event["token"] = json!(token);
        assert_eq!(trial.post(event.to_string().into_bytes()).await.0, status, "{token:?}");
    }
    arcade.close().await;
}
