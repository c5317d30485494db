//! `/games`, `/leaderboard`, `/stats` and `/help`.

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
    let again = bot.press(bot.ann, &prompt, "Really resign").await.message().clone();
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

#[tokio::test]
async fn the_leaderboard_is_paged_and_shows_the_users_own_row() {
    let bot = TestBot::open("leaderboard").await;
    let none = bot.command(bot.ann, "leaderboard", json!({})).await;
    TestBot::assert_refused(&none, "Nobody has finished a game in this server yet.");
    for number in 0..11 {
        let player = bot.discord.add_user(&format!("Player {number}"));
        let board = bot.start_game(player, bot.ann).await;
        bot.play_moves_as([player, bot.ann], &board, "1212121").await;
    }
    let first = bot.command(bot.ann, "leaderboard", json!({})).await.message().clone();
    assert!(first.is_ephemeral());
    assert_eq!(first.content.matches("🥇").count(), 10, "equal records share a rank");
    let own = "You: `12.` **Ann** · 0 wins · 11 losses · 0 draws\n12 players";
    assert!(first.content.ends_with(own), "{}", first.content);
    let second = bot.press(bot.ann, &first, "Next").await;
    assert!(second.text().contains("\n🥇 **Player "), "{}", second.text());
    assert!(second.text().contains(" · 1 win · 0 losses · 0 draws\n`12.` **Ann**"));
    let watching = bot.command(bot.cleo, "leaderboard", json!({})).await;
    assert!(watching.text().contains("You haven’t finished a game here yet."));
    bot.close().await;
}

#[tokio::test]
async fn stats_cover_the_server_everywhere_and_one_opponent() {
    let bot = TestBot::open("stats").await;
    let none = bot.command(bot.ann, "stats", json!({ "player": bot.ben })).await;
    TestBot::assert_refused(&none, "**Ben** hasn’t finished a game yet.");
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    let options = json!({ "player": bot.ben, "versus": bot.ann });
    let response = bot.command(bot.cleo, "stats", options).await;
    let records =
        "📊 **Ben**\nIn this server: 0 wins · 1 loss · 0 draws\nNow: lost the last game\n";
    assert!(response.text().starts_with(records), "{}", response.text());
    let versus = "\nAgainst **Ann**: 0 wins · 1 loss · 0 draws";
    assert!(response.text().ends_with(versus), "{}", response.text());
    let response = bot.command(bot.ann, "stats", json!({ "versus": bot.cleo })).await;
    let never = "**Ann** and **Cleo** haven’t finished a game against each other yet.";
    assert!(response.text().ends_with(never), "{}", response.text());
    bot.close().await;
}

#[tokio::test]
async fn help_has_six_lines_and_a_way_to_play() {
    let bot = TestBot::open("help").await;
    let help = bot.command(bot.ann, "help", json!({})).await;
    assert!(help.is_ephemeral() && help.text().contains("**Four in a row** win"), "{help:?}");
    assert_eq!(help.text().lines().count(), 6);
    let menu = bot.press(bot.ann, help.message(), "Play now").await;
    assert!(menu.is_new() && menu.is_ephemeral(), "{menu:?}");
    assert!(menu.message().button("Invite anyone").is_some());
    bot.close().await;
}
