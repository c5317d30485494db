//! Unexpected gateway events.

use std::time::Duration;

use fake_discord::{GatewayEvent, InteractionId, UserId};
use serde_json::{Value, json};
use tracing::Level;

use super::{MISSING_PLACE, REFUSED_RESPONSE, mutations::Mutations, recorded::Recorded};
use crate::support::{
    RecordedLog, TestBot, custom_id_of, move_number, random, scripted_search, wait_until,
    wait_until_async,
};

const UNKNOWN_EVENTS: [&str; 6] = [
    "UNHEARD_OF",
    "",
    "interaction_create",
    "GUILD_CREATE",
    "MESSAGE_CREATE",
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
];

const MALFORMED_EVENTS: usize = 1_000;

async fn open(name: &str) -> TestBot {
    let backends = scripted_search("4444445555556666667777771111112");
    TestBot::builder(name).backends(backends).gateway().open().await
}

/// Asserts that the first gateway connection is still the only one.
fn assert_never_reconnected(bot: &TestBot) {
    let log = bot.discord.gateway_log();
    assert!(matches!(log.as_slice(), [GatewayEvent::Identified { .. }]), "{log:?}");
}

/// Waits until the bot has responded to an interaction this many times.
async fn wait_for_responses(bot: &TestBot, interaction: InteractionId, times: usize) {
    let path = format!("/interactions/{interaction}/");
    let responses = || {
        let requests = bot.discord.requests();
        requests.iter().filter(|it| it.path.starts_with(&path)).count()
    };
    wait_until("the bot responds", || responses() >= times).await;
}

/// Adds an unknown field to every object.
fn add_unknown_fields(value: &mut Value) {
    match value {
        Value::Object(map) => {
            // In `resolved` and `authorizing_integration_owners`, every key is an id.
            for (key, part) in map.iter_mut().filter(|(key, _)| *key != "resolved") {
                if key != "authorizing_integration_owners" {
                    add_unknown_fields(part);
                }
            }
            map.insert("unheard_of".to_owned(), json!({ "deep": [1, null, "\u{0}"] }));
        }
        Value::Array(items) => items.iter_mut().for_each(add_unknown_fields),
        _ => {}
    }
}

#[tokio::test]
async fn unknown_events_are_ignored() {
    let bot = open("unknown_events").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let valid = bot.command(bot.ann, "help", json!({})).await;
    let valid = bot.discord.interaction_payload(valid.interaction.unwrap());
    let data = [json!(null), json!({}), json!([]), json!("text"), json!(7), valid.clone()];
    let mut sent = 0;
    for name in UNKNOWN_EVENTS {
        for data in &data {
            bot.discord.send_event(name, data);
            sent += 1;
        }
    }
    for kind in [json!(0), json!(6), json!(99), json!(-1), json!(null), json!("2"), json!(256)] {
        let mut event = valid.clone();
        event["type"] = kind;
        bot.discord.send_event("INTERACTION_CREATE", &event);
        sent += 1;
    }
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    println!("{sent} unknown events");
    assert_never_reconnected(&bot);
    // Interactions of unknown types are answered, here once more.
    bot.close_allowing(&REFUSED_RESPONSE).await;
}

#[tokio::test]
async fn a_greeting_that_cannot_be_read_is_logged() {
    let log = RecordedLog::start(Level::ERROR);
    let bot = open("unreadable_greeting").await;
    bot.discord.send_event("READY", &json!({ "user": { "avatar": "v2_a" } }));
    log.wait_for("the gateway's greeting cannot be read", 1).await;
    bot.close().await;
}

#[tokio::test]
async fn unknown_fields_change_nothing() {
    let bot = open("unknown_fields").await;
    let mut board = bot.start_game(bot.ann, bot.ben).await;
    let columns = ["1", "2", "3", "4", "1", "2", "3", "4"];
    for (number, column) in columns.iter().enumerate() {
        let user = [bot.ann, bot.ben][number % 2];
        let press = bot.discord.prepare_press(user, &board, &custom_id_of(&board, column));
        let mut event = bot.discord.interaction_payload(press);
        add_unknown_fields(&mut event);
        bot.discord.send_event("INTERACTION_CREATE", &event);
        wait_for_responses(&bot, press, 1).await;
        board = bot.current(&board);
        assert_eq!(move_number(&board.content), number + 2, "{}", board.content);
    }
    println!("{} events with unknown fields", columns.len());
    assert_never_reconnected(&bot);
    bot.close().await;
}

/// Whether a text may be taken for a picture's hash that has more than ASCII, which ends serenity's shard
/// (0.12.5, `ImageHash::from_str`). Discord makes none.
fn breaks_serenity(event: &Value) -> bool {
    match event {
        Value::String(text) => [32, 34].contains(&text.len()) && !text.is_ascii(),
        Value::Array(items) => items.iter().any(breaks_serenity),
        Value::Object(map) => map.values().any(breaks_serenity),
        _ => false,
    }
}

#[tokio::test]
async fn a_thousand_malformed_events_are_ignored() {
    let mut random = random();
    let bot = open("malformed_events").await;
    let recorded = Recorded::new(&bot, 0).await;
    let (users, custom_ids) = (recorded.users(), ["d1:1:1:1".to_owned(), "z1".to_owned()]);
    let (events, users) = (&recorded.events[..], &users[..]);
    let mutations = Mutations { events, users, custom_ids: &custom_ids };
    let first = events.last().unwrap()["id"].as_str().unwrap().parse::<u64>().unwrap();
    let mut sent = 0;
    while sent < MALFORMED_EVENTS {
        let event = mutations.any(&mut random, first + 1 + sent as u64);
        // Without valid JSON there is no event to send.
        let event = serde_json::from_slice(&event).ok();
        if let Some(event) = event.filter(|it| !breaks_serenity(it)) {
            bot.discord.send_event("INTERACTION_CREATE", &event);
            sent += 1;
        }
        if sent % 50 == 0 {
            bot.command(bot.cleo, "help", json!({})).await;
        }
    }
    // Ids contain the time: later ones are greater than those of the events.
    bot.discord.advance(Duration::from_secs(1));
    // Those that are under way lock what changes of the same people wait for.
    for user in [bot.ann, bot.ben] {
        let posted = async || !bot.open_challenge(user).await.is_ephemeral();
        wait_until_async("a challenge is posted", posted).await;
    }
    let board = bot.start_game(bot.ann, bot.ben).await;
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    println!("{sent} malformed events");
    assert_never_reconnected(&bot);
    bot.close_allowing(&[&REFUSED_RESPONSE[..], &MISSING_PLACE].concat()).await;
}

/// The custom id of the same column for a board that is this many versions newer.
fn for_later_version(custom_id: &str, changes: u32) -> String {
    let parts: Vec<&str> = custom_id.split(':').collect();
    let [tag, game, version, column] = parts[..] else { panic!("not a column: {custom_id}") };
    format!("{tag}:{game}:{}:{column}", version.parse::<u32>().unwrap() + changes)
}

#[tokio::test]
async fn duplicate_late_and_early_presses_are_applied_once_in_order() {
    const GAMES: usize = 10;
    let bot = open("out_of_order").await;
    let mut sql = bot.database.sql().await;
    let (mut twice, mut early, mut late) = (0, 0, 0);
    for number in 0..GAMES {
        let players: [UserId; 2] =
            ["One", "Two"].map(|name| bot.discord.add_user(&format!("{name} {number}")));
        let mut board = bot.start_game(players[0], players[1]).await;
        let mut expected = String::new();
        let newest_game = "SELECT moves FROM game ORDER BY game_id DESC LIMIT 1";
        let mut applied = Vec::new();
        for (index, column) in ["1", "2", "3", "4", "1", "2", "3", "4"].into_iter().enumerate() {
            let (mover, other) = (players[index % 2], players[1 - index % 2]);
            let custom_id = custom_id_of(&board, column);
            let first = bot.discord.prepare_press(mover, &board, &custom_id);
            let next_id = for_later_version(&custom_id_of(&board, "7"), 1);
            let second = bot.discord.prepare_press(other, &board, &next_id);
            bot.discord.redeliver(second);
            wait_for_responses(&bot, second, 1).await;
            assert_eq!(
                sql.text(newest_game).await,
                expected,
                "a reply before the move changes nothing"
            );
            early += 1;
            bot.discord.redeliver(first);
            bot.discord.redeliver(first);
            wait_for_responses(&bot, first, 2).await;
            expected.push_str(column);
            assert_eq!(
                sql.text(newest_game).await,
                expected,
                "a duplicate of the move changes nothing"
            );
            twice += 1;
            applied.push(first);
            for (times, old) in applied.iter().rev().skip(1).enumerate() {
                bot.discord.redeliver(*old);
                wait_for_responses(&bot, *old, 3 + times).await;
                assert_eq!(
                    sql.text(newest_game).await,
                    expected,
                    "a late duplicate changes nothing"
                );
                late += 1;
            }
            board = bot.current(&board);
        }
    }
    println!("{early} early presses, {twice} duplicates, {late} late duplicates");
    assert_never_reconnected(&bot);
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}
