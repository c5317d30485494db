//! The time for a move, and what happens when it is up.

use std::time::Duration;

use fake_discord::{Change, Message, Permissions};
use fourfall::{
    service::{Notice, Service, Thinkers},
    store,
};
use serde_json::json;
use tokio::sync::mpsc;

use crate::support::{Arcade, PATIENCE, carried_by, quick, until};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// A game of Ann, who drops first, against Ben.
async fn begin_with_clock(arcade: &Arcade, clock: &str) -> Message {
    let options = json!({ "opponent": arcade.ben, "first": "me", "clock": clock });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    arcade.press(arcade.ben, &challenge, "Accept").await.message().clone()
}

/// Lets time pass until the board has changed.
async fn wait_for_edit(arcade: &Arcade, board: &Message, time: Duration) -> Message {
    let mut changes = arcade.playground.changes();
    arcade.wait(time).await;
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == board.id);
    changes.next_where(edited).await.message().unwrap()
}

fn due_in(arcade: &Arcade, time: Duration) -> String {
    format!("<t:{}:R>", arcade.clock.now().after(time).seconds())
}

#[tokio::test]
async fn the_board_shows_until_when_a_move_is_due() {
    let arcade = Arcade::open("clock_shown").await;
    let options = json!({ "opponent": arcade.ben, "first": "me" });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    assert!(challenge.content.contains("Time for each move: 1 day."), "{}", challenge.content);
    let board = arcade.press(arcade.ben, &challenge, "Accept").await.message().clone();
    let due = due_in(&arcade, DAY);
    let ann = arcade.ann;
    let expected = format!("🔴 <@{ann}>, your move · move 1 · game called off {due}");
    assert!(board.content.ends_with(&expected), "{}", board.content);
    arcade.wait(HOUR).await;
    let board = arcade.press(ann, &board, "4").await.message().clone();
    arcade.wait(Duration::from_mins(5)).await;
    let board = arcade.moves_of([arcade.ben, ann], &board, "4").await;
    let due = due_in(&arcade, DAY);
    let expected = format!("🔴 <@{ann}>, your move · move 3 · loses on time {due}");
    assert!(board.content.ends_with(&expected), "{}", board.content);
    let games = arcade.command(arcade.ben, "games", json!({})).await;
    assert!(games.text().contains(&format!("time is up {due}")), "{}", games.text());
    arcade.close().await;
}

#[tokio::test]
async fn who_does_not_move_in_time_loses() {
    for (clock, limit) in [("5 minutes", Duration::from_mins(5)), ("1 hour", HOUR)] {
        let arcade = Arcade::open(&format!("clock_{}", clock.replace(' ', "_"))).await;
        let board = begin_with_clock(&arcade, clock).await;
        let board = arcade.moves(&board, "443").await;
        arcade.wait(limit.checked_sub(Duration::from_millis(1)).unwrap()).await;
        assert!(arcade.command(arcade.ann, "games", json!({})).await.text().contains("waiting"));
        let over = wait_for_edit(&arcade, &board, Duration::from_millis(1)).await;
        let end = "**Ann** played column 3. ⌛ **Ben** ran out of time. 🔴 **Ann** wins!";
        assert!(over.content.contains(end), "{}", over.content);
        assert_eq!(over.labels(), ["Rematch", "Replay", "Review"]);
        let stats = arcade.command(arcade.ben, "stats", json!({})).await;
        assert!(stats.text().contains("0 wins · 1 loss · 0 draws"), "{}", stats.text());
        let late = arcade.forge(arcade.ben, &over, &carried_by(&board, "4")).await;
        let text = late.text().to_owned();
        assert!(text.contains("ran out of time"), "{text}");
        let rematch = arcade.press(arcade.ben, &over, "Rematch").await;
        assert!(rematch.is_new() && !rematch.is_ephemeral(), "both are free again");
        arcade.close().await;
    }
}

#[tokio::test]
async fn a_game_that_not_both_began_is_called_off_and_counts_for_nobody() {
    for (name, moves) in [("clock_no_move", ""), ("clock_one_move", "4")] {
        let arcade = Arcade::open(name).await;
        let board = begin_with_clock(&arcade, "1 hour").await;
        let board = arcade.moves(&board, moves).await;
        let over = wait_for_edit(&arcade, &board, HOUR).await;
        let end = "💤 The time was up before both had moved. This game doesn’t count.";
        assert!(over.content.ends_with(end), "{}", over.content);
        for player in [arcade.ann, arcade.ben] {
            let stats = arcade.command(player, "stats", json!({})).await;
            assert!(stats.text().contains("hasn’t finished a game yet"), "{}", stats.text());
        }
        let leaders = arcade.command(arcade.ann, "leaderboard", json!({})).await;
        assert!(leaders.text().contains("\nNobody has finished a game"), "{}", leaders.text());
        arcade.close().await;
    }
}

#[tokio::test]
async fn without_a_clock_a_game_waits_for_ever() {
    let arcade = Arcade::open("clock_none").await;
    let board = begin_with_clock(&arcade, "none").await;
    let board = arcade.moves(&board, "44").await;
    arcade.wait(DAY * 1_000).await;
    let answer = arcade.press(arcade.ann, &board, "4").await;
    assert!(answer.is_new() && answer.text().contains("your move · move 4"), "{answer:?}");
    arcade.close().await;
}

#[tokio::test]
async fn the_computers_opponent_has_a_clock_and_the_computer_has_none() {
    let arcade = Arcade::open_with("clock_computer", quick("44")).await;
    let options = json!({ "level": "easy", "first": "me", "clock": "5 minutes" });
    let board = arcade.command(arcade.ann, "play", options).await.message().clone();
    let board = arcade.press(arcade.ann, &board, "4").await.message().clone();
    let due = due_in(&arcade, Duration::from_mins(5));
    assert!(board.content.ends_with(&format!("move 3 · loses on time {due}")), "{}", board.content);
    let over = wait_for_edit(&arcade, &board, Duration::from_mins(5)).await;
    let end = "⌛ **Ann** ran out of time. 🟡 **Fourfall** wins!";
    assert!(over.content.ends_with(end), "{}", over.content);
    arcade.close().await;
}

#[tokio::test]
async fn nobody_loses_the_time_in_which_the_bot_was_away() {
    let mut arcade = Arcade::open("clock_absence").await;
    let board = begin_with_clock(&arcade, "5 minutes").await;
    let board = arcade.moves(&board, "44").await;
    arcade.wait(Duration::from_mins(2)).await;
    arcade.stop_bot().await;
    arcade.wait(DAY).await;
    arcade.start_bot();
    arcade.connected().await;
    arcade.wait(Duration::from_secs(179)).await;
    let board = arcade.press(arcade.ann, &board, "4").await.message().clone();
    assert!(board.content.contains("move 4"), "three minutes were left: {}", board.content);
    arcade.restart_bot().await;
    let over = wait_for_edit(&arcade, &board, Duration::from_mins(5)).await;
    assert!(over.content.contains("**Ben** ran out of time"), "{}", over.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_slow_clock_reminds_once() {
    let arcade = Arcade::open("clock_reminder").await;
    let board = begin_with_clock(&arcade, "1 day").await;
    let board = arcade.moves(&board, "44").await;
    let due = due_in(&arcade, DAY);
    let mut changes = arcade.playground.changes();
    arcade.wait(HOUR * 20).await;
    let created = |it: &Change| matches!(it, Change::Created(_));
    let reminder = changes.next_where(created).await.message().unwrap();
    assert_eq!(reminder.pings, [arcade.ann]);
    let link = board.link();
    let ann = arcade.ann;
    let expected =
        format!("⏰ <@{ann}>, it’s your move against **Ben**. You lose on time {due}: {link}");
    assert_eq!(reminder.content, expected);
    let messages = arcade.playground.messages(arcade.games).len();
    arcade.command(arcade.ann, "board", json!({})).await;
    arcade.wait(HOUR).await;
    arcade.wait(HOUR).await;
    arcade.swept().await;
    arcade.command(arcade.ben, "games", json!({})).await;
    let now = arcade.playground.messages(arcade.games);
    assert_eq!(now.len(), messages + 2, "the board, and Ben's list: {now:#?}");
    arcade.close().await;
}

#[tokio::test]
async fn where_nothing_can_be_edited_the_end_shows_at_the_next_press_and_nothing_is_tried_again() {
    let arcade = Arcade::open("clock_unseen").await;
    let board = begin_with_clock(&arcade, "1 hour").await;
    let board = arcade.moves(&board, "44").await;
    arcade.playground.set_permissions(arcade.games, Permissions::from_bits(0));
    arcade.settled().await;
    let before = arcade.playground.requests().len();
    arcade.wait(HOUR).await;
    until("the bot has tried", || arcade.playground.requests().len() > before).await;
    arcade.swept().await;
    for _ in 0..10 {
        arcade.wait(DAY).await;
        arcade.command(arcade.cleo, "help", json!({})).await;
    }
    let requests = arcade.playground.requests().split_off(before);
    let tries = requests.iter().filter(|it| it.status >= 400).count();
    assert_eq!(tries, 1, "{requests:#?}");
    assert_eq!(arcade.now(&board).content, board.content);

    let dropped = arcade.command(arcade.ann, "drop", json!({ "column": "4" })).await;
    Arcade::refused(&dropped, "This game is over: **Ann** ran out of time, so **Ben** won.");
    let (shown, aside) = arcade.forge_late(arcade.ann, &board, &carried_by(&board, "4")).await;
    assert!(shown.is_update(), "{shown:?}");
    let end = "⌛ **Ann** ran out of time. 🟡 **Ben** wins!";
    assert!(shown.text().contains(end), "{}", shown.text());
    assert_eq!(aside, "This game is over: **Ann** ran out of time, so **Ben** won.");
    let again = arcade.command(arcade.ben, "board", json!({})).await;
    assert_eq!(again.text(), shown.text(), "who asks for the board sees the end too");
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_board_that_was_deleted_ends_in_silence() {
    let arcade = Arcade::open("clock_deleted").await;
    let board = begin_with_clock(&arcade, "1 hour").await;
    let board = arcade.moves(&board, "44").await;
    arcade.playground.delete_message(arcade.games, board.id);
    arcade.wait(HOUR).await;
    arcade.swept().await;
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("0 wins · 1 loss"), "{}", stats.text());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_game_that_makes_no_sense_holds_up_no_other() {
    let arcade = Arcade::open("clock_corrupt").await;
    let broken = begin_with_clock(&arcade, "5 minutes").await;
    let (dora, emil) = (arcade.playground.add_person("Dora"), arcade.playground.add_person("Emil"));
    let options = json!({ "opponent": emil, "first": "me", "clock": "1 hour" });
    let challenge = arcade.command(dora, "play", options).await.message().clone();
    let sound = arcade.press(emil, &challenge, "Accept").await.message().clone();
    arcade.database.sql().await.run("UPDATE game SET moves = '99' WHERE game_id = 1").await;
    let over = wait_for_edit(&arcade, &sound, HOUR).await;
    assert!(over.content.contains("doesn’t count"), "{}", over.content);
    arcade.swept().await;
    assert_eq!(arcade.now(&broken).content, broken.content);
    arcade.close().await;
}

#[tokio::test]
async fn of_two_processes_one_ends_the_game() {
    let mut arcade = Arcade::open("clock_two_processes").await;
    let board = begin_with_clock(&arcade, "1 hour").await;
    arcade.moves(&board, "44").await;
    arcade.stop_bot().await;
    let (sender, mut notices) = mpsc::channel(16);
    let mut sweeping = Vec::new();
    for _ in 0..2 {
        let store = store::open(&arcade.database()).await.unwrap();
        let service = Service::new(store, arcade.clock.clone(), Thinkers::default());
        sweeping.push(tokio::spawn(service.sweep(sender.clone())));
    }
    // What passes before both have begun is given back.
    let time_passes = async {
        loop {
            arcade.wait(HOUR).await;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let ended = tokio::select! {
        ended = tokio::time::timeout(PATIENCE, notices.recv()) => ended.unwrap(),
        () = time_passes => unreachable!("it passes for ever"),
    };
    assert!(matches!(ended, Some(Notice::BoardChanged(game)) if game.ending.is_some()));
    arcade.swept().await;
    arcade.wait(DAY).await;
    arcade.swept().await;
    for task in sweeping {
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
    }
    assert!(notices.try_recv().is_err(), "the other one had nothing to do");
    arcade.start_bot();
    arcade.connected().await;
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("0 wins · 1 loss"), "{}", stats.text());
    arcade.close().await;
}
