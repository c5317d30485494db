//! The daily puzzle: `/daily`.

use std::time::Duration;

use connect4::{Puzzle, Puzzles};
use fake_discord::{ActionResult, Message, UserId};
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{TestBot, custom_id_of, other_column, wait_until_async};

/// The number of the puzzle of the day on which the clocks of tests begin, a Monday.
pub(crate) const TODAY: usize = 260;

pub(super) const DAY: Duration = Duration::from_hours(24);

fn puzzle(number: usize) -> Puzzle {
    let puzzles = Puzzles::embedded();
    puzzles.get((number - 1) % puzzles.len()).unwrap()
}

/// The player's columns of a solution.
pub(crate) fn solution(number: usize) -> Vec<String> {
    puzzle(number).solution().iter().step_by(2).map(ToString::to_string).collect()
}

pub(super) async fn daily(bot: &TestBot, user: UserId) -> Message {
    let shown = bot.command(user, "daily", json!({})).await;
    assert!(shown.is_new() && shown.is_ephemeral(), "{shown:?}");
    shown.message().clone()
}

/// Presses the columns of the solution, as far as they are still to come.
pub(super) async fn solve(
    bot: &TestBot,
    user: UserId,
    message: &Message,
    columns: &[String],
) -> Message {
    let mut message = message.clone();
    for column in columns {
        let pressed = bot.press(user, &message, column).await;
        assert!(pressed.is_update(), "{pressed:?}");
        message = pressed.message().clone();
    }
    message
}

pub(in crate::features) async fn solve_today(
    bot: &TestBot,
    user: UserId,
    number: usize,
) -> Message {
    let message = daily(bot, user).await;
    solve(bot, user, &message, &solution(number)).await
}

/// Loses all lives.
pub(super) async fn fail(bot: &TestBot, user: UserId, message: &Message, number: usize) -> Message {
    let right = solution(number)[0].clone();
    let mut message = message.clone();
    for _ in 0..3 {
        let wrong = other_column(&message, &right);
        message = bot.press(user, &message, &wrong).await.message().clone();
    }
    message
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_solved_by_buttons() {
    let bot = TestBot::open("puzzle_solve").await;
    let shown = daily(&bot, bot.ann).await;
    assert!(shown.content.starts_with("🧩 **Fourfall #260** · <t:"), "{}", shown.content);
    assert!(shown.content.contains(" · ★☆☆☆☆☆☆\n"), "{}", shown.content);
    let discs = puzzle(TODAY).players_discs();
    let task = format!(" Win in {discs} moves. ❤️❤️❤️\n");
    assert!(shown.content.contains(&task), "{}", shown.content);
    assert!(!shown.content.contains("midnight"), "{}", shown.content);
    assert!(shown.button("Previous").is_none(), "{:?}", shown.labels());
    let columns = solution(TODAY);
    let first = bot.press(bot.ann, &shown, &columns[0]).await;
    let reply = puzzle(TODAY).solution()[1];
    assert!(first.message().button("Yesterday’s solution").is_none(), "{first:?}");
    let feedback = format!("✅ Column {} is right! ", columns[0]);
    assert!(first.is_update() && first.text().contains(&feedback), "{}", first.text());
    assert!(first.text().contains(&format!("answers in column {reply}.")), "{}", first.text());
    let over = solve(&bot, bot.ann, first.message(), &columns[1..]).await;
    assert!(over.content.contains("\n🎉 **Solved!**\n"), "{}", over.content);
    let result = format!("\n{} · 🔥 1\n-# ✅ first try", "✅".repeat(discs));
    assert!(over.content.contains(&result), "{}", over.content);
    let next = "Next puzzle: midnight UTC (<t:1790035200:t> your time).";
    assert!(over.content.contains(next), "{}", over.content);
    assert!(over.button("Previous").is_some(), "{:?}", over.labels());
    assert!(over.content.ends_with("\n🏅 Solved here: **Ann** 🔥 1"), "{}", over.content);
    assert!(over.button("1").is_none(), "{:?}", over.labels());
    bot.close().await;
}

#[tokio::test]
async fn a_wrong_column_costs_a_life_and_is_closed() {
    let bot = TestBot::open("puzzle_wrong").await;
    let shown = daily(&bot, bot.ann).await;
    let columns = solution(TODAY);
    let wrong = other_column(&shown, &columns[0]);
    let missed = bot.press(bot.ann, &shown, &wrong).await.message().clone();
    assert!(missed.content.contains("❤️❤️💔"), "{}", missed.content);
    let slip = format!("❌ Column {wrong} lets the win slip away.");
    assert!(missed.content.contains(&slip), "{}", missed.content);
    assert!(missed.button(&wrong).unwrap().disabled);
    let over = solve(&bot, bot.ann, &missed, &columns).await;
    let marks = format!("2️⃣{}", "✅".repeat(columns.len() - 1));
    assert!(over.content.contains(&format!("\n{marks} · 🔥 1\n")), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn three_wrong_columns_end_a_puzzle() {
    let bot = TestBot::open("puzzle_failed").await;
    let shown = daily(&bot, bot.ann).await;
    let over = fail(&bot, bot.ann, &shown, TODAY).await;
    assert!(over.content.contains("💔💔💔"), "{}", over.content);
    assert!(over.content.contains("💔 No lives left."), "{}", over.content);
    assert!(over.content.contains("\n❌\n-# ✅ first try"), "{}", over.content);
    assert!(over.button("1").is_none(), "{:?}", over.labels());
    let again = bot.press_custom_id(bot.ann, &shown, &custom_id_of(&shown, "1")).await;
    assert_eq!(again.text(), over.content, "an old press only shows the end");
    let solved = bot.press(bot.ann, &over, "Solution").await;
    assert!(solved.text().starts_with("💡 **Fourfall #260**: the solution"), "{}", solved.text());
    bot.close().await;
}

#[tokio::test]
async fn a_streak_grows_by_a_day_and_ends_with_a_gap() {
    let mut bot = TestBot::open("puzzle_streak").await;
    for (days, streak) in [(0, 1), (1, 2), (3, 1)] {
        let number = TODAY + days;
        let over = solve_today(&bot, bot.ann, number).await;
        let card = format!(" · 🔥 {streak}\n");
        assert!(over.content.contains(&card), "day {days}: {}", over.content);
        bot.restart().await;
        bot.advance(if days == 1 { 2 * DAY } else { DAY }).await;
    }
    let next = daily(&bot, bot.ann).await;
    assert!(next.content.contains("🔥 You solved yesterday’s puzzle."), "{}", next.content);
    bot.close().await;
}

#[tokio::test]
async fn a_streak_of_three_survives_a_missed_day() {
    let bot = TestBot::open("puzzle_free_day").await;
    for days in 0..3 {
        solve_today(&bot, bot.ann, TODAY + days).await;
        bot.advance(DAY).await;
    }
    let shown = daily(&bot, bot.ann).await;
    let failed = fail(&bot, bot.ann, &shown, TODAY + 3).await;
    let may_miss = "\n🔥 Your streak of 3 days survives this: one missed day in seven is free.";
    assert!(failed.content.contains(may_miss), "{}", failed.content);
    bot.advance(DAY).await;
    let shown = daily(&bot, bot.ann).await;
    let survived =
        "\n🔥 Your streak of 3 days survived yesterday: one missed day in seven is free.";
    assert!(shown.content.contains(survived), "{}", shown.content);
    let stats = bot.command(bot.ben, "stats", json!({ "player": bot.ann })).await;
    let line = "\nPuzzle streak: 3 days, which survived yesterday: one missed day in";
    assert!(stats.text().contains(line), "{}", stats.text());
    let over = solve(&bot, bot.ann, &shown, &solution(TODAY + 4)).await;
    assert!(over.content.contains(" · 🔥 4\n"), "the day does not count: {}", over.content);
    bot.advance(DAY).await;
    let shown = daily(&bot, bot.ann).await;
    let failed = fail(&bot, bot.ann, &shown, TODAY + 5).await;
    assert!(failed.content.contains("\nYour streak of 4 days ends here.\n"), "{}", failed.content);
    bot.close().await;
}

#[tokio::test]
async fn a_streak_that_is_over_is_told() {
    let bot = TestBot::open("puzzle_streak_over").await;
    for days in 0..2 {
        solve_today(&bot, bot.ann, TODAY + days).await;
        bot.advance(DAY).await;
    }
    let running = daily(&bot, bot.ann).await;
    assert!(running.content.contains("🔥 2 days in a row."), "{}", running.content);
    bot.advance(DAY).await;
    let over = daily(&bot, bot.ann).await;
    assert!(
        over.content.contains("\n🔥 Your last streak: 2 days. Solve today’s"),
        "{}",
        over.content
    );
    let solved = solve(&bot, bot.ann, &over, &solution(TODAY + 3)).await;
    assert!(solved.content.contains(" · 🔥 1\n"), "{}", solved.content);
    bot.close().await;
}

#[tokio::test]
async fn a_failed_puzzle_says_that_the_streak_ends() {
    let bot = TestBot::open("puzzle_streak_lost").await;
    for days in 0..2 {
        solve_today(&bot, bot.ann, TODAY + days).await;
        bot.advance(DAY).await;
    }
    let shown = daily(&bot, bot.ann).await;
    let failed = fail(&bot, bot.ann, &shown, TODAY + 2).await;
    assert!(failed.content.contains("\nYour streak of 2 days ends here.\n"), "{}", failed.content);
    assert!(!failed.content.contains("Win"), "it is over: {}", failed.content);
    let shown = daily(&bot, bot.ben).await;
    let failed = fail(&bot, bot.ben, &shown, TODAY + 2).await;
    assert!(!failed.content.contains("streak"), "he had none: {}", failed.content);
    bot.close().await;
}

#[tokio::test]
async fn only_the_first_view_of_a_puzzle_says_how_it_goes() {
    let bot = TestBot::open("puzzle_intro").await;
    let intro = "\n-# On each turn, find the one column that wins.";
    let shown = daily(&bot, bot.ann).await;
    assert!(shown.content.contains(intro), "{}", shown.content);
    let tried = solve(&bot, bot.ann, &shown, &solution(TODAY)[..1]).await;
    assert!(!tried.content.contains(intro), "{}", tried.content);
    bot.close().await;
}

/// Advances to so many minutes after the next midnight UTC.
async fn advance_past_midnight(bot: &TestBot, minutes: u64) {
    let now = bot.clock.now();
    let then = now.midnight().after(DAY).after(Duration::from_mins(minutes));
    bot.advance(then.since(now)).await;
}

/// Solves the puzzle of the day but for its last column. Returns that, and the message.
async fn nearly_solve_today(bot: &TestBot, user: UserId, number: usize) -> (String, Message) {
    let shown = daily(bot, user).await;
    let mut columns = solution(number);
    let last = columns.pop().unwrap();
    (last, solve(bot, user, &shown, &columns).await)
}

#[tokio::test]
async fn what_was_begun_on_its_day_counts_ten_minutes_more() {
    let bot = TestBot::open("puzzle_grace").await;
    solve_today(&bot, bot.ann, TODAY).await;
    bot.advance(DAY).await;
    let (last, nearly) = nearly_solve_today(&bot, bot.ann, TODAY + 1).await;
    let midnight = bot.clock.now().midnight().after(DAY);
    let until = midnight.after(Duration::from_mins(10)).seconds();
    advance_past_midnight(&bot, 9).await;
    let hint = format!(
        "\n⏳ You began yesterday’s puzzle before midnight UTC: it still counts if you solve it \
         by <t:{until}:t> (<t:{until}:R>)."
    );
    let today = daily(&bot, bot.ann).await;
    assert!(today.content.contains(&hint), "{}", today.content);
    assert!(!today.content.contains("🔥"), "the streak is not over: {}", today.content);
    let other = daily(&bot, bot.ben).await;
    assert!(!other.content.contains("⏳"), "he has not begun: {}", other.content);
    let begun = bot.press(bot.ann, &today, "Previous").await;
    assert!(begun.text().contains(&hint), "{}", begun.text());
    assert!(!begun.text().contains("From the archive"), "{}", begun.text());

    let over = bot.press(bot.ann, &nearly, &last).await;
    assert!(over.text().contains(" · 🔥 2\n"), "{}", over.text());
    let counts = "\n⏳ You began before midnight UTC, so it counts for yesterday.";
    assert!(over.text().contains(counts), "{}", over.text());
    let marks = "✅".repeat(solution(TODAY + 1).len());
    let listed = format!("\n🏅 Solved here: **Ann** 🔥 2 {marks}");
    assert!(over.text().ends_with(&listed), "{}", over.text());
    let shared = bot.press_to_post(bot.ann, over.message(), "Share").await;
    assert!(shared.content.contains(" · 🔥 2\n"), "{}", shared.content);
    let next = daily(&bot, bot.ann).await;
    assert!(next.content.contains("🔥 2 days in a row."), "{}", next.content);
    let next = solve(&bot, bot.ann, &next, &solution(TODAY + 2)).await;
    assert!(next.content.contains(" · 🔥 3\n"), "{}", next.content);
    bot.close().await;
}

#[tokio::test]
async fn a_puzzle_solved_ten_minutes_late_has_no_streak() {
    let bot = TestBot::open("puzzle_late").await;
    let (last, nearly) = nearly_solve_today(&bot, bot.ann, TODAY).await;
    advance_past_midnight(&bot, 10).await;
    let over = bot.press(bot.ann, &nearly, &last).await;
    assert!(over.text().contains("🎉 **Solved!**"), "{}", over.text());
    assert!(!over.text().contains("🔥"), "{}", over.text());
    let late = "\n-# Its day was over, so it doesn’t count for your streak.";
    assert!(over.text().contains(late), "{}", over.text());
    bot.close().await;
}

#[tokio::test]
async fn what_was_begun_after_midnight_does_not_count() {
    let bot = TestBot::open("puzzle_begun_late").await;
    let shown = daily(&bot, bot.ann).await;
    advance_past_midnight(&bot, 1).await;
    let over = solve(&bot, bot.ann, &shown, &solution(TODAY)).await;
    assert!(over.content.contains("🎉 **Solved!**"), "{}", over.content);
    assert!(!over.content.contains("🔥"), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn who_fails_after_midnight_hears_that_the_streak_ends() {
    let bot = TestBot::open("puzzle_grace_failed").await;
    for days in 0..2 {
        solve_today(&bot, bot.ann, TODAY + days).await;
        bot.advance(DAY).await;
    }
    let shown = daily(&bot, bot.ann).await;
    let wrong = other_column(&shown, &solution(TODAY + 2)[0]);
    let begun = bot.press(bot.ann, &shown, &wrong).await.message().clone();
    advance_past_midnight(&bot, 5).await;
    let mut failed = begun;
    for _ in 0..2 {
        let wrong = other_column(&failed, &solution(TODAY + 2)[0]);
        failed = bot.press(bot.ann, &failed, &wrong).await.message().clone();
    }
    assert!(failed.content.contains("\nYour streak of 2 days ends here.\n"), "{}", failed.content);
    bot.close().await;
}

#[tokio::test]
async fn the_solution_waits_while_a_puzzle_still_counts() {
    let bot = TestBot::open("puzzle_grace_solution").await;
    let (_, nearly) = nearly_solve_today(&bot, bot.ann, TODAY).await;
    advance_past_midnight(&bot, 9).await;
    let today = daily(&bot, bot.ann).await;
    assert!(today.button("Yesterday’s solution").is_none(), "{today:?}");
    let begun = bot.press(bot.ann, &today, "Previous").await;
    assert!(begun.message().button("Solution").is_none(), "{begun:?}");
    let forged = bot.press_custom_id(bot.ann, &nearly, "d7:260:0:3").await;
    TestBot::assert_refused(&forged, "You can still solve yesterday’s puzzle until <t:");
    let other = daily(&bot, bot.ben).await;
    let solution = bot.press(bot.ben, &other, "Yesterday’s solution").await;
    assert!(solution.text().starts_with("💡 **Fourfall #260**: the solution"), "{solution:?}");
    bot.advance(Duration::from_mins(1)).await;
    let today = daily(&bot, bot.ann).await;
    let solution = bot.press(bot.ann, &today, "Yesterday’s solution").await;
    assert!(solution.text().starts_with("💡 **Fourfall #260**: the solution"), "{solution:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_press_just_before_midnight_counts_for_its_day() {
    let bot = TestBot::open("puzzle_midnight").await;
    let shown = daily(&bot, bot.ann).await;
    let columns = solution(TODAY);
    let (last, first) = columns.split_last().unwrap();
    let nearly = solve(&bot, bot.ann, &shown, first).await;
    let midnight = bot.clock.now().midnight().after(DAY);
    bot.advance(midnight.since(bot.clock.now()).saturating_sub(Duration::from_secs(1))).await;
    let press = bot.discord.prepare_press(bot.ann, &nearly, &custom_id_of(&nearly, last));
    bot.clock.advance(Duration::from_secs(2));
    bot.discord.redeliver(press);
    let solved = async || bot.database.sql().await.number(SOLVED_ON_ITS_DAY).await == 1;
    wait_until_async("the press counts", solved).await;
    bot.close().await;
}

const SOLVED_ON_ITS_DAY: &str =
    "SELECT count(*) FROM puzzle_attempt WHERE solved_at IS NOT NULL AND streak = 1";

#[tokio::test]
async fn the_archive_has_earlier_puzzles_without_a_streak() {
    let bot = TestBot::open("puzzle_archive").await;
    let today = daily(&bot, bot.ann).await;
    let yesterday = bot.command(bot.ann, "daily", json!({ "number": "259" })).await;
    let yesterday = yesterday.message().clone();
    assert!(yesterday.content.starts_with("🧩 **Fourfall #259** "), "{}", yesterday.content);
    assert!(yesterday.content.contains("-# From the archive: "), "{}", yesterday.content);
    let over = solve(&bot, bot.ann, &yesterday, &solution(TODAY - 1)).await;
    let result = format!("\n{}\n", "✅".repeat(solution(TODAY - 1).len()));
    assert!(over.content.contains(&result) && !over.content.contains("🔥"), "{}", over.content);
    let earlier = bot.press(bot.ann, &over, "Previous").await;
    assert!(earlier.text().starts_with("🧩 **Fourfall #258** "), "{}", earlier.text());
    let later = bot.press(bot.ann, &over, "Next").await;
    assert_eq!(later.text(), today.content);
    let first = bot.command(bot.ann, "daily", json!({ "number": "#1" })).await.message().clone();
    assert!(first.content.starts_with("🧩 **Fourfall #1** "), "{}", first.content);
    assert!(first.button("Previous").unwrap().disabled);
    for number in ["261", "0", "-1", "next", "99999999999"] {
        let refused = bot.command(bot.ann, "daily", json!({ "number": number })).await;
        TestBot::assert_refused(&refused, "They go from 1 to 260");
    }
    let future = bot.press_custom_id(bot.ann, &first, "d2:261").await;
    TestBot::assert_refused(&future, "They go from 1 to 260");
    bot.close().await;
}

/// The lines of a solution below its title and its board: the moves, and a reason.
fn turns(solution: &str) -> impl Iterator<Item = &str> {
    solution.lines().skip(9)
}

#[tokio::test]
async fn the_solution_of_today_is_for_those_who_have_tried() {
    let bot = TestBot::open("puzzle_solution").await;
    let today = daily(&bot, bot.ann).await;
    assert!(today.button("Solution").is_none(), "{:?}", today.labels());
    let refused = bot.press_custom_id(bot.ann, &today, "d5:260").await;
    TestBot::assert_refused(&refused, "Try today’s puzzle first: `/daily`.");
    let yesterday = bot.press(bot.ann, &today, "Yesterday’s solution").await;
    let title = "💡 **Fourfall #259**: the solution\n";
    assert!(yesterday.is_ephemeral() && yesterday.text().starts_with(title), "{yesterday:?}");
    let [moves, reason] = turns(yesterday.text()).collect::<Vec<_>>()[..] else {
        panic!("{}", yesterday.text());
    };
    let columns: Vec<String> =
        puzzle(TODAY - 1).solution().iter().map(ToString::to_string).collect();
    let written = moves.replace(['🔴', '🟡', '*', ' '], "");
    assert_eq!(written, columns.concat(), "{moves}");
    assert!(reason.ends_with("up to two threats at once."), "{reason}");
    bot.close().await;
}

/// The moves in bold, which are those of the turn on the board.
fn moves_in_bold(solution: &Message) -> &str {
    turns(&solution.content).next().unwrap().split("**").nth(1).unwrap()
}

#[tokio::test]
async fn a_solution_is_shown_move_by_move() {
    let bot = TestBot::open("puzzle_steps").await;
    let today = daily(&bot, bot.ann).await;
    let shown = bot.press(bot.ann, &today, "Yesterday’s solution").await.message().clone();
    let moves = puzzle(TODAY - 1).solution().to_vec();
    let board = |message: &Message| message.content.lines().take(8).collect::<String>();
    let discs = |message: &Message| board(message).matches(['🔴', '🟡', '🟥', '🟨']).count();
    let (start, mut step) = (discs(&shown), shown.clone());
    assert!(shown.content.contains('✅'), "the winning column is marked: {}", shown.content);
    for number in 1..=moves.len() {
        let next = bot.press(bot.ann, &step, "Next").await;
        assert!(next.is_update(), "{next:?}");
        step = next.message().clone();
        assert_eq!(discs(&step), start + number, "{}", step.content);
        let turn = moves.chunks(2).nth(number.min(moves.len() - 1) / 2).unwrap();
        let columns: Vec<String> = turn.iter().map(ToString::to_string).collect();
        let bold = moves_in_bold(&step).replace(['🔴', '🟡', ' '], "");
        assert_eq!(bold, columns.concat(), "{}", step.content);
    }
    assert!(step.button("Next").unwrap().disabled && !step.content.contains('✅'), "{step:?}");
    let first = bot.press(bot.ann, &step, "Start").await;
    assert_eq!(first.text(), shown.content);
    let forged = bot.press_custom_id(bot.ann, &step, "d7:260:0:3").await;
    TestBot::assert_refused(&forged, "Try today’s puzzle first: `/daily`.");
    let far = bot.press_custom_id(bot.ann, &step, "d7:259:255:3").await;
    assert_eq!(discs(far.message()), start + moves.len());
    bot.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presses_at_once_count_as_one_try() {
    let bot = TestBot::open("puzzle_race").await;
    let shown = daily(&bot, bot.ann).await;
    let wrong = custom_id_of(&shown, &other_column(&shown, &solution(TODAY)[0]));
    let presses = (0..10).map(|_| bot.press_custom_id(bot.ann, &shown, &wrong));
    let results: Vec<ActionResult> = join_all(presses).await;
    assert!(results.iter().all(|it| it.is_update()), "{results:?}");
    let after = daily(&bot, bot.ann).await;
    assert!(after.content.contains("❤️❤️💔"), "{}", after.content);

    let over = solve(&bot, bot.ann, &after, &solution(TODAY)).await;
    bot.advance(DAY).await;
    let next = daily(&bot, bot.ann).await;
    let columns = solution(TODAY + 1);
    let (last, rest) = columns.split_last().unwrap();
    let nearly = solve(&bot, bot.ann, &next, rest).await;
    let winning = custom_id_of(&nearly, last);
    join_all((0..10).map(|_| bot.press_custom_id(bot.ann, &nearly, &winning))).await;
    let solved = daily(&bot, bot.ann).await;
    assert!(over.content.contains("🔥 1\n") && solved.content.contains("🔥 2\n"));
    let mut sql = bot.database.sql().await;
    let tries = sql.number("SELECT sum(length(tries)) FROM puzzle_attempt").await;
    let all = 1 + solution(TODAY).len() + columns.len();
    assert_eq!(tries, i64::try_from(all).unwrap());
    bot.close().await;
}

#[tokio::test]
async fn puzzles_are_exported_and_deleted() {
    let bot = TestBot::open("puzzle_data").await;
    solve_today(&bot, bot.ann, TODAY).await;
    let data = bot.export(bot.ann).await;
    let attempt = &data["puzzle_attempt"][0];
    assert_eq!(attempt["puzzle"], TODAY, "{data}");
    assert_eq!(attempt["tries"], solution(TODAY).concat(), "{data}");
    assert_eq!(data["puzzle_solver"][0]["puzzle"], TODAY, "{data}");
    bot.delete_data(bot.ann).await;
    let mut sql = bot.database.sql().await;
    let rows = "SELECT (SELECT count(*) FROM puzzle_attempt) + \
                (SELECT count(*) FROM puzzle_solver) + (SELECT count(*) FROM player)";
    assert_eq!(sql.number(rows).await, 0);
    let fresh = daily(&bot, bot.ann).await;
    assert!(fresh.content.contains("❤️❤️❤️") && !fresh.content.contains('🏅'));
    bot.close().await;
}

#[tokio::test]
async fn a_deletion_gives_no_new_lives() {
    let bot = TestBot::open("puzzle_deletion").await;
    let right = solution(TODAY)[0].clone();
    let message = daily(&bot, bot.ann).await;
    bot.press(bot.ann, &message, &other_column(&message, &right)).await;
    bot.delete_data(bot.ann).await;
    let message = daily(&bot, bot.ann).await;
    assert!(message.content.contains("❤️❤️💔"), "{}", message.content);
    let tried = bot.press(bot.ann, &message, &other_column(&message, &right)).await;
    assert!(tried.text().contains("❤️💔💔"), "{}", tried.text());
    bot.delete_data(bot.ann).await;
    let message = daily(&bot, bot.ann).await;
    assert!(message.content.contains("❤️💔💔"), "{}", message.content);
    let solved = solve(&bot, bot.ann, &message, &solution(TODAY)).await;
    assert!(solved.content.contains("🔥 1"), "{}", solved.content);
    bot.advance(DAY).await;
    let mut sql = bot.database.sql().await;
    let kept = async || sql.number("SELECT count(*) FROM kept_limit").await == 0;
    wait_until_async("nothing is kept", kept).await;
    bot.close().await;
}
