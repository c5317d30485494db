//! Ratings, as people see them.

use std::time::Duration;

use fake_discord::{Message, UserId};
use serde_json::json;

use crate::support::Arcade;

/// Plays a game of two that the first one wins; the result is its last board.
async fn win(arcade: &Arcade, players: [UserId; 2]) -> Message {
    let board = arcade.begin(players[0], players[1]).await;
    arcade.moves_of(players, &board, "1212121").await
}

#[tokio::test]
async fn the_board_shows_what_a_game_did_to_ratings() {
    let mut arcade = Arcade::open("ratings").await;
    let over = win(&arcade, [arcade.ann, arcade.ben]).await;
    let line = "\n📈 Rating: **Ann** 1500 → 1662 · **Ben** 1500 → 1338";
    assert!(over.content.ends_with(line), "{}", over.content);
    let over = win(&arcade, [arcade.ben, arcade.cleo]).await;
    assert!(over.content.contains("**Ben** 1338 → "), "{}", over.content);
    arcade.restart_bot().await;
    let options = json!({ "opponent": arcade.ann, "first": "me" });
    let challenge = arcade.command(arcade.cleo, "play", options).await.message().clone();
    let board = arcade.press(arcade.ann, &challenge, "Accept").await.message().clone();
    assert!(!board.content.contains("rated"), "that it is rated is as usual: {}", board.content);
    let asked = arcade.press(arcade.cleo, &board, "Resign").await.message().clone();
    let over = arcade.press(arcade.cleo, &asked, "Really resign").await;
    assert!(over.text().contains("· **Ann** 1662 → "), "who resigns loses: {}", over.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_game_is_not_rated_where_its_players_wish_so() {
    let arcade = Arcade::open("unrated").await;
    let options = json!({ "opponent": arcade.ben, "first": "me", "clock": "none", "rated": false });
    let challenge = arcade.command(arcade.ann, "play", options).await.message().clone();
    assert!(challenge.content.ends_with("\nNot rated."), "{}", challenge.content);
    let board = arcade.press(arcade.ben, &challenge, "Accept").await.message().clone();
    assert!(board.content.ends_with("\nNot rated."), "{}", board.content);
    let over = arcade.moves(&board, "1212121").await;
    assert!(over.content.ends_with("\nNot rated."), "{}", over.content);
    let rematch = arcade.press(arcade.ben, &over, "Rematch").await;
    assert!(rematch.text().contains("Not rated."), "{}", rematch.text());
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("1 win"), "it counts as a win: {}", stats.text());

    let options = json!({ "opponent": arcade.cleo, "first": "me", "board": "6x5", "rated": true });
    let challenge = arcade.command(arcade.ben, "play", options).await;
    assert!(challenge.text().ends_with("Not rated."), "{}", challenge.text());
    arcade.close().await;
}

#[tokio::test]
async fn the_fourth_game_of_two_in_a_day_is_not_rated_and_says_so_from_the_start() {
    let arcade = Arcade::open("farming").await;
    for _ in 0..3 {
        let over = win(&arcade, [arcade.ann, arcade.ben]).await;
        assert!(over.content.contains("📈"), "{}", over.content);
    }
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let enough = "\nNot rated: you two have already started 3 rated games today.";
    assert!(board.content.ends_with(enough), "{}", board.content);
    let over = arcade.moves(&board, "1212121").await;
    assert!(over.content.ends_with(enough), "{}", over.content);
    let over = win(&arcade, [arcade.ann, arcade.cleo]).await;
    assert!(over.content.contains("📈"), "against somebody else it counts: {}", over.content);
    arcade.wait(Duration::from_hours(24)).await;
    let over = win(&arcade, [arcade.ben, arcade.ann]).await;
    assert!(over.content.contains("📈"), "the next day it counts again: {}", over.content);
    arcade.close().await;
}

#[tokio::test]
async fn the_leaderboard_goes_by_rating_once_enough_have_one() {
    let arcade = Arcade::open("leaderboard_rating").await;
    let players = [arcade.ann, arcade.ben, arcade.cleo];
    let leaders = arcade.command(arcade.ann, "leaderboard", json!({})).await.message().clone();
    assert!(leaders.content.contains("by wins"), "{}", leaders.content);
    for day in 0..9 {
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            let pair = if day % 3 == 2 { [other, one] } else { [one, other] };
            win(&arcade, pair.map(|player| players[player])).await;
        }
        arcade.wait(Duration::from_hours(24)).await;
    }
    let leaders = arcade.command(arcade.ann, "leaderboard", json!({})).await.message().clone();
    let lines: Vec<_> = leaders.content.lines().collect();
    assert_eq!(lines[0], "🏆 **Leaderboard** · this server · all time · by rating");
    assert!(
        lines[1].starts_with("🥇 **Ann** · 1")
            && lines[1].ends_with("· 12 wins · 6 losses · 0 draws")
    );
    assert!(lines[3].starts_with("🥉 **Cleo** · 1"), "{}", leaders.content);
    assert!(lines[5].starts_with("You: 🥇 **Ann** · 1"), "{}", leaders.content);

    let by_wins = arcade.press(arcade.ann, &leaders, "By wins").await.message().clone();
    assert!(by_wins.content.contains("\n🥇 **Ann** · 12 wins"), "{}", by_wins.content);
    let week = arcade.press(arcade.ann, &by_wins, "This week").await.message().clone();
    let title = "🏆 **Leaderboard** · this server · this week · by wins";
    assert!(week.content.starts_with(title), "{}", week.content);
    assert!(!week.content.contains("12 wins"), "{}", week.content);

    let everywhere = arcade.press(arcade.ann, &leaders, "All servers").await.message().clone();
    let lines: Vec<_> = everywhere.content.lines().collect();
    assert!(lines[1].starts_with("🥇 **Ann** · 1"), "one sees one's own name");
    assert!(lines[2].starts_with("🥈 **somebody** · 1"), "{}", everywhere.content);
    assert!(everywhere.content.contains("Names show here only if their owners want that."));
    let back = arcade.press(arcade.ann, &everywhere, "This server").await;
    assert_eq!(back.text(), leaders.content);

    let newcomer = arcade.playground.add_person("Dora");
    win(&arcade, [newcomer, arcade.ann]).await;
    let leaders = arcade.command(newcomer, "leaderboard", json!({})).await;
    let not_yet = "You aren’t on this list yet: after a few more rated games you will be.";
    assert!(leaders.text().ends_with(not_yet), "{}", leaders.text());
    arcade.close().await;
}

#[tokio::test]
async fn long_leaderboards_are_read_page_by_page_and_lead_to_ones_own_place() {
    let arcade = Arcade::open("leaderboard_pages").await;
    for number in 0..12 {
        let player = arcade.playground.add_person(&format!("Player {number}"));
        win(&arcade, [player, arcade.ann]).await;
    }
    let first = arcade.command(arcade.ann, "leaderboard", json!({})).await.message().clone();
    assert!(first.content.ends_with("\n13 players"), "{}", first.content);
    assert!(first.button("Previous").unwrap().disabled);
    let mine = arcade.press(arcade.ann, &first, "My place").await.message().clone();
    assert!(mine.content.contains("\n`13.` **Ann**"), "{}", mine.content);
    assert!(mine.button("Next").unwrap().disabled && mine.button("My place").unwrap().disabled);
    let before = arcade.press(arcade.ann, &mine, "Previous").await.message().clone();
    assert!(before.content.contains("**Player 11**"), "{}", before.content);
    let start = arcade.press(arcade.ann, &before, "Previous").await;
    assert_eq!(start.text(), first.content);
    arcade.close().await;
}
