//! Exports of what is stored about a person.

use std::time::Duration;

use clock::Stopwatch;
use fake_discord::{EventStream, Fault, FaultKind, Message, MessageEvent};
use serde_json::json;

use super::data::play_won_game;
use crate::support::{INTERNAL_ERROR, TestBot, unzip, wait_until_async};

#[tokio::test]
async fn an_export_has_all_of_a_users_data_but_no_tokens() {
    let bot = TestBot::open("privacy_export").await;
    let nothing = bot.request_export(bot.ann).await;
    assert_eq!(nothing.text(), "I have no data about you.");
    play_won_game(&bot).await;
    let export = bot.request_export(bot.ann).await;
    assert!(export.is_ephemeral(), "{export:?}");
    let [file] = export.message().attachments.as_slice() else { panic!("{export:?}") };
    assert_eq!(file.filename, "fourfall.zip");
    let all = unzip(&bot.discord.attachment(&file.url).unwrap());
    assert_eq!(all["player"][0]["name"], "Ann");
    assert_eq!(all["player"].as_array().unwrap().len(), 1, "no other players");
    assert_eq!(all["game"][0]["moves"], "1212121");
    assert_eq!(all["game"][0]["result"], "won");
    assert_eq!(all["rating"].as_array().unwrap().len(), 2);
    assert_eq!(all["leaderboard_entry"][0]["wins"], 1);
    for table in ["game", "challenge"] {
        assert_eq!(all[table][0]["token"], "", "{table}");
    }
    bot.close().await;
}

/// The number of games in [`store_many_games`].
const MANY: usize = 4_000;

/// Stores games of Ann, more than a reply holds.
async fn store_many_games(bot: &TestBot) {
    bot.set_listed(bot.ann, true).await;
    let games = format!(
        "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL
         SELECT i + 1 FROM n WHERE i < {MANY})
         INSERT INTO game (channel_id, first_player_id, level, board_columns, board_rows, connect,
         time_control, theme, rated, moves, version, series_id, first_points, second_points,
         closed_offers, result, locale, started_at, moved_at, ended_at, changed_by, token,
         token_expires_at) SELECT i * 7919, {}, 'easy', 7, 6, 4, 'none', 'classic', 'no',
         CAST(i * 104729 AS TEXT), i % 43, i * 15485863, 0, 0, 0, 'called off', 'en-US',
         i * 611953, i * 611957, i * 611963, i * 32452843, '', 0 FROM n",
        bot.ann.get()
    );
    bot.database.sql().await.run(&games).await;
}

/// Waits for the next follow-up.
async fn next_message(events: &mut EventStream) -> Message {
    let is_new = |it: &MessageEvent| matches!(it, MessageEvent::Created(_));
    events.next_where(is_new).await.into_message().unwrap()
}

/// Waits until all games of [`store_many_games`] have come.
async fn receive_many_games(bot: &TestBot, events: &mut EventStream) {
    loop {
        let message = next_message(events).await;
        assert!(message.is_ephemeral(), "{message:?}");
        if let [file] = message.attachments.as_slice() {
            assert_eq!(message.content, "📦 Here’s everything I know about you.");
            let all = unzip(&bot.discord.attachment(&file.url).unwrap());
            assert_eq!(all["game"].as_array().unwrap().len(), MANY);
            return;
        }
    }
}

#[tokio::test]
async fn a_large_export_follows_unless_discord_would_refuse_it() {
    let bot = TestBot::builder("privacy_large").single_process().open().await;
    store_many_games(&bot).await;
    let mut events = bot.discord.events();
    let reply = bot.request_export(bot.ann).await;
    assert_eq!(reply.text(), "📦 Everything I know about you is on its way.");
    receive_many_games(&bot, &mut events).await;
    bot.discord.set_attachment_limit(12_000);
    let refused = "📦 What I know about you is too large to send here. Please ask whoever runs this \
                   bot: they can send you the file.";
    // It follows the reply if packing took long.
    if bot.request_export(bot.ann).await.text() != refused {
        let says_so =
            |it: &MessageEvent| matches!(it, MessageEvent::Created(it) if it.content == refused);
        events.next_where(says_so).await;
    }
    bot.close().await;
}

#[tokio::test]
async fn a_person_has_two_exports_under_way_at_most() {
    let bot = TestBot::builder("privacy_busy").single_process().open().await;
    store_many_games(&bot).await;
    fail_follow_ups(&bot, 1_000, FaultKind::RateLimited { retry_after_ms: 2_500 });
    let mut events = bot.discord.events();
    let export = async || bot.request_export(bot.ann).await;
    for _ in 0..2 {
        assert_eq!(export().await.text(), "📦 Everything I know about you is on its way.");
    }
    let busy = "I’m still busy with what you asked for before. Please try again in a moment.";
    TestBot::assert_refused(&export().await, busy);
    bot.discord.clear_faults();
    receive_many_games(&bot, &mut events).await;
    wait_until_async("the next export is possible", async || export().await.text() != busy).await;
    bot.close_allowing(&["429 POST /webhooks/*/*"]).await;
}

#[tokio::test]
async fn a_limited_export_follows_once_the_limit_is_over() {
    let bot = TestBot::builder("privacy_limited").single_process().open().await;
    store_many_games(&bot).await;
    fail_follow_ups(&bot, 1, FaultKind::RateLimited { retry_after_ms: 4_000 });
    let mut events = bot.discord.events();
    let waited = Stopwatch::start();
    bot.request_export(bot.ann).await;
    receive_many_games(&bot, &mut events).await;
    assert!(waited.elapsed() >= Duration::from_secs(4), "{waited:?}");
    bot.close_expecting(&["429 POST /webhooks/*/*"]).await;
}

/// Has an export count to so many million before it is read, on SQLite: one or two take a second.
async fn slow_exports_down(bot: &TestBot, millions: u32) {
    let mut sql = bot.database.sql().await;
    sql.run("ALTER TABLE training_position RENAME TO kept_position").await;
    let slow = format!(
        "CREATE VIEW training_position AS SELECT kept.* FROM
        (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {millions}000000)
        SELECT count(*) AS passed FROM n) AS time CROSS JOIN kept_position AS kept
        WHERE time.passed > 0"
    );
    sql.run(&slow).await;
}

#[tokio::test]
async fn an_export_cut_off_by_a_stop_says_so() {
    let mut bot = TestBot::builder("privacy_stop").single_process().on_sqlite().open().await;
    bot.set_listed(bot.ann, true).await;
    slow_exports_down(&bot, 20).await;
    let page = bot.my_data(bot.ann).await.message().clone();
    let mut events = bot.discord.events();
    let pass_time = async {
        // Arrives after the export.
        bot.command(bot.cleo, "daily", json!({})).await;
        bot.advance(Duration::from_secs(1)).await;
    };
    let export = bot.press(bot.ann, &page, "Download");
    let (reply, ()) = tokio::join!(export, pass_time);
    assert_eq!(reply.text(), "📦 Everything I know about you is on its way.");
    let failed = "❌ I couldn’t send everything I know about you.";
    let says_so = |it: &MessageEvent| matches!(it, MessageEvent::Created(it) if it.content.starts_with(failed));
    tokio::join!(events.next_where(says_so), bot.stop_while_time_passes());
    bot.close().await;
}

#[tokio::test]
async fn exports_leave_connections_to_everybody_else() {
    let bot = TestBot::builder("privacy_connections").single_process().on_sqlite().open().await;
    for user in [bot.ann, bot.ben] {
        bot.set_listed(user, true).await;
    }
    slow_exports_down(&bot, 2).await;
    let anns = bot.my_data(bot.ann).await.message().clone();
    let bens = bot.my_data(bot.ben).await.message().clone();
    let mut events = bot.discord.events();
    let others = async {
        for (name, options) in [
            ("daily", json!({})),
            ("leaderboard", json!({})),
            ("play", json!({ "opponent": bot.ben })),
        ] {
            let reply = bot.command(bot.cleo, name, options).await;
            assert!(!reply.text().contains(INTERNAL_ERROR), "{name}: {reply:?}");
        }
        // What takes longer follows the reply.
        bot.advance(Duration::from_secs(1)).await;
    };
    let export = |user, page| bot.press(user, page, "Download");
    tokio::join!(export(bot.ann, &anns), export(bot.ben, &bens), others);
    let is_archive = |it: &MessageEvent| matches!(it, MessageEvent::Created(it) | MessageEvent::Edited(it) if !it.attachments.is_empty());
    for _ in 0..2 {
        events.next_where(is_archive).await;
    }
    bot.close().await;
}

#[tokio::test]
async fn an_export_is_sent_again_after_a_fault() {
    for (name, kind, refused) in [
        ("privacy_fault", FaultKind::Status(503, json!({})), &["503 POST /webhooks/*/*"][..]),
        ("privacy_dropped", FaultKind::DropRequest, &[]),
    ] {
        let bot = TestBot::open(name).await;
        store_many_games(&bot).await;
        let mut events = bot.discord.events();
        fail_follow_ups(&bot, 1, kind);
        bot.request_export(bot.ann).await;
        receive_many_games(&bot, &mut events).await;
        bot.close_expecting(refused).await;
    }
}

#[tokio::test]
async fn an_export_that_discord_refuses_says_so() {
    let bot = TestBot::open("privacy_refused").await;
    store_many_games(&bot).await;
    let mut events = bot.discord.events();
    fail_follow_ups(&bot, 1, FaultKind::Status(413, json!({ "code": 40005, "message": "big" })));
    bot.request_export(bot.ann).await;
    loop {
        let message = next_message(&mut events).await;
        if message.content.starts_with("❌ I couldn’t send everything I know about you.") {
            assert_eq!(message.ephemeral_for, Some(bot.ann));
            break;
        }
    }
    wait_until_async("she may try again at once", async || {
        let again = bot.request_export(bot.ann).await;
        again.text() == "📦 Everything I know about you is on its way."
    })
    .await;
    bot.close_expecting(&["413 POST /webhooks/*/*"]).await;
}

fn fail_follow_ups(bot: &TestBot, times: u32, kind: FaultKind) {
    bot.discord.inject_fault(Fault { route: "POST /webhooks/", times, kind });
}
