//! A new game against the computer in the place of the old one.

use serde_json::json;

use crate::support::{TestBot, custom_id_of, scripted_search, wait_until};

const QUESTION: &str = "You are still playing the computer here";

#[tokio::test]
async fn a_new_computer_game_replaces_the_old_one_when_confirmed() {
    let bot = TestBot::builder("replacement").backends(scripted_search("44")).open().await;
    let old = bot.start_computer_game("easy").await;
    let old = bot.press(bot.ann, &old, "4").await.message().clone();
    let options = json!({
        "level": "perfect", "first": "me", "clock": "5 minutes", "theme": "shapes",
    });
    let question = bot.command(bot.ann, "play", options).await.message().clone();
    assert!(question.is_ephemeral() && question.content.starts_with(QUESTION), "{question:?}");
    assert_eq!(question.labels(), ["Start new game", "Keep playing"]);
    assert_eq!(bot.current(&old).content, old.content, "nothing has changed yet");
    let start = custom_id_of(&question, "Start new game");
    let new = bot.press_to_post(bot.ann, &question, "Start new game").await;
    assert!(
        new.content.contains("(perfect)") && new.content.contains("your move · time ends <t:"),
        "{new:?}"
    );
    assert!(new.content.contains("🌑🌑🌑🌑🌑🌑🌑\n"), "the options are kept: {}", new.content);
    let is_over = || bot.current(&old).labels() == ["Rematch"];
    wait_until("the old board is called off", is_over).await;
    let end = "💤 This game was called off for a new one. It doesn’t count.";
    assert!(bot.current(&old).content.ends_with(end), "{}", bot.current(&old).content);
    bot.wait_idle().await;
    let again = bot.press_custom_id(bot.ann, &question, &start).await;
    assert!(again.is_update(), "the question is about the new game now: {again:?}");
    assert!(again.text().contains(&new.link()), "{}", again.text());
    assert_eq!(again.message().labels(), ["Start new game", "Keep playing"]);
    let history = bot.command(bot.ann, "history", json!({})).await;
    assert!(history.text().contains("haven’t finished a game yet"), "{}", history.text());
    bot.close().await;
}

#[tokio::test]
async fn the_old_computer_game_can_be_kept() {
    let bot = TestBot::builder("replacement_kept").backends(scripted_search("44")).open().await;
    let old = bot.start_computer_game("easy").await;
    let question = bot.command(bot.ann, "play", json!({ "level": "hard" })).await;
    let start = custom_id_of(question.message(), "Start new game");
    let stranger = bot.press_custom_id(bot.ben, &old, &start).await;
    TestBot::assert_refused(&stranger, "This isn’t your game.");
    let kept = bot.press(bot.ann, question.message(), "Keep playing").await;
    assert!(kept.is_update() && kept.text().starts_with("👍 Your game goes on"), "{kept:?}");
    assert!(kept.message().labels().is_empty(), "{kept:?}");
    assert!(bot.press(bot.ann, &old, "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn an_outdated_question_is_answered_about_the_new_game() {
    let bot = TestBot::builder("replacement_outdated").backends(scripted_search("44")).open().await;
    bot.start_computer_game("easy").await;
    let question = bot.command(bot.ann, "play", json!({ "level": "hard", "first": "me" })).await;
    let question = question.message().clone();
    let keep = custom_id_of(&question, "Keep playing");
    let new = bot.press_to_post(bot.ann, &question, "Start new game").await;
    bot.wait_idle().await;
    let kept = bot.press_custom_id(bot.ann, &question, &keep).await;
    assert!(kept.is_update() && kept.text().contains(&new.link()), "{kept:?}");
    bot.resign(bot.ann, &new).await;
    let late = bot.press_custom_id(bot.ann, &question, &keep).await;
    TestBot::assert_refused(&late, "This game was called off.");
    bot.close().await;
}

#[tokio::test]
async fn a_rematch_asks_whether_to_replace_the_running_game() {
    let bot = TestBot::builder("replacement_rematch").backends(scripted_search("44")).open().await;
    let board = bot.start_computer_game("hard").await;
    let board = bot.press(bot.ann, &board, "4").await.message().clone();
    let over = bot.resign(bot.ann, &board).await;
    let running = bot.start_computer_game("easy").await;
    let question = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(&question, QUESTION);
    let new = bot.press_to_post(bot.ann, question.message(), "Start new game").await;
    assert!(new.content.starts_with("🔴 **Fourfall** (hard) vs 🟡 **Ann**\n"), "{}", new.content);
    let is_over = || bot.current(&running).labels() == ["Rematch"];
    wait_until("the running game is called off", is_over).await;
    bot.close().await;
}

#[tokio::test]
async fn a_game_against_a_person_is_not_replaced() {
    let bot = TestBot::builder("replacement_person").backends(scripted_search("4")).open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let begun = bot.command(bot.ann, "play", json!({ "level": "easy", "first": "me" })).await;
    assert!(begun.is_new() && !begun.is_ephemeral(), "{begun:?}");
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn a_replacement_delivered_twice_starts_one_game() {
    let bot = TestBot::builder("replacement_twice").backends(scripted_search("44")).open().await;
    bot.start_computer_game("easy").await;
    let question = bot.command(bot.ann, "play", json!({ "level": "hard", "first": "me" })).await;
    let new = bot.press(bot.ann, question.message(), "Start new game").await;
    let refused = || bot.discord.requests().iter().filter(|it| it.status == 400).count();
    bot.discord.redeliver(new.interaction.unwrap());
    wait_until("the second response is refused", || refused() > 0).await;
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number("SELECT COUNT(*) FROM game").await, 2);
    assert_eq!(sql.number("SELECT COUNT(*) FROM game WHERE result IS NULL").await, 1);
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}
