//! Training with one's own mistakes.

mod earlier_grades;
mod reviews;

use std::time::Duration;

use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Level, Outcome, Score};
use fake_discord::{ActionResult, Message, UserId};
use fourfall::computer::{SearchBackend, SearchBackendFactory};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, wait_until_async};

const DAY: Duration = Duration::from_hours(24);

/// Gives each of the open columns this outcome.
struct ScoredBackend(fn(Column, &[Column]) -> Outcome);

impl SearchBackend for ScoredBackend {
    fn choose(&mut self, board: &Board, _: Level, _: u64) -> Option<Column> {
        board.open_columns().next()
    }

    fn advise(&mut self, _: &Board) -> Option<Advice> {
        None
    }

    fn evaluate(&mut self, board: &Board, _: &CancelToken) -> Option<ColumnScores> {
        let mut scores = [None; Column::MAX as usize];
        let open: Vec<Column> = board.open_columns().collect();
        for column in &open {
            scores[usize::from(column.index())] = Some(score(board, self.0(*column, &open)));
        }
        Some(scores)
    }
}

fn score(board: &Board, outcome: Outcome) -> Score {
    let empty = i8::try_from(42 - board.plies()).unwrap();
    Score::new(match outcome {
        Outcome::Win { moves } => (empty + 1) / 2 + 1 - i8::try_from(moves).unwrap(),
        Outcome::Draw => 0,
        Outcome::Loss { moves } => i8::try_from(moves).unwrap() - empty / 2 - 1,
    })
}

/// The last open column wins in five, the one before it in six, the first one loses in two, and
/// all others draw.
fn simple_outcome(column: Column, open: &[Column]) -> Outcome {
    match open {
        [.., last] if *last == column => Outcome::Win { moves: 5 },
        [.., later, _] if *later == column => Outcome::Win { moves: 6 },
        [first, ..] if *first == column => Outcome::Loss { moves: 2 },
        _ => Outcome::Draw,
    }
}

/// Column 4 loses, and all others draw.
fn one_losing_outcome(column: Column, _: &[Column]) -> Outcome {
    if column.number() == 4 { Outcome::Loss { moves: 2 } } else { Outcome::Draw }
}

fn simple_backend() -> SearchBackendFactory {
    SearchBackendFactory::new(|| ScoredBackend(simple_outcome))
}

/// Ann is listed, so that her first win brings no question, which may meet a turned clock.
async fn open(name: &str) -> TestBot {
    let bot = TestBot::builder(name).backends(simple_backend()).open().await;
    bot.set_listed(bot.ann, true).await;
    bot
}

/// In her third move Ann gives a win away for a draw. Ben does so in his last one, and gives it
/// away for a loss in those before.
const MOVES: &str = "717141727";

/// Plays a game that Ann wins. Returns its final board.
async fn play(bot: &TestBot) -> Message {
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, MOVES).await
}

/// A game that Ann wins, other than those of other columns. She gives a win away for a draw in
/// her third move.
fn moves_with(column: u8) -> String {
    let other = if column == 6 { 1 } else { 6 };
    format!("7{column}7{column}4{column}7{other}7")
}

/// Plays such a game, and has it reviewed.
async fn play_and_review_with(bot: &TestBot, column: u8) {
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, &moves_with(column)).await;
    let review = bot.press(bot.cleo, &over, "Review").await;
    assert!(review.text().starts_with("🔍 **Review** of "), "{review:?}");
}

/// Plays a game, and has it reviewed.
async fn play_and_review(bot: &TestBot) {
    let over = play(bot).await;
    let review = bot.press(bot.cleo, &over, "Review").await;
    assert!(review.text().starts_with("🔍 **Review** of "), "{review:?}");
}

async fn train(bot: &TestBot, user: UserId) -> Message {
    let response = bot.command(user, "train", json!({})).await;
    assert!(response.is_new() && response.is_ephemeral(), "{response:?}");
    response.message().clone()
}

/// Presses a button of a message of Ann's training.
async fn press(bot: &TestBot, message: &Message, label: &str) -> Message {
    let response = bot.press(bot.ann, message, label).await;
    assert!(response.is_update(), "{response:?}");
    response.message().clone()
}

const TITLE: &str = "🎯 Your game against **Ben**, <t:1790000000:d>\n";

/// The board before Ann's third move.
const BEFORE: &str = "\
🔽2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🟡🔵🔵🔵🔵🔵🔴
🟡🔵🔵🔵🔵🔵🔴

";

const QUESTION: &str = "🔴 Your move. There’s a win here that you missed: which column?";

const NOTHING: &str = "🎉 Nothing left to train for now.";

const NO_GAMES: &str = "🎯 Play a game first. When it’s over, the positions in which you made \
                        a mistake turn up here.";

/// Ann's third move and the best answer to it.
const ANSWER: &str = "\
1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣✅
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🟡
🟡🔵🔵🔵🔵🔵🔴
🟡🔵🔵🔴🔵🔵🔴

";

const BOARD: &str = "-# On the board: your move in the game, and the best answer to it.\n";

const RIGHT: &str = "✅ **Right!** Best: column 7. Column 6 is good as well.\n";

const WRONG: &str = "❌ **Not this time.**";

const TRIED_BEFORE: &str = "\nYou had tried it before, and that try counts.\n";

const DONE: &str = "✅ This position is done.";

const PLAYED: &str = "In the game you played column 4. There was a win in 5 moves. \
                      The best answer to it is column 7.";

#[tokio::test]
async fn a_mistake_of_a_reviewed_game_is_shown_and_solved() {
    let bot = open("training").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    assert_eq!(shown.content, format!("{TITLE}{BEFORE}{QUESTION}"));
    assert_eq!(shown.labels(), ["1", "2", "3", "4", "5", "6", "7"]);
    let right = press(&bot, &shown, "7").await;
    let week = "\n-# In the last 7 days: 1 solved";
    assert_eq!(right.content, format!("{TITLE}{ANSWER}{BOARD}{RIGHT}{PLAYED}\n{DONE}{week}"));
    let nothing = press(&bot, &right, "Next").await;
    assert!(
        nothing.content.starts_with(NOTHING) && nothing.labels() == ["Daily puzzle", "Look again"]
    );
    assert!(nothing.content.ends_with(&format!("and all earlier ones.{week}")));
    let daily = bot.press(bot.ann, &nothing, "Daily puzzle").await;
    assert!(daily.is_update() && daily.text().starts_with("🧩"), "{daily:?}");
    bot.advance(30 * DAY).await;
    assert!(train(&bot, bot.ann).await.content.starts_with(NOTHING), "it is done");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn every_column_that_loses_next_to_nothing_is_right() {
    let bot = open("training_right").await;
    let columns = [("6", "✅"), ("7", "✅"), ("1", "❌"), ("5", "❌"), ("4", "❌")];
    for (game, (column, start)) in (1..).zip(columns) {
        play_and_review_with(&bot, game).await;
        let shown = train(&bot, bot.ann).await;
        let tried = press(&bot, &shown, column).await;
        let verdict = tried.content.lines().find(|it| it.contains("Best: column 7.")).unwrap();
        assert!(verdict.starts_with(start), "{column}: {verdict}");
    }
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn a_wrong_column_says_what_is_wrong_with_it() {
    let bot = open("training_tried").await;
    let columns = [
        ("1", "❌ **Not this time.** Column 1: **Ben** can then win in 2 moves. Best: column 7."),
        ("2", "❌ **Not this time.** Best: column 7."),
        ("4", "❌ **Not this time.** Best: column 7."),
    ];
    for (game, (column, verdict)) in (1..).zip(columns) {
        play_and_review_with(&bot, game).await;
        let shown = train(&bot, bot.ann).await;
        let tried = press(&bot, &shown, column).await;
        assert!(tried.content.contains(verdict), "{}", tried.content);
        assert!(tried.content.contains(PLAYED), "{}", tried.content);
    }
    bot.close().await;
}

#[tokio::test]
async fn a_failed_position_comes_again_after_1_3_and_7_days() {
    let bot = open("training_repetitions").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    let mut tried = press(&bot, &shown, "1").await;
    let verdict = "❌ **Not this time.** Column 1: **Ben** can then win in 2 moves. Best: column 7. Column 6 is good as well.";
    assert!(tried.content.contains(verdict), "{}", tried.content);
    for (days, solved) in [(1, 1), (3, 2), (7, 3)] {
        let due = (bot.clock.now().after(days * DAY)).seconds();
        let again = format!("\n🔁 This position comes back on <t:{due}:d>.");
        assert!(tried.content.contains(&again), "{}", tried.content);
        let nothing = press(&bot, &tried, "Next").await;
        let next = format!("\n🔁 Your next position comes on <t:{due}:d>.\n");
        assert!(nothing.content.contains(&next), "{}", nothing.content);
        bot.advance((days * DAY).saturating_sub(Duration::from_secs(1))).await;
        assert!(train(&bot, bot.ann).await.content.starts_with(NOTHING));
        bot.advance(Duration::from_secs(1)).await;
        let shown = train(&bot, bot.ann).await;
        assert_eq!(shown.content, format!("{TITLE}{BEFORE}{QUESTION}"));
        tried = press(&bot, &shown, "7").await;
        // Those of the week before do not count.
        let count = if days == 7 { 1 } else { solved };
        let week =
            format!("\n-# In the last 7 days: {count} solved, {count} of them missed before");
        assert!(tried.content.ends_with(&week), "{}", tried.content);
        bot.assert_consistent().await;
    }
    assert!(tried.content.contains(DONE) && !tried.content.contains('🔁'), "{}", tried.content);
    assert!(press(&bot, &tried, "Next").await.content.starts_with(NOTHING));
    bot.close().await;
}

#[tokio::test]
async fn one_losing_column_is_named_instead_of_six_good_ones() {
    let backends = SearchBackendFactory::new(|| ScoredBackend(one_losing_outcome));
    let bot = TestBot::builder("training_exceptions").backends(backends).open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "71714").await;
    let over = bot.resign(bot.ann, &board).await;
    let review = bot.press(bot.ann, &over, "Review").await;
    assert!(review.text().ends_with("\nBetter: anything but column 4."), "{}", review.text());
    let shown = train(&bot, bot.ann).await;
    let tried = press(&bot, &shown, "4").await;
    let verdict = "❌ **Not this time.** Best: anything but column 4.\n";
    assert!(tried.content.contains(verdict), "{}", tried.content);
    bot.close().await;
}

#[tokio::test]
async fn two_presses_at_once_count_once() {
    let bot = open("training_twice").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    let columns = ["7", "1", "7", "1"];
    let press_all = columns.map(|column| bot.press(bot.ann, &shown, column));
    let responses: Vec<ActionResult> = futures_util::future::join_all(press_all).await;
    let mut sql = bot.database.sql().await;
    let solved = "SELECT count(*) FROM training_try WHERE solved = 1";
    let counted = if sql.number(solved).await == 1 { "7" } else { "1" };
    for (response, column) in responses.iter().zip(columns) {
        let verdict = if column == "7" { RIGHT } else { WRONG };
        assert!(response.is_update() && response.text().contains(verdict), "{response:?}");
        assert_eq!(response.text().contains(TRIED_BEFORE), column != counted, "{response:?}");
    }
    assert_eq!(sql.number("SELECT tries FROM training_position").await, 1);
    assert_eq!(sql.number("SELECT count(*) FROM training_try").await, 1);
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn an_older_message_judges_the_column_tried_there() {
    let bot = open("training_messages").await;
    play_and_review(&bot).await;
    let [older, newer] = [train(&bot, bot.ann).await, train(&bot, bot.ann).await];
    let failed = press(&bot, &newer, "1").await;
    assert!(failed.content.contains(WRONG) && !failed.content.contains(TRIED_BEFORE));
    let right = press(&bot, &older, "7").await;
    assert!(right.content.contains(RIGHT) && !right.content.contains(WRONG), "{right:?}");
    assert!(right.content.contains(TRIED_BEFORE), "{}", right.content);
    assert!(right.content.contains("\n🔁 This position comes back on "), "{}", right.content);
    bot.advance(DAY).await;
    let again = bot.press_custom_id(bot.ann, &older, &custom_id_of(&older, "7")).await;
    assert!(again.text().ends_with(QUESTION), "it is due again: {}", again.text());
    bot.close().await;
}

#[tokio::test]
async fn nobody_can_try_the_positions_of_others() {
    let bot = open("training_forged").await;
    play_and_review(&bot).await;
    train(&bot, bot.ann).await;
    let help = bot.command(bot.cleo, "help", json!({})).await.message().clone();
    for forged in ["y2:1:4:0:7", "y2:1:5:0:7", "y2:9:4:0:7"] {
        let response = bot.press_custom_id(bot.cleo, &help, forged).await;
        assert!(response.text().starts_with(NO_GAMES), "{forged}: {}", response.text());
    }
    let help = bot.command(bot.ann, "help", json!({})).await.message().clone();
    for forged in ["y2:1:4:1:7", "y2:1:4:0:9"] {
        let response = bot.press_custom_id(bot.ann, &help, forged).await;
        assert!(response.text().ends_with(QUESTION), "{forged}: {}", response.text());
    }
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number("SELECT count(*) FROM training_position").await, 1);
    assert_eq!(sql.number("SELECT tries FROM training_position").await, 0);
    bot.close().await;
}

#[tokio::test]
async fn old_tries_are_deleted() {
    let bot = open("training_clean_up").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "7").await;
    bot.advance(14 * DAY).await;
    let mut sql = bot.database.sql().await;
    let tries = "SELECT count(*) FROM training_try";
    wait_until_async("the try is deleted", async || sql.number(tries).await == 0).await;
    assert_eq!(sql.number("SELECT tries FROM training_position").await, 1);
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn training_is_exported_and_deleted_with_its_player() {
    let bot = open("training_privacy").await;
    play_and_review(&bot).await;
    for user in [bot.ann, bot.ben] {
        train(&bot, user).await;
    }
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "7").await;
    let all = bot.export(bot.ann).await;
    assert_eq!(all["training_game"].as_array().unwrap().len(), 1);
    assert_eq!(all["training_position"][0]["tries"], 1);
    assert_eq!(all["training_try"][0]["solved"], 1);

    bot.delete_data(bot.ann).await;
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number("SELECT count(*) FROM training_try").await, 0);
    assert_eq!(sql.number("SELECT count(*) FROM training_game").await, 1, "Ben's stays");
    assert_eq!(sql.number("SELECT count(*) FROM training_position").await, 1);
    let shown = train(&bot, bot.ben).await;
    assert!(shown.content.starts_with("🎯 Your game against **a deleted player**, "));
    bot.assert_consistent().await;
    bot.close().await;
}
