//! `/games`: the user's live games.

use fake_discord::MessageEvent;
use serde_json::json;

use crate::support::TestBot;

#[tokio::test]
async fn games_in_all_channels_are_listed_with_links() {
    let bot = TestBot::open("games").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let general = bot.discord.channel("general");
    let options = json!({ "opponent": bot.cleo, "first": "opponent" });
    let challenge = bot.discord.command(bot.ann, general, "play", options).await;
    bot.press(bot.cleo, challenge.message(), "Accept").await;
    let games = bot.command(bot.ann, "games", json!({})).await;
    assert!(games.is_ephemeral());
    let link = board.link();
    let mine = format!("🔴 against **Ben** · **your turn** · move 1 · {link}");
    assert!(games.text().contains(&mine), "{}", games.text());
    let theirs = "🟡 against **Cleo** · waiting for **Cleo** · move 1 · ";
    assert!(games.text().contains(theirs), "{}", games.text());
    bot.close().await;
}

#[tokio::test]
async fn the_games_in_which_it_is_ones_turn_come_first() {
    let bot = TestBot::open("games_order").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.press(bot.ann, &board, "4").await;
    bot.start_game(bot.ann, bot.cleo).await;
    for (name, clock) in [("Dan", "3 days"), ("Eve", "1 hour")] {
        let other = bot.discord.add_user(name);
        bot.start_timed_game_of([bot.ann, other], clock).await;
    }
    let fay = bot.discord.add_user("Fay");
    let board = bot.start_timed_game_of([bot.ann, fay], "1 hour").await;
    bot.press(bot.ann, &board, "4").await;
    let games = bot.command(bot.ann, "games", json!({})).await;
    let names = games.text().split("against **").skip(1).filter_map(|it| it.split_once("**"));
    let names: Vec<_> = names.map(|(name, _)| name).collect();
    assert_eq!(names, ["Eve", "Dan", "Cleo", "Fay", "Ben"], "{}", games.text());
    bot.close().await;
}

#[tokio::test]
async fn a_game_can_be_resigned_from_the_list() {
    let bot = TestBot::open("games_resign").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let games = bot.command(bot.ann, "games", json!({})).await.message().clone();
    let select = games.rows[0][0].select().unwrap();
    assert_eq!(select.choices[0].label, "Against Ben, move 1");
    let value = select.choices[0].value.clone();
    let values = [value.as_str()];
    let pick = || bot.discord.select(bot.ann, &games, &select.custom_id, &values);
    let prompt = pick().await.message().clone();
    assert!(prompt.content.contains("really want to call off your game against **Ben**?"));
    let back = bot.press(bot.ann, &prompt, "Keep playing").await.message().clone();
    assert!(back.content.starts_with("**Your games**"), "{}", back.content);
    let prompt = pick().await.message().clone();

    let board = bot.play_moves(&board, "44").await;
    let again = bot.press(bot.ann, &prompt, "Really call off").await.message().clone();
    assert!(again.content.contains("really want"), "the game has changed: {}", again.content);
    let mut events = bot.discord.events();
    let done = bot.press(bot.ann, &again, "Really resign").await;
    assert!(done.text().starts_with("🏳️ You resigned your game against **Ben**."));
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == board.id);
    let over = events.next_where(edited).await.into_message().unwrap();
    assert!(over.content.contains("## 🏆 Ben wins!\n-# 🏳️ Ann resigned."), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn long_game_lists_are_paged() {
    let bot = TestBot::open("games_pages").await;
    // The name that is longest after escaping.
    bot.discord.set_nickname(bot.discord.guild(), bot.ben, Some(&"@".repeat(32)));
    for number in 0..8 {
        let channel = bot.discord.add_channel(&format!("room-{number}"));
        let options = json!({ "opponent": bot.ben, "first": "me" });
        let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
        bot.press(bot.ben, challenge.message(), "Accept").await;
    }
    let first = bot.command(bot.ann, "games", json!({})).await.message().clone();
    assert!(first.content.ends_with("Page 1 of 2"), "{}", first.content);
    assert_eq!(first.content.matches("against").count(), 5);
    let second = bot.press(bot.ann, &first, "Next").await.message().clone();
    assert!(second.content.ends_with("Page 2 of 2"), "{}", second.content);
    assert_eq!(second.content.matches("against").count(), 3);
    let back = bot.press(bot.ann, &second, "Previous").await;
    assert_eq!(back.text(), first.content);
    bot.close().await;
}
