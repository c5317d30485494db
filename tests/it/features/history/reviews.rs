//! Reviews of finished games.

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Engine, Level};
use fake_discord::{ActionResult, Message, MessageEvent, UserId};
use fourfall::computer::{SearchBackend, SearchBackendFactory};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::support::{TestBot, custom_id_of, scripted_search, wait_until};

/// Plays a game that Ben resigns. Returns its final board.
pub(super) async fn finished(bot: &TestBot) -> Message {
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4443216").await;
    let asked = bot.press(bot.ben, &board, "Resign").await;
    bot.really_resign(bot.ben, &asked, &board).await
}

#[tokio::test]
async fn a_review_grades_every_move_and_is_saved() {
    let bot = TestBot::open("review").await;
    let over = finished(&bot).await;
    let mut events = bot.discord.events();
    let response = bot.press(bot.ann, &over, "Review").await;
    assert!(response.is_ephemeral(), "{response:?}");
    let mut review = response.message().clone();
    while !review.content.starts_with("🔍 **Review** of 🔴 **Ann** vs 🟡 **Ben**") {
        assert!(review.content.starts_with("🔍"), "{}", review.content);
        // The bot shows progress at most once a second of its clock.
        bot.advance(Duration::from_secs(1)).await;
        let edited =
            |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == review.id);
        review = events.next_where(edited).await.into_message().unwrap().clone();
    }
    let text = &review.content;
    assert!(text.contains("\n🔴 **Ann**: ") && text.contains("% accurate · "), "{text}");
    let gave_up = "\n🏳️ It was still an even game when **Ben** resigned.";
    assert!(text.ends_with(gave_up), "{text}");
    let again = bot.review(bot.ben, bot.channel, bot.ben, 1).await;
    assert!(again.text().ends_with(gave_up), "the review is stored: {}", again.text());
    bot.close().await;
}

#[tokio::test]
async fn a_review_is_read_like_a_book() {
    let bot = TestBot::open("review_book").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    // Ben takes no notice of three in a column.
    let over = bot.play_moves(&board, "4141424").await;
    let summary = review_of(&bot, &over).await;
    let title = "🔍 **Review** of 🔴 **Ann** vs 🟡 **Ben**";
    let block = "Move 6 of 7: **Ben** played column 2. ❌ Blunder\nMissed block: column 4 was open, \
                 and **Ann** had three in a column.";
    let course = "\n-# How it went for 🔴 **Ann**:\n▅▅▅▅▆❗██\n";
    let text = &summary.content;
    assert!(text.starts_with(title) && text.contains(course), "{text}");
    assert!(text.ends_with(&format!("\n❗ **Turning point** · {block}")), "{text}");
    assert!(text.contains('✅'), "the better column is marked: {text}");
    assert_eq!(course_of(&bot, bot.ben, &over).await, "▄▄▄▄▃❗▁▁", "for Ben");

    let shows = |page: &Message, number: u32| {
        let shown = page.content.contains(&format!("\nMove {number} of 7: "));
        assert!(shown && !page.content.contains(title), "{number}: {}", page.content);
    };
    let press =
        async |page: &Message, label: &str| bot.press(bot.ann, page, label).await.message().clone();
    shows(&press(&summary, "Next").await, 7);
    shows(&press(&summary, "Back").await, 5);
    let last = press(&summary, "End").await;
    shows(&last, 7);
    assert!(last.button("Next").unwrap().disabled && last.button("End").unwrap().disabled);
    let there = press(&summary, "Turning point").await;
    assert!(there.content.ends_with(&format!("\n{block}")), "{}", there.content);
    assert!(there.button("Turning point").unwrap().disabled, "it is shown");
    let first = press(&there, "Start").await;
    shows(&first, 1);
    assert!(first.button("Start").unwrap().disabled);
    shows(&press(&first, "Next").await, 2);
    assert_eq!(press(&first, "Back").await.content, *text);
    bot.close().await;
}

#[tokio::test]
async fn a_draw_turned_where_a_won_game_was_given_up() {
    let bot = TestBot::open("review_draw").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "543564344433455533251222266771666177711217").await;
    let review = review_of(&bot, &over).await;
    let told = "\n❗ **Turning point** · Move 28 of 42: **Ben** played column 7. ⁉️ Inaccuracy\n\
                There was a win in 6 moves. The disc fills the square right below a winning one, which \
                **Ann** can now block.\nBetter: anything but column 7.";
    assert!(review.content.ends_with(told), "{}", review.content);
    let end = bot.press(bot.ann, &review, "End").await;
    let forced = "Move 42 of 42: **Ben** played column 7. ⭐ Best";
    assert!(end.text().ends_with(forced), "there was no other column: {}", end.text());
    bot.close().await;
}

#[tokio::test]
async fn the_course_of_a_long_game_fits_a_phone() {
    let bot = TestBot::builder("review_long").backends(scripted_search("")).open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "222222444444666666111111").await;
    let over = bot.resign(bot.ben, &over).await;
    review_of(&bot, &over).await;
    let course = course_of(&bot, bot.cleo, &over).await;
    let blocks = course.chars().filter(|it| *it != '❗').count();
    assert_eq!(blocks, 12, "one for two moves: {course}");
    let review = press_review(&bot, bot.cleo, &over).await;
    assert!(review.text().contains("\n-# How it went for 🔴 **Ann**:\n"), "{review:?}");
    let first = bot.press(bot.cleo, review.message(), "Start").await;
    assert!(first.text().contains("\nMove 1 of 24: "), "{}", first.text());
    let summary = bot.press(bot.cleo, first.message(), "Summary").await;
    assert_eq!(summary.text(), review.text());
    bot.close().await;
}

#[tokio::test]
async fn a_win_on_top_of_a_disc_is_told_once() {
    let bot = TestBot::open("review_above").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    // Ann has three in the second row, and Ben drops in the gap below.
    let over = bot.play_moves(&board, "522337544").await;
    let review = review_of(&bot, &over).await;
    let told = "Move 8 of 9: **Ben** played column 4. ❌ Blunder\n\
                **Ann** then wins right on top of it.\nBetter: ";
    assert!(review.content.contains(told), "{}", review.content);
    bot.close().await;
}

/// The blocks of a stored review.
async fn course_of(bot: &TestBot, user: UserId, over: &Message) -> String {
    let review = press_review(bot, user, over).await;
    let is_blocks = |line: &&str| line.chars().all(|it| "▁▂▃▄▅▆▇█❗".contains(it));
    review.text().lines().find(is_blocks).unwrap().to_owned()
}

#[tokio::test]
async fn games_on_the_small_board_are_reviewed() {
    let bot = TestBot::open("review_small").await;
    let options = json!({ "opponent": bot.ben, "first": "me", "board": "6x5" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    let over = bot.play_moves(&board, "1212121").await;
    assert_eq!(over.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    let replay = bot.press(bot.cleo, &over, "Replay").await;
    assert!(replay.message().button("Review").is_some());
    let review = review_of(&bot, &over).await;
    let turning_point = "\n❗ **Turning point** · Move 6 of 7: **Ben** played column 2. ❌ Blunder\n\
                         Missed block: column 1 was open, and **Ann** had three in a column.";
    assert!(review.content.contains(turning_point), "{}", review.content);
    let next = bot.press(bot.ann, &review, "Next").await;
    let won = "Move 7 of 7: **Ann** played column 1. ⭐ Best";
    assert!(next.text().ends_with(won), "the move after the turning point: {}", next.text());
    let end = bot.press(bot.ann, &review, "End").await;
    assert_eq!(end.text(), next.text());
    let by_menu = bot.discord.message_command(bot.cleo, &over, "Review").await;
    assert_eq!(by_menu.text(), review.content, "the review is stored");
    bot.close().await;
}

/// Presses *Review*, and waits for the end of the review.
async fn review_of(bot: &TestBot, over: &Message) -> Message {
    let shown = press_review(bot, bot.ann, over).await.message().clone();
    let is_done = || bot.current(&shown).content.starts_with("🔍 **Review** of");
    wait_until("the review is done", is_done).await;
    bot.current(&shown)
}

#[tokio::test]
async fn a_losing_move_is_one_whatever_the_end() {
    let bot = TestBot::open("review_time").await;
    let board = bot.start_timed_game("5 minutes").await;
    // Column 3 would have stopped two open ends.
    bot.play_moves(&board, "4451").await;
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_for_timeout(&board).await;
    let over = bot.current(&board);
    let review = review_of(&bot, &over).await;
    let late = "\n⌛ **Ann** was winning when time ran out.";
    assert!(review.content.ends_with(late), "{}", review.content);
    let end = bot.press(bot.ann, &review, "End").await;
    let why = "❌ Blunder\n**Ann** can then win in 2 moves. The answer in column 3 makes two threats at \
               once.\nBetter: column 3";
    assert!(end.text().contains(why), "{}", end.text());
    bot.close().await;
}

/// What a review says of each move.
async fn remarks(bot: &TestBot, review: &Message, moves: usize) -> Vec<String> {
    let below_board = |text: &str| text[text.rfind("\nMove ").unwrap() + 1..].to_owned();
    let mut remarks = Vec::new();
    for ply in 1..=moves {
        let custom_id = custom_id_of(review, "Next").replace(":0:3", &format!(":{ply}"));
        let shown = bot.press_custom_id(bot.ann, review, &custom_id).await;
        remarks.push(below_board(shown.text()));
    }
    remarks
}

#[tokio::test]
async fn a_missed_block_and_a_missed_win_are_called_so() {
    let bot = TestBot::open("review_missed").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    // Ben ignores three in a row, Ann overlooks it, and wins at last.
    let over = bot.play_moves(&board, "41424554").await;
    let over = bot.resign(bot.ben, &over).await;
    let review = review_of(&bot, &over).await;
    let remarks = remarks(&bot, &review, 8).await;
    let block = "Move 6 of 8: **Ben** played column 5. ❌ Blunder\nMissed block: column 4 was \
                 open, and **Ann** had three in a column.";
    let win = "Move 7 of 8: **Ann** played column 5. ❓ Mistake\nMissed win: column 4 was open, \
               with three in a column.";
    let blocked =
        "Move 8 of 8: **Ben** played column 4. ⭐ Best\nIt blocks: **Ann** would win there.";
    assert_eq!(remarks[5..], [block, win, blocked]);
    bot.close().await;
}

#[tokio::test]
async fn a_good_move_is_not_called_a_missed_win() {
    let bot = TestBot::open("review_good").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    // Ann could win at once, but still wins after her next move.
    let over = bot.play_moves(&board, "4152614").await;
    let over = bot.resign(bot.ben, &over).await;
    let review = review_of(&bot, &over).await;
    let end = bot.press(bot.ann, &review, "End").await;
    let good = "Move 7 of 7: **Ann** played column 4. 👍 Good\n\
                It makes two threats at once, in columns 3 and 7.";
    assert!(end.text().ends_with(good), "{}", end.text());
    bot.close().await;
}

#[tokio::test]
async fn a_won_position_that_was_drawn_is_mentioned() {
    let bot = TestBot::open("review_agreed").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    // Two open ends decide it.
    let board = bot.play_moves(&board, "4455").await;
    let offered = bot.press(bot.ben, &board, "Offer draw").await.message().clone();
    let over = bot.press(bot.ann, &offered, "Accept").await.message().clone();
    let review = review_of(&bot, &over).await;
    let agreed = "\n🤝 **Ann** was winning when both agreed to a draw.";
    assert!(review.content.ends_with(agreed), "that decided it: {}", review.content);
    bot.close().await;
}

/// What an evaluation of a [`GatedBackend`] has come to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Evaluation {
    /// On a board with so many discs.
    Started(u32),
    Cancelled,
}

/// Evaluates a position for each permit from the test.
struct GatedBackend {
    events: UnboundedSender<Evaluation>,
    permits: Arc<Mutex<mpsc::Receiver<()>>>,
    engine: Engine,
}

impl GatedBackend {
    /// Waits for a permit. Returns `None` if there will be none, or if it is cancelled first.
    fn wait_for_permit(&self, cancel: &CancelToken) -> Option<()> {
        let permits = self.permits.lock().ok()?;
        loop {
            match permits.recv_timeout(Duration::from_millis(1)) {
                Ok(()) => return Some(()),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => {
                    self.events.send(Evaluation::Cancelled).ok();
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl SearchBackend for GatedBackend {
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        self.engine.choose(board, level, seed)
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        self.engine.advise(board)
    }

    fn evaluate(&mut self, board: &Board, cancel: &CancelToken) -> Option<ColumnScores> {
        self.events.send(Evaluation::Started(board.plies())).ok()?;
        self.wait_for_permit(cancel)?;
        self.engine.evaluate(board, cancel)
    }
}

/// Backends that evaluate a position for each permit that is sent, and what tells that
/// an evaluation has started or was cancelled.
pub(super) fn gated_search()
-> (SearchBackendFactory, mpsc::Sender<()>, UnboundedReceiver<Evaluation>) {
    let (events, evaluations) = unbounded_channel();
    let (permit, permits) = mpsc::channel();
    let permits = Arc::new(Mutex::new(permits));
    let backends = SearchBackendFactory::new(move || GatedBackend {
        events: events.clone(),
        permits: Arc::clone(&permits),
        engine: Engine::new(),
    });
    (backends, permit, evaluations)
}

#[tokio::test]
async fn review_progress_updates_at_most_once_a_second() {
    let (backends, permit, mut evaluations) = gated_search();
    let bot = TestBot::builder("review_progress").backends(backends).open().await;
    let over = finished(&bot).await;
    let (response, ()) = tokio::join!(bot.press(bot.ann, &over, "Review"), async {
        evaluations.recv().await.unwrap();
        bot.advance(Duration::from_secs(2)).await;
    });
    let none = format!("🔍 Going through the game: {} 0 of 7 moves", "⬜".repeat(10));
    assert_eq!(response.text(), none);
    let shown = response.message().clone();
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == shown.id);
    let mut events = bot.discord.events();
    for (done, full) in [(2, 2), (4, 5)] {
        for _ in 0..2 {
            permit.send(()).unwrap();
            evaluations.recv().await.unwrap();
            bot.advance(Duration::from_millis(500)).await;
        }
        let bar = "🟦".repeat(full) + &"⬜".repeat(10 - full);
        let update = events.next_where(edited).await.into_message().unwrap().clone();
        let expected = format!("🔍 Going through the game: {bar} {done} of 7 moves");
        assert_eq!(update.content, expected, "two moves in one second are one change");
    }
    drop(permit);
    bot.advance(Duration::from_secs(1)).await;
    let failed = events.next_where(edited).await.into_message().unwrap().clone();
    assert!(failed.content.starts_with("I couldn’t finish this review"), "{}", failed.content);
    bot.close().await;
}

/// Presses *Review*, and lets the time pass after which an unfinished review is
/// answered with its progress.
async fn press_review(bot: &TestBot, user: UserId, over: &Message) -> ActionResult {
    let pass_time = async {
        // Arrives after the press.
        bot.command(bot.cleo, "games", json!({})).await;
        bot.advance(Duration::from_secs(2)).await;
    };
    tokio::join!(bot.press(user, over, "Review"), pass_time).0
}

#[tokio::test]
async fn a_review_cut_off_by_a_stop_says_so() {
    let (backends, permit, _evaluations) = gated_search();
    let mut bot =
        TestBot::builder("review_interrupted").single_process().backends(backends).open().await;
    let over = finished(&bot).await;
    let shown = press_review(&bot, bot.ann, &over).await.message().clone();
    assert!(shown.content.starts_with("🔍 Going through the game"), "{}", shown.content);
    let interrupted =
        "I was restarted in the middle of this review. Press *Review* to start it again.";
    bot.stop_while_time_passes().await;
    let asked = bot.current(&shown);
    assert_eq!(asked.content, interrupted);
    assert_eq!(asked.labels(), ["Review"]);
    bot.start();
    bot.wait_connected().await;
    let again = press_review(&bot, bot.ann, &asked).await;
    assert!(again.text().starts_with("🔍 Going through the game"), "{again:?}");
    drop(permit);
    bot.close().await;
}

#[tokio::test]
async fn a_person_has_at_most_two_reviews_under_way() {
    let (backends, permit, _evaluations) = gated_search();
    let bot = TestBot::builder("review_limit").single_process().backends(backends).open().await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(finished(&bot).await);
    }
    let first = press_review(&bot, bot.ann, &games[0]).await;
    assert!(first.text().starts_with("🔍 Going through the game"), "{first:?}");
    let queued = "🔍 I’m still busy with another review. This game comes next.";
    assert_eq!(press_review(&bot, bot.ann, &games[1]).await.text(), queued);
    let refusal = "I’m still busy with what you asked for before. Please try again in a moment.";
    TestBot::assert_refused(&press_review(&bot, bot.ann, &games[2]).await, refusal);

    let same = press_review(&bot, bot.ann, &games[1]).await;
    assert_eq!(same.text(), queued, "the same game is the same review");
    assert_eq!(press_review(&bot, bot.ben, &games[2]).await.text(), queued);
    let shared = press_review(&bot, bot.ann, &games[2]).await;
    assert_eq!(shared.text(), queued, "it is Ben's review");
    TestBot::assert_refused(&press_review(&bot, bot.ann, &games[3]).await, refusal);

    let mut events = bot.discord.events();
    for _ in 0..7 {
        permit.send(()).unwrap();
    }
    let reviewed = |it: &MessageEvent| {
        matches!(it, MessageEvent::Edited(it)
            if it.id == first.message().id && it.content.starts_with("🔍 **Review**"))
    };
    events.next_where(reviewed).await;
    let stored = bot.press(bot.ann, &games[0], "Review").await;
    assert!(stored.text().starts_with("🔍 **Review**"), "{stored:?}");
    assert_eq!(press_review(&bot, bot.ann, &games[3]).await.text(), queued);
    drop(permit);
    bot.close().await;
}
