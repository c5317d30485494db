//! The files of an SQLite database are removed or replaced while the bot runs.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    time::Duration,
};

use fake_discord::Message;
use fourfall::store;
use serde_json::json;

use crate::support::{INTERNAL_ERROR, Process, TestBot, move_number};

/// After that, the bot has read and written though nobody plays.
const SWEPT: Duration = Duration::from_secs(40);

/// The write-ahead log of a file.
fn log_of(file: &Path) -> PathBuf {
    format!("{}-wal", file.display()).into()
}

/// A running program with a game of two moves, and a backup from before it.
struct Running {
    bot: TestBot,
    process: Process,
    board: Message,
    file: PathBuf,
    backup: PathBuf,
}

impl Running {
    async fn start(name: &str) -> Self {
        let bot = TestBot::builder(name).in_real_time().on_sqlite().stopped().await;
        // A file that may not grow is an error, not a signal.
        let process = Process::start_after("trap '' XFSZ", bot.env_vars());
        bot.wait_ready().await;
        let file = bot.database.path();
        let backup = file.with_extension("backup");
        let arguments = ["data", "backup", backup.to_str().unwrap()];
        let (status, output) = Process::start(&arguments, bot.env_vars()).output().await;
        assert!(status.success(), "{output}");
        let board = bot.start_game(bot.ann, bot.ben).await;
        let board = bot.play_moves(&board, "44").await;
        Self { bot, process, board, file, backup }
    }

    /// The next move is refused, and the program ends. Returns the bot, the board, and the copy of
    /// all that was stored.
    async fn assert_ends(self) -> (TestBot, Message, PathBuf) {
        let Self { bot, process, board, file, .. } = self;
        let pressed = bot.press(bot.ann, &board, "4").await;
        assert!(pressed.text().starts_with(INTERNAL_ERROR), "{pressed:?}");
        let (status, output) = process.output().await;
        assert_eq!(status.code(), Some(2), "{output}");
        let copy = PathBuf::from(format!("{}.rescued-1", file.display()));
        let said = format!("What was stored, as far as it can be read, is in {}.", copy.display());
        assert!(output.contains("was removed or replaced while the bot ran"), "{output}");
        assert!(output.contains(&said), "{output}");
        (bot, board, copy)
    }
}

/// The game goes on with this copy of it.
async fn assert_goes_on(bot: TestBot, board: &Message, copy: &Path) {
    fs::rename(copy, bot.database.path()).unwrap();
    bot.forget_connection().await;
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    let board = bot.play_moves(board, "4").await;
    assert_eq!(move_number(&board.content), 4, "{}", board.content);
    process.kill().await;
    bot.close().await;
}

#[tokio::test]
async fn a_game_outlives_the_removal_of_its_file() {
    let running = Running::start("file_removed").await;
    fs::remove_file(&running.file).unwrap();
    let (bot, board, copy) = running.assert_ends().await;
    assert!(!log_of(&bot.database.path()).exists());
    let (status, output) = Process::start(&[], bot.env_vars()).output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    assert!(output.contains("rescued-1 has what was stored in it. Rename that"), "{output}");
    assert!(!bot.database.path().exists(), "no new file takes its place");
    assert_goes_on(bot, &board, &copy).await;
}

#[tokio::test]
async fn a_game_outlives_the_removal_of_the_write_ahead_log() {
    let running = Running::start("log_removed").await;
    fs::remove_file(log_of(&running.file)).unwrap();
    fs::remove_file(format!("{}-shm", running.file.display())).unwrap();
    let (bot, board, copy) = running.assert_ends().await;
    assert_goes_on(bot, &board, &copy).await;
}

#[tokio::test]
async fn a_missing_shared_memory_ends_the_bot() {
    let running = Running::start("memory_removed").await;
    fs::remove_file(format!("{}-shm", running.file.display())).unwrap();
    let (bot, board, copy) = running.assert_ends().await;
    assert_goes_on(bot, &board, &copy).await;
}

#[tokio::test]
async fn a_backup_is_not_spoilt_though_nothing_can_be_copied() {
    let Running { bot, process, board, file, backup } = Running::start("no_copy").await;
    fs::rename(backup, &file).unwrap();
    process.forbid_large_files().await;
    bot.press(bot.ann, &board, "4").await;
    let (status, output) = process.output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    assert!(output.contains("What was stored could not be copied"), "{output}");
    let (status, output) = Process::start(&["data", "check"], bot.env_vars()).output().await;
    assert!(status.success() && output.contains("0 games"), "{output}");
    bot.close().await;
}

#[tokio::test]
async fn a_backup_put_beneath_a_running_bot_is_not_spoilt() {
    let running = Running::start("file_replaced").await;
    fs::rename(&running.backup, &running.file).unwrap();
    let (bot, board, copy) = running.assert_ends().await;
    assert!(!log_of(&bot.database.path()).exists());
    let (status, output) = Process::start(&["data", "check"], bot.env_vars()).output().await;
    assert!(status.success() && output.contains("0 games"), "{output}");
    assert_goes_on(bot, &board, &copy).await;
}

#[tokio::test]
async fn a_backup_keeps_its_own_write_ahead_log() {
    let running = Running::start("files_replaced").await;
    fs::rename(&running.backup, &running.file).unwrap();
    let log = log_of(&running.backup);
    fs::write(&log, "another log").unwrap();
    fs::rename(log, log_of(&running.file)).unwrap();
    let (bot, _, _) = running.assert_ends().await;
    assert_eq!(fs::read_to_string(log_of(&bot.database.path())).unwrap(), "another log");
    bot.close().await;
}

#[tokio::test]
async fn a_moved_file_ends_the_bot_though_nobody_plays() {
    let running = Running::start("file_moved").await;
    let moved = running.file.with_extension("moved");
    fs::rename(&running.file, &moved).unwrap();
    let (status, output) = running.process.output_within(SWEPT).await;
    assert_eq!(status.code(), Some(2), "{output}");
    running.bot.close().await;
}

#[tokio::test]
async fn a_file_put_there_while_discord_is_away_stays_as_it_is() {
    let bot = TestBot::builder("file_away").in_real_time().on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    let (file, mut env) = (bot.database.path(), bot.env_vars());
    let backup = fs::read(&file).unwrap();
    let proxy = env.iter_mut().find(|(name, _)| *name == "DISCORD_PROXY_URL").unwrap();
    proxy.1 = "http://127.0.0.1:1".to_owned();
    let process = Process::start(&[], env);
    process.wait_for_output("trying again").await;
    fs::write(file.with_extension("backup"), &backup).unwrap();
    fs::rename(file.with_extension("backup"), &file).unwrap();
    process.terminate().await;
    let (status, output) = process.output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    assert!(output.contains("was removed or replaced while the bot ran"), "{output}");
    assert!(!log_of(&file).exists(), "its log was moved away");
    assert_eq!(fs::read(&file).unwrap(), backup);
    bot.close().await;
}

#[tokio::test]
async fn a_damaged_file_ends_the_bot() {
    for name in ["file_overwritten", "file_emptied"] {
        let Running { bot, process, board, file, backup } = Running::start(name).await;
        let content = if name == "file_emptied" { Vec::new() } else { fs::read(backup).unwrap() };
        fs::write(&file, content).unwrap();
        // What is in SQLite's memory is still there, so that this may be stored.
        bot.press(bot.ann, &board, "4").await;
        for command in ["stats", "leaderboard", "games", "preferences"] {
            bot.command(bot.cleo, command, json!({})).await;
        }
        let (status, output) = process.output_within(SWEPT).await;
        assert_eq!(status.code(), Some(2), "{output}");
        assert!(output.contains("is damaged: another program wrote it"), "{output}");
        bot.close().await;
    }
}

#[tokio::test]
async fn a_backup_beside_the_log_of_another_file_is_kept() {
    let Running { bot, process, file, backup, .. } = Running::start("file_foreign_log").await;
    process.kill().await;
    let copy = fs::read(&backup).unwrap();
    assert!(fs::metadata(log_of(&file)).unwrap().len() > 0);
    fs::rename(&backup, &file).unwrap();
    let link = file.with_extension("link");
    symlink(&file, &link).unwrap();
    let linked = ("DATABASE_URL", format!("sqlite://{}", link.display()));
    for command in [&["run"][..], &["doctor"], &["data", "check"], &["data", "backup", "x"]] {
        let (status, output) = Process::start(command, bot.env_vars()).output().await;
        let env = bot.env_vars().into_iter().chain([linked.clone()]);
        let (_, by_link) = Process::start(command, env).output().await;
        assert!(by_link.contains("-wal and"), "{by_link}");
        assert!(!status.success(), "{output}");
        let remedy = format!("Move {}-wal and {0}-shm away", file.display());
        assert!(output.contains(&remedy), "{command:?}: {output}");
        assert!(fs::read(&file).unwrap() == copy, "{command:?} changes it");
    }
    fs::rename(log_of(&file), file.with_extension("old")).unwrap();
    fs::remove_file(format!("{}-shm", file.display())).unwrap();
    let (status, output) = Process::start(&["data", "check"], bot.env_vars()).output().await;
    assert!(status.success(), "{output}");
    bot.close().await;
}
