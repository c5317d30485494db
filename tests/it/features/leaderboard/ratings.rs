//! Ratings on boards, in statistics and on leaderboards.

use std::time::Duration;

use serde_json::json;

use crate::support::TestBot;

#[tokio::test]
async fn the_board_shows_the_rating_change() {
    let mut bot = TestBot::open("ratings").await;
    let over = bot.play_won_game([bot.ann, bot.ben]).await;
    let line = "\n-# 📈 Rating: **Ann** +162 → 1662 · **Ben** −162 → 1338";
    assert!(over.content.contains(line), "{}", over.content);
    let over = bot.play_won_game([bot.ben, bot.cleo]).await;
    assert!(over.content.contains("**Ben** +165 → 1503 · "), "{}", over.content);
    bot.restart().await;
    let options = json!({ "opponent": bot.ann, "first": "me" });
    let challenge = bot.command(bot.cleo, "play", options).await.message().clone();
    let board = bot.press(bot.ann, &challenge, "Accept").await.message().clone();
    assert!(!board.content.contains("rated"), "rated games are not labelled: {}", board.content);
    let board = bot.play_moves_as([bot.cleo, bot.ann], &board, "4444555").await;
    let over = bot.resign(bot.cleo, &board).await.content;
    assert!(over.contains("**Cleo** −"), "resigning costs rating: {over}");
    bot.close().await;
}

#[tokio::test]
async fn ratings_that_look_the_same_show_once() {
    let bot = TestBot::open("ratings_alike").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    let mut sql = bot.database.sql().await;
    let rating_lines = async || {
        let stats = bot.command(bot.ann, "stats", json!({})).await;
        stats.text().lines().filter(|line| line.contains("**1662?** · ")).count()
    };
    sql.run(
        "UPDATE rating SET value = value + 0.1, deviation = deviation + 0.1 WHERE scope_id = 0",
    )
    .await;
    assert_eq!(rating_lines().await, 1);
    sql.run("UPDATE rating SET value = value + 1 WHERE scope_id = 0").await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().contains("**1663?** · "), "{}", stats.text());
    assert_eq!(rating_lines().await, 1, "the other one differs visibly");
    bot.close().await;
}

#[tokio::test]
async fn a_streak_shows_from_the_third_win_in_a_row_on() {
    let bot = TestBot::open("streak").await;
    let mut shown = Vec::new();
    // Ann wins three games, loses one, and wins the next.
    for winner in [bot.ann, bot.ann, bot.ann, bot.ben, bot.ann] {
        let loser = if winner == bot.ann { bot.ben } else { bot.ann };
        let board = bot.start_game(winner, loser).await;
        let over = bot.play_moves_as([winner, loser], &board, "1212121").await;
        shown.push(over.content.contains("\n🔥 Third win in a row!"));
        assert_eq!(over.content.contains('🔥'), *shown.last().unwrap(), "{}", over.content);
    }
    assert_eq!(shown, [false, false, true, false, false]);
    bot.close().await;
}

#[tokio::test]
async fn the_first_games_say_that_new_ratings_move() {
    let bot = TestBot::open("ratings_new").await;
    let mut told = Vec::new();
    let winners = [[bot.ann, bot.ben], [bot.ben, bot.ann]].into_iter().cycle();
    for players in winners.take(30) {
        let over = bot.play_won_game(players).await;
        assert!(over.content.contains("\n-# 📈 Rating: "), "{}", over.content);
        told.push(over.content.contains("\n-# New ratings move a lot."));
        bot.advance(Duration::from_hours(8)).await;
    }
    let games = told.iter().filter(|it| **it).count();
    assert!((13..=22).contains(&games) && !told[29], "{told:?}");
    assert!(told[..games].iter().all(|it| *it), "{told:?}");
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await;
    assert!(leaders.text().contains("\n**1** "), "{}", leaders.text());
    bot.advance(Duration::from_hours(24 * 14)).await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(!stats.text().contains("provisional"), "she is still ranked: {}", stats.text());
    bot.close().await;
}

#[tokio::test]
async fn players_can_choose_an_unrated_game() {
    let bot = TestBot::open("unrated").await;
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none", "rated": false });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    assert!(challenge.content.ends_with(" · not rated"), "{}", challenge.content);
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    let title = "🔴 **Ann** vs 🟡 **Ben** · unrated\n";
    assert!(board.content.starts_with(title), "{}", board.content);
    assert!(!board.content.contains("Not rated"), "{}", board.content);
    let over = bot.play_moves(&board, "1212121").await;
    assert!(over.content.starts_with(title) && !over.content.contains("📈"), "{}", over.content);
    let rematch = bot.press(bot.ben, &over, "Rematch").await;
    assert!(rematch.text().contains("not rated"), "{}", rematch.text());
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().contains("1 win"), "it counts as a win: {}", stats.text());

    let options = json!({ "opponent": bot.cleo, "first": "me", "board": "6x5", "rated": true });
    let challenge = bot.command(bot.ben, "play", options).await;
    assert!(challenge.text().ends_with("not rated"), "{}", challenge.text());
    bot.close().await;
}

#[tokio::test]
async fn only_three_games_of_a_pair_are_rated_per_day() {
    let bot = TestBot::open("farming").await;
    for _ in 0..3 {
        let over = bot.play_won_game([bot.ann, bot.ben]).await;
        assert!(over.content.contains("📈"), "{}", over.content);
    }
    let enough = "Not rated: you two have already started 3 rated games today.";
    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    assert!(challenge.content.ends_with(enough), "{}", challenge.content);
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    assert!(board.content.ends_with(&format!("\n-# {enough}")), "{}", board.content);
    let over = bot.play_moves(&board, "1212121").await;
    assert!(!over.content.contains(enough) && !over.content.contains("📈"), "{}", over.content);
    let over = bot.play_won_game([bot.ann, bot.cleo]).await;
    assert!(
        over.content.contains("📈"),
        "a game against another opponent is rated: {}",
        over.content
    );
    bot.advance(Duration::from_hours(24)).await;
    let over = bot.play_won_game([bot.ben, bot.ann]).await;
    assert!(over.content.contains("📈"), "rated again on the next day: {}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn a_game_without_a_time_limit_is_not_rated() {
    let bot = TestBot::open("unrated_no_limit").await;
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none", "rated": true });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let reason = "Not rated: there is no time limit.";
    assert!(challenge.content.ends_with(reason), "{}", challenge.content);
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    assert!(board.content.ends_with(&format!("\n-# {reason}")), "{}", board.content);
    let board = bot.play_moves(&board, "1").await;
    assert!(!board.content.contains(reason), "it is told once: {}", board.content);
    let over = bot.play_moves_as([bot.ben, bot.ann], &board, "212121").await;
    assert!(over.content.contains(" · unrated\n"), "{}", over.content);
    let rematch = bot.press(bot.ben, &over, "Rematch").await;
    assert!(rematch.text().ends_with(reason), "{}", rematch.text());
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().contains("1 win"), "it counts as a win: {}", stats.text());
    assert!(!stats.text().contains("Rating"), "it has no rating: {}", stats.text());
    bot.close().await;
}
