//! Games that cannot go on: their channel or the bot was removed.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Message, Permissions, UserId};
use serde_json::json;

use crate::support::{INTERNAL_ERROR, TestBot, custom_id_of, move_number};

const HOUR: Duration = Duration::from_hours(1);
const MINUTE: Duration = Duration::from_mins(1);
const INTERRUPTED: &str = "interrupted";
const TIMED_OUT: &str = "timed out";

/// What the board of a game that was interrupted says.
const CALLED_OFF: &str =
    "💤 This game couldn’t go on here, so it was called off. It doesn’t count.";

/// A bot whose lookups can be counted: each of several replicas may ask.
async fn single_process(name: &str) -> TestBot {
    TestBot::builder(name).single_process().open().await
}

/// Starts a game in which it is the second player's turn. Ann owns the server.
async fn start(bot: &TestBot, players: [UserId; 2]) -> Message {
    let board = bot.start_timed_game_of(players, "1 hour").await;
    let board = bot.play_moves_as(players, &board, "443").await;
    // Once the channel is gone, the bot cannot look up the id of the board.
    bot.wait_idle().await;
    board
}

/// Refused requests: a channel that is gone or hidden, a server's commands, and edits there.
const NO_CHANNEL: &str = "404 GET /channels/*";
const NO_COMMANDS: &str = "403 GET /applications/*/guilds/*/commands";
const NO_EDIT: &str = "404 PATCH /channels/*/messages/*";
const HIDDEN_CHANNEL: &str = "403 GET /channels/*";
const FORBIDDEN_EDIT: &str = "403 PATCH /channels/*/messages/*";

/// How the only game has ended; `live` if it has not.
async fn result(bot: &TestBot) -> String {
    bot.database.sql().await.text("SELECT coalesce(result, 'live') FROM game").await
}

/// Lets the player to move be late, and returns the result.
async fn result_when_late(bot: &TestBot) -> String {
    bot.advance(HOUR).await;
    bot.wait_scheduler().await;
    result(bot).await
}

/// The paths about channels, servers and members that the bot has asked for.
fn lookups(bot: &TestBot) -> Vec<String> {
    let requests = bot.discord.requests();
    let of_guilds = |path: &str| path.starts_with("/channels/") || path.contains("/guilds/");
    let lookups = requests.iter().filter(|it| it.method == "GET" && of_guilds(&it.path));
    lookups.map(|it| it.path.clone()).collect()
}

fn fail_lookups(bot: &TestBot, times: u32, kind: FaultKind) {
    bot.discord.inject_fault(Fault { route: "GET /channels/", times, kind });
}

#[tokio::test]
async fn a_late_player_who_is_there_loses() {
    let bot = single_process("moderation_there").await;
    let board = start(&bot, [bot.ann, bot.ben]).await;
    assert_eq!(result_when_late(&bot).await, TIMED_OUT);
    bot.wait_for_timeout(&board).await;
    assert_eq!(lookups(&bot), [format!("/channels/{}", bot.channel)]);
    bot.close().await;
}

#[tokio::test]
async fn a_game_whose_channel_is_gone_is_called_off() {
    let bot = TestBot::open("moderation_channel").await;
    start(&bot, [bot.ann, bot.ben]).await;
    bot.discord.delete_channel(bot.channel);
    assert_eq!(result_when_late(&bot).await, INTERRUPTED);
    let elsewhere = bot.discord.channel("general");
    let stats = bot.discord.command(bot.ben, elsewhere, "stats", json!({})).await;
    assert!(stats.text().contains("haven’t finished a game yet"), "{}", stats.text());
    let before = bot.discord.requests().len();
    bot.advance(HOUR).await;
    bot.wait_scheduler().await;
    let channel = bot.channel.to_string();
    let later = bot.discord.requests().split_off(before);
    assert!(!later.iter().any(|it| it.path.contains(&channel)), "it is left alone: {later:#?}");
    bot.close_expecting(&[NO_CHANNEL, NO_EDIT]).await;
}

#[tokio::test]
async fn a_deleted_thread_excuses_who_cannot_manage_threads() {
    for (name, permissions, expected, refused) in [
        ("moderation_thread", Permissions::MEMBER, INTERRUPTED, &[NO_CHANNEL, NO_EDIT][..]),
        ("moderation_thread_own", Permissions::MANAGE_THREADS, TIMED_OUT, &[NO_EDIT]),
    ] {
        let mut bot = TestBot::open(name).await;
        let permissions = Permissions::MEMBER.with(permissions);
        bot.discord.set_member_permissions(bot.discord.guild(), bot.ben, permissions);
        bot.channel = bot.discord.add_thread(bot.channel, "a game");
        start(&bot, [bot.ann, bot.ben]).await;
        bot.discord.delete_channel(bot.channel);
        assert_eq!(result_when_late(&bot).await, expected);
        bot.close_expecting(refused).await;
    }
}

#[tokio::test]
async fn a_game_is_called_off_when_the_bot_was_removed() {
    let bot = TestBot::open("moderation_bot").await;
    start(&bot, [bot.ann, bot.ben]).await;
    bot.discord.remove_bot_from(bot.discord.guild());
    assert_eq!(result_when_late(&bot).await, INTERRUPTED);
    bot.close_expecting(&[HIDDEN_CHANNEL, NO_COMMANDS, FORBIDDEN_EDIT]).await;
}

#[tokio::test]
async fn who_could_have_removed_the_channel_or_bot_loses() {
    for (name, permission) in [
        ("moderation_own_channel", Permissions::MANAGE_CHANNELS),
        ("moderation_own_server", Permissions::MANAGE_GUILD),
        ("moderation_own_kick", Permissions::KICK_MEMBERS),
        ("moderation_own_all", Permissions::ADMINISTRATOR),
    ] {
        let bot = TestBot::open(name).await;
        let guild = bot.discord.guild();
        let permissions = Permissions::MEMBER.with(permission);
        bot.discord.set_member_permissions(guild, bot.ben, permissions);
        start(&bot, [bot.ann, bot.ben]).await;
        bot.discord.set_member_permissions(guild, bot.ben, Permissions::MEMBER);
        bot.discord.delete_channel(bot.channel);
        bot.discord.remove_bot_from(guild);
        assert_eq!(result_when_late(&bot).await, TIMED_OUT);
        assert!(lookups(&bot).is_empty(), "there is nothing to ask: {:?}", lookups(&bot));
        bot.close_expecting(&[NO_EDIT]).await;
    }
}

#[tokio::test]
async fn a_channel_that_is_hidden_proves_nothing() {
    let bot = TestBot::open("moderation_hidden").await;
    start(&bot, [bot.ann, bot.ben]).await;
    bot.discord.set_bot_permissions(bot.channel, Permissions::from_bits(0));
    assert_eq!(result_when_late(&bot).await, TIMED_OUT);
    bot.close_expecting(&[HIDDEN_CHANNEL, FORBIDDEN_EDIT]).await;
}

#[tokio::test]
async fn a_bot_installed_as_commands_only_is_not_gone() {
    let bot = TestBot::open("moderation_commands").await;
    bot.discord.install_commands_only(bot.discord.guild());
    start(&bot, [bot.ann, bot.ben]).await;
    assert_eq!(result_when_late(&bot).await, TIMED_OUT);
    bot.close_expecting(&[HIDDEN_CHANNEL, FORBIDDEN_EDIT]).await;
}

#[tokio::test]
async fn removing_a_commands_only_bot_calls_the_game_off() {
    let bot = TestBot::open("moderation_commands_gone").await;
    bot.discord.install_commands_only(bot.discord.guild());
    start(&bot, [bot.ann, bot.ben]).await;
    bot.discord.remove_bot_from(bot.discord.guild());
    assert_eq!(result_when_late(&bot).await, INTERRUPTED);
    bot.close_expecting(&[HIDDEN_CHANNEL, NO_COMMANDS, FORBIDDEN_EDIT]).await;
}

#[tokio::test]
async fn where_only_users_installed_it_nothing_is_asked() {
    let mut bot = TestBot::open("moderation_guest").await;
    let guild = bot.discord.add_guild("Elsewhere");
    bot.channel = bot.discord.add_channel_in(guild, "lounge");
    bot.discord.remove_bot_from(guild);
    start(&bot, [bot.ann, bot.ben]).await;
    bot.discord.delete_channel(bot.channel);
    assert_eq!(result_when_late(&bot).await, TIMED_OUT);
    assert!(lookups(&bot).is_empty(), "{:?}", lookups(&bot));
    bot.close_expecting(&[NO_EDIT]).await;
}

#[tokio::test]
async fn a_game_waits_while_discord_does_not_say() {
    let limited = FaultKind::RateLimited { retry_after_ms: 1 };
    for (name, kind, refused) in [
        ("moderation_fault", FaultKind::Status(500, json!({})), &["500 GET /channels/*"][..]),
        ("moderation_proxy", FaultKind::Status(403, json!({})), &["403 GET /channels/*"]),
        ("moderation_dropped", FaultKind::DropRequest, &[]),
        ("moderation_limited", limited, &["429 GET /channels/*"]),
    ] {
        let bot = single_process(name).await;
        start(&bot, [bot.ann, bot.ben]).await;
        bot.discord.delete_channel(bot.channel);
        fail_lookups(&bot, 2, kind);
        assert_eq!(result_when_late(&bot).await, "live");
        assert_eq!(lookups(&bot).len(), 1, "it is asked once in ten seconds");
        bot.advance(Duration::from_secs(10)).await;
        bot.wait_scheduler().await;
        assert_eq!(result(&bot).await, "live");
        bot.advance(Duration::from_secs(10)).await;
        bot.wait_scheduler().await;
        assert_eq!(result(&bot).await, INTERRUPTED);
        bot.close_expecting(&[&[NO_CHANNEL, NO_EDIT], refused].concat()).await;
    }
}

#[tokio::test]
async fn lookups_that_hang_take_nobodys_time() {
    let mut bot = single_process("moderation_crowd").await;
    let games = 20;
    for number in 0..games {
        bot.channel = bot.discord.add_channel(&format!("table-{number}"));
        start(&bot, [bot.ann, bot.ben]).await;
    }
    fail_lookups(&bot, 1_000, FaultKind::Hang);
    bot.advance(HOUR).await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number("SELECT count(*) FROM game WHERE result IS NULL").await, games);
    bot.discord.clear_faults();
    bot.advance(Duration::from_secs(10)).await;
    bot.wait_scheduler().await;
    let late = "SELECT count(*) FROM game WHERE result = 'timed out'";
    assert_eq!(sql.number(late).await, games);
    bot.close().await;
}

#[tokio::test]
async fn a_press_after_the_deadline_finds_the_game_called_off() {
    let bot = TestBot::open("moderation_press").await;
    let board = start(&bot, [bot.ann, bot.ben]).await;
    bot.discord.remove_bot_from(bot.discord.guild());
    bot.advance(HOUR).await;
    let column = custom_id_of(&board, "1");
    // If Discord does not answer in time for a press, the scheduler ends the game.
    let late = bot.press_custom_id(bot.ann, &board, &column).await;
    assert_eq!(late.error(), None, "{late:?}");
    bot.wait_scheduler().await;
    let reason = "This game is over: it couldn’t go on here, so it was called off.";
    let (over, refusal) = bot.press_stale(bot.ann, &board, &column).await;
    assert!(refusal.starts_with(reason), "{refusal}");
    assert!(over.is_update() && over.text().contains(CALLED_OFF), "{over:?}");
    assert_eq!(over.message().labels(), ["Rematch"]);
    assert_eq!(result(&bot).await, INTERRUPTED);
    let counting = "SELECT count(result_number) FROM game WHERE moves = '443'";
    assert_eq!(bot.database.sql().await.number(counting).await, 0, "it doesn’t count");
    let dropped = bot.command(bot.ann, "drop", json!({ "column": "1" })).await;
    TestBot::assert_refused(&dropped, reason);
    bot.close_expecting(&[HIDDEN_CHANNEL, NO_COMMANDS, FORBIDDEN_EDIT]).await;
}

#[tokio::test]
async fn interrupted_games_use_up_the_daily_limit() {
    let mut bot = TestBot::open("moderation_daily_limit").await;
    for number in 0..3 {
        bot.channel = bot.discord.add_channel(&format!("table-{number}"));
        let board = bot.start_timed_game_of([bot.ann, bot.ben], "5 minutes").await;
        bot.play_moves(&board, "443").await;
        bot.wait_idle().await;
        bot.discord.delete_channel(bot.channel);
        bot.advance(MINUTE * 5).await;
        bot.wait_scheduler().await;
    }
    let interrupted = "SELECT count(*) FROM game WHERE result = 'interrupted'";
    assert_eq!(bot.database.sql().await.number(interrupted).await, 3);
    bot.channel = bot.discord.add_channel("last");
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    assert!(board.content.contains("already started 3 rated games today"), "{}", board.content);
    bot.close_expecting(&[NO_CHANNEL, "404 PATCH /webhooks/*/*/messages/*", NO_EDIT]).await;
}

#[tokio::test]
async fn a_press_does_not_wait_for_what_discord_does_not_say() {
    let bot = single_process("moderation_press_hang").await;
    let board = start(&bot, [bot.ann, bot.ben]).await;
    fail_lookups(&bot, 1_000, FaultKind::Hang);
    bot.advance(HOUR).await;
    let late = bot.press(bot.ben, &board, "3").await;
    assert_eq!(late.error(), None, "{late:?}");
    assert!(!late.text().starts_with(INTERNAL_ERROR), "{}", late.text());
    assert_eq!(move_number(late.text()), 5, "it counts: {}", late.text());
    bot.close().await;
}

#[tokio::test]
async fn who_is_excused_is_forgotten_at_the_end() {
    let bot = TestBot::open("moderation_forgotten").await;
    let board = start(&bot, [bot.ann, bot.ben]).await;
    for (user, own) in [(bot.ann, 0), (bot.ben, 2)] {
        let all = bot.export(user).await;
        assert_eq!(all["game"][0]["excused"], own, "it is about its user alone");
    }
    let excused = "SELECT excused FROM game";
    assert_eq!(bot.database.sql().await.number(excused).await, 2, "Ann owns the server");
    bot.play_moves_as([bot.ben, bot.ann], &board, "1512").await;
    assert_eq!(result(&bot).await, "won");
    assert_eq!(bot.database.sql().await.number(excused).await, 0);
    bot.close().await;
}
