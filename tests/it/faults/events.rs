//! What Discord may send by the gateway that nobody has expected.

use fake_discord::{GatewayEvent, InteractionId, UserId};
use fastrand::Rng;
use serde_json::{Value, json};

use super::{mutations::Mutations, recorded::Recorded};
use crate::support::{Arcade, Setup, Transport, carried_by, count_panics, quick, until};

const UNKNOWN: [&str; 6] = [
    "UNHEARD_OF",
    "",
    "interaction_create",
    "GUILD_CREATE",
    "MESSAGE_CREATE",
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
];

const MALFORMED: usize = 1_000;

async fn at_the_gateway(name: &str) -> Arcade {
    let thinkers = quick("4444445555556666667777771111112");
    Arcade::open_as(name, Setup { thinkers, transport: Transport::Gateway, ..Setup::default() })
        .await
}

/// Asserts that there was never more than the first connection.
fn assert_stayed(arcade: &Arcade) {
    let log = arcade.playground.gateway_log();
    assert!(matches!(log.as_slice(), [GatewayEvent::Identified { .. }]), "{log:?}");
}

/// Waits until the bot has answered an interaction so often.
async fn answered(arcade: &Arcade, interaction: InteractionId, times: usize) {
    let path = format!("/interactions/{interaction}/");
    let answers = || {
        let requests = arcade.playground.requests();
        requests.iter().filter(|it| it.path.starts_with(&path)).count()
    };
    until("it is answered", || answers() >= times).await;
}

/// Adds something that nobody has heard of to everything.
fn with_unknown_fields(value: &mut Value) {
    match value {
        Value::Object(map) => {
            // In those, every key is the id of what it leads to.
            for (key, part) in map.iter_mut().filter(|(key, _)| *key != "resolved") {
                if key != "authorizing_integration_owners" {
                    with_unknown_fields(part);
                }
            }
            map.insert("unheard_of".to_owned(), json!({ "deep": [1, null, "\u{0}"] }));
        }
        Value::Array(items) => items.iter_mut().for_each(with_unknown_fields),
        _ => {}
    }
}

#[tokio::test]
async fn unknown_events_pass_by() {
    let arcade = at_the_gateway("unknown_events").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let valid = arcade.command(arcade.ann, "help", json!({})).await;
    let valid = arcade.playground.event(valid.interaction.unwrap());
    let data = [json!(null), json!({}), json!([]), json!("text"), json!(7), valid.clone()];
    let mut sent = 0;
    for name in UNKNOWN {
        for data in &data {
            arcade.playground.send_event(name, data);
            sent += 1;
        }
    }
    for kind in [json!(0), json!(6), json!(99), json!(-1), json!(null), json!("2"), json!(256)] {
        let mut event = valid.clone();
        event["type"] = kind;
        arcade.playground.send_event("INTERACTION_CREATE", &event);
        sent += 1;
    }
    assert!(arcade.press(arcade.ann, &board, "4").await.is_update());
    println!("{sent} unknown events");
    assert_stayed(&arcade);
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn unknown_fields_change_nothing() {
    let arcade = at_the_gateway("unknown_fields").await;
    let mut board = arcade.begin(arcade.ann, arcade.ben).await;
    let columns = ["1", "2", "3", "4", "1", "2", "3", "4"];
    for (number, column) in columns.iter().enumerate() {
        let who = [arcade.ann, arcade.ben][number % 2];
        let press = arcade.playground.press_untold(who, &board, &carried_by(&board, column));
        let mut event = arcade.playground.event(press);
        with_unknown_fields(&mut event);
        arcade.playground.send_event("INTERACTION_CREATE", &event);
        answered(&arcade, press, 1).await;
        board = arcade.now(&board);
        assert!(board.content.ends_with(&format!("move {}", number + 2)), "{}", board.content);
    }
    println!("{} events with unknown fields", columns.len());
    assert_stayed(&arcade);
    arcade.close().await;
}

#[tokio::test]
async fn a_thousand_malformed_events_pass_by() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let panics = count_panics();
    let arcade = at_the_gateway("malformed_events").await;
    let mut random = Rng::with_seed(seed);
    let recorded = Recorded::new(&arcade, 0).await;
    let (users, custom_ids) = (recorded.users(), ["d1:1:1:1".to_owned(), "z1".to_owned()]);
    let (events, users) = (&recorded.events[..], &users[..]);
    let mutations = Mutations { events, users, custom_ids: &custom_ids };
    let first = events.last().unwrap()["id"].as_str().unwrap().parse::<u64>().unwrap();
    let mut sent = 0;
    while sent < MALFORMED {
        let event = mutations.any(&mut random, first + 1 + sent as u64);
        // What is no JSON at all is no event either.
        if let Ok(event) = serde_json::from_slice(&event) {
            arcade.playground.send_event("INTERACTION_CREATE", &event);
            sent += 1;
        }
        if sent % 50 == 0 {
            arcade.command(arcade.cleo, "help", json!({})).await;
        }
    }
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    assert!(arcade.press(arcade.ann, &board, "4").await.is_update());
    println!("{sent} malformed events");
    assert_eq!(panics(), 0);
    assert_stayed(&arcade);
    arcade.close_after_refusals().await;
}

/// The same button for a board that is so many changes newer.
fn of_a_later_board(custom_id: &str, changes: u32) -> String {
    let parts: Vec<&str> = custom_id.split(':').collect();
    let [tag, game, version, column] = parts[..] else { panic!("no column: {custom_id}") };
    format!("{tag}:{game}:{}:{column}", version.parse::<u32>().unwrap() + changes)
}

#[tokio::test]
async fn what_comes_twice_late_or_too_early_is_done_once_and_in_turn() {
    const GAMES: usize = 10;
    let arcade = at_the_gateway("out_of_order").await;
    let mut sql = arcade.database.sql().await;
    let (mut twice, mut early, mut late) = (0, 0, 0);
    for number in 0..GAMES {
        let players: [UserId; 2] =
            ["One", "Two"].map(|name| arcade.playground.add_person(&format!("{name} {number}")));
        let mut board = arcade.begin(players[0], players[1]).await;
        let mut expected = String::new();
        let newest = "SELECT moves FROM game ORDER BY game_id DESC LIMIT 1";
        let mut done = Vec::new();
        for (index, column) in ["1", "2", "3", "4", "1", "2", "3", "4"].into_iter().enumerate() {
            let (mover, other) = (players[index % 2], players[1 - index % 2]);
            let custom_id = carried_by(&board, column);
            let first = arcade.playground.press_untold(mover, &board, &custom_id);
            let reply = of_a_later_board(&carried_by(&board, "7"), 1);
            let second = arcade.playground.press_untold(other, &board, &reply);
            arcade.playground.redeliver(second);
            answered(&arcade, second, 1).await;
            assert_eq!(sql.text(newest).await, expected, "the reply came before the move");
            early += 1;
            arcade.playground.redeliver(first);
            arcade.playground.redeliver(first);
            answered(&arcade, first, 2).await;
            expected.push_str(column);
            assert_eq!(sql.text(newest).await, expected, "the move came twice");
            twice += 1;
            done.push(first);
            for (times, old) in done.iter().rev().skip(1).enumerate() {
                arcade.playground.redeliver(*old);
                answered(&arcade, *old, 3 + times).await;
                assert_eq!(sql.text(newest).await, expected, "an old press came again");
                late += 1;
            }
            board = arcade.now(&board);
        }
    }
    println!("{early} came too early, {twice} twice, {late} again after the game had gone on");
    assert_stayed(&arcade);
    arcade.close_after_refusals().await;
}
