//! A PostgreSQL server that is slow, cut off, or gone for a while.

use std::time::Duration;

use serde_json::json;

use super::crowd::Crowd;
use crate::support::{Arcade, FAULT, carried_by, until};

const CUTS: usize = 200;

/// After that long a board that was not updated is known to have missed it.
const UPDATE_LOST: Duration = Duration::from_secs(4);

#[tokio::test]
async fn two_hundred_cut_connections_lose_nothing() {
    let Some((arcade, cable)) = Arcade::behind_a_cable("pg_cut").await else { return };
    let mut crowd = Crowd::new(&arcade, 6);
    let shown = crowd.shown();
    let cutting = async {
        for _ in 0..CUTS {
            let enough = shown.get() + fastrand::usize(1..8);
            until("the pairs play on", || shown.get() >= enough).await;
            tokio::time::sleep(Duration::from_micros(fastrand::u64(0..3_000))).await;
            cable.cut();
        }
    };
    tokio::select! {
        () = crowd.play() => unreachable!("they play for ever"),
        () = cutting => {}
    }
    let tally = crowd.assert_nothing_lost().await;
    println!("{CUTS} cuts, {tally:?}");
    assert!(tally.shown > CUTS, "there was hardly any load: {tally:?}");
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_commit_of_unknown_outcome_is_found_done() {
    let Some((arcade, cable)) = Arcade::behind_a_cable("pg_commit").await else { return };
    let challenge = arcade.challenge(arcade.ann, arcade.ben).await;
    let mut sql = arcade.database.sql().await;
    // That is stored after the answer.
    while sql.number("SELECT count(*) FROM challenge WHERE message_id IS NULL").await > 0 {
        tokio::task::yield_now().await;
    }
    cable.lose_next_commit();
    Arcade::refused(&arcade.press(arcade.ben, &challenge, "Accept").await, FAULT);
    assert!(cable.has_lost_commit());
    arcade.wait(UPDATE_LOST).await;
    let accept = carried_by(&challenge, "Accept");
    let (board, aside) = arcade.forge_late(arcade.ben, &challenge, &accept).await;
    assert!(board.is_update() && board.text().contains("your move"), "{board:?}");
    assert_eq!(aside, "This challenge has already been accepted.");
    let board = arcade.moves(board.message(), "121212").await;
    cable.lose_next_commit();
    Arcade::refused(&arcade.press(arcade.ann, &board, "1").await, FAULT);
    assert!(cable.has_lost_commit());
    arcade.wait(UPDATE_LOST).await;
    let column = carried_by(&board, "1");
    let (over, aside) = arcade.forge_late(arcade.ann, &board, &column).await;
    assert!(over.text().contains("**Ann** wins"), "{over:?}");
    assert!(aside.contains("over"), "{aside}");
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 1 win · 0 losses"), "{}", stats.text());
    Crowd::new(&arcade, 0).assert_nothing_lost().await;
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_slow_network_is_waited_for_as_long_as_discord_waits() {
    let Some((arcade, cable)) = Arcade::behind_a_cable("pg_slow").await else { return };
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    cable.slow_down(Duration::from_millis(100));
    let board = arcade.moves(&board, "44").await;
    cable.slow_down(Duration::from_millis(1_500));
    Arcade::refused(&arcade.press(arcade.ann, &board, "4").await, FAULT);
    cable.slow_down(Duration::ZERO);
    let again = arcade.command(arcade.ann, "board", json!({})).await;
    assert!(again.is_new() && !again.is_ephemeral(), "{again:?}");
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_server_that_is_gone_for_a_while_is_missed_and_taken_again() {
    let Some((arcade, cable)) = Arcade::behind_a_cable("pg_gone").await else { return };
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    for _ in 0..3 {
        cable.unplug();
        Arcade::refused(&arcade.press(arcade.ann, &board, "4").await, FAULT);
        cable.plug_in();
        let shown = arcade.command(arcade.ann, "board", json!({})).await;
        assert!(shown.text().ends_with("move 1"), "{}", shown.text());
    }
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_server_that_starts_later_than_the_bot_is_waited_for() {
    let Some((mut arcade, cable)) = Arcade::behind_a_cable("pg_later").await else { return };
    arcade.stop_bot().await;
    cable.unplug();
    arcade.start_bot();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!arcade.playground.is_bot_online());
    cable.plug_in();
    until("the bot is online", || arcade.playground.is_bot_online()).await;
    arcade.begin(arcade.ann, arcade.ben).await;
    arcade.close_after_refusals().await;
}

/// Has the server say of every write what it says when its disk is full.
const FILL_DISK: &str = "
    CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END
    $$;
    CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON game EXECUTE FUNCTION disk_is_full();
    CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON challenge EXECUTE FUNCTION disk_is_full()";
const MAKE_ROOM: &str = "DROP FUNCTION disk_is_full CASCADE";

#[tokio::test]
async fn a_server_whose_disk_is_full_is_said_and_nothing_is_lost() {
    let Some((arcade, _cable)) = Arcade::behind_a_cable("pg_full").await else { return };
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let mut sql = arcade.database.sql().await;
    sql.run(FILL_DISK).await;
    for _ in 0..20 {
        Arcade::refused(&arcade.press(arcade.ann, &board, "4").await, FAULT);
    }
    let dora = arcade.playground.add_person("Dora");
    let refused = arcade.command(arcade.cleo, "play", json!({ "opponent": dora })).await;
    Arcade::refused(&refused, FAULT);
    assert_eq!(arcade.now(&board).content, board.content);
    sql.run(MAKE_ROOM).await;
    let board = arcade.press(arcade.ann, &board, "4").await;
    assert!(board.text().ends_with("move 2"), "{board:?}");
    Crowd::new(&arcade, 0).assert_nothing_lost().await;
    arcade.close_after_refusals().await;
}
