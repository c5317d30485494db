//! Presses and commands that change nothing, and say why.

use std::time::Duration;

use fake_discord::{Fault, FaultKind};
use serde_json::json;

use crate::support::{Arcade, carried_by, until};

#[tokio::test]
async fn strangers_and_those_whose_turn_it_is_not_are_told() {
    let arcade = Arcade::open("out_of_turn").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let answer = arcade.press(arcade.ben, &board, "4").await;
    Arcade::refused(&answer, "It’s **Ann**’s turn.");
    for label in ["4", "Resign"] {
        let answer = arcade.press(arcade.cleo, &board, label).await;
        Arcade::refused(&answer, "This isn’t your game.");
    }
    let answer = arcade.command(arcade.ben, "drop", json!({ "column": "4" })).await;
    Arcade::refused(&answer, "It’s **Ann**’s turn.");
    assert_eq!(arcade.now(&board).content, board.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_full_column_keeps_the_turn() {
    let arcade = Arcade::open("full_column").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "444444").await;
    let answer = arcade.forge(arcade.ann, &board, &carried_by(&board, "4")).await;
    Arcade::refused(&answer, "Column 4 is full.");
    let answer = arcade.command(arcade.ann, "drop", json!({ "column": "4" })).await;
    Arcade::refused(&answer, "Column 4 is full.");
    assert!(arcade.press(arcade.ann, &board, "5").await.is_update());
    arcade.close().await;
}

#[tokio::test]
async fn a_wrong_column_gets_a_sentence() {
    let arcade = Arcade::open("wrong_column").await;
    arcade.begin(arcade.ann, arcade.ben).await;
    for column in ["0", "8", "-1", "four", "4.5", "44", "4️⃣", "99999999999999999999"] {
        let answer = arcade.command(arcade.ann, "drop", json!({ "column": column })).await;
        Arcade::refused(&answer, "Pick a column from 1 to 7.");
    }
    let answer = arcade.command(arcade.ann, "drop", json!({ "column": " 4 " })).await;
    assert!(!answer.is_ephemeral(), "{answer:?}");
    arcade.close().await;
}

#[tokio::test]
async fn commands_without_a_game_say_how_to_get_one() {
    let arcade = Arcade::open("no_game").await;
    for (name, options) in
        [("drop", json!({ "column": "4" })), ("board", json!({})), ("resign", json!({}))]
    {
        let answer = arcade.command(arcade.ann, name, options).await;
        Arcade::refused(&answer, "You have no game in this channel. Start one with `/play`");
    }
    let answer = arcade.command(arcade.ann, "games", json!({})).await;
    Arcade::refused(&answer, "You have no games going on.");
    arcade.close().await;
}

#[tokio::test]
async fn an_old_copy_leads_to_the_newest_board() {
    let arcade = Arcade::open("old_copy").await;
    let old = arcade.begin(arcade.ann, arcade.ben).await;
    let drop_4 = carried_by(&old, "4");
    let mut changes = arcade.playground.changes();
    let new = arcade.command(arcade.ann, "board", json!({})).await.message().clone();
    changes
        .next_where(|it| matches!(it, fake_discord::Change::Edited(it) if it.id == old.id))
        .await;
    let (answer, aside) = arcade.forge_late(arcade.ann, &old, &drop_4).await;
    assert!(answer.is_update(), "{answer:?}");
    let link = new.link();
    assert!(answer.text().contains(&link), "{}", answer.text());
    assert_eq!(answer.message().labels(), [""; 0]);
    assert_eq!(aside, format!("This board is old. The game is here: {link}"));
    assert_eq!(arcade.now(&new).content, new.content, "nothing has changed");
    arcade.close().await;
}

#[tokio::test]
async fn an_old_copy_that_could_not_be_edited_loses_its_buttons_at_the_next_press() {
    let arcade = Arcade::open("old_copy_unedited").await;
    let old = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.set_permissions(arcade.games, fake_discord::Permissions::from_bits(0));
    arcade.wait(Duration::from_secs(901)).await;
    let mut changes = arcade.playground.changes();
    let new = arcade.command(arcade.ann, "board", json!({})).await.message().clone();
    assert_eq!(arcade.now(&old).labels().len(), 10, "nobody could take the buttons away");
    let pressed = arcade.press(arcade.ann, &old, "4").await;
    assert!(pressed.is_update());
    assert_eq!(pressed.message().labels(), [""; 0]);
    assert_eq!(arcade.now(&new).content, new.content);
    changes.next(arcade.games).await;
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_second_press_on_a_board_that_is_about_to_change_is_refused() {
    let arcade = Arcade::open("double_press").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let after = arcade.press(arcade.ann, &board, "4").await.message().clone();
    let again = arcade.forge(arcade.ann, &board, &carried_by(&board, "4")).await;
    Arcade::refused(&again, "The board has just changed.");
    assert_eq!(arcade.now(&board).content, after.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_finished_game_takes_no_more_discs() {
    let arcade = Arcade::open("finished").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let drop_4 = carried_by(&board, "4");
    let over = arcade.moves(&board, "1212121").await;
    for who in [arcade.ann, arcade.ben] {
        let answer = arcade.forge(who, &board, &drop_4).await;
        Arcade::refused(&answer, "This game is over: **Ann** won.");
    }
    assert_eq!(arcade.now(&board).content, over.content);
    let answer = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(answer.text().contains("1 win · 0 losses"), "counted once: {}", answer.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_board_that_missed_its_update_catches_up_at_the_next_press() {
    let arcade = Arcade::open("lost_update").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.fault(Fault {
        route: "/callback",
        times: 1,
        kind: FaultKind::Status(500, json!({})),
    });
    let press = arcade.press(arcade.ann, &board, "4");
    let clock = async {
        let lost = || arcade.playground.requests().last().is_some_and(|it| it.status == 500);
        until("the answer was lost", lost).await;
        arcade.wait(Duration::from_secs(4)).await;
    };
    let (lost, ()) = tokio::join!(press, clock);
    assert_eq!(lost.error(), Some("The application did not respond"));
    assert_eq!(arcade.now(&board).content, board.content);

    let drop_4 = carried_by(&board, "4");
    let (again, aside) = arcade.forge_late(arcade.ann, &board, &drop_4).await;
    assert!(again.is_update(), "{again:?}");
    assert!(again.text().ends_with("move 2"), "the first press counted: {}", again.text());
    assert_eq!(aside, "The board has just changed. Take another look.");
    assert!(arcade.press(arcade.ben, again.message(), "4").await.is_update());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn garbled_buttons_are_refused_politely() {
    let arcade = Arcade::open("garbled").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    for garbled in ["d1:1", "d1:1:0:9x", "d9:1:0:4", "hello", "d1:1:4294967296:4", "s1"] {
        let answer = arcade.forge(arcade.ann, &board, garbled).await;
        Arcade::refused(&answer, "I don’t know this button any more.");
    }
    for gone in ["d1:999:0:4", "a1:999", "c1:999", "m1:999", "q1:999:0", "r1:999:0:1", "p1:999:0:1"]
    {
        let answer = arcade.forge(arcade.ann, &board, gone).await;
        Arcade::refused(&answer, "I can’t find this game any more.");
    }
    let ahead = arcade.forge(arcade.ann, &board, "d1:1:77:4").await;
    Arcade::refused(&ahead, "The board has just changed.");
    let early = arcade.forge(arcade.ann, &board, "m1:1").await;
    Arcade::refused(&early, "This game isn’t over yet.");
    arcade.close().await;
}
