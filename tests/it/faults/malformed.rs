//! Thousands of malformed interactions over HTTP, with valid signatures.

use std::{collections::BTreeMap, time::Duration};

use fake_discord::ChannelId;
use fastrand::Rng;
use fourfall::discord::interaction::Interaction;
use serde::Deserialize;
use serde_json::{Value, json};
use tracing::Level;

use super::{
    MISSING_PLACE, REFUSED_RESPONSE,
    games::{Game, Games},
    mutations::Mutations,
    recorded::Recorded,
};
use crate::support::{INTERNAL_ERROR, RecordedLog, Sql, TestBot, random, repeats, scripted_search};

const ATTEMPTS_PER_ROUND: usize = 250;

/// Discord's limit for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// The permission to manage a server.
const MANAGE_GUILD: u64 = 1 << 5;

/// Posts interactions to the bot, and counts the responses.
struct Fuzzer<'a> {
    bot: &'a TestBot,
    client: reqwest::Client,
    games: Games,
    /// The number of responses by status.
    statuses: BTreeMap<u16, usize>,
    /// The number of requests that changed a game.
    changes: usize,
    /// The number of requests that the bot can read.
    parsed: usize,
}

impl<'a> Fuzzer<'a> {
    fn new(bot: &'a TestBot, sql: Sql) -> Self {
        Self {
            bot,
            client: reqwest::Client::new(),
            games: Games::new(sql),
            statuses: BTreeMap::new(),
            changes: 0,
            parsed: 0,
        }
    }

    /// Posts a body with a valid signature. Returns the status and the response body.
    async fn post(&self, body: Vec<u8>) -> (u16, Vec<u8>) {
        let timestamp = self.bot.clock.now().seconds().to_string();
        let signature = self.bot.discord.sign(&timestamp, &body);
        let request = self.client.post(self.bot.endpoint_url());
        let request = request.header("x-signature-ed25519", signature);
        let request = request.header("x-signature-timestamp", timestamp);
        let answered = async {
            let response = request.body(body).send().await.unwrap();
            (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
        };
        tokio::time::timeout(RESPONSE_TIMEOUT, answered).await.expect("the response takes too long")
    }

    /// Posts something malformed, and checks the response and what it changed.
    async fn attempt(&mut self, body: Vec<u8>) {
        let text = || String::from_utf8_lossy(&body).into_owned();
        let (status, response) = self.post(body.clone()).await;
        *self.statuses.entry(status).or_default() += 1;
        match status {
            200 => self.assert_valid_response(&body, &response),
            202 => assert!(response.is_empty()),
            400 | 413 => {}
            _ => panic!("status {status} to {}", text()),
        }
        let user = user_of(&body);
        self.parsed += usize::from(user.is_some());
        let can_manage = user.is_some_and(|(_, can_manage)| can_manage);
        if self.games.reload_after(user.map(|(id, _)| id), can_manage).await {
            assert!(status == 200 || status == 202, "refused but applied: {}", text());
            self.changes += 1;
        }
    }

    fn assert_valid_response(&self, body: &[u8], response: &[u8]) {
        let response: Value = serde_json::from_slice(response).unwrap();
        let kind = match serde_json::from_slice(body) {
            Ok(Kind { kind: 1 }) if response == json!({ "type": 1 }) => return,
            Ok(Kind { kind: kind @ 2..=4 }) => kind,
            // A modal submission accepts the same responses as a command.
            _ => 2,
        };
        let checked = self.bot.discord.check_response(&json!({ "type": kind }), &response);
        let request = String::from_utf8_lossy(body);
        assert_eq!(checked, Ok(()), "{request} was answered with {response}");
    }

    /// Makes a valid move in every live game, with an interaction modelled on `press`.
    /// Returns the number of moves.
    async fn move_in_all_games(&mut self, press: &Value, mut id: u64) -> usize {
        self.games.reload().await;
        let games: Vec<_> = self.games.live().cloned().collect();
        for game in &games {
            id += 1;
            let mut press = press.clone();
            let (version, column) = (game.version, game.open_column());
            let mover = game.mover().expect("the game is between people").cast_unsigned();
            press["id"] = json!(id.to_string());
            press["channel_id"] = json!(game.channel.to_string());
            press["member"]["user"]["id"] = json!(mover.to_string());
            press["message"]["id"] = json!(self.games.board_of(game.id).await);
            let resign = format!("q1:{}:{version}", game.id);
            press["message"]["components"] = json!([{ "components": [{ "custom_id": resign }] }]);
            press["data"]["custom_id"] = json!(format!("d1:{}:{version}:{column}", game.id));
            let (status, response) = self.post(press.to_string().into_bytes()).await;
            let response: Value = serde_json::from_slice(&response).unwrap();
            assert_eq!(status, 200, "{response}");
            self.games.reload().await;
            let after = self.games.get(game.id);
            assert_eq!(after.moves.len(), game.moves.len() + 1, "{press}: {response}");
            after.assert_shown(response["data"]["content"].as_str().unwrap());
        }
        games.len()
    }
}

#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: u8,
}

/// The part of an interaction that says whose it is.
#[derive(Deserialize)]
struct Author {
    user: Option<Identified>,
    member: Option<Member>,
}

#[derive(Deserialize)]
struct Member {
    user: Option<Identified>,
    /// A number in a string, or a number.
    permissions: Option<Value>,
}

#[derive(Deserialize)]
struct Identified {
    id: String,
}

/// Whose request an interaction is, and whether they may end games of others. `None` if it cannot
/// be read.
fn user_of(body: &[u8]) -> Option<(i64, bool)> {
    serde_json::from_slice::<Interaction>(body).ok()?;
    let Author { user, member } = serde_json::from_slice(body).ok()?;
    let permissions = member.as_ref().and_then(|member| member.permissions.as_ref());
    let bits = permissions.and_then(|it| it.as_u64().or_else(|| it.as_str()?.parse().ok()));
    let can_manage = bits.is_some_and(|bits| bits & MANAGE_GUILD != 0);
    let user = member.and_then(|member| member.user).or(user)?;
    Some((user.id.parse().ok()?, can_manage))
}

/// Custom ids of the buttons on boards in this channel, and some others.
fn custom_ids(games: &Games, channel: ChannelId) -> Vec<String> {
    let mut all: Vec<String> = [
        "z1",
        "z2",
        "u1",
        "g1:0",
        "g1:4294967295",
        "t10",
        "t0",
        "t6:255",
        "l3:2:1:1",
        "p2",
        "p3",
        "p4:1",
        "p5",
        "p8:1:2",
        "a2:1",
    ]
    .map(str::to_owned)
    .into();
    let here = |game: &&Game| game.channel.cast_unsigned() == channel.get();
    for game in games.live().filter(here).take(8) {
        let (id, version) = (game.id, game.version);
        all.extend((1..=7).map(|column| format!("d1:{id}:{version}:{column}")));
        all.extend(["q1", "k1", "x1", "y1", "t9"].map(|tag| format!("{tag}:{id}:{version}")));
        all.extend(["r2", "x2", "j1", "j2", "i1"].map(|tag| format!("{tag}:{id}:{version}")));
        all.push(format!("o1:{id}:{version}:1"));
        all.extend(["o1", "w2"].map(|tag| format!("{tag}:{id}:{version}:2")));
        all.extend(
            ["m1", "s1", "v1", "v3", "v4", "w1", "a1", "a2", "n1", "c1"]
                .map(|tag| format!("{tag}:{id}")),
        );
        all.extend([255, 0, 43].map(|ply| format!("v2:{id}:{ply}:3")));
        all.extend(["v5", "w3"].map(|tag| format!("{tag}:{id}:42")));
    }
    all
}

fn newest_id(events: &[Value]) -> u64 {
    let ids = events.iter().filter_map(|event| event["id"].as_str()?.parse().ok());
    ids.max().expect("there are events")
}

/// Posts all malformed interactions. Returns a summary.
async fn post_malformed(name: &str, mut random: Rng) -> String {
    let rounds = repeats(10, 40);
    let errors = RecordedLog::start(Level::ERROR);
    let backends = scripted_search("4444445555556666667777771111112222223333333");
    let bot = TestBot::builder(name).backends(backends).http(1).open().await;
    let mut fuzzer = Fuzzer::new(&bot, bot.database.sql().await);
    let mut moves = 0;
    for round in 0..rounds {
        let recorded = Recorded::new(&bot, round).await;
        fuzzer.games.reload().await;
        let (users, mut id) = (recorded.users(), newest_id(&recorded.events));
        for _ in 0..ATTEMPTS_PER_ROUND {
            id += 1;
            let custom_ids = custom_ids(&fuzzer.games, recorded.channel);
            let (events, users) = (&recorded.events[..], &users[..]);
            let mutations = Mutations { events, users, custom_ids: &custom_ids };
            fuzzer.attempt(mutations.any(&mut random, id)).await;
        }
        let is_press = |it: &&Value| it["data"]["component_type"] == 2 && it["member"].is_object();
        let press = recorded.events.iter().find(is_press).expect("there are presses");
        moves += fuzzer.move_in_all_games(press, id).await;
        // Ids contain the time: those of the next round are greater.
        bot.discord.advance(Duration::from_secs(1));
    }
    let (statuses, parsed, changes) = (&fuzzer.statuses, fuzzer.parsed, fuzzer.changes);
    let attempts = rounds * ATTEMPTS_PER_ROUND;
    let summary = format!(
        "{attempts} malformed interactions, {parsed} of them parsed: statuses {statuses:?}, {changes} \
         changed games, {moves} moves after that"
    );
    assert_eq!(statuses.values().sum::<usize>(), attempts);
    assert!(
        parsed > attempts / 4 && changes > attempts / 200,
        "too few requests were parsed or applied"
    );
    // How many games outlive a round is chance: three in the mean.
    assert!(moves > rounds / 5, "too few live games");
    assert_eq!(errors.unexpected(), "");
    bot.assert_consistent().await;
    bot.close_allowing(&[&REFUSED_RESPONSE[..], &MISSING_PLACE].concat()).await;
    summary
}

#[tokio::test]
async fn malformed_interactions_of_a_fixed_seed_do_no_harm() {
    println!("{}", post_malformed("malformed", Rng::with_seed(4)).await);
}

#[tokio::test]
async fn malformed_interactions_of_a_random_seed_do_no_harm() {
    println!("{}", post_malformed("malformed_otherwise", random()).await);
}

#[tokio::test]
async fn nobody_acts_with_the_id_of_a_deleted_user() {
    let bot = TestBot::builder("malformed_ids").http(1).open().await;
    let help = bot.command(bot.ann, "help", json!({})).await;
    let event = bot.discord.interaction_payload(help.interaction.unwrap());
    let fuzzer = Fuzzer::new(&bot, bot.database.sql().await);
    for (id, is_fault) in [(i64::MAX as u64, false), (1 << 63, true), (u64::MAX - 1, true)] {
        let mut event = event.clone();
        event["member"]["user"]["id"] = json!(id.to_string());
        let (status, response) = fuzzer.post(event.to_string().into_bytes()).await;
        let response: Value = serde_json::from_slice(&response).unwrap();
        let text = response["data"]["content"].as_str().unwrap();
        assert_eq!((status, text.contains(INTERNAL_ERROR)), (200, is_fault), "{id}: {text}");
    }
    bot.close().await;
}

/// No page could show them, nor the button that takes them back.
#[tokio::test]
async fn no_more_channels_are_chosen_than_a_select_takes() {
    let bot = TestBot::builder("malformed_channels").http(1).open().await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Limits").await;
    let mut event = bot.discord.interaction_payload(page.interaction.unwrap());
    let id: u64 = event["id"].as_str().unwrap().parse().unwrap();
    let fuzzer = Fuzzer::new(&bot, bot.database.sql().await);
    for (count, is_stored) in [(26, false), (400, false), (25, true)] {
        let channels: Vec<String> = (1..=count).map(|it| it.to_string()).collect();
        event["id"] = json!((id + count).to_string());
        event["data"] = json!({ "custom_id": "t0", "component_type": 8, "values": channels });
        assert_eq!(fuzzer.post(event.to_string().into_bytes()).await.0, 200);
        let stored = "SELECT count(*) FROM guild_settings WHERE channels <> '[]'";
        assert_eq!(bot.database.sql().await.number(stored).await > 0, is_stored, "{count}");
    }
    bot.close().await;
}

#[tokio::test]
async fn control_characters_in_names_and_tokens_never_reach_sql() {
    let bot = TestBot::builder("malformed_names").http(1).open().await;
    bot.discord.set_nickname(bot.discord.guild(), bot.ann, Some("A\0n\u{7f}n\u{1b}"));
    bot.discord.set_global_name(bot.ann, "A\0nna");
    bot.start_game(bot.ben, bot.ann).await;
    for (table, name) in [("player", "Anna"), ("nickname", "Ann")] {
        let stored = format!("SELECT name FROM {table} WHERE player_id = {}", bot.ann);
        assert_eq!(bot.database.sql().await.text(&stored).await, name);
    }
    let help = bot.command(bot.ann, "help", json!({})).await;
    let mut event = bot.discord.interaction_payload(help.interaction.unwrap());
    let fuzzer = Fuzzer::new(&bot, bot.database.sql().await);
    for (token, status) in [("good-1", 200), ("", 400), ("to\0ken", 400), ("to ken", 400)] {
        event["token"] = json!(token);
        assert_eq!(fuzzer.post(event.to_string().into_bytes()).await.0, status, "{token:?}");
    }
    bot.close().await;
}
