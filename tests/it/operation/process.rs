//! The program as a process: kills, SIGTERM, database failures and logs.

use std::{fs, path::Path, process::Command, time::Duration};

use fake_discord::{ActionResult, Fault, FaultKind};
use serde_json::{Value, json};

use crate::support::{
    INTERNAL_ERROR, Process, Sql, TestBot, free_address, move_number, wait_until, wait_until_async,
};

async fn start(bot: &TestBot) -> Process {
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    process
}

/// Starts the program again on the same database, and waits until it is connected.
async fn start_again(bot: &TestBot) -> Process {
    bot.forget_connection().await;
    start(bot).await
}

#[tokio::test]
async fn old_buttons_work_after_a_kill_and_restart() {
    let bot = TestBot::builder("killed").in_real_time().stopped().await;
    let process = start(&bot).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let mut board = bot.play_moves(&board, "44").await;
    let mut process = Some(process);
    for round in 0..3 {
        process.take().unwrap().kill().await;
        process = Some(start_again(&bot).await);
        board = bot.play_moves(&board, "12").await;
        assert_eq!(move_number(&board.content), 5 + 2 * round, "{}", board.content);
    }
    let over = bot.play_moves(&board, "1").await;
    assert!(over.content.contains("## 🏆 Ann wins!\n-# 4 in a row, vertical, column 1"));
    bot.close().await;
}

/// Those of the environment, at which nobody answers.
fn proxies() -> [(&'static str, String); 2] {
    let address = format!("http://{}", free_address());
    [("HTTP_PROXY", address.clone()), ("HTTPS_PROXY", address)]
}

#[tokio::test]
async fn what_is_on_this_machine_is_reached_without_a_proxy() {
    let bot = TestBot::builder("proxies").in_real_time().gateway().stopped().await;
    let process = Process::start(&[], bot.env_vars().into_iter().chain(proxies()));
    bot.wait_ready().await;
    let warning = "the gateway is reached directly, not through HTTPS_PROXY";
    process.wait_for_output(warning).await;
    process.kill().await;
    bot.close().await;
}

#[tokio::test]
async fn the_playground_needs_no_proxy() {
    for arguments in [&["playground", "--port", "0"][..], &["playground", "--port", "0", "--http"]]
    {
        let process = Process::start(arguments, proxies());
        process.wait_for_output("registered the commands").await;
        process.kill().await;
    }
}

#[tokio::test]
async fn quotes_around_settings_are_taken_off() {
    let bot = TestBot::builder("quoted").in_real_time().stopped().await;
    let quoted = bot.env_vars().into_iter().map(|(name, value)| (name, format!("\"{value}\"")));
    let _process = Process::start(&[], quoted);
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "44").await;
    bot.close().await;
}

#[tokio::test]
async fn the_computer_moves_after_a_kill_during_its_search() {
    let bot = TestBot::builder("killed_thinking").in_real_time().stopped().await;
    let process = start(&bot).await;
    let board = bot.start_computer_game("perfect").await;
    // A position that is not in the opening book and takes a while to solve.
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE game SET moves = '5653572615'").await;
    let own = bot.press(bot.ann, &board, "5").await;
    process.kill().await;
    assert!(own.text().contains("is thinking…"), "{}", own.text());
    assert_eq!(sql.text("SELECT moves FROM game").await, "56535726155");
    let _bot = start_again(&bot).await;
    let has_moved = || move_number(&bot.current(&board).content) == 13;
    wait_until("the computer has moved", has_moved).await;
    bot.close().await;
}

#[tokio::test]
async fn a_move_that_was_shown_survives_a_kill() {
    let bot = TestBot::builder("killed_at_once").in_real_time().stopped().await;
    let mut process = start(&bot).await;
    let mut board = bot.start_game(bot.ann, bot.ben).await;
    for (number, column) in ["1", "2", "3", "4", "5"].into_iter().enumerate() {
        board = bot.play_moves_as([[bot.ann, bot.ben][number % 2]; 2], &board, column).await;
        process.kill().await;
        process = start_again(&bot).await;
        let shown = board.content.clone();
        let to_move = [bot.ben, bot.ann][number % 2];
        board = bot.command(to_move, "board", json!({})).await.message().clone();
        // A program that has just started may not know its tiles yet.
        assert_eq!(move_number(&board.content), move_number(&shown));
        let turn =
            |content: &str| content.lines().last()?.split_once(' ').map(|it| it.1.to_owned());
        assert_eq!(turn(&board.content), turn(&shown));
    }
    bot.close().await;
}

#[tokio::test]
async fn sigterm_finishes_pending_interactions() {
    let bot = TestBot::builder("sigterm").in_real_time().gateway().stopped().await;
    let process = start(&bot).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.inject_fault(Fault {
        route: "/callback",
        times: 1,
        kind: FaultKind::RateLimited { retry_after_ms: 700 },
    });
    let before = bot.discord.requests().len();
    let stop = async {
        wait_until("a response is pending", || bot.discord.requests().len() > before).await;
        process.terminate().await;
    };
    let (response, ()) = tokio::join!(bot.press(bot.ann, &board, "4"), stop);
    assert!(response.is_update(), "{response:?}");
    let (status, output) = process.output_within(Duration::from_secs(10)).await;
    assert!(status.success(), "{output}");
    assert!(!output.contains("ERROR") && !output.contains("WARN"), "{output}");
    bot.close_expecting(&["429 POST /interactions/*/*/callback"]).await;
}

/// A library that replaces the clock, as libfaketime does: on the way it looks for functions
/// that may be missing.
const CLOCK_LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

__attribute__((constructor)) static void find_all(void) {
    dlsym(RTLD_NEXT, "missing");
    dlsym(RTLD_NEXT, "missing");
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    find_all();
    int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    return next(clock, time);
}
"#;

/// Files share no memory, as on some mounts of networks and of virtual machines.
const NO_SHARED_MEMORY: &str = r"
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *mmap64(void *at, size_t length, int access, int flags, int file, off_t from) {
    if (file >= 0 && (flags & MAP_TYPE) == MAP_SHARED) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, length, access, flags, file, from);
}

void *mmap(void *at, size_t length, int access, int flags, int file, off_t from) {
    return mmap64(at, length, access, flags, file, from);
}
";

/// Nor do modes change on others.
const NO_MODES: &str = r"
#include <errno.h>
#include <sys/stat.h>

int fchmod(int file, mode_t mode) {
    errno = EPERM;
    return -1;
}
";

/// The first of two name servers does not answer.
const SLOW_NAMES: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <unistd.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
    sleep(5);
    int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        dlsym(RTLD_NEXT, "getaddrinfo");
    return next(name, service, hints, found);
}
"#;

/// Has the program load a library that is compiled in the folder.
fn preload(folder: &Path, code: &str) -> (&'static str, String) {
    let [source, library] = ["library.c", "library.so"].map(|name| folder.join(name));
    fs::write(&source, code).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl");
    assert!(compiler.status().unwrap().success());
    ("LD_PRELOAD", library.display().to_string())
}

#[tokio::test]
async fn a_library_that_replaces_the_clock_can_be_preloaded() {
    let folder = tempfile::tempdir().unwrap();
    let env = [preload(folder.path(), CLOCK_LIBRARY)];
    let (status, output) = Process::start(&["--version"], env).output().await;
    assert!(status.success(), "{status}: {output}");
}

#[tokio::test]
async fn a_mount_without_shared_memory_is_named() {
    let bot = TestBot::builder("mount").in_real_time().on_sqlite().stopped().await;
    let folder = tempfile::tempdir().unwrap();
    let mount = preload(folder.path(), NO_SHARED_MEMORY);
    let env = bot.env_vars().into_iter().chain([mount]);
    let (status, output) = Process::start(&[], env).output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    assert!(output.contains("or share memory: use a local disk"), "{output}");
    bot.close().await;
}

#[tokio::test]
async fn a_backup_is_made_on_a_mount_without_modes() {
    let bot = TestBot::builder("modes").in_real_time().on_sqlite().open().await;
    let folder = tempfile::tempdir().unwrap();
    let env = bot.env_vars().into_iter().chain([preload(folder.path(), NO_MODES)]);
    let file = folder.path().join("export").display().to_string();
    let (status, output) = Process::start(&["data", "export", &file], env).output().await;
    assert!(status.success() && output.contains("exported"), "{output}");
    bot.close().await;
}

#[tokio::test]
async fn a_slow_name_server_is_waited_for() {
    let bot = TestBot::builder("slow_names").in_real_time().on_sqlite().open().await;
    let folder = tempfile::tempdir().unwrap();
    let named = ("DISCORD_PROXY_URL", bot.discord.url().replace("127.0.0.1", "localhost"));
    let env = bot.env_vars().into_iter().chain([named, preload(folder.path(), SLOW_NAMES)]);
    let (status, output) = Process::start(&["invite"], env).output().await;
    assert!(status.success() && output.contains("client_id"), "{output}");
    bot.close().await;
}

/// How long another program locks the database, less than the bot waits for.
const LOCK_LENGTH: Duration = Duration::from_millis(100);

async fn lock(bot: &TestBot) -> Sql {
    let mut sql = bot.database.sql().await;
    sql.lock().await;
    sql
}

#[tokio::test]
async fn a_short_database_lock_is_waited_out() {
    let bot = TestBot::open("short_lock").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let mut other = lock(&bot).await;
    let release = async {
        tokio::time::sleep(LOCK_LENGTH).await;
        other.unlock().await;
    };
    let (response, ()) = tokio::join!(bot.press(bot.ann, &board, "4"), release);
    assert!(response.is_update(), "{response:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_long_database_lock_is_reported_without_loss() {
    let bot = TestBot::open("long_lock").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let mut other = lock(&bot).await;
    TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
    assert_eq!(bot.current(&board).content, board.content);
    other.unlock().await;
    // On a busy machine, the first press may be stored now, and overtake the second.
    let is_shown = async || bot.press(bot.ann, &board, "4").await.is_update();
    wait_until_async("the board is updated", is_shown).await;
    assert_eq!(move_number(&bot.current(&board).content), 2);
    bot.close().await;
}

#[tokio::test]
async fn a_full_disk_is_reported_without_loss() {
    let bot = TestBot::builder("full_disk").in_real_time().on_sqlite().stopped().await;
    let process = start(&bot).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let mut board = bot.play_moves(&board, "44").await;
    process.kill().await;

    bot.forget_connection().await;
    // Files are limited to 96 KiB. With SIGXFSZ ignored, a write beyond that fails as on a
    // full disk.
    let full = Process::start_after("trap '' XFSZ; ulimit -f 192", bot.env_vars());
    bot.wait_ready().await;
    let response = repost_until_refused(&bot, &mut board).await;
    TestBot::assert_refused(&response, INTERNAL_ERROR);
    full.kill().await;

    let process = start_again(&bot).await;
    let response = bot.command(bot.ann, "board", json!({})).await;
    let last = board.content.lines().last();
    assert_eq!(response.text().lines().last(), last, "the last board shown is stored");
    process.kill().await;
    bot.close().await;
}

/// Reposts the board, which takes disk space, until that is refused.
async fn repost_until_refused(bot: &TestBot, board: &mut fake_discord::Message) -> ActionResult {
    for _ in 0..500 {
        let response = bot.command(bot.ann, "board", json!({})).await;
        if response.is_ephemeral() {
            return response;
        }
        *board = response.message().clone();
    }
    panic!("the disk never filled up");
}

#[tokio::test]
async fn logs_never_contain_the_token() {
    let bot = TestBot::builder("logs").in_real_time().stopped().await;
    let log = [("RUST_LOG", "trace".to_owned())];
    let process = Process::start(&[], bot.env_vars().into_iter().chain(log));
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "44").await;
    let token = bot.discord.token().to_owned();
    process.terminate().await;
    let (_, output) = process.output().await;
    assert!(output.contains("TRACE"), "RUST_LOG is applied");
    assert!(!output.contains(&token), "{}", line_with(&output, &token));
    bot.close().await;
}

#[tokio::test]
async fn json_logs_are_one_object_a_line() {
    let bot = TestBot::builder("logs_json").in_real_time().stopped().await;
    let log = [("LOG_FORMAT", "json".to_owned()), ("RUST_LOG", "info,fourfall=debug".to_owned())];
    let process = Process::start(&[], bot.env_vars().into_iter().chain(log.clone()));
    bot.wait_ready().await;
    bot.start_game(bot.ann, bot.ben).await;
    process.terminate().await;
    let (_, output) = process.output().await;
    let lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    // By HTTP, a line may come after those of later interactions.
    let is_about_play = |line: &&Value| {
        line["message"] == "handled an interaction" && line["spans"][0]["kind"] == "play"
    };
    let handled = lines.iter().find(is_about_play).unwrap_or_else(|| panic!("{output}"));
    assert_eq!(handled["level"], "DEBUG");
    for key in ["timestamp", "target", "elapsed"] {
        assert!(handled[key].is_string(), "{key}: {handled}");
    }

    let wrong = [("DISCORD_TOKEN", "a.b.c".to_owned())];
    let env = bot.env_vars().into_iter().chain(log).chain(wrong);
    let (status, output) = Process::start(&[], env).output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    let last: Value = serde_json::from_str(output.lines().last().unwrap()).unwrap();
    assert_eq!(last["level"], "ERROR");
    assert!(last["message"].as_str().unwrap().starts_with("DISCORD_TOKEN is refused"), "{last}");
    bot.close_allowing(&["401 GET /*", "401 GET /*/*", "401 GET /*/*/*"]).await;
}

#[tokio::test]
async fn a_log_line_says_which_interaction_it_is_about() {
    let bot = TestBot::builder("logs_span").in_real_time().stopped().await;
    let log = [("RUST_LOG", "info,fourfall=debug".to_owned())];
    let process = Process::start(&[], bot.env_vars().into_iter().chain(log));
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let moved = bot.press(bot.ann, &board, "4").await;
    bot.press(bot.ann, moved.message(), "4").await;
    process.terminate().await;
    let (_, output) = process.output().await;
    let guild = bot.discord.guild();
    for outcome in ["done", "refused"] {
        let expected = format!("kind=\"press column\" guild={guild} outcome=\"{outcome}\"");
        let line = line_with(&output, &expected);
        assert!(line.contains("handled an interaction elapsed="), "{expected}: {output}");
        assert!(line.contains("interaction{id="), "{line}");
    }
    bot.close().await;
}

fn line_with<'a>(text: &'a str, part: &str) -> &'a str {
    text.lines().find(|line| line.contains(part)).unwrap_or("")
}
