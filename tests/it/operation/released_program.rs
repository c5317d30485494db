//! A program that `deploy/build` has made, named by `TEST_PROGRAM`.

use crate::support::{Process, TEST_PROGRAM, TestBot, move_number, wait_until};

#[tokio::test]
#[ignore = "needs a program that was built for a release"]
async fn a_released_program_plays_whole_games_by_the_gateway() {
    let bot = TestBot::builder("released").in_real_time().gateway().on_sqlite().stopped().await;
    let process = start(&bot).await;
    play(&bot).await;
    let players = [bot.ben, bot.cleo];
    let board = bot.start_game(bot.ben, bot.cleo).await;
    let board = bot.play_moves_as(players, &board, "44").await;
    process.terminate().await;
    let (status, output) = process.output().await;
    assert!(status.success() && !output.contains("ERROR"), "{output}");

    bot.forget_connection().await;
    let process = start(&bot).await;
    let board = bot.play_moves_as(players, &board, "4").await;
    assert_eq!(move_number(&board.content), 4, "{}", board.content);
    process.kill().await;
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs a program that was built for a release"]
async fn a_released_program_plays_whole_games_by_http() {
    let bot = TestBot::builder("released_http").in_real_time().http(1).on_sqlite().stopped().await;
    let process = start(&bot).await;
    play(&bot).await;
    process.kill().await;
    bot.close().await;
}

#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
async fn start(bot: &TestBot) -> Process {
    assert!(std::env::var_os(TEST_PROGRAM).is_some(), "{TEST_PROGRAM} is not set");
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    process
}

/// Plays a game to its end, looks at its picture, and begins one against the computer.
pub(super) async fn play(bot: &TestBot) {
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    assert!(over.content.contains("## 🏆 Ann wins!"), "{}", over.content);
    let shared = bot.press(bot.ann, &over, "Share GIF").await;
    assert_eq!(shared.message().attachments.len(), 1, "{shared:?}");
    let board = bot.start_computer_game("perfect").await;
    bot.press(bot.ann, &board, "4").await;
    let has_answered = || move_number(&bot.current(&board).content) >= 3;
    wait_until("the computer has answered", has_answered).await;
}
