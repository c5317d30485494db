//! A PostgreSQL server that is slow, disconnected, unavailable, or out of disk space.

use std::time::Duration;

use fastrand::Rng;
use serde_json::json;
use tracing::Level;

use super::crowd::Crowd;
use crate::support::{
    INTERNAL_ERROR, RecordedLog, TestBot, custom_id_of, move_number, random, repeats, wait_until,
    wait_until_async,
};

/// After this time, a board that was not updated counts as outdated.
const UPDATE_LOST_AFTER: Duration = Duration::from_secs(4);

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn broken_connections_lose_nothing() {
    let cuts = repeats(60, 200);
    let bot = TestBot::builder("pg_cut").behind_chaos_proxy().open().await;
    let proxy = bot.database.proxy();
    let mut random = random();
    let mut crowd = Crowd::new(&bot, 6, &mut random);
    let shown = crowd.shown();
    let cutting = async {
        for _ in 0..cuts {
            let target = shown.get() + random.usize(1..8);
            wait_until("the pairs keep playing", || shown.get() >= target).await;
            tokio::time::sleep(Duration::from_micros(random.u64(0..3_000))).await;
            proxy.cut();
        }
    };
    tokio::select! {
        () = crowd.play() => unreachable!("pairs play forever"),
        () = cutting => {}
    }
    let tally = crowd.assert_nothing_lost().await;
    println!("{cuts} cuts, {tally:?}");
    assert!(tally.shown > cuts, "too little load: {tally:?}");
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_commit_without_a_response_is_recognized_later() {
    let bot = TestBot::builder("pg_commit").behind_chaos_proxy().open().await;
    let proxy = bot.database.proxy();
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    let mut sql = bot.database.sql().await;
    // The message id is stored after the response.
    let unknown = "SELECT count(*) FROM challenge WHERE message_id IS NULL";
    wait_until_async("it is stored", async || sql.number(unknown).await == 0).await;
    proxy.lose_next_commit();
    TestBot::assert_refused(&bot.press(bot.ben, &challenge, "Accept").await, INTERNAL_ERROR);
    assert!(proxy.has_lost_commit());
    bot.advance(UPDATE_LOST_AFTER).await;
    let accept = custom_id_of(&challenge, "Accept");
    let (board, follow_up) = bot.press_stale(bot.ben, &challenge, &accept).await;
    assert!(board.is_update() && board.text().contains("your move"), "{board:?}");
    assert_eq!(follow_up, "This challenge has already been accepted.");
    let board = bot.play_moves(board.message(), "121212").await;
    proxy.lose_next_commit();
    TestBot::assert_refused(&bot.press(bot.ann, &board, "1").await, INTERNAL_ERROR);
    assert!(proxy.has_lost_commit());
    bot.advance(UPDATE_LOST_AFTER).await;
    let column = custom_id_of(&board, "1");
    let (over, follow_up) = bot.press_stale(bot.ann, &board, &column).await;
    assert!(over.text().contains("## 🏆 Ann wins!"), "{over:?}");
    assert!(follow_up.contains("over"), "{follow_up}");
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 1 win"), "{}", stats.text());
    Crowd::new(&bot, 0, &mut Rng::new()).assert_nothing_lost().await;
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_slow_database_is_awaited_until_discords_limit() {
    let bot = TestBot::builder("pg_slow").behind_chaos_proxy().open().await;
    let proxy = bot.database.proxy();
    let board = bot.start_game(bot.ann, bot.ben).await;
    proxy.set_delay(Duration::from_millis(100));
    let board = bot.play_moves(&board, "44").await;
    proxy.set_delay(Duration::from_millis(1_500));
    TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
    proxy.set_delay(Duration::ZERO);
    let again = bot.command(bot.ann, "board", json!({})).await;
    assert!(again.is_new() && !again.is_ephemeral(), "{again:?}");
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn an_unavailable_database_is_used_again_once_it_is_back() {
    let bot = TestBot::builder("pg_gone").behind_chaos_proxy().open().await;
    let proxy = bot.database.proxy();
    let mut board = bot.start_game(bot.ann, bot.ben).await;
    for _ in 0..3 {
        proxy.disconnect();
        TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
        proxy.reconnect();
        let shown = bot.command(bot.ann, "board", json!({})).await;
        assert_eq!(move_number(shown.text()), 1, "{}", shown.text());
        board = shown.message().clone();
    }
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn the_bot_waits_for_a_database_that_starts_later() {
    let mut bot = TestBot::builder("pg_later").behind_chaos_proxy().open().await;
    let proxy = bot.database.proxy();
    bot.stop().await;
    proxy.disconnect();
    let log = RecordedLog::start(Level::WARN);
    bot.start();
    log.wait_for("trying again", 1).await;
    assert!(!bot.discord.is_bot_online());
    proxy.reconnect();
    wait_until("the bot is online", || bot.discord.is_bot_online()).await;
    bot.start_game(bot.ann, bot.ben).await;
    bot.close().await;
}

/// Makes writes of games and challenges fail as they do on a full disk.
const FILL_DISK: &str = "
    CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END
    $$;
    CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON game EXECUTE FUNCTION disk_is_full();
    CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON challenge EXECUTE FUNCTION disk_is_full()";
const FREE_DISK: &str = "DROP FUNCTION disk_is_full CASCADE";

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_full_disk_is_reported_and_nothing_is_lost() {
    let bot = TestBot::builder("pg_full").behind_chaos_proxy().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let mut sql = bot.database.sql().await;
    sql.run(FILL_DISK).await;
    for _ in 0..20 {
        TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
    }
    let dora = bot.discord.add_user("Dora");
    let refused = bot.command(bot.cleo, "play", json!({ "opponent": dora })).await;
    TestBot::assert_refused(&refused, INTERNAL_ERROR);
    assert_eq!(bot.current(&board).content, board.content);
    sql.run(FREE_DISK).await;
    let board = bot.press(bot.ann, &board, "4").await;
    assert_eq!(move_number(board.text()), 2, "{board:?}");
    Crowd::new(&bot, 0, &mut Rng::new()).assert_nothing_lost().await;
    bot.close().await;
}
