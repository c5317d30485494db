//! People whom the managers of a server hide from its leaderboards.

use fake_discord::{Message, UserId};
use serde_json::json;

use crate::support::{TestBot, find_select};

/// Opens the page of people as Ann, the owner of the server.
async fn open_people(bot: &TestBot) -> Message {
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    bot.press(bot.ann, page.message(), "People").await.message().clone()
}

/// Hides somebody as Ann.
pub(super) async fn hide(bot: &TestBot, user: UserId) -> Message {
    let page = open_people(bot).await;
    let select = find_select(&page, "Hide somebody…").custom_id.clone();
    let hidden = bot.discord.select(bot.ann, &page, &select, &[&user.to_string()]).await;
    assert!(hidden.is_update(), "{hidden:?}");
    hidden.message().clone()
}

/// The server's leaderboard, as somebody sees it.
async fn leaderboard(bot: &TestBot, user: UserId) -> String {
    bot.command(user, "leaderboard", json!({})).await.text().to_owned()
}

/// The server's leaderboard by wins, as somebody sees it.
async fn by_wins(bot: &TestBot, user: UserId) -> String {
    let board = bot.command(user, "leaderboard", json!({})).await;
    if board.text().contains(" · by wins\n") {
        return board.text().to_owned();
    }
    bot.press(user, board.message(), "By wins").await.text().to_owned()
}

#[tokio::test]
async fn who_is_hidden_has_no_place_until_they_are_shown_again() {
    let mut bot = TestBot::open("hidden").await;
    bot.play_won_game([bot.ben, bot.ann]).await;
    let page = hide(&bot, bot.ben).await;
    assert!(page.content.ends_with("\nHidden: Ben"), "{}", page.content);
    bot.restart().await;
    bot.play_won_game([bot.ben, bot.cleo]).await;
    let shown = by_wins(&bot, bot.cleo).await;
    assert!(!shown.contains("Ben"), "{shown}");
    let told = "The managers of this server have hidden you from its leaderboards.";
    let own = by_wins(&bot, bot.ben).await;
    assert!(own.ends_with(told), "{own}");
    let stats = bot.command(bot.ben, "stats", json!({})).await;
    assert!(stats.text().contains(told), "{}", stats.text());
    let shared = bot.press_to_post(bot.ben, stats.message(), "Show everyone").await;
    assert!(shared.content.contains("**Ben**") && !shared.content.contains(told), "{shared:?}");
    let stats = bot.command(bot.cleo, "stats", json!({ "player": bot.ben })).await;
    assert!(!stats.text().contains(told), "they alone are told: {}", stats.text());
    bot.assert_consistent().await;

    let page = open_people(&bot).await;
    let page = bot.choose(bot.ann, &page, "Show again…", "Ben").await;
    assert!(!page.text().contains("Hidden:"), "{}", page.text());
    let shown = by_wins(&bot, bot.cleo).await;
    assert!(shown.contains("\n🥇 Ben · 2 wins"), "{shown}");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn who_is_hidden_can_still_delete_their_data() {
    let bot = TestBot::open("hidden_deleted").await;
    bot.play_won_game([bot.ben, bot.ann]).await;
    hide(&bot, bot.ben).await;
    bot.delete_data(bot.ben).await;
    let page = open_people(&bot).await;
    assert!(!page.content.contains("Hidden:"), "{}", page.content);
    bot.assert_consistent().await;
    bot.close().await;
}

/// Has Ann reset somebody's record.
pub(super) async fn reset(bot: &TestBot, user: UserId) -> Message {
    let page = open_people(bot).await;
    let select = find_select(&page, "Reset somebody’s record…").custom_id.clone();
    let asked = bot.discord.select(bot.ann, &page, &select, &[&user.to_string()]).await;
    let question = "Reset the record of **Ben**? They start from zero on the leaderboards of this server; past \
                    seasons stay as they ended.";
    assert!(asked.text().starts_with(question), "{}", asked.text());
    assert!(asked.text().ends_with("This can’t be undone."), "{}", asked.text());
    bot.press(bot.ann, asked.message(), "Really reset").await.message().clone()
}

#[tokio::test]
async fn whose_record_is_reset_starts_from_zero_and_is_told_once() {
    let mut bot = TestBot::open("reset").await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    bot.start_season(page.message(), "Start season 1").await;
    bot.play_won_game([bot.ben, bot.ann]).await;
    bot.play_won_game([bot.ben, bot.cleo]).await;
    let people = reset(&bot, bot.ben).await;
    assert!(people.content.contains("\n✅ The record of **Ben** was reset.\n"), "{people:?}");
    bot.restart().await;
    let shown = by_wins(&bot, bot.cleo).await;
    assert!(!shown.contains("Ben"), "{shown}");
    for shown in [by_wins(&bot, bot.ben).await, leaderboard(&bot, bot.ben).await] {
        let own = "\n\nThe managers of this server have reset your record here. Your next game \
                   starts it afresh.";
        assert!(shown.ends_with(own), "{shown}");
    }
    bot.assert_consistent().await;

    let told = "ℹ️ The managers of this server have reset your record on its leaderboards. Your \
                rating stays as it was.";
    let stats = async |user, player: UserId| {
        bot.command(user, "stats", json!({ "player": player })).await.text().to_owned()
    };
    assert!(!stats(bot.cleo, bot.ben).await.contains(told), "they alone are told");
    assert!(stats(bot.ben, bot.ben).await.ends_with(told));
    assert!(!stats(bot.ben, bot.ben).await.contains(told), "once");

    bot.play_won_game([bot.ben, bot.ann]).await;
    let shown = by_wins(&bot, bot.ben).await;
    assert!(
        shown.ends_with("**1** Ben · 1 win\n**2** Cleo · 1 loss\n**3** Ann · 2 losses"),
        "{shown}"
    );
    bot.assert_consistent().await;
    hide(&bot, bot.ben).await;
    bot.choose(bot.ann, &open_people(&bot).await, "Show again…", "Ben").await;
    bot.assert_consistent().await;
    let shown = by_wins(&bot, bot.cleo).await;
    assert!(shown.contains(" Ben · 1 win"), "{shown}");
    bot.close().await;
}

#[tokio::test]
async fn only_managers_hide_people() {
    let bot = TestBot::open("hidden_managers").await;
    bot.play_won_game([bot.ben, bot.ann]).await;
    let own = bot.command(bot.ben, "help", json!({})).await.message().clone();
    for id in ["t33", "t34:1", "t35", "t36:1"] {
        let refused = bot.press_custom_id(bot.ben, &own, id).await;
        TestBot::assert_refused(&refused, "Only those who can manage this server can do that.");
    }
    let page = open_people(&bot).await;
    let select = find_select(&page, "Hide somebody…").custom_id.clone();
    let unknown = bot.discord.select(bot.ann, &page, &select, &[&bot.cleo.to_string()]).await;
    TestBot::assert_refused(&unknown, "I have no games by this player.");
    bot.close().await;
}
