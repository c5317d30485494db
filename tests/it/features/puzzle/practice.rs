//! Practice in a failed puzzle, and puzzles in words.

use serde_json::json;

use super::daily::{TODAY, daily, fail, solution, solve, solve_today};
use crate::support::{TestBot, other_column};

#[tokio::test]
async fn a_failed_puzzle_of_the_archive_can_be_practised() {
    let bot = TestBot::open("puzzle_practice").await;
    let shown = bot.command(bot.ann, "daily", json!({ "number": "259" })).await.message().clone();
    let over = fail(&bot, bot.ann, &shown, TODAY - 1).await;
    let mut sql = bot.database.sql().await;
    let stored = "SELECT tries FROM puzzle_attempt";
    let before = sql.text(stored).await;
    let begun = bot.press(bot.ann, &over, "Practice").await.message().clone();
    assert!(begun.content.contains("❤️❤️❤️"), "{}", begun.content);
    assert!(begun.content.ends_with("\n-# Just for practice: nothing counts here."), "{begun:?}");
    let columns = solution(TODAY - 1);
    let wrong = other_column(&begun, &columns[0]);
    let missed = bot.press(bot.ann, &begun, &wrong).await.message().clone();
    assert!(missed.content.contains("❤️❤️💔"), "{}", missed.content);
    assert!(missed.content.contains(&format!("❌ Column {wrong} lets the win slip away.")));
    let solved = solve(&bot, bot.ann, &missed, &columns).await;
    assert!(solved.content.contains("\n🎉 **Solved!**\n"), "{}", solved.content);
    let labels = ["Practice", "Solution", "Previous"];
    assert_eq!(solved.labels(), labels, "there is nothing to share");
    assert_eq!(sql.text(stored).await, before, "nothing is stored");
    let again = fail(&bot, bot.ann, &begun, TODAY - 1).await;
    assert_eq!(again.labels(), labels);
    bot.close().await;
}

#[tokio::test]
async fn nobody_practises_for_a_puzzle_that_counts() {
    let bot = TestBot::open("puzzle_practice_early").await;
    let shown = daily(&bot, bot.ann).await;
    let early = bot.press_custom_id(bot.ann, &shown, "d8:260:0").await;
    TestBot::assert_refused(&early, "Try today’s puzzle first: `/daily`.");
    let over = fail(&bot, bot.ann, &shown, TODAY).await;
    for forged in ["d8:260:9", "d8:260:10", "d8:260:9223372036854775807"] {
        let refused = bot.press_custom_id(bot.ann, &over, forged).await;
        assert!(refused.is_ephemeral() && !refused.is_update(), "{refused:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_puzzle_is_told_in_words() {
    let bot = TestBot::builder("puzzle_words").single_process().open().await;
    let words = bot.command(bot.ben, "daily", json!({ "text": true })).await;
    assert!(words.is_ephemeral(), "{words:?}");
    let lines: Vec<&str> = words.text().lines().collect();
    assert_eq!(lines.len(), 9, "{lines:?}");
    assert!(lines[0].starts_with("🧩 **Fourfall #260** ") && lines[1].ends_with("❤️❤️❤️"));
    for (line, number) in lines[2..].iter().zip(1..) {
        assert!(line.starts_with(&format!("Column {number}")), "{line}");
    }
    let opened = bot.press(bot.ben, words.message(), "Solve it").await;
    assert!(opened.text().contains("❤️❤️❤️"), "{opened:?}");

    let over = solve_today(&bot, bot.ann, TODAY).await;
    let card = bot.press_to_post(bot.ann, &over, "Share").await;
    let by_menu = bot.discord.message_command(bot.ben, &card, "Position in words").await;
    assert_eq!(by_menu.text(), words.text());
    let right = solution(TODAY)[0].clone();
    solve(&bot, bot.ben, opened.message(), &[right]).await;
    let later = bot.discord.message_command(bot.ben, &card, "Position in words").await;
    let discs = |text: &str| text.matches(['🔴', '🟡']).count();
    assert_eq!(discs(later.text()), discs(words.text()) + 2, "{}", later.text());
    for menu in ["Replay", "Review"] {
        let none = bot.discord.message_command(bot.ben, &card, menu).await;
        TestBot::assert_refused(&none, "There’s no game in that message.");
    }
    bot.close().await;
}
