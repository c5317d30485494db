//! `/leaderboard`.

use std::time::Duration;

use serde_json::json;

use crate::support::TestBot;

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
async fn the_leaderboard_sorts_by_rating_once_enough_have_one() {
    let bot = TestBot::open("leaderboard_rating").await;
    let players = [bot.ann, bot.ben, bot.cleo];
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await.message().clone();
    assert!(leaders.content.contains("by wins"), "{}", leaders.content);
    for day in 0..9 {
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            let pair = if day % 3 == 2 { [other, one] } else { [one, other] };
            bot.play_won_game(pair.map(|player| players[player])).await;
        }
        bot.advance(Duration::from_hours(24)).await;
    }
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await.message().clone();
    let lines: Vec<_> = leaders.content.lines().collect();
    assert_eq!(lines[0], "🏆 **Leaderboard** · this server · all time · by rating");
    assert!(
        lines[1].starts_with("🥇 **Ann** · 1")
            && lines[1].ends_with("· 12 wins · 6 losses · 0 draws")
    );
    assert!(lines[3].starts_with("🥉 **Cleo** · 1"), "{}", leaders.content);
    assert_eq!(lines.len(), 4, "Ann is on the page: {}", leaders.content);

    let by_wins = bot.press(bot.ann, &leaders, "By wins").await.message().clone();
    assert!(by_wins.content.contains("\n🥇 **Ann** · 12 wins"), "{}", by_wins.content);
    let week = bot.press(bot.ann, &by_wins, "This week").await.message().clone();
    let title = "🏆 **Leaderboard** · this server · this week · by wins";
    assert!(week.content.starts_with(title), "{}", week.content);
    assert!(!week.content.contains("12 wins"), "{}", week.content);

    let everywhere = bot.press(bot.ann, &leaders, "All servers").await.message().clone();
    let lines: Vec<_> = everywhere.content.lines().collect();
    assert!(lines[1].starts_with("🥇 **Ann** · 1"), "users see their own name");
    assert!(lines[2].starts_with("`2.` **Hidden player** · 1"), "{}", everywhere.content);
    assert!(everywhere.content.contains("Players choose whether they are named"));
    let back = bot.press(bot.ann, &everywhere, "This server").await;
    assert_eq!(back.text(), leaders.content);

    let newcomer = bot.discord.add_user("Dora");
    bot.play_won_game([newcomer, bot.ann]).await;
    let leaders = bot.command(newcomer, "leaderboard", json!({})).await;
    let not_yet = "You aren’t on this list yet: after a few more rated games you will be.";
    assert!(leaders.text().ends_with(not_yet), "{}", leaders.text());
    bot.close().await;
}

#[tokio::test]
async fn long_leaderboards_are_paged_and_jump_to_the_own_rank() {
    let bot = TestBot::open("leaderboard_pages").await;
    for number in 0..12 {
        let player = bot.discord.add_user(&format!("Player {number}"));
        bot.play_won_game([player, bot.ann]).await;
    }
    let first = bot.command(bot.ann, "leaderboard", json!({})).await.message().clone();
    assert!(first.content.ends_with("\n13 players"), "{}", first.content);
    assert!(first.button("Previous").unwrap().disabled);
    let mine = bot.press(bot.ann, &first, "My place").await.message().clone();
    assert!(mine.content.contains("\n`13.` **Ann**"), "{}", mine.content);
    assert!(mine.button("Next").unwrap().disabled && mine.button("My place").unwrap().disabled);
    let before = bot.press(bot.ann, &mine, "Previous").await.message().clone();
    assert_eq!(before.content.matches("\n🥇 **Player").count(), 10, "{}", before.content);
    let start = bot.press(bot.ann, &before, "Previous").await;
    assert_eq!(start.text(), first.content);
    bot.close().await;
}
