//! How the computer's disc follows a player's.

use std::time::Duration;

use fake_discord::{EditLimits, Fault, FaultKind, Message, MessageEvent, Permissions, UserId};
use serde_json::json;

use crate::support::{TestBot, move_number, scripted_search, wait_until};

const DELAY: Duration = Duration::from_millis(600);
const THINKING: &str = "**Fourfall** is thinking…";

/// The numbers of the players' and of the computer's discs in the rows of a board.
fn discs(board: &Message) -> [usize; 2] {
    let is_row = |line: &&str| line.chars().count() == 7 && !line.contains(' ');
    let rows: String = board.content.lines().filter(is_row).collect();
    [rows.matches('🔴').count(), rows.matches('🟡').count()]
}

/// Lets the delay pass until the board shows these discs: it begins at some time after the
/// response. In all, less than the three seconds after which the turn counts as overdue.
async fn wait_for_discs(bot: &TestBot, board: &Message, expected: [usize; 2]) {
    let shown = async || {
        while discs(&bot.current(board)) != expected {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    for _ in 0..4 {
        bot.discord.advance(DELAY);
        if tokio::time::timeout(Duration::from_secs(5), shown()).await.is_ok() {
            return;
        }
    }
    panic!("never: the computer's disc shows");
}

#[tokio::test]
async fn the_computers_disc_follows_the_players() {
    let bot = TestBot::builder("answer_apart")
        .backends(scripted_search("4444"))
        .answer_delay(DELAY)
        .open()
        .await;
    let board = bot.start_computer_game("hard").await;
    let mut events = bot.discord.events();
    let own = bot.press(bot.ann, &board, "4").await.message().clone();
    assert_eq!(discs(&own), [1, 0], "{}", own.content);
    assert!(own.content.contains(THINKING), "{}", own.content);
    TestBot::assert_refused(&bot.press(bot.ann, &own, "5").await, "It’s the computer’s turn");
    wait_for_discs(&bot, &board, [1, 1]).await;
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if discs(it)[1] == 1);
    let both = events.next_where(edited).await.into_message().unwrap();
    assert_eq!(move_number(&both.content), 3, "{}", both.content);
    assert_eq!(both.id, board.id);
    bot.press(bot.ann, &both, "4").await;
    wait_for_discs(&bot, &board, [2, 2]).await;
    bot.close().await;
}

#[tokio::test]
async fn a_restart_before_the_computers_disc_loses_nothing() {
    let mut bot = TestBot::builder("answer_restart")
        .backends(scripted_search("44"))
        .answer_delay(DELAY)
        .open()
        .await;
    let board = bot.start_computer_game("hard").await;
    bot.press(bot.ann, &board, "4").await;
    bot.forget_connection().await;
    bot.restart().await;
    bot.advance(Duration::from_secs(4)).await;
    wait_until("the computer moves", || discs(&bot.current(&board)) == [1, 1]).await;
    bot.close_allowing(&["404 PATCH /webhooks/*/*/messages/@original"]).await;
}

#[tokio::test]
async fn games_against_the_computer_have_no_clock() {
    let bot = TestBot::builder("answer_clock").backends(scripted_search("44")).open().await;
    let board = bot.command(bot.ann, "play", json!({ "level": "easy", "first": "me" })).await;
    assert!(board.text().ends_with(", your move"), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn the_computers_disc_shows_although_an_edit_failed() {
    let bot = TestBot::builder("answer_fault")
        .backends(scripted_search("4"))
        .answer_delay(DELAY)
        .open()
        .await;
    bot.discord.set_bot_permissions(bot.channel, Permissions::from_bits(0));
    let options = json!({ "level": "hard", "first": "opponent" });
    let board = bot.command(bot.ann, "play", options).await.message().clone();
    assert_eq!(discs(&board), [0, 0], "{}", board.content);
    let kind = FaultKind::Status(500, json!({}));
    bot.discord.inject_fault(Fault { route: "PATCH /webhooks", times: 1, kind });
    wait_for_discs(&bot, &board, [1, 0]).await;
    bot.close_expecting(&["500 PATCH /webhooks/*/*/messages/@original"]).await;
}

/// Plays a game as fast as the bot lets. Returns the longest wait for an answer.
async fn play_fast(bot: &TestBot, user: UserId) -> Duration {
    let options = json!({ "level": "easy", "first": "me" });
    let mut board = bot.command(user, "play", options).await.message().clone();
    let mut longest = Duration::ZERO;
    while board.button("Rematch").is_none() {
        let open = board.buttons().find(|button| !button.disabled).unwrap();
        let label = open.label.clone().unwrap();
        let pressed_at = bot.clock.now();
        let pressed = bot.press(user, &board, &label).await;
        assert!(pressed.is_update(), "{pressed:?}");
        let is_answered = || !bot.current(&board).content.contains(THINKING);
        wait_until("the computer answers", is_answered).await;
        longest = longest.max(bot.clock.now().since(pressed_at));
        board = bot.current(&board);
    }
    longest
}

#[tokio::test]
async fn limited_edits_delay_no_answer_for_long() {
    let bot = TestBot::builder("answer_limited")
        .single_process()
        .in_real_time()
        .answer_delay(Duration::from_millis(50))
        .open()
        .await;
    bot.discord.limit_edits(Some(EditLimits { per_channel: 3, per_message: 2 }));
    let users =
        [bot.ann, bot.ben, bot.cleo, bot.discord.add_user("Dan"), bot.discord.add_user("Eve")];
    let games = users.map(|user| play_fast(&bot, user));
    let waits = futures_util::future::join_all(games).await;
    let limited = bot.discord.requests().iter().filter(|it| it.status == 429).count();
    assert!((1..=10).contains(&limited), "{limited} edits were limited");
    assert!(waits.iter().all(|it| *it < Duration::from_secs(12)), "{waits:?}");
    bot.close_expecting(&["429 PATCH /webhooks/*/*/messages/@original"]).await;
}
