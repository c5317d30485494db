//! Responses whose contents Discord refuses, as `AutoMod` may do because of a player's name.

use fake_discord::{Fault, FaultKind};
use serde_json::json;

use crate::support::{TestBot, custom_id_of};

const REFUSED: &str = "400 POST /interactions/*/*/callback";

fn refuse_responses(bot: &TestBot, times: u32, code: u32) {
    let body = json!({ "code": code, "message": "Message was blocked by automatic moderation" });
    let kind = FaultKind::Status(400, body);
    bot.discord.inject_fault(Fault { route: "/callback", times, kind });
}

#[tokio::test]
async fn a_player_whose_board_is_refused_is_told() {
    let bot = TestBot::builder("refused_board").gateway().open().await;
    bot.wait_registered(1).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    for (user, code) in [(bot.ann, 200_000), (bot.ben, 50_035)] {
        refuse_responses(&bot, 1, code);
        let told = bot.press_custom_id(user, &bot.current(&board), &drop_4(&bot).await).await;
        TestBot::assert_refused(&told, "Discord doesn’t let me show that here.");
        assert!(told.text().contains("</board:"), "{}", told.text());
        assert!(!told.text().contains("Ann"), "{}", told.text());
    }
    let shown = bot.command(bot.ann, "board", json!({})).await;
    assert!(shown.text().contains("**Ben** played column 4."), "{}", shown.text());
    refuse_responses(&bot, 1, 200_000);
    let told = bot.command(bot.ben, "board", json!({})).await;
    TestBot::assert_refused(&told, "Discord doesn’t let me show that here.");
    bot.close_expecting(&[REFUSED]).await;
}

/// The custom id that drops a disc in column 4 of the only game.
async fn drop_4(bot: &TestBot) -> String {
    let version = bot.database.sql().await.number("SELECT version FROM game").await;
    format!("d1:1:{version}:4")
}

#[tokio::test]
async fn a_sentence_that_is_refused_as_well_is_not_repeated() {
    let bot = TestBot::builder("refused_twice").gateway().in_real_time().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    refuse_responses(&bot, 2, 200_000);
    let lost = bot.press_custom_id(bot.ann, &board, &custom_id_of(&board, "4")).await;
    assert_eq!(lost.error(), Some("The application did not respond"));
    let refused = bot.discord.requests().into_iter().filter(|it| it.status == 400).count();
    assert_eq!(refused, 2);
    bot.close_expecting(&[REFUSED]).await;
}
