//! Wins that cost nothing bring neither a place nor a rating.

use std::time::Duration;

use fake_discord::{Message, UserId};
use serde_json::json;

use crate::support::TestBot;

const TOO_SHORT: &str = "\n-# Fewer than 7 discs: it doesn’t count for ratings or leaderboards.";
const WIN_LIMIT: &str =
    "\n-# It doesn’t count for leaderboards: only 3 wins a day against the same person do.";
const NEW_ACCOUNT: &str = "Not rated, and it doesn’t count for leaderboards: both accounts have to \
                           be at least a week old for that.";

/// Plays a game that is not rated, which the first player wins. Returns its final board.
async fn win(bot: &TestBot, players: [UserId; 2]) -> Message {
    let board = bot.start_game(players[0], players[1]).await;
    bot.play_moves_as(players, &board, "1212121").await
}

/// A leaderboard by wins, as a user sees it.
async fn by_wins(bot: &TestBot, user: UserId, scope: &str) -> String {
    let leaders = bot.command(user, "leaderboard", json!({ "scope": scope })).await;
    if leaders.text().contains("by wins") {
        return leaders.text().to_owned();
    }
    bot.press(user, leaders.message(), "By wins").await.text().to_owned()
}

#[tokio::test]
async fn resignations_after_two_discs_bring_no_place() {
    let bot = TestBot::open("fair_short").await;
    bot.set_listed(bot.ann, true).await;
    for number in 0..12 {
        let friend = bot.discord.add_user(&format!("Friend {number}"));
        for _ in 0..3 {
            let board = bot.start_rated_game(bot.ann, friend).await;
            let board = bot.play_moves_as([bot.ann, friend], &board, "44").await;
            let over = bot.resign(friend, &board).await;
            assert!(over.content.starts_with("🔴 **Ann** vs"), "{}", over.content);
            assert!(over.content.ends_with(TOO_SHORT), "{}", over.content);
        }
    }
    let server = by_wins(&bot, bot.ann, "server").await;
    assert!(server.ends_with("Nobody is on this list yet. Be the first: `/play`!"));
    let everywhere = by_wins(&bot, bot.ann, "everywhere").await;
    assert!(everywhere.contains("\nNobody is on this list yet."), "{everywhere}");
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    TestBot::assert_refused(&stats, "You haven’t finished a game yet.");
    let history = bot.command(bot.ann, "history", json!({})).await;
    assert!(history.text().contains("**Friend 11**"), "{}", history.text());
    bot.close().await;
}

#[tokio::test]
async fn a_short_game_takes_none_of_the_days_rated_ones() {
    let bot = TestBot::open("fair_short_rated").await;
    bot.set_listed(bot.ann, true).await;
    for _ in 0..3 {
        let board = bot.start_rated_game(bot.ann, bot.ben).await;
        let board = bot.play_moves(&board, "44").await;
        bot.resign(bot.ben, &board).await;
    }
    for _ in 0..3 {
        let over = bot.play_won_game([bot.ann, bot.ben]).await;
        assert!(over.content.contains("📈 Rating: "), "{}", over.content);
    }
    let over = bot.play_won_game([bot.ann, bot.ben]).await;
    assert!(!over.content.contains("📈"), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn a_game_of_seven_discs_counts() {
    let bot = TestBot::open("fair_seven").await;
    let mut board = bot.start_rated_game(bot.ann, bot.ben).await;
    board = bot.play_moves(&board, "444455").await;
    let asked = bot.press(bot.ben, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    assert!(!question.content.contains("rated"), "{}", question.content);
    board = bot.play_moves(&board, "5").await;
    let asked = bot.press(bot.ben, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    assert!(question.content.ends_with("\n-# This game is rated."), "{}", question.content);
    let over = bot.really_resign(bot.ben, &asked, &board).await;
    assert!(over.content.contains("📈 Rating: **Ann** +162"), "{}", over.content);
    assert!(!over.content.contains("count"), "{}", over.content);
    assert!(by_wins(&bot, bot.ann, "server").await.contains(" Ann · 1 win"));
    bot.close().await;
}

#[tokio::test]
async fn a_short_game_leaves_streaks_as_they_are() {
    let bot = TestBot::open("fair_streak").await;
    for _ in 0..2 {
        win(&bot, [bot.ann, bot.ben]).await;
    }
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    bot.resign(bot.ann, &board).await;
    let stats = bot.command(bot.ann, "stats", json!({ "versus": bot.ben })).await;
    assert!(stats.text().contains("Streak: 2 wins"), "{}", stats.text());
    assert!(stats.text().ends_with("\nAgainst **Ben**: 2 wins"), "{}", stats.text());
    let over = win(&bot, [bot.ann, bot.ben]).await;
    assert!(over.content.contains("🔥 Third win in a row!"), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn three_wins_a_day_over_somebody_count() {
    let bot = TestBot::open("fair_limit").await;
    for user in [bot.ann, bot.ben, bot.cleo] {
        bot.set_listed(user, true).await;
    }
    for _ in 0..3 {
        let over = win(&bot, [bot.ann, bot.ben]).await;
        assert!(!over.content.contains(WIN_LIMIT), "{}", over.content);
    }
    let fourth = win(&bot, [bot.ann, bot.ben]).await;
    assert!(fourth.content.contains("🔥 ") && fourth.content.contains(WIN_LIMIT), "{fourth:?}");
    let boards = async |record: &str| {
        for scope in ["server", "everywhere"] {
            let shown = by_wins(&bot, bot.ann, scope).await;
            let line = format!(" Ann · {record}");
            assert!(shown.lines().any(|it| it.ends_with(&line)), "{shown}");
        }
    };
    boards("3 wins").await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 4 wins"), "{}", stats.text());

    // So do wins over others, and those of the other one.
    win(&bot, [bot.ann, bot.cleo]).await;
    win(&bot, [bot.ben, bot.ann]).await;
    boards("4 wins · 1 loss").await;
    bot.advance(Duration::from_hours(24)).await;
    let next_day = win(&bot, [bot.ann, bot.ben]).await;
    assert!(!next_day.content.contains(WIN_LIMIT), "{}", next_day.content);
    boards("5 wins · 1 loss").await;
    bot.close().await;
}

#[tokio::test]
async fn a_limited_win_changes_the_rating() {
    let bot = TestBot::open("fair_rated").await;
    for _ in 0..3 {
        win(&bot, [bot.ann, bot.ben]).await;
    }
    let over = bot.play_won_game([bot.ann, bot.ben]).await;
    let lines = format!("{WIN_LIMIT}\n-# 📈 Rating: **Ann** +162 → 1662");
    assert!(over.content.contains(&lines), "{}", over.content);
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await;
    assert!(
        leaders.text().lines().any(|it| it == "**1** Ann · 1662? · 3 wins"),
        "{}",
        leaders.text()
    );
    bot.close().await;
}

#[tokio::test]
async fn deletions_do_not_renew_the_limit_of_wins() {
    let bot = TestBot::open("fair_deletion").await;
    for user in [bot.ben, bot.ann, bot.ben] {
        win(&bot, [bot.ann, bot.ben]).await;
        bot.delete_data(user).await;
    }
    let over = win(&bot, [bot.ann, bot.ben]).await;
    assert!(over.content.contains(WIN_LIMIT), "{}", over.content);
    bot.advance(Duration::from_hours(24)).await;
    let over = win(&bot, [bot.ann, bot.ben]).await;
    assert!(!over.content.contains(WIN_LIMIT), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn a_medal_takes_a_win_and_two_opponents() {
    let bot = TestBot::open("fair_medals").await;
    let dora = bot.discord.add_user("Dora");
    for opponent in [bot.ben, bot.ben] {
        win(&bot, [bot.ann, opponent]).await;
    }
    let leaders = by_wins(&bot, bot.ann, "server").await;
    assert!(leaders.lines().any(|it| it == "**1** Ann · 2 wins"), "{leaders}");
    win(&bot, [dora, bot.ann]).await;
    let leaders = by_wins(&bot, bot.ann, "server").await;
    assert!(leaders.contains("🥇 Ann · 2 wins · 1 loss"), "{leaders}");
    assert!(leaders.lines().any(|it| it == "**2** Dora · 1 win"), "{leaders}");
    bot.close().await;
}

#[tokio::test]
async fn three_friends_have_medals_from_the_top_down() {
    let bot = TestBot::open("fair_medals_friends").await;
    for players in
        [[bot.ann, bot.ben], [bot.ann, bot.cleo], [bot.ben, bot.cleo], [bot.cleo, bot.ann]]
    {
        win(&bot, players).await;
    }
    win(&bot, [bot.ann, bot.ben]).await;
    win(&bot, [bot.ben, bot.cleo]).await;
    for period in ["all time", "month", "week"] {
        let page = bot.command(bot.ann, "leaderboard", json!({ "period": period })).await;
        let medals =
            "\n🥇 Ann · 3 wins · 1 loss\n🥈 Ben · 2 wins · 2 losses\n🥉 Cleo · 1 win · 3 losses";
        assert!(page.text().contains(medals), "{}", page.text());
    }
    // Dora is first now, and has played one person: nobody has a medal.
    let dora = bot.discord.add_user("Dora");
    for _ in 0..2 {
        for _ in 0..2 {
            win(&bot, [dora, bot.cleo]).await;
        }
        bot.advance(Duration::from_hours(24)).await;
    }
    let leaders = by_wins(&bot, bot.ann, "server").await;
    let places = "\n**1** Dora · 4 wins\n**2** Ann · 3 wins";
    assert!(leaders.contains(places), "{leaders}");
    bot.close().await;
}

#[tokio::test]
async fn who_has_deleted_their_data_is_nobody_for_a_medal() {
    let bot = TestBot::open("fair_medals_deleted").await;
    for is_deleted in [true, true, false] {
        win(&bot, [bot.ann, bot.ben]).await;
        if is_deleted {
            bot.delete_data(bot.ben).await;
        }
    }
    let leaders = by_wins(&bot, bot.ann, "server").await;
    assert!(leaders.lines().any(|it| it == "**1** Ann · 3 wins"), "{leaders}");
    bot.close().await;
}

#[tokio::test]
async fn a_limit_that_outlives_deletions_is_sound() {
    let bot = TestBot::open("fair_limit_deleted").await;
    for _ in 0..3 {
        win(&bot, [bot.ann, bot.ben]).await;
    }
    bot.delete_data(bot.ann).await;
    bot.delete_data(bot.ben).await;
    let over = win(&bot, [bot.ann, bot.ben]).await;
    assert!(over.content.contains(WIN_LIMIT), "{}", over.content);
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn games_of_an_account_under_a_week_count_on_no_leaderboard() {
    let bot = TestBot::open("fair_accounts").await;
    let dora = bot.discord.add_new_user("Dora");
    for [one, other] in [[bot.ann, dora], [dora, bot.ann]] {
        let options = json!({ "opponent": other, "first": "me" });
        let challenge = bot.command(one, "play", options).await.message().clone();
        assert!(challenge.content.ends_with(NEW_ACCOUNT), "{}", challenge.content);
        let board = bot.press(other, &challenge, "Accept").await.message().clone();
        assert!(board.content.contains(" · unrated\n"), "{}", board.content);
        assert!(board.content.ends_with(&format!("\n-# {NEW_ACCOUNT}")), "{}", board.content);
        let over = bot.play_moves_as([one, other], &board, "1212121").await;
        assert!(!over.content.contains("📈"), "{}", over.content);
        assert!(over.content.contains(&format!("\n-# {NEW_ACCOUNT}")), "{}", over.content);
    }
    let leaders = by_wins(&bot, bot.ann, "server").await;
    assert!(leaders.contains("Nobody is on this list yet."), "{leaders}");
    let stats = bot.command(dora, "stats", json!({})).await;
    assert!(stats.text().contains("Here: 1 win · 1 loss"), "{}", stats.text());
    let open = bot.open_challenge(bot.ben).await.message().clone();
    assert!(open.content.ends_with(" · rated"), "{}", open.content);
    let joined = bot.press(dora, &open, "Join").await;
    assert!(joined.text().ends_with(NEW_ACCOUNT), "{}", joined.text());

    bot.advance(Duration::from_hours(7 * 24)).await;
    let over = bot.play_won_game([dora, bot.ann]).await;
    assert!(over.content.contains("📈"), "{}", over.content);
    let leaders = by_wins(&bot, bot.ann, "server").await;
    assert!(leaders.lines().any(|it| it == "**1** Dora · 1 win"), "{leaders}");
    // It stays so once nobody knows whose account was new.
    bot.delete_data(dora).await;
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn new_accounts_that_resign_bring_no_place() {
    let bot = TestBot::open("fair_alts").await;
    for number in 0..3 {
        let alt = bot.discord.add_new_user(&format!("Alt {number}"));
        for _ in 0..5 {
            let board = bot.start_game(bot.ann, alt).await;
            let board = bot.play_moves_as([bot.ann, alt], &board, "4444555").await;
            let over = bot.resign(alt, &board).await;
            assert!(over.content.contains(NEW_ACCOUNT), "{}", over.content);
        }
    }
    let leaders = by_wins(&bot, bot.ann, "server").await;
    assert!(leaders.contains("Nobody is on this list yet."), "{leaders}");
    bot.assert_consistent().await;
    bot.close().await;
}
