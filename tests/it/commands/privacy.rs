//! The `/privacy` commands.

use std::{collections::BTreeSet, path::Path, time::Duration};

use fake_discord::{ActionResult, EventStream, Fault, FaultKind, Message, MessageEvent, UserId};
use fourfall::{game::PlayerId, store};
use serde_json::{Value, json};

use crate::support::{INTERNAL_ERROR, TestBot, move_number, unzip, wait_until, wait_until_async};

/// Counts stored interaction tokens.
const TOKENS: &str = "\
    SELECT (SELECT count(*) FROM game WHERE token <> '' OR token_expires_at <> 0) \
    + (SELECT count(*) FROM challenge WHERE token <> '' OR token_expires_at <> 0)";

/// Counts games and challenges of which a message is known.
const MESSAGES: &str = "\
    SELECT (SELECT count(*) FROM game WHERE message_id IS NOT NULL OR token <> '') \
    + (SELECT count(*) FROM challenge WHERE message_id IS NOT NULL OR token <> '')";

async fn play_won_game(bot: &TestBot) -> Message {
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await
}

#[tokio::test]
async fn privacy_about_is_three_sentences() {
    let bot = TestBot::open("privacy_about").await;
    let about = bot.command(bot.ann, "privacy about", json!({})).await;
    TestBot::assert_refused(&about, "I never read or store what people write.");
    assert_eq!(about.text().matches(". ").count(), 2, "{}", about.text());
    bot.close().await;
}

#[tokio::test]
async fn an_export_has_all_of_a_users_data_but_no_tokens() {
    let bot = TestBot::open("privacy_export").await;
    let nothing = bot.command(bot.ann, "privacy export", json!({})).await;
    TestBot::assert_refused(&nothing, "I have no data about you");
    play_won_game(&bot).await;
    let export = bot.command(bot.ann, "privacy export", json!({})).await;
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
const MANY: usize = 1_500;

/// The largest attachment in the tests of large exports, in bytes.
const ATTACHMENT_LIMIT: usize = 12_000;

/// Stores games of Ann that need several attachments.
async fn store_many_games(bot: &TestBot) {
    bot.discord.set_attachment_limit(ATTACHMENT_LIMIT);
    bot.command(bot.ann, "privacy listed", json!({ "show": true })).await;
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

/// Waits until all games of [`store_many_games`] have come. Returns the number of parts.
async fn receive_many_games(bot: &TestBot, events: &mut EventStream) -> usize {
    let (mut found, mut parts) = (BTreeSet::new(), BTreeSet::new());
    while found.len() < MANY {
        let message = next_message(events).await;
        assert!(message.is_ephemeral(), "{message:?}");
        for file in &message.attachments {
            let archive = bot.discord.attachment(&file.url).unwrap();
            assert!(archive.len() <= ATTACHMENT_LIMIT, "{} bytes", archive.len());
            let part = unzip(&archive);
            let rows = part["game"].as_array().into_iter().flatten();
            found.extend(rows.map(|row| row["game_id"].as_i64().unwrap()));
            parts.insert(message.content.clone());
        }
    }
    let count = parts.len();
    let all = (1..=count).map(|number| format!("📦 Part {number} of {count}"));
    assert_eq!(parts, all.collect());
    count
}

#[tokio::test]
async fn a_large_export_comes_in_parts_that_discord_accepts() {
    let bot = TestBot::open("privacy_parts").await;
    store_many_games(&bot).await;
    let mut events = bot.discord.events();
    let reply = bot.command(bot.ann, "privacy export", json!({})).await;
    assert_eq!(reply.text(), "📦 Everything I know about you is on its way.");
    let parts = receive_many_games(&bot, &mut events).await;
    assert!((3..30).contains(&parts), "{parts} parts");
    bot.close().await;
}

#[tokio::test]
async fn a_person_exports_their_data_once_in_ten_minutes() {
    let bot = TestBot::builder("privacy_busy").single_process().open().await;
    store_many_games(&bot).await;
    fail_follow_ups(&bot, 1_000, FaultKind::RateLimited { retry_after_ms: 60_000 });
    let mut events = bot.discord.events();
    bot.command(bot.ann, "privacy export", json!({})).await;
    let refused_until = bot.clock.now().after(Duration::from_mins(10)).seconds();
    let export = async || bot.command(bot.ann, "privacy export", json!({})).await;
    TestBot::assert_refused(&export().await, "I’m still busy with an export.");
    bot.discord.clear_faults();
    receive_many_games(&bot, &mut events).await;
    let refusal = "You exported your data only recently. You can do so again at <t:";
    wait_until_async("the export is over", async || {
        !export().await.text().contains("busy with an export")
    })
    .await;
    TestBot::assert_refused(&export().await, &format!("{refusal}{refused_until}:t>"));
    bot.advance(Duration::from_mins(10)).await;
    wait_until_async("the next export is possible", async || {
        let again = bot.command(bot.ann, "privacy export", json!({})).await;
        !again.text().contains("busy with an export")
    })
    .await;
    receive_many_games(&bot, &mut events).await;
    bot.delete_data(bot.ann).await;
    TestBot::assert_refused(&export().await, refusal);
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
    bot.command(bot.ann, "privacy listed", json!({ "show": true })).await;
    slow_exports_down(&bot, 20).await;
    let mut events = bot.discord.events();
    let pass_time = async {
        // Arrives after the export.
        bot.command(bot.cleo, "daily", json!({})).await;
        bot.advance(Duration::from_secs(1)).await;
    };
    let export = bot.command(bot.ann, "privacy export", json!({}));
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
        bot.command(user, "privacy listed", json!({ "show": true })).await;
    }
    slow_exports_down(&bot, 2).await;
    let mut events = bot.discord.events();
    let others = async {
        let third = bot.command(bot.cleo, "privacy export", json!({})).await;
        TestBot::assert_refused(&third, "I’m still busy with an export.");
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
    let export = |user| bot.command(user, "privacy export", json!({}));
    tokio::join!(export(bot.ann), export(bot.ben), others);
    let is_archive =
        |it: &MessageEvent| matches!(it, MessageEvent::Created(it) if !it.attachments.is_empty());
    for _ in 0..2 {
        events.next_where(is_archive).await;
    }
    bot.close().await;
}

#[tokio::test]
async fn a_part_of_an_export_is_sent_again_after_a_fault() {
    for (name, kind, refused) in [
        ("privacy_fault", FaultKind::Status(503, json!({})), &["503 POST /webhooks/*/*"][..]),
        ("privacy_dropped", FaultKind::DropRequest, &[]),
    ] {
        let bot = TestBot::open(name).await;
        store_many_games(&bot).await;
        let mut events = bot.discord.events();
        fail_follow_ups(&bot, 1, kind);
        bot.command(bot.ann, "privacy export", json!({})).await;
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
    bot.command(bot.ann, "privacy export", json!({})).await;
    loop {
        let message = next_message(&mut events).await;
        if message.content.starts_with("❌ I couldn’t send everything I know about you.") {
            assert_eq!(message.ephemeral_for, Some(bot.ann));
            break;
        }
    }
    wait_until_async("she may try again at once", async || {
        let again = bot.command(bot.ann, "privacy export", json!({})).await;
        again.text() == "📦 Everything I know about you is on its way."
    })
    .await;
    bot.close_expecting(&["413 POST /webhooks/*/*"]).await;
}

fn fail_follow_ups(bot: &TestBot, times: u32, kind: FaultKind) {
    bot.discord.inject_fault(Fault { route: "POST /webhooks/", times, kind });
}

#[tokio::test]
async fn data_is_deleted_after_a_confirmation() {
    let bot = TestBot::open("privacy_delete").await;
    let over = play_won_game(&bot).await;
    let live = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&live, "44").await;
    let general = bot.discord.channel("general");
    let alone = json!({ "level": "easy", "first": "me" });
    bot.discord.command(bot.ann, general, "play", alone).await;
    let prompt = bot.command(bot.ann, "privacy delete", json!({})).await.message().clone();
    let kept = "Boards of finished games stay in their channels as they are. This can’t be undone.";
    assert!(prompt.content.ends_with(kept), "{}", prompt.content);
    let cancelled = bot.press(bot.ann, &prompt, "Keep my data").await;
    assert_eq!(cancelled.text(), "👍 Nothing was deleted.");
    assert!(bot.command(bot.ann, "stats", json!({})).await.text().contains("1 win"));

    let prompt = bot.command(bot.ann, "privacy delete", json!({})).await.message().clone();
    let mut events = bot.discord.events();
    let deleted = bot.press(bot.ann, &prompt, "Delete my data").await;
    assert!(deleted.text().starts_with("🗑️ Done."), "{}", deleted.text());
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == live.id);
    let ended = events.next_where(edited).await.into_message().unwrap().clone();
    let resigned = "## 🏆 Ben wins!\n-# 🏳️ a deleted player resigned.";
    assert!(ended.content.contains(resigned), "{}", ended.content);
    assert!(!ended.content.contains("Ann"), "{}", ended.content);
    assert_eq!(ended.labels(), ["Share GIF", "Replay", "Review"], "nobody is left for a rematch");
    let rematch = bot.press(bot.ben, &over, "Rematch").await;
    TestBot::assert_refused(&rematch, "Your opponent has deleted their data,");

    let gone = bot.command(bot.ann, "privacy export", json!({})).await;
    TestBot::assert_refused(&gone, "I have no data about you");
    let stats = bot.command(bot.ben, "stats", json!({ "player": bot.ann })).await;
    TestBot::assert_refused(&stats, "hasn’t finished a game yet");
    let games = bot.command(bot.ann, "games", json!({})).await;
    TestBot::assert_refused(&games, "You have no games going on.");
    let own = bot.command(bot.ben, "stats", json!({})).await;
    assert!(own.text().contains("In this server: 1 win · 1 loss · 0 draws"), "{}", own.text());
    let history = bot.command(bot.ben, "history", json!({})).await;
    assert!(history.text().contains("**a deleted player** · ❌ lost"), "{}", history.text());
    let replay = bot.press(bot.ben, &over, "Replay").await;
    assert!(replay.text().starts_with("🔴 **a deleted player** vs 🟡 **Ben**"));

    let again = bot.command(bot.ann, "privacy delete", json!({})).await.message().clone();
    let nothing = bot.press(bot.ann, &again, "Delete my data").await;
    assert!(nothing.text().starts_with("I have no data about you"), "{}", nothing.text());
    play_won_game(&bot).await;
    let fresh = bot.command(bot.ann, "stats", json!({})).await;
    assert!(fresh.text().contains("Rating in this server: **16"), "{}", fresh.text());
    bot.close().await;
}

#[tokio::test]
async fn deletion_leaves_no_trace_of_the_user() {
    let bot = TestBot::open("privacy_traces").await;
    play_won_game(&bot).await;
    let options = json!({ "opponent": bot.cleo });
    bot.command(bot.ann, "play", options).await;
    bot.delete_data(bot.ann).await;
    let store = store::open(&bot.database_url()).await.unwrap();
    let (send, mut rows) = tokio::sync::mpsc::channel(1_000);
    store.export(send).await.unwrap();
    let ann = bot.ann.get();
    let mut count = 0;
    while let Some((table, row)) = rows.recv().await {
        let row = Value::from(row).to_string();
        assert!(!row.contains(&ann.to_string()), "{}: {row}", table.name);
        assert!(!row.contains("\"Ann\""), "{}: {row}", table.name);
        count += 1;
    }
    assert!(count > 5, "the other data is kept");
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number(MESSAGES).await, 0, "nothing leads to a message that names them");
    assert_eq!(store.player(PlayerId(ann), None).await.unwrap(), None);
    store.close().await;
    bot.close().await;
}

#[tokio::test]
async fn tokens_are_cleared_once_they_have_expired() {
    let bot = TestBot::open("privacy_tokens").await;
    let board = bot.start_timed_game("1 hour").await;
    bot.open_challenge(bot.cleo).await;
    bot.advance(Duration::from_mins(14)).await;
    let old = board;
    let board = bot.press(bot.ann, &old, "4").await.message().clone();
    let is_old = || bot.current(&old).labels().is_empty();
    wait_until("the old board leads to the new one", is_old).await;
    bot.advance(Duration::from_mins(2)).await;
    let mut sql = bot.database.sql().await;
    wait_until_async("all but the newest are cleared", async || sql.number(TOKENS).await == 1)
        .await;
    let deadline = sql.number("SELECT move_by FROM game").await;
    bot.advance(Duration::from_mins(14)).await;
    wait_until_async("all are cleared", async || sql.number(TOKENS).await == 0).await;
    assert_eq!(sql.number("SELECT version FROM game").await, 1, "it is no change of the game");
    assert_eq!(sql.number("SELECT move_by FROM game").await, deadline);
    let moved = bot.press(bot.ben, &board, "4").await;
    assert_eq!(move_number(moved.text()), 3, "{moved:?}");
    bot.close().await;
}

#[tokio::test]
async fn what_a_deleted_user_left_open_is_drawn_as_over() {
    let bot = TestBot::open("privacy_open").await;
    let dm = bot.discord.channel("dm:ann");
    let options = json!({ "level": "easy", "first": "me" });
    let recent = bot.discord.command(bot.ann, dm, "play", options.clone()).await;
    let general = bot.discord.channel("general");
    let old = bot.discord.command(bot.ann, general, "play", options).await;
    bot.advance(Duration::from_mins(10)).await;
    bot.press(bot.ann, recent.message(), "4").await;
    let to_cleo = bot.challenge(bot.ann, bot.cleo).await;
    let by_ben = bot.challenge(bot.ben, bot.ann).await;
    let to_anyone = bot.open_challenge(bot.ann).await;
    bot.advance(Duration::from_mins(6)).await;
    bot.delete_data(bot.ann).await;
    let game = "🗑️ This game is over: its player has deleted their data.";
    let challenge = "🗑️ This challenge is over: somebody in it has deleted their data.";
    for (message, over) in [
        (recent.message(), game),
        (old.message(), game),
        (&to_cleo, challenge),
        (&by_ben, challenge),
        (to_anyone.message(), challenge),
    ] {
        let is_over = || {
            let current = bot.current(message);
            current.content == over && current.labels().is_empty()
        };
        wait_until("the message is over", is_over).await;
    }
    bot.close().await;
}

/// Whether bytes hold a user's name, or the id in any form in which SQLite stores it.
fn names_user(bytes: &[u8], user: UserId, name: &str) -> bool {
    let id = user.get();
    // As the key of a row: seven bits in each of eight bytes, and eight in the last.
    let mut key: Vec<u8> =
        (0..8).map(|index| 0x80 | ((id >> 8 >> (7 * (7 - index))) & 0x7f) as u8).collect();
    key.push((id & 0xff) as u8);
    while key[0] == 0x80 {
        key.remove(0);
    }
    let forms = [name.as_bytes().to_vec(), id.to_be_bytes().to_vec(), id.to_string().into(), key];
    forms.iter().any(|form| holds(bytes, form))
}

fn holds(bytes: &[u8], form: &[u8]) -> bool {
    bytes.windows(form.len()).any(|window| window == form)
}

/// The bytes of an SQLite database, with its log.
fn database_bytes(path: &Path) -> Vec<u8> {
    let log = path.with_extension("db-wal");
    let mut bytes = std::fs::read(path).unwrap();
    bytes.extend(std::fs::read(log).unwrap_or_default());
    bytes
}

#[tokio::test]
async fn the_database_file_keeps_no_byte_of_a_deleted_user() {
    let bot = TestBot::builder("privacy_bytes").on_sqlite().open().await;
    let user = bot.discord.add_user("Wilhelmina");
    for number in 0..12 {
        let other = bot.discord.add_user(&format!("Player {number}"));
        let board = bot.start_game(user, other).await;
        bot.play_moves_as([user, other], &board, "1212121").await;
        bot.command(other, "play", json!({ "opponent": bot.ben })).await;
    }
    let general = bot.discord.channel("general");
    bot.discord.command(user, general, "play", json!({ "level": "easy" })).await;
    bot.challenge(user, bot.cleo).await;
    bot.wait_idle().await;
    let mut sql = bot.database.sql().await;
    let query = format!(
        "SELECT group_concat(token) FROM game WHERE {id} IN (first_player_id, second_player_id)",
        id = user.get()
    );
    let tokens = sql.text(&query).await;
    drop(sql);
    let tokens: Vec<_> = tokens.split(',').collect();
    assert!(tokens.len() > 12 && tokens.iter().all(|it| it.len() > 10), "{tokens:?}");
    let path = bot.database.path();
    let before = database_bytes(&path);
    assert!(names_user(&before, user, "Wilhelmina"));
    assert!(tokens.iter().all(|token| holds(&before, token.as_bytes())));
    bot.delete_data(user).await;
    let is_purged = || {
        let bytes = database_bytes(&path);
        !names_user(&bytes, user, "Wilhelmina")
            && !tokens.iter().any(|token| holds(&bytes, token.as_bytes()))
    };
    wait_until("nothing is left of the user", is_purged).await;
    assert!(holds(&database_bytes(&path), b"Player 11"), "the others are there");
    bot.close().await;
}

async fn wait_until_no_limit_is_left(bot: &TestBot) {
    let mut sql = bot.database.sql().await;
    let limits = "SELECT count(*) FROM retained_limit";
    wait_until_async("no limit is left", async || sql.number(limits).await == 0).await;
}

#[tokio::test]
async fn deletions_do_not_renew_the_limit_of_rated_games() {
    let bot = TestBot::open("privacy_rated").await;
    for user in [bot.ann, bot.ben, bot.ann] {
        let over = play_won_game(&bot).await;
        assert!(over.content.contains("📈"), "{}", over.content);
        bot.delete_data(user).await;
    }
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    let enough = "Not rated: you two have already started 3 rated games today.";
    assert!(board.content.ends_with(enough), "{}", board.content);
    bot.delete_data(bot.ben).await;
    let over = play_won_game(&bot).await;
    assert!(over.content.contains(" · unrated\n"), "{}", over.content);
    let other = bot.start_rated_game(bot.ann, bot.cleo).await;
    assert!(!other.content.contains("Not rated"), "{}", other.content);
    bot.play_moves_as([bot.ann, bot.cleo], &other, "1212121").await;
    bot.advance(Duration::from_hours(24)).await;
    let over = play_won_game(&bot).await;
    assert!(over.content.contains("📈"), "{}", over.content);
    wait_until_no_limit_is_left(&bot).await;
    bot.close().await;
}

#[tokio::test]
async fn cooldowns_from_before_a_deletion_do_not_end_early() {
    let bot = TestBot::open("privacy_cooldown_week").await;
    let options = json!({ "opponent": bot.ben });
    let challenge = async || bot.command(bot.ann, "play", options.clone()).await;
    let challenge_then_cancel = async || {
        let made = challenge().await;
        assert!(made.is_new() && !made.is_ephemeral(), "{made:?}");
        bot.press(bot.ann, made.message(), "Cancel").await;
    };
    challenge_then_cancel().await;
    bot.delete_data(bot.ann).await;
    bot.advance(Duration::from_hours(24 * 6)).await;
    challenge_then_cancel().await;
    bot.advance(Duration::from_hours(24 * 2)).await;
    wait_until_no_limit_is_left(&bot).await;
    challenge_then_cancel().await;
    bot.advance(Duration::from_hours(2)).await;
    let early = challenge().await;
    assert!(early.is_ephemeral(), "it was the third: not before a day has passed: {early:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_challenger_who_deletes_their_data_still_waits() {
    let bot = TestBot::open("privacy_cooldown").await;
    let options = json!({ "opponent": bot.ben });
    let challenge = async || bot.command(bot.ann, "play", options.clone()).await;
    let is_made = |result: &ActionResult| result.is_new() && !result.is_ephemeral();
    let challenge_then_delete = async |user: UserId| {
        let made = challenge().await;
        assert!(is_made(&made), "{made:?}");
        bot.delete_data(user).await;
        let is_over = || bot.current(made.message()).labels().is_empty();
        wait_until("the challenge is over", is_over).await;
    };
    challenge_then_delete(bot.ann).await;
    assert!(!is_made(&challenge().await), "not before five minutes have passed");
    bot.advance(Duration::from_mins(6)).await;
    challenge_then_delete(bot.ann).await;
    bot.advance(Duration::from_mins(6)).await;
    assert!(!is_made(&challenge().await), "it was the second: not before an hour has passed");
    bot.advance(Duration::from_hours(1)).await;
    challenge_then_delete(bot.ben).await;
    bot.advance(Duration::from_hours(2)).await;
    assert!(!is_made(&challenge().await), "it was the third: not before a day has passed");
    bot.advance(Duration::from_hours(24 * 7)).await;
    wait_until_no_limit_is_left(&bot).await;
    bot.close().await;
}

#[tokio::test]
async fn the_buttons_of_a_leaderboard_name_nobody() {
    let bot = TestBot::open("privacy_buttons").await;
    let mut players = vec![bot.ann];
    for number in 0..11 {
        let player = bot.discord.add_user(&format!("Player {number}"));
        let board = bot.start_game(player, bot.ann).await;
        bot.play_moves_as([player, bot.ann], &board, "1212121").await;
        players.push(player);
    }
    let options = json!({ "scope": "everywhere" });
    let first = bot.command(bot.ann, "leaderboard", options).await.message().clone();
    let second = bot.press(bot.ann, &first, "Next").await.message().clone();
    for page in [first, second] {
        for id in page.buttons().filter_map(|button| button.custom_id.as_deref()) {
            let named = players.iter().find(|player| id.contains(&player.to_string()));
            assert_eq!(named, None, "{id}");
        }
    }
    bot.close().await;
}

#[tokio::test]
async fn names_are_hidden_globally_unless_the_user_opts_in() {
    let bot = TestBot::open("privacy_listed").await;
    play_won_game(&bot).await;
    let options = json!({ "scope": "everywhere" });
    let leaders = bot.command(bot.ben, "leaderboard", options.clone()).await;
    assert!(leaders.text().contains("\n`1.` **Hidden player** · 1 win"), "{}", leaders.text());
    let listed = bot.command(bot.ann, "privacy listed", json!({ "show": true })).await;
    TestBot::assert_refused(&listed, "Your name now shows on the leaderboard of all servers.");
    let leaders = bot.command(bot.ben, "leaderboard", options.clone()).await;
    assert!(leaders.text().contains("🥇 **Ann** · 1 win"), "{}", leaders.text());
    let hidden = bot.command(bot.ann, "privacy listed", json!({ "show": false })).await;
    TestBot::assert_refused(&hidden, "Your name no longer shows");
    let leaders = bot.command(bot.ben, "leaderboard", options).await;
    assert!(leaders.text().contains("\n`1.` **Hidden player**"), "{}", leaders.text());
    bot.close().await;
}
