//! Presses and commands that are refused, or only refresh an old message.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, ObjectKind, SchemaVariation};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, move_number, wait_until};

#[tokio::test]
async fn a_strangers_press_is_refused_and_so_is_one_out_of_turn() {
    let bot = TestBot::open("out_of_turn").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let response = bot.press(bot.ben, &board, "4").await;
    TestBot::assert_refused(&response, "It’s **Ann**’s turn.");
    for label in ["4", "Resign"] {
        let response = bot.press(bot.cleo, &board, label).await;
        TestBot::assert_refused(&response, "This isn’t your game.");
    }
    let response = bot.command(bot.ben, "drop", json!({ "column": "4" })).await;
    TestBot::assert_refused(&response, "It’s **Ann**’s turn.");
    assert_eq!(bot.current(&board).content, board.content);
    bot.close().await;
}

#[tokio::test]
async fn a_full_column_keeps_the_turn() {
    let bot = TestBot::open("full_column").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "444444").await;
    let response = bot.press_custom_id(bot.ann, &board, &custom_id_of(&board, "4")).await;
    TestBot::assert_refused(&response, "Column 4 is full.");
    let response = bot.command(bot.ann, "drop", json!({ "column": "4" })).await;
    TestBot::assert_refused(&response, "Column 4 is full.");
    assert!(bot.press(bot.ann, &board, "5").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn an_invalid_column_is_refused() {
    let bot = TestBot::open("wrong_column").await;
    bot.start_game(bot.ann, bot.ben).await;
    for column in ["0", "8", "-1", "four", "4.5", "44", "4️⃣", "99999999999999999999"] {
        let response = bot.command(bot.ann, "drop", json!({ "column": column })).await;
        TestBot::assert_refused(&response, "There is no such column. Pick 1–7.");
    }
    let response = bot.command(bot.ann, "drop", json!({ "column": " 4 " })).await;
    assert!(!response.is_ephemeral(), "{response:?}");
    bot.close().await;
}

#[tokio::test]
async fn commands_without_a_game_explain_how_to_start_one() {
    let bot = TestBot::open("no_game").await;
    for (name, options) in [("drop", json!({ "column": "4" })), ("board", json!({}))] {
        let response = bot.command(bot.ann, name, options).await;
        TestBot::assert_refused(
            &response,
            "You have no game in this channel. Start one with `/play`",
        );
    }
    let response = bot.command(bot.ann, "games", json!({})).await;
    TestBot::assert_refused(&response, "You have no games going on.");
    bot.close().await;
}

#[tokio::test]
async fn an_old_copy_leads_to_the_newest_board_and_goes() {
    let bot = TestBot::open("old_copy").await;
    let old = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.set_bot_permissions(bot.channel, fake_discord::Permissions::from_bits(0));
    bot.advance(Duration::from_secs(901)).await;
    let new = bot.command(bot.ann, "board", json!({})).await.message().clone();
    bot.wait_idle().await;
    assert_eq!(bot.current(&old).labels().len(), 10, "it could not be deleted");
    let sentence = bot.press_old_copy(bot.ann, &old, "4").await;
    assert_eq!(sentence, format!("This board is old. The game is here: {}", new.link()));
    assert_eq!(bot.current(&new).content, new.content, "nothing has changed");
    bot.close_expecting(&["403 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_second_press_on_the_same_board_is_refused() {
    let bot = TestBot::open("double_press").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let after = bot.press(bot.ann, &board, "4").await.message().clone();
    let again = bot.press_custom_id(bot.ann, &board, &custom_id_of(&board, "4")).await;
    TestBot::assert_refused(&again, "The board has just changed.");
    assert_eq!(bot.current(&board).content, after.content);
    bot.close().await;
}

#[tokio::test]
async fn a_finished_game_takes_no_more_discs() {
    let bot = TestBot::open("finished").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let drop_4 = custom_id_of(&board, "4");
    let over = bot.play_moves(&board, "1212121").await;
    for user in [bot.ann, bot.ben] {
        let response = bot.press_custom_id(user, &board, &drop_4).await;
        TestBot::assert_refused(&response, "This game is over: **Ann** won.");
    }
    assert_eq!(bot.current(&board).content, over.content);
    let response = bot.command(bot.ann, "stats", json!({})).await;
    assert!(
        response.text().lines().any(|it| it == "Here: 1 win"),
        "counted once: {}",
        response.text()
    );
    bot.close().await;
}

#[tokio::test]
async fn a_press_refreshes_a_board_that_missed_its_update() {
    let bot = TestBot::open("lost_update").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.inject_fault(Fault {
        route: "/callback",
        times: 1,
        kind: FaultKind::Status(500, json!({})),
    });
    let press = bot.press(bot.ann, &board, "4");
    let clock = async {
        let lost = || bot.discord.requests().iter().any(|it| it.status == 500);
        wait_until("the response fails", lost).await;
        bot.advance(Duration::from_secs(4)).await;
    };
    let (lost, ()) = tokio::join!(press, clock);
    assert_eq!(lost.error(), Some("The application did not respond"));
    assert_eq!(bot.current(&board).content, board.content);

    let drop_4 = custom_id_of(&board, "4");
    let (again, follow_up) = bot.press_stale(bot.ann, &board, &drop_4).await;
    assert!(again.is_update(), "{again:?}");
    assert_eq!(move_number(again.text()), 2, "the first press counted: {}", again.text());
    assert_eq!(follow_up, "The board has just changed. Take another look.");
    assert!(bot.press(bot.ben, again.message(), "4").await.is_update());
    bot.close_expecting(&["500 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn malformed_custom_ids_are_refused() {
    let bot = TestBot::open("garbled").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    for garbled in ["d1:1", "d1:1:0:9x", "d9:1:0:4", "hello", "d1:1:4294967296:4", "s1"] {
        let response = bot.press_custom_id(bot.ann, &board, garbled).await;
        TestBot::assert_refused(&response, "I don’t know this button anymore.");
    }
    for gone in ["d1:999:0:4", "a1:999", "c1:999", "m1:999", "q1:999:0", "r2:999:0", "x2:999:0"] {
        let response = bot.press_custom_id(bot.ann, &board, gone).await;
        TestBot::assert_refused(&response, "I can’t find this game anymore.");
    }
    let ahead = bot.press_custom_id(bot.ann, &board, "d1:1:77:4").await;
    TestBot::assert_refused(&ahead, "The board has just changed.");
    let early = bot.press_custom_id(bot.ann, &board, "m1:1").await;
    TestBot::assert_refused(&early, "This game isn’t over yet.");
    bot.close().await;
}

#[tokio::test]
async fn a_command_of_another_version_is_refused() {
    let bot = TestBot::open("other_command").await;
    let data = json!({ "id": "1", "name": "resign", "type": 1 });
    bot.discord.vary(Some(SchemaVariation::set(ObjectKind::Interaction, "data", data)));
    let response = bot.command(bot.ann, "help", json!({})).await;
    TestBot::assert_refused(&response, "I don’t know this command anymore.");
    bot.close().await;
}
