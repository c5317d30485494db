//! The real program: killed, told to stop, and with a database that fails.

use std::time::Duration;

use fake_discord::{Answer, Fault, FaultKind};
use serde_json::json;

use crate::support::{Arcade, FAULT, Process, Setup, Sql, Transport, until};

async fn start(arcade: &Arcade) -> Process {
    let bot = Process::start(&[], arcade.variables());
    arcade.bot_ready().await;
    bot
}

/// A second program on the same database is there once it has connected.
async fn start_again(arcade: &Arcade) -> Process {
    arcade.forget_bot().await;
    start(arcade).await
}

#[tokio::test]
async fn killed_in_mid_game_and_started_again_the_old_buttons_work() {
    let arcade = Arcade::in_real_time("killed").await;
    let bot = start(&arcade).await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let mut board = arcade.moves(&board, "44").await;
    let mut bot = Some(bot);
    for round in 0..3 {
        bot.take().unwrap().kill().await;
        bot = Some(start_again(&arcade).await);
        board = arcade.moves(&board, "12").await;
        let expected = format!("move {}", 5 + 2 * round);
        assert!(board.content.ends_with(&expected), "{}", board.content);
    }
    let over = arcade.moves(&board, "1").await;
    assert!(over.content.contains("🔴 **Ann** wins with 4 in a row, vertical, column 1!"));
    arcade.close().await;
}

#[tokio::test]
async fn killed_while_the_computer_thinks_it_moves_after_the_next_start() {
    let arcade = Arcade::in_real_time("killed_thinking").await;
    let bot = start(&arcade).await;
    let board = arcade.begin_alone("perfect").await;
    // A position that the opening book lacks, and that takes a while.
    let mut sql = arcade.database.sql().await;
    sql.run("UPDATE game SET moves = '5653572615'").await;
    tokio::select! {
        answer = arcade.press(arcade.ann, &board, "5") => panic!("too late: {answer:?}"),
        () = arcade.until_moves("56535726155") => bot.kill().await,
    }
    let _bot = start_again(&arcade).await;
    let has_moved = || arcade.now(&board).content.ends_with("your move · move 13");
    until("the computer has moved", has_moved).await;
    // The press was never answered, so its token edits nothing.
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_move_that_was_shown_is_stored_whenever_the_program_dies() {
    let arcade = Arcade::in_real_time("killed_at_once").await;
    let mut bot = start(&arcade).await;
    let mut board = arcade.begin(arcade.ann, arcade.ben).await;
    for (number, column) in ["1", "2", "3", "4", "5"].into_iter().enumerate() {
        board = arcade.moves_of([[arcade.ann, arcade.ben][number % 2]; 2], &board, column).await;
        bot.kill().await;
        bot = start_again(&arcade).await;
        let shown = board.content.clone();
        board = arcade.command(arcade.ann, "board", json!({})).await.message().clone();
        assert_eq!(board.content, shown);
    }
    arcade.close().await;
}

#[tokio::test]
async fn told_to_stop_it_finishes_what_is_under_way() {
    let mut arcade = Arcade::in_real_time("sigterm").await;
    arcade.set_up(Setup { transport: Transport::Gateway, ..Setup::default() });
    let bot = start(&arcade).await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.fault(Fault {
        route: "/callback",
        times: 1,
        kind: FaultKind::RateLimited { retry_after_ms: 700 },
    });
    let before = arcade.playground.requests().len();
    let stop = async {
        until("an answer is under way", || arcade.playground.requests().len() > before).await;
        bot.terminate().await;
    };
    let (answer, ()) = tokio::join!(arcade.press(arcade.ann, &board, "4"), stop);
    assert!(answer.is_update(), "{answer:?}");
    let (status, written) = bot.end_within(Duration::from_secs(10)).await;
    assert!(status.success(), "{written}");
    assert!(!written.contains("ERROR"), "{written}");
    arcade.close_after_refusals().await;
}

async fn lock(arcade: &Arcade) -> Sql {
    let mut sql = arcade.database.sql().await;
    sql.lock().await;
    sql
}

#[tokio::test]
async fn a_short_lock_is_waited_out() {
    let arcade = Arcade::open("short_lock").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let mut other = lock(&arcade).await;
    let release = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        other.unlock().await;
    };
    let (answer, ()) = tokio::join!(arcade.press(arcade.ann, &board, "4"), release);
    assert!(answer.is_update(), "{answer:?}");
    arcade.close().await;
}

#[tokio::test]
async fn a_long_lock_is_said_and_nothing_is_lost() {
    let arcade = Arcade::open("long_lock").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let mut other = lock(&arcade).await;
    Arcade::refused(&arcade.press(arcade.ann, &board, "4").await, FAULT);
    assert_eq!(arcade.now(&board).content, board.content);
    other.unlock().await;
    let answer = arcade.press(arcade.ann, &board, "4").await;
    assert!(answer.is_update() && answer.text().ends_with("move 2"), "{answer:?}");
    arcade.close().await;
}

#[tokio::test]
async fn a_full_disk_is_said_and_nothing_is_lost() {
    let arcade = Arcade::in_real_time_on_a_file("full_disk").await;
    let bot = start(&arcade).await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let mut board = arcade.moves(&board, "44").await;
    bot.kill().await;

    arcade.forget_bot().await;
    // No file may grow beyond 96 KiB; a write beyond that fails as on a full
    // disk, where the signal is ignored.
    let full = Process::start_after("trap '' XFSZ; ulimit -f 192", arcade.variables());
    arcade.bot_ready().await;
    let answer = press_until_refused(&arcade, &mut board).await;
    Arcade::refused(&answer, FAULT);
    full.kill().await;

    let bot = start_again(&arcade).await;
    let answer = arcade.command(arcade.ann, "board", json!({})).await;
    assert_eq!(answer.text(), board.content, "all that was shown is there");
    bot.kill().await;
    arcade.close().await;
}

/// Has the board posted again until that fails; each time takes disk.
async fn press_until_refused(arcade: &Arcade, board: &mut fake_discord::Message) -> Answer {
    for _ in 0..500 {
        let answer = arcade.command(arcade.ann, "board", json!({})).await;
        if answer.is_ephemeral() {
            return answer;
        }
        *board = answer.message().clone();
    }
    panic!("the disk never got full");
}

#[tokio::test]
async fn a_token_appears_in_no_log() {
    let arcade = Arcade::in_real_time("logs").await;
    let log = [("RUST_LOG", "trace".to_owned())];
    let bot = Process::start(&[], arcade.variables().into_iter().chain(log));
    arcade.bot_ready().await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "44").await;
    let token = arcade.playground.token().to_owned();
    bot.terminate().await;
    let (_, written) = bot.end().await;
    assert!(written.contains("TRACE"), "the filter was taken");
    assert!(!written.contains(&token), "{}", line_with(&written, &token));
    arcade.close().await;
}

fn line_with<'a>(text: &'a str, part: &str) -> &'a str {
    text.lines().find(|line| line.contains(part)).unwrap_or("")
}
