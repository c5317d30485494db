//! `/leaderboard`.

use std::time::Duration;

use serde_json::json;

use crate::support::TestBot;

#[tokio::test]
async fn the_leaderboard_is_paged_and_shows_the_users_own_row() {
    let bot = TestBot::open("leaderboard").await;
    let none = bot.command(bot.ann, "leaderboard", json!({})).await;
    TestBot::assert_refused(&none, "Nobody is on this list yet.");
    for number in 0..11 {
        let player = bot.discord.add_user(&format!("Player {number}"));
        let board = bot.start_game(player, bot.ann).await;
        bot.play_moves_as([player, bot.ann], &board, "1212121").await;
    }
    let first = bot.command(bot.ann, "leaderboard", json!({})).await.message().clone();
    assert!(first.is_ephemeral());
    assert_eq!(first.content.matches("\n**1** Player").count(), 10, "equal records share a rank");
    let own = "You: **12** Ann · 11 losses\n12 players";
    assert!(first.content.ends_with(own), "{}", first.content);
    let second = bot.press(bot.ann, &first, "Next").await;
    assert!(second.text().contains("\n**1** Player "), "{}", second.text());
    assert!(second.text().contains(" · 1 win\n**12** Ann"));
    let watching = bot.command(bot.cleo, "leaderboard", json!({})).await;
    assert!(watching.text().contains("You haven’t finished a game here yet."));
    bot.close().await;
}

#[tokio::test]
async fn the_leaderboard_sorts_by_rating_once_somebody_has_one() {
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
    assert_eq!(lines[0], "🏆 **Leaderboard** · all time · by rating");
    assert!(lines[1].starts_with("🥇 Ann · 1") && lines[1].ends_with("· 12 wins · 6 losses"));
    assert!(lines[3].starts_with("🥉 Cleo · 1"), "{}", leaders.content);
    assert_eq!(lines.len(), 4, "Ann is on the page: {}", leaders.content);

    let by_wins = bot.press(bot.ann, &leaders, "By wins").await.message().clone();
    assert!(by_wins.content.contains("\n🥇 Ann · 12 wins"), "{}", by_wins.content);
    let week = bot.press(bot.ann, &by_wins, "This week").await.message().clone();
    let title = "🏆 **Leaderboard** · this week · by wins";
    assert!(week.content.starts_with(title), "{}", week.content);
    assert!(!week.content.contains("12 wins"), "{}", week.content);

    let newcomer = bot.discord.add_user("Dora");
    bot.play_won_game([newcomer, bot.ann]).await;
    let leaders = bot.command(bot.cleo, "leaderboard", json!({})).await;
    let (ranked, below) = leaders.text().rsplit_once('\n').unwrap();
    assert!(ranked.contains("🥉 Cleo · 1") && !ranked.contains('?'), "{ranked}");
    assert!(below.starts_with("**4** Dora · 1") && below.contains("? · 1 win"), "{below}");
    bot.close().await;
}

#[tokio::test]
async fn who_has_a_provisional_rating_shows_from_game_one() {
    let bot = TestBot::open("leaderboard_provisional").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await.message().clone();
    let expected = "🏆 **Leaderboard** · all time · by rating\n\
                    **1** Ann · 1662? · 1 win\n\
                    **2** Ben · 1338? · 1 loss";
    assert_eq!(leaders.content, expected);
    let watching = bot.command(bot.cleo, "leaderboard", json!({})).await;
    assert!(
        watching
            .text()
            .ends_with("\n\nYou aren’t on this list yet: finish a rated game and you will be.")
    );
    bot.set_listed(bot.cleo, true).await;
    let board = bot.start_game(bot.cleo, bot.ben).await;
    bot.play_moves_as([bot.cleo, bot.ben], &board, "1212121").await;
    let unrated = bot.command(bot.cleo, "leaderboard", json!({})).await;
    let not_yet = "You aren’t on this list yet: finish a rated game and you will be.";
    assert!(unrated.text().ends_with(not_yet), "{}", unrated.text());
    bot.advance(Duration::from_hours(24 * 40)).await;
    let month = bot.press(bot.ann, &leaders, "This month").await;
    assert!(month.text().ends_with("Nobody is on this list yet. Be the first: `/play`!"));
    bot.close().await;
}

#[tokio::test]
async fn all_servers_list_who_wants_to_be_and_oneself() {
    let bot = TestBot::open("leaderboard_listed").await;
    for pair in [[bot.ann, bot.ben], [bot.ben, bot.cleo]] {
        bot.play_won_game(pair).await;
    }
    bot.set_listed(bot.cleo, true).await;
    bot.set_listed(bot.ben, true).await;
    bot.play_won_game([bot.ann, bot.cleo]).await;
    let everywhere = async |user, expected: &str| {
        let leaders = bot.command(user, "leaderboard", json!({ "scope": "everywhere" })).await;
        let by_wins = if leaders.text().contains("by rating") {
            bot.press(user, leaders.message(), "By wins").await
        } else {
            leaders
        };
        let (_, lines) = by_wins.text().split_once("by wins\n").unwrap();
        let (lines, names) = lines.rsplit_once('\n').unwrap();
        assert_eq!(names, "-# Others see your name here only if you want them to: `/preferences`");
        assert_eq!(lines, expected);
    };
    let listed = "🥇 Ben · 1 win · 1 loss\n\
                  **2** Cleo · 2 losses";
    everywhere(bot.cleo, listed).await;
    let own = format!("{listed}\n\nYou: **1** Ann · 2 wins");
    everywhere(bot.ann, &own).await;
    bot.set_listed(bot.ben, false).await;
    everywhere(bot.cleo, "**1** Cleo · 2 losses").await;
    bot.set_listed(bot.cleo, false).await;
    bot.delete_data(bot.cleo).await;
    let nobody = "Nobody is on this list yet. Be the first: `/play`!";
    everywhere(bot.cleo, nobody).await;
    bot.close().await;
}

#[tokio::test]
async fn long_leaderboards_are_paged_and_jump_to_the_own_rank() {
    let bot = TestBot::open("leaderboard_pages").await;
    for number in 0..12 {
        let player = bot.discord.add_user(&format!("Player {number}"));
        bot.play_won_game([player, bot.ann]).await;
    }
    let by_rating = bot.command(bot.ann, "leaderboard", json!({})).await.message().clone();
    assert!(by_rating.content.ends_with("? · 12 losses\n13 players"), "{}", by_rating.content);
    assert!(by_rating.content.contains("\n\nYou: **13** Ann · "), "{}", by_rating.content);
    let first = bot.press(bot.ann, &by_rating, "By wins").await.message().clone();
    assert!(first.content.ends_with("\n13 players"), "{}", first.content);
    assert!(first.button("Previous").unwrap().disabled);
    let mine = bot.press(bot.ann, &first, "My place").await.message().clone();
    assert!(mine.content.contains("\n**13** Ann"), "{}", mine.content);
    assert!(mine.button("Next").unwrap().disabled && mine.button("My place").unwrap().disabled);
    let before = bot.press(bot.ann, &mine, "Previous").await.message().clone();
    assert_eq!(before.content.matches("\n**1** Player").count(), 10, "{}", before.content);
    let start = bot.press(bot.ann, &before, "Previous").await;
    assert_eq!(start.text(), first.content);
    bot.close().await;
}
