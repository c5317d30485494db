//! What a server sees of how its people do in puzzles: solvers, results, yesterday's crown, its
//! streak and the month.

use std::{sync::Arc, time::Duration};

use fake_discord::{Fault, FaultKind, Message};
use serde_json::json;

use super::{
    daily::{DAY, TODAY, daily, fail, solution, solve, solve_today},
    posts::{open_settings, posts, set_hour, wait_for_posts},
};
use crate::{
    features::leaderboard::standing::settle,
    support::{TestBot, other_column, wait_until, wait_until_async},
};

const HOUR: Duration = Duration::from_hours(1);

/// A server that has had its first puzzle posted, at three.
async fn with_post(name: &str) -> (TestBot, Arc<Message>) {
    let bot = TestBot::open(name).await;
    set_hour(&bot, "15:00 UTC").await;
    bot.advance(HOUR).await;
    let post = wait_for_posts(&bot, 1).await;
    (bot, post)
}

/// The lines of a message above its board, without its title, and those below.
fn lines_around_board(message: &Message) -> (Vec<&str>, Vec<&str>) {
    let lines: Vec<&str> = message.content.lines().collect();
    let numbers = lines.iter().position(|it| it.contains("5️⃣") && it.contains("6️⃣")).unwrap();
    (lines[1..numbers].to_vec(), lines[numbers + 7..].to_vec())
}

/// Solves a puzzle after a wrong column.
async fn solve_badly(bot: &TestBot, user: fake_discord::UserId, number: usize) -> Message {
    let shown = daily(bot, user).await;
    let columns = solution(number);
    let wrong = other_column(&shown, &columns[0]);
    let tried = bot.press(user, &shown, &wrong).await.message().clone();
    solve(bot, user, &tried, &columns).await
}

#[tokio::test]
async fn a_post_tells_who_was_best_yesterday() {
    let (bot, first) = with_post("puzzle_yesterday").await;
    solve_badly(&bot, bot.ben, TODAY).await;
    bot.advance(Duration::from_mins(1)).await;
    solve_today(&bot, bot.cleo, TODAY).await;
    bot.advance(Duration::from_mins(1)).await;
    solve_today(&bot, bot.ann, TODAY).await;
    bot.advance(DAY).await;
    let post = wait_for_posts(&bot, 2).await;
    let (above, below) = lines_around_board(&post);
    let yesterday = "Yesterday: 👑 **Cleo**, Ann (no mistake) · Ben";
    assert_eq!((above[0], above.len(), below.as_slice()), (yesterday, 2, &[][..]), "{post:?}");
    let is_past = || bot.current(&first).content == "🧩 #260 · 3 solved it here";
    wait_until("the first one is a line", is_past).await;
    assert_eq!(bot.current(&first).labels(), ["Solution"]);
    for number in 0..2 {
        let guest = bot.discord.add_user(&format!("Guest {number}"));
        solve_today(&bot, guest, TODAY + 1).await;
    }
    for user in [bot.ann, bot.ben] {
        solve_today(&bot, user, TODAY + 1).await;
    }
    bot.delete_data(bot.cleo).await;
    bot.advance(DAY).await;
    let post = wait_for_posts(&bot, 3).await;
    let yesterday = "Yesterday: 👑 **Ann**, Ben, Guest 0 (no mistake) · 4 solved it here";
    let streak = "🔥 This server: 2 days in a row";
    assert_eq!(lines_around_board(&post).0[..2], [yesterday, streak]);
    bot.delete_data(bot.ann).await;
    let without = "Yesterday: 👑 **Ben**, Guest 0, Guest 1 (no mistake)\n";
    wait_until("Ann is gone", || bot.current(&post).content.contains(without)).await;
    bot.close().await;
}

#[tokio::test]
async fn a_past_posts_solution_deletes_nothing() {
    let (bot, first) = with_post("puzzle_past").await;
    bot.advance(DAY).await;
    wait_for_posts(&bot, 2).await;
    let is_past = || bot.current(&first).content == "🧩 #260 · not solved here";
    wait_until("the first one is a line", is_past).await;
    bot.advance(HOUR).await;
    let solution = bot.press(bot.ann, &bot.current(&first), "Solution").await;
    assert!(solution.is_ephemeral() && solution.text().starts_with("💡 **Fourfall #260**"));
    bot.advance(HOUR).await;
    assert_eq!(posts(&bot).await.len(), 2);
    bot.close().await;
}

#[tokio::test]
async fn a_past_post_that_may_not_be_edited_is_tried_again() {
    let (bot, first) = with_post("puzzle_past_refused").await;
    solve_today(&bot, bot.ann, TODAY).await;
    bot.advance(Duration::from_mins(1)).await;
    wait_until("Ann is listed", || bot.current(&first).content.contains("**Ann**")).await;
    let kind = FaultKind::Status(403, json!({ "code": 50_013, "message": "Missing Permissions" }));
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 2, kind });
    bot.advance(DAY).await;
    wait_for_posts(&bot, 2).await;
    for _ in 0..5 {
        settle(&bot).await;
        bot.advance(2 * HOUR).await;
    }
    let is_past = || bot.current(&first).content == "🧩 #260 · 1 solved it here";
    wait_until("it is a line", is_past).await;
    bot.close_allowing(&["403 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_servers_streak_is_told_until_it_breaks() {
    let (bot, _) = with_post("puzzle_server_streak").await;
    for day in 0..3 {
        solve_today(&bot, [bot.ann, bot.ben, bot.ann][day], TODAY + day).await;
        bot.advance(DAY).await;
        let post = wait_for_posts(&bot, day + 2).await;
        let streak = format!("🔥 This server: {} days in a row", day + 1);
        assert_eq!(post.content.contains(&streak), day > 0, "{post:?}");
    }
    bot.advance(DAY).await;
    let post = wait_for_posts(&bot, 5).await;
    let over = "🔥 This server’s streak ended after 3 days. Its best: 3.";
    assert_eq!(lines_around_board(&post).0[0], over, "{post:?}");
    bot.advance(DAY).await;
    let post = wait_for_posts(&bot, 6).await;
    assert_eq!(lines_around_board(&post).0.len(), 1, "it was told: {post:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_share_shows_on_the_post_in_its_channel() {
    let (bot, post) = with_post("puzzle_share_on_post").await;
    let marks = "✅".repeat(solution(TODAY).len());
    let over = solve_today(&bot, bot.ann, TODAY).await;
    bot.advance(Duration::from_mins(1)).await;
    let listed = "🏅 Solved here: **Ann** 🔥 1";
    wait_until("Ann is listed", || bot.current(&post).content.ends_with(listed)).await;
    let shared = bot.press(bot.ann, &over, "Share").await;
    let link = post.link();
    let told = format!("\nIt’ll be on the [puzzle’s post]({link}) within ten minutes.");
    assert!(shared.is_update() && shared.text().ends_with(&told), "{shared:?}");
    let shown = format!("{listed} {marks}");
    bot.advance(Duration::from_mins(1)).await;
    wait_until("it is shown", || bot.current(&post).content.ends_with(&shown)).await;

    let shown_to_cleo = daily(&bot, bot.cleo).await;
    let failed = fail(&bot, bot.cleo, &shown_to_cleo, TODAY).await;
    bot.press(bot.cleo, &failed, "Share").await;
    bot.advance(Duration::from_mins(1)).await;
    let both = format!("{shown}\n💔 Got stuck: **Cleo** ❌");
    wait_until("both are shown", || bot.current(&post).content.ends_with(&both)).await;
    assert_eq!(posts(&bot).await.len(), 1);

    let general = bot.discord.channel("general");
    let there = bot.discord.command(bot.ann, general, "daily", json!({})).await;
    let card = bot.press_to_post(bot.ann, there.message(), "Share").await;
    assert!(card.content.starts_with("**Ann** solved"), "the post is elsewhere: {card:?}");

    bot.delete_data(bot.cleo).await;
    wait_until("Cleo is gone", || bot.current(&post).content.ends_with(&shown)).await;
    bot.close().await;
}

#[tokio::test]
async fn all_results_are_shown_once_the_day_is_over() {
    let (bot, post) = with_post("puzzle_day_over").await;
    solve_badly(&bot, bot.ben, TODAY).await;
    bot.advance(Duration::from_mins(1)).await;
    let listed = "**Ben** 🔥 1";
    wait_until("Ben is listed", || bot.current(&post).content.ends_with(listed)).await;
    bot.advance(Duration::from_hours(9)).await;
    let marks = format!("2️⃣{}", "✅".repeat(solution(TODAY).len() - 1));
    let shown = format!("{listed} {marks}");
    wait_until("it is shown", || bot.current(&post).content.ends_with(&shown)).await;
    bot.close().await;
}

#[tokio::test]
async fn puzzles_nobody_solves_come_on_mondays_only() {
    let (bot, _) = with_post("puzzle_mondays").await;
    for count in 2..=7 {
        bot.advance(DAY).await;
        wait_for_posts(&bot, count).await;
    }
    let weekly = "Nobody here has solved the last seven, so it comes on Mondays only";
    assert!(!open_settings(&bot).await.content.contains(weekly), "the day is not over");
    bot.advance(12 * HOUR).await;
    assert!(open_settings(&bot).await.content.contains(weekly));
    // The first was on a Monday.
    bot.advance(12 * HOUR).await;
    let monday = wait_for_posts(&bot, 8).await;
    assert!(monday.content.starts_with("🧩 **Fourfall #267** "), "{}", monday.content);
    bot.advance(3 * DAY).await;
    assert_eq!(posts(&bot).await.len(), 8);
    solve_today(&bot, bot.ann, TODAY + 10).await;
    assert!(!open_settings(&bot).await.content.contains(weekly));
    let at_once = wait_for_posts(&bot, 9).await;
    assert!(at_once.content.starts_with("🧩 **Fourfall #270** "), "{}", at_once.content);
    bot.advance(DAY).await;
    let next = wait_for_posts(&bot, 10).await;
    assert!(next.content.starts_with("🧩 **Fourfall #271** "), "{}", next.content);
    bot.close().await;
}

#[tokio::test]
async fn a_month_lists_who_has_solved_its_puzzles() {
    let (bot, post) = with_post("puzzle_month").await;
    let month = async |user| {
        let shown = bot.press(user, &post, "This month").await;
        assert!(shown.is_ephemeral(), "{shown:?}");
        shown.text().to_owned()
    };
    let title = "🧩 **Daily puzzles this month**";
    let none = format!("{title}\nNobody here has solved one yet this month. Be the first!");
    assert_eq!(month(bot.ann).await, none);
    for number in 0..10 {
        let guest = bot.discord.add_user(&format!("Guest {number}"));
        solve_today(&bot, guest, TODAY).await;
    }
    solve_badly(&bot, bot.ben, TODAY).await;
    bot.advance(DAY).await;
    solve_badly(&bot, bot.cleo, TODAY + 1).await;
    solve_badly(&bot, bot.ann, TODAY + 1).await;
    bot.advance(DAY).await;
    solve_today(&bot, bot.ann, TODAY + 2).await;
    let guests = (0..9).map(|number| {
        let crown = if number == 0 { " · 👑 1" } else { "" };
        format!("\n**{}** Guest {number} · 1 day · no mistake{crown}", number + 2)
    });
    let first = format!("{title}\n**1** Ann · 2 days · 1 mistake · 👑 1");
    let ten = first + &guests.collect::<String>();
    assert_eq!(month(bot.ann).await, ten);
    let own = format!("{ten}\n…\n**12** Ben · 1 day · 1 mistake");
    assert_eq!(month(bot.ben).await, own);
    assert!(month(bot.cleo).await.ends_with("…\n**13** Cleo · 1 day · 1 mistake"));
    bot.close().await;
}

#[tokio::test]
async fn a_share_that_finds_no_room_on_the_post_is_a_message() {
    let (bot, post) = with_post("puzzle_share_crowd").await;
    let mut solved = Vec::new();
    for number in 0..10 {
        let guest = bot.discord.add_user(&format!("Guest {number}"));
        solved.push((guest, solve_today(&bot, guest, TODAY).await));
    }
    bot.advance(Duration::from_mins(1)).await;
    let over = solve_today(&bot, bot.ann, TODAY).await;
    let shared = bot.press(bot.ann, &over, "Share").await;
    assert!(shared.is_update(), "who shares it finds room first: {shared:?}");
    bot.advance(Duration::from_mins(1)).await;
    let is_listed = || bot.current(&post).content.contains("8** 🔥 1 · **Ann** 🔥 1 ✅✅");
    wait_until("the post lists Ann", is_listed).await;
    for (guest, over) in &solved[..9] {
        assert!(bot.press(*guest, over, "Share").await.is_update());
    }
    let over = solve_today(&bot, bot.cleo, TODAY).await;
    let card = bot.press_to_post(bot.cleo, &over, "Share").await;
    assert!(card.content.starts_with("**Cleo** solved Fourfall #260 "), "{card:?}");
    // Nor has who solves it after its day.
    bot.advance(Duration::from_hours(18)).await;
    let shown = bot.press(bot.ben, &post, "Solve it").await;
    let late = solve(&bot, bot.ben, shown.message(), &solution(TODAY)).await;
    let card = bot.press_to_post(bot.ben, &late, "Share").await;
    assert!(card.content.starts_with("**Ben** solved Fourfall #260 "), "{card:?}");
    bot.close().await;
}

#[tokio::test]
async fn shared_failures_leave_solvers_on_the_post() {
    let (bot, post) = with_post("puzzle_share_failures").await;
    solve_today(&bot, bot.ann, TODAY).await;
    for number in 0..10 {
        let guest = bot.discord.add_user(&format!("Guest {number}"));
        let shown = daily(&bot, guest).await;
        let failed = fail(&bot, guest, &shown, TODAY).await;
        bot.press(guest, &failed, "Share").await;
    }
    bot.advance(Duration::from_mins(1)).await;
    let is_shown = || bot.current(&post).content.contains("Guest 8** ❌");
    wait_until("failures are shown", is_shown).await;
    let content = bot.current(&post).content;
    assert!(
        content.contains("Solved here: **Ann** 🔥 1\n💔 Got stuck: **Guest 0** ❌"),
        "{content}"
    );
    bot.close().await;
}

#[tokio::test]
async fn a_solution_brings_no_post_before_its_time() {
    let bot = TestBot::open("puzzle_solved_early").await;
    set_hour(&bot, "12:00 UTC").await;
    solve_today(&bot, bot.ann, TODAY).await;
    bot.advance(HOUR).await;
    assert_eq!(posts(&bot).await.len(), 0, "its hour was over when it was turned on");
    bot.advance(DAY).await;
    wait_for_posts(&bot, 1).await;
    set_hour(&bot, "off").await;
    bot.advance(3 * DAY).await;
    set_hour(&bot, "12:00 UTC").await;
    solve_today(&bot, bot.ben, TODAY + 4).await;
    bot.advance(HOUR).await;
    assert_eq!(posts(&bot).await.len(), 1, "the next one comes tomorrow");
    bot.close().await;
}

#[tokio::test]
async fn a_result_is_shared_without_its_solution() {
    // Each process remembers for itself what was shared.
    let bot = TestBot::builder("puzzle_share").single_process().open().await;
    let shown = daily(&bot, bot.ann).await;
    let early = bot.press_custom_id(bot.ann, &shown, "d6:260").await;
    TestBot::assert_refused(&early, "Finish the puzzle first.");
    let over = solve(&bot, bot.ann, &shown, &solution(TODAY)).await;
    let shared = bot.press_to_post(bot.ann, &over, "Share").await;
    let marks = "✅".repeat(solution(TODAY).len());
    assert_eq!(shared.content, format!("**Ann** solved Fourfall #260 ★☆☆☆☆☆☆ · 🔥 1\n{marks}"));
    assert!(shared.pings.is_empty());
    let again = bot.press(bot.ann, &over, "Share").await;
    TestBot::assert_refused(&again, "This was just shared here.");
    let shown = daily(&bot, bot.cleo).await;
    let other = fail(&bot, bot.cleo, &shown, TODAY).await;
    let of_another = bot.press_to_post(bot.cleo, &other, "Share").await;
    assert_eq!(of_another.content, "**Cleo** got stuck on Fourfall #260 ★☆☆☆☆☆☆\n❌");
    let own = bot.press(bot.ben, &shared, "Solve it").await;
    assert!(own.is_ephemeral() && own.text().contains("❤️❤️❤️"), "{own:?}");
    bot.close().await;
}

#[tokio::test]
async fn solvers_are_listed_where_they_have_looked() {
    let bot = TestBot::open("puzzle_solvers").await;
    solve_today(&bot, bot.ann, TODAY).await;
    let seen = daily(&bot, bot.ben).await;
    assert!(seen.content.ends_with("\n🏅 Solved here: **Ann** 🔥 1"), "{}", seen.content);
    let lounge = bot.discord.add_channel_in(bot.discord.add_guild("Elsewhere"), "lounge");
    let there = async |user| {
        let shown = bot.discord.command(user, lounge, "daily", json!({})).await;
        shown.message().content.clone()
    };
    assert!(!there(bot.ben).await.contains("🏅"), "Ann has not looked there");
    assert!(there(bot.ann).await.contains("🏅 Solved here: **Ann** 🔥 1"));
    assert!(there(bot.ben).await.contains("🏅 Solved here: **Ann** 🔥 1"));
    for number in 0..11 {
        let guest = bot.discord.add_user(&format!("Guest {number}"));
        solve_today(&bot, guest, TODAY).await;
    }
    let crowded = daily(&bot, bot.ben).await;
    assert!(crowded.content.ends_with(" · and 2 more"), "{}", crowded.content);
    bot.advance(33 * DAY).await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    let left = async || sql.number("SELECT count(*) FROM puzzle_solver").await == 0;
    wait_until_async("old lists are deleted", left).await;
    bot.close().await;
}
