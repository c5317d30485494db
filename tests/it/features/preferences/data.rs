//! What is stored about people, in `/preferences`: shown and deleted.

use std::{path::Path, time::Duration};

use fake_discord::{ActionResult, Message, MessageEvent, UserId};
use fourfall::{
    game::PlayerId,
    store::{ExportSource as _, export_schema::ExportRow},
};
use serde_json::{Value, json};

use crate::support::{TestBot, move_number, wait_until, wait_until_async};

/// Counts stored interaction tokens.
const TOKENS: &str = "\
    SELECT (SELECT count(*) FROM game WHERE token <> '' OR token_expires_at <> 0) \
    + (SELECT count(*) FROM challenge WHERE token <> '' OR token_expires_at <> 0)";

/// Counts games and challenges of which a message is known.
const MESSAGES: &str = "\
    SELECT (SELECT count(*) FROM game WHERE message_id IS NOT NULL OR token <> '') \
    + (SELECT count(*) FROM challenge WHERE message_id IS NOT NULL OR token <> '')";

pub(super) async fn play_won_game(bot: &TestBot) -> Message {
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await
}

#[tokio::test]
async fn privacy_about_is_three_sentences() {
    let bot = TestBot::open("privacy_about").await;
    let about = bot.my_data(bot.ann).await;
    assert!(about.text().contains("I never read or store what people write."));
    assert_eq!(about.text().matches(". ").count(), 2, "{}", about.text());
    bot.close().await;
}

#[tokio::test]
async fn data_is_deleted_after_a_confirmation() {
    let bot = TestBot::open("privacy_delete").await;
    let over = play_won_game(&bot).await;
    let live = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&live, "4444555").await;
    let general = bot.discord.channel("general");
    let alone = json!({ "level": "easy", "first": "me" });
    bot.discord.command(bot.ann, general, "play", alone).await;
    let prompt = bot.ask_delete(bot.ann).await.message().clone();
    let kept = "Boards of finished games stay in their channels as they are. This can’t be undone.";
    assert!(prompt.content.ends_with(kept), "{}", prompt.content);
    let cancelled = bot.press(bot.ann, &prompt, "Keep my data").await;
    assert_eq!(cancelled.text(), "👍 Nothing was deleted.");
    let back = bot.press(bot.ann, cancelled.message(), "Back").await;
    assert!(back.text().starts_with("⚙️ **Your preferences**"), "{}", back.text());
    assert!(bot.command(bot.ann, "stats", json!({})).await.text().contains("1 win"));

    let prompt = bot.ask_delete(bot.ann).await.message().clone();
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

    let left = bot.export(bot.ann).await;
    let tables = left.as_object().unwrap().iter().filter(|(_, rows)| **rows != json!([]));
    let tables: Vec<&str> = tables.map(|(table, _)| table.as_str()).collect();
    assert_eq!(tables, ["kept_limit"], "{left}");
    let stats = bot.command(bot.ben, "stats", json!({ "player": bot.ann })).await;
    TestBot::assert_refused(&stats, "hasn’t finished a game yet");
    let games = bot.command(bot.ann, "games", json!({})).await;
    TestBot::assert_refused(&games, "You have no games going on.");
    let own = bot.command(bot.ben, "stats", json!({})).await;
    assert!(own.text().contains("Here: 1 win · 1 loss"), "{}", own.text());
    let history = bot.command(bot.ben, "history", json!({})).await;
    assert!(history.text().contains("**a deleted player** · ❌ lost"), "{}", history.text());
    let replay = bot.press(bot.ben, &over, "Replay").await;
    assert!(replay.text().starts_with("🔴 **a deleted player** vs 🟡 **Ben**"));

    let again = bot.ask_delete(bot.ann).await.message().clone();
    let nothing = bot.press(bot.ann, &again, "Delete my data").await;
    assert!(nothing.text().starts_with("I have no data about you"), "{}", nothing.text());
    play_won_game(&bot).await;
    let fresh = bot.command(bot.ann, "stats", json!({})).await;
    assert!(fresh.text().contains("📈 **16"), "{}", fresh.text());
    bot.close().await;
}

#[tokio::test]
async fn deletion_leaves_no_trace_of_the_user() {
    let bot = TestBot::open("privacy_traces").await;
    play_won_game(&bot).await;
    let options = json!({ "opponent": bot.cleo });
    bot.command(bot.ann, "play", options).await;
    bot.delete_data(bot.ann).await;
    let store = bot.store().await;
    let ann = bot.ann.get();
    let mut count = 0;
    let check = &mut |table: &'static str, row: ExportRow| {
        let row = Value::from(row).to_string();
        let is_kept = table == "kept_limit";
        assert_eq!(row.contains(&ann.to_string()), is_kept, "{table}: {row}");
        assert!(!row.contains("\"Ann\""), "{table}: {row}");
        count += 1;
        true
    };
    store.export(None, check).await.unwrap();
    assert!(count > 5, "the other data is kept");
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number(MESSAGES).await, 0, "nothing leads to a message that names them");
    assert_eq!(store.player(PlayerId(ann), None).await.unwrap(), None);
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
    bot.wait_gone(&old).await;
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
    // By the gateway, rows always come in the same order: in another one, SQLite may move a row within
    // its page, and leave a part of it in unused space (SECURITY.md).
    let bot = TestBot::builder("privacy_bytes").on_sqlite().gateway().open().await;
    let user = bot.discord.add_user("Wilhelmina");
    for number in 0..12 {
        let other = bot.discord.add_user(&format!("Player {number}"));
        let board = bot.start_game(user, other).await;
        let board = bot.play_moves_as([user, other], &board, "44").await;
        // A win would count for the day.
        let offered = bot.press(user, &board, "Offer draw").await;
        bot.press(other, offered.message(), "Accept").await;
        bot.command(other, "play", json!({ "opponent": bot.ben })).await;
    }
    let general = bot.discord.channel("general");
    bot.discord.command(user, general, "play", json!({ "level": "easy" })).await;
    // One to somebody would count for a week.
    bot.open_challenge(user).await;
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
    let limits = "SELECT count(*) FROM kept_limit";
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
    bot.advance(Duration::from_hours(24)).await;
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
        bot.press(bot.ann, made.message(), "Decline").await;
    };
    challenge_then_cancel().await;
    bot.delete_data(bot.ann).await;
    bot.advance(Duration::from_hours(24 * 6)).await;
    challenge_then_cancel().await;
    bot.advance(Duration::from_hours(24 * 2)).await;
    challenge_then_cancel().await;
    bot.advance(Duration::from_hours(2)).await;
    let early = challenge().await;
    assert!(early.is_ephemeral(), "it was the third: not before a day has passed: {early:?}");
    bot.advance(Duration::from_hours(24 * 7)).await;
    wait_until_no_limit_is_left(&bot).await;
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
        bot.set_listed(player, true).await;
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
    assert!(!leaders.text().contains("Ann"), "{}", leaders.text());
    let listed = bot.set_listed(bot.ann, true).await;
    assert!(listed.text().contains("👀 Your name shows on the leaderboard of all servers."));
    let leaders = bot.command(bot.ben, "leaderboard", options.clone()).await;
    assert!(leaders.text().contains("\n**1** Ann · 1662? · 1 win"), "{}", leaders.text());
    let hidden = bot.set_listed(bot.ann, false).await;
    assert!(hidden.text().contains("🙈 Your name doesn’t show on"), "{}", hidden.text());
    let leaders = bot.command(bot.ben, "leaderboard", options).await;
    assert!(!leaders.text().contains("Ann"), "{}", leaders.text());
    bot.close().await;
}
