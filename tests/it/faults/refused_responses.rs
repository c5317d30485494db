//! Responses whose contents Discord refuses, as `AutoMod` may do because of a player's name.

use std::time::Duration;

use fake_discord::{Fault, FaultKind};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, wait_until, wait_until_async};

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
        let (_, told) = bot.press_stale(user, &bot.current(&board), &drop_4(&bot).await).await;
        assert!(told.contains("Discord doesn’t let me show that here."), "{told}");
        assert!(told.contains("</board:") && !told.contains("Ann"), "{told}");
    }
    let shown = bot.command(bot.ann, "board", json!({})).await;
    assert!(shown.text().contains("1️⃣2️⃣3️⃣🔽5️⃣6️⃣7️⃣"), "{}", shown.text());
    refuse_responses(&bot, 1, 200_000);
    let told = bot.command(bot.ben, "board", json!({})).await;
    TestBot::assert_refused(&told, "Discord doesn’t let me show that here.");
    bot.close_expecting(&[REFUSED]).await;
}

#[tokio::test]
async fn a_refused_press_leaves_its_board_to_what_follows() {
    let bot = TestBot::builder("refused_press").gateway().open().await;
    let board = bot.start_timed_game("5 minutes").await;
    refuse_responses(&bot, 1, 200_000);
    let (_, told) = bot.press_stale(bot.ann, &board, &custom_id_of(&board, "4")).await;
    bot.advance(Duration::from_mins(6)).await;
    let has_ended = || bot.current(&board).content.contains("ended before both had moved");
    wait_until("the board shows the end", has_ended).await;
    let now = bot.discord.messages(bot.channel).into_iter().find(|it| it.is_ephemeral());
    assert_eq!(now.map(|sentence| sentence.content.clone()), Some(told));
    bot.close_expecting(&[REFUSED]).await;
}

#[tokio::test]
async fn a_sentence_in_the_place_of_a_challenge_stays_as_it_is() {
    let bot = TestBot::builder("refused_challenge").gateway().open().await;
    refuse_responses(&bot, 1, 200_000);
    let told = bot.command(bot.ben, "play", json!({ "opponent": bot.cleo })).await;
    TestBot::assert_refused(&told, "Discord doesn’t let me show that here.");
    bot.advance(Duration::from_hours(25)).await;
    let ended = "SELECT count(*) FROM challenge WHERE state = 'pending'";
    wait_until_async("the challenge ends", async || {
        bot.database.sql().await.number(ended).await == 0
    })
    .await;
    let help = bot.command(bot.ben, "help", json!({})).await;
    assert!(help.is_ephemeral());
    assert_eq!(bot.current(told.message()).content, told.text());
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
