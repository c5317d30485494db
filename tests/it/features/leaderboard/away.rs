//! Who has not finished a rated game for 90 days.

use std::time::Duration;

use fake_discord::UserId;
use serde_json::json;

use super::standing::settle;
use crate::support::{TestBot, wait_until_async};

const DAY: Duration = Duration::from_hours(24);

const AWAY: &str = "\n\nYou haven’t finished a rated game for 90 days, so you aren’t on this list. \
                    Your next one brings you back.";

/// The leaderboard by rating, of this server or of all, as somebody sees it.
async fn by_rating(bot: &TestBot, user: UserId, scope: &str) -> String {
    let board = bot.command(user, "leaderboard", json!({ "scope": scope })).await;
    if board.text().contains(" · by rating\n") {
        return board.text().to_owned();
    }
    bot.press(user, board.message(), "By rating").await.text().to_owned()
}

#[tokio::test]
async fn who_is_away_leaves_lists_by_rating_until_they_play() {
    let bot = TestBot::open("away").await;
    for user in [bot.ann, bot.ben, bot.cleo] {
        bot.set_listed(user, true).await;
    }
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.advance(50 * DAY).await;
    bot.play_won_game([bot.ben, bot.cleo]).await;
    bot.advance(39 * DAY).await;
    bot.wait_scheduler().await;
    for scope in ["server", "everywhere"] {
        let shown = by_rating(&bot, bot.ann, scope).await;
        assert!(shown.contains(" Ann ·"), "{shown}");
    }
    bot.assert_consistent().await;

    bot.advance(DAY + Duration::from_hours(1)).await;
    for scope in ["server", "everywhere"] {
        let left = async || !by_rating(&bot, bot.cleo, scope).await.contains(" Ann ·");
        wait_until_async("Ann has left the list", left).await;
        let shown = by_rating(&bot, bot.ann, scope).await;
        assert!(shown.contains(" Ben ·") && shown.contains(" Cleo ·"), "{shown}");
        assert!(shown.contains(AWAY), "{shown}");
    }
    bot.assert_consistent().await;

    bot.play_won_game([bot.ann, bot.cleo]).await;
    for scope in ["server", "everywhere"] {
        let shown = by_rating(&bot, bot.ann, scope).await;
        assert!(shown.contains(" Ann ·") && !shown.contains("90 days"), "{shown}");
    }
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn who_is_away_keeps_their_place_in_a_season() {
    let bot = TestBot::open("away_season").await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    bot.start_season(page.message(), "Start season 1").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.advance(91 * DAY).await;
    let mut sql = bot.database.sql().await;
    let rated = "SELECT count(*) FROM leaderboard_entry WHERE period = 'all time' \
                 AND scope_id >= 0 AND rating IS NOT NULL";
    wait_until_async("both have left", async || sql.number(rated).await == 0).await;
    let shown = by_rating(&bot, bot.ben, "server").await;
    assert!(shown.contains("season 1"), "{shown}");
    assert!(shown.contains(" Ann ·") && shown.contains(" Ben ·"), "{shown}");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn a_leaderboard_that_stays_drops_who_is_away() {
    let bot = TestBot::open("away_standing").await;
    bot.set_listed(bot.ann, true).await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    let (select, label) = ("Leaderboard in this channel…", "Leaderboard: all time, by rating");
    bot.choose(bot.ann, page.message(), select, label).await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.advance(Duration::from_mins(10)).await;
    settle(&bot).await;
    let shows_ann = || {
        let messages = bot.discord.messages(bot.channel);
        let board = messages.iter().rfind(|it| it.content.starts_with("🏆 **Leaderboard**"));
        board.unwrap().content.contains(" Ann ·")
    };
    assert!(shows_ann());
    bot.advance(91 * DAY).await;
    let cleared = "SELECT count(*) FROM leaderboard_entry WHERE last_rated_at IS NOT NULL";
    let mut sql = bot.database.sql().await;
    wait_until_async("they have left", async || sql.number(cleared).await == 0).await;
    bot.advance(Duration::from_mins(2)).await;
    settle(&bot).await;
    assert!(!shows_ann());
    bot.close().await;
}
