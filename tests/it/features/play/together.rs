//! Games of a channel against the computer.

use std::time::Duration;

use fake_discord::{Message, UserId};
use serde_json::json;

use crate::support::{TestBot, scripted_search, wait_until};

/// The columns of a game that the channel wins with its last disc.
const WON: &str = "1727374";
const DRAWN: &str = "656173566152215676422337377473141445425321";

const TEN_MINUTES: Duration = Duration::from_mins(10);
const DAY: Duration = Duration::from_hours(24);

async fn open(name: &str) -> TestBot {
    TestBot::builder(name).backends(scripted_search(WON)).open().await
}

/// The page on which a channel's game is begun, in which the channel goes first.
async fn page(bot: &TestBot, user: UserId) -> Message {
    let menu = bot.command(user, "play", json!({})).await;
    let page = bot.press(user, menu.message(), "Together").await;
    assert!(page.is_update() && page.text().starts_with("**Together**"), "{page:?}");
    let first = bot.choose(user, page.message(), "Who goes first", "This channel goes first").await;
    assert!(first.is_update(), "{first:?}");
    first.message().clone()
}

/// The channel's game, once it is the channel's turn.
async fn started(bot: &TestBot) -> Message {
    let board = bot.press_to_post(bot.ann, &page(bot, bot.ann).await, "Medium").await;
    channels_turn(bot, &board).await
}

async fn channels_turn(bot: &TestBot, board: &Message) -> Message {
    let is_turn = || bot.current(board).content.contains("Everyone, your move");
    wait_until("it is the channel's turn", is_turn).await;
    bot.current(board)
}

/// Drops the channel's disc once it may. Returns the board with it.
async fn drop_disc(bot: &TestBot, user: UserId, board: &Message, column: &str) -> Message {
    let board = channels_turn(bot, board).await;
    let dropped = bot.press(user, &board, column).await;
    assert!(dropped.is_update(), "{dropped:?}");
    dropped.message().clone()
}

/// Plays the channel's game to the end, which Ann, Ben and Cleo win.
async fn win(bot: &TestBot) -> Message {
    let board = started(bot).await;
    for (user, column) in [(bot.ann, "1"), (bot.ben, "2"), (bot.cleo, "3"), (bot.ann, "4")] {
        drop_disc(bot, user, &board, column).await;
    }
    bot.current(&board)
}

/// The lines of a board without its grid.
fn words(board: &Message) -> Vec<&str> {
    board.content.lines().filter(|line| line.chars().any(char::is_alphabetic)).collect()
}

#[tokio::test]
async fn a_channel_plays_the_computer() {
    let bot = open("together").await;
    let board = started(&bot).await;
    let title = format!("🔴 **<#{}>** vs 🟡 **Fourfall** (medium)", bot.channel);
    let rule = "-# Anyone drops the next disc, but nobody twice in a row.";
    assert_eq!(words(&board), [&title, "🔴 Everyone, your move", rule]);
    assert_eq!(board.labels(), ["1", "2", "3", "4", "5", "6", "7"]);
    drop_disc(&bot, bot.ann, &board, "1").await;
    drop_disc(&bot, bot.ben, &board, "2").await;
    let two = drop_disc(&bot, bot.cleo, &board, "3").await;
    assert!(two.content.starts_with(&format!("{title} · Ann, Ben, Cleo\n")), "{two:?}");
    let over = drop_disc(&bot, bot.ann, &board, "4").await;
    let end = format!("## 🏆 <#{}> wins!", bot.channel);
    assert_eq!(
        words(&over)[1..],
        [&end, "-# 4 in a row, horizontal, columns 1–4", "-# Discs: Ann 2 · Ben 1 · Cleo 1"]
    );
    assert_eq!(over.labels(), ["Again", "Harder", "Share GIF", "Replay", "Review"]);
    assert_eq!(over.pings, []);
    let again = bot.press(bot.ben, &over, "Harder").await;
    assert!(again.is_new() && again.text().contains("**Fourfall** (hard)"), "{again:?}");
    bot.close().await;
}

#[tokio::test]
async fn nobody_drops_twice_in_a_row_for_ten_minutes() {
    let bot = open("together_twice").await;
    let board = started(&bot).await;
    drop_disc(&bot, bot.ann, &board, "1").await;
    let board = channels_turn(&bot, &board).await;
    let refused = bot.press(bot.ann, &board, "2").await;
    TestBot::assert_refused(&refused, "You dropped the last disc. Let somebody else play");
    bot.advance(TEN_MINUTES).await;
    let dropped = drop_disc(&bot, bot.ann, &board, "2").await;
    assert!(dropped.content.contains(" · Ann\n"), "{dropped:?}");
    let board = channels_turn(&bot, &dropped).await;
    TestBot::assert_refused(&bot.press(bot.ann, &board, "3").await, "You dropped the last disc.");
    drop_disc(&bot, bot.ben, &board, "3").await;
    bot.close().await;
}

#[tokio::test]
async fn of_two_presses_on_a_channels_board_the_first_counts() {
    let bot = open("together_both").await;
    let board = started(&bot).await;
    let dropped = drop_disc(&bot, bot.ann, &board, "1").await;
    let (late, _) = bot.press_stale(bot.ben, &board, "1").await;
    assert!(!late.is_update(), "{late:?}");
    let board = channels_turn(&bot, &dropped).await;
    assert!(board.content.contains("\n🔴🔵🔵🔵🔵🔵🟡\n"), "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_channel_has_one_game_unless_it_is_idle() {
    let bot = open("together_one").await;
    let board = started(&bot).await;
    let page = page(&bot, bot.ben).await;
    let refused = bot.press(bot.ben, &page, "Medium").await;
    TestBot::assert_refused(&refused, "This channel is already playing: ");
    bot.advance(DAY).await;
    bot.press_to_post(bot.ben, &page, "Medium").await;
    let is_over = || bot.current(&board).button("Again").is_some();
    wait_until("the old one is over", is_over).await;
    let (old, _) = bot.press_stale(bot.cleo, &board, "1").await;
    assert!(old.is_ephemeral(), "{old:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_channels_game_is_over_after_thirty_days() {
    let bot = open("together_over").await;
    let board = started(&bot).await;
    drop_disc(&bot, bot.ann, &board, "1").await;
    channels_turn(&bot, &board).await;
    bot.advance(29 * DAY).await;
    channels_turn(&bot, &board).await;
    bot.advance(DAY).await;
    let is_over = || bot.current(&board).button("Again").is_some();
    wait_until("it is over", is_over).await;
    let reason = "called off after 30 days without a move";
    assert!(bot.current(&board).content.contains(reason), "{}", bot.current(&board).content);
    bot.close().await;
}

#[tokio::test]
async fn a_channels_board_moves_to_the_end() {
    let bot = open("together_board").await;
    let board = started(&bot).await;
    bot.advance(TEN_MINUTES).await;
    let moved = bot.command(bot.cleo, "board", json!({})).await;
    assert!(moved.is_new() && !moved.is_ephemeral(), "{moved:?}");
    bot.wait_gone(&board).await;
    let again = bot.command(bot.ben, "board", json!({})).await;
    assert!(again.is_ephemeral(), "{again:?}");
    drop_disc(&bot, bot.ben, moved.message(), "1").await;
    bot.advance(TEN_MINUTES).await;
    let dropped = bot.command(bot.cleo, "drop", json!({ "column": "2" })).await;
    assert!(dropped.is_new() && dropped.text().contains(" · Ben, Cleo\n"), "{dropped:?}");
    let text = bot.command(bot.cleo, "board", json!({ "text": true })).await;
    assert!(text.is_ephemeral() && text.text().contains("Fourfall"), "{text:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_channels_game_has_no_other_actions() {
    let bot = open("together_forged").await;
    let board = started(&bot).await;
    let dropped = drop_disc(&bot, bot.ann, &board, "1").await;
    let board = channels_turn(&bot, &dropped).await;
    let custom_id = crate::support::custom_id_of(&board, "1");
    let seen = custom_id.trim_start_matches("d1").rsplit_once(':').unwrap().0.to_owned();
    for tag in ["q1", "r2", "o1", "j1", "k1", "e1"] {
        let id = if tag == "o1" { format!("{tag}{seen}:0") } else { format!("{tag}{seen}") };
        let pressed = bot.press_custom_id(bot.ann, &board, &id).await;
        assert!(pressed.is_ephemeral(), "{tag}: {pressed:?}");
    }
    assert_eq!(channels_turn(&bot, &board).await.content, board.content);
    bot.close().await;
}

#[tokio::test]
async fn a_deleted_person_leaves_a_channels_board_at_once() {
    let bot = open("together_deleted").await;
    let board = started(&bot).await;
    drop_disc(&bot, bot.ann, &board, "1").await;
    drop_disc(&bot, bot.ben, &board, "2").await;
    let board = channels_turn(&bot, &board).await;
    let export = bot.export(bot.ann).await;
    assert_eq!(export["channel_disc"].as_array().unwrap().len(), 1, "{export}");
    assert_eq!(export["game"].as_array().unwrap().len(), 1, "{export}");
    bot.delete_data(bot.ann).await;
    let is_gone = || bot.current(&board).content.contains(" · Ben, a deleted player\n");
    wait_until("Ann's name is gone", is_gone).await;
    let board = channels_turn(&bot, &board).await;
    drop_disc(&bot, bot.cleo, &board, "3").await;
    let mut sql = bot.database.sql().await;
    let left = "SELECT count(*) FROM player WHERE name = 'Ann'";
    assert_eq!(sql.number(left).await, 0);
    bot.close().await;
}

#[tokio::test]
async fn a_channels_wins_are_on_the_leaderboard_and_in_the_week() {
    let bot = open("together_record").await;
    let over = win(&bot).await;
    let again = bot.press(bot.ann, &over, "Again").await;
    assert!(again.is_new(), "{again:?}");
    let board = bot.command(bot.ben, "leaderboard", json!({})).await;
    assert!(board.text().ends_with("\n🤝 Together: medium 1 of 1"), "{}", board.text());
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(!stats.text().contains("medium"), "{stats:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_review_names_whose_disc_was_the_best() {
    let bot = open("together_review").await;
    let over = win(&bot).await;
    let review = bot.press(bot.ben, &over, "Review").await;
    assert!(review.text().contains("🏅 The best disc: **"), "{review:?}");
    let replay = bot.press(bot.ben, &over, "Replay").await;
    let replay = bot.press(bot.ben, replay.message(), "Next").await;
    assert!(replay.text().contains("**Ann** played"), "{replay:?}");
    bot.close().await;
}

#[tokio::test]
async fn whoever_presses_shares_a_channels_game() {
    let bot = open("together_shared").await;
    let board = started(&bot).await;
    for (user, column) in [(bot.ann, "1"), (bot.ben, "2"), (bot.cleo, "3"), (bot.ann, "4")] {
        drop_disc(&bot, user, &board, column).await;
    }
    let shared = bot.press(bot.ann, &bot.current(&board), "Share GIF").await;
    assert!(shared.is_new() && !shared.is_ephemeral(), "{shared:?}");
    bot.close().await;
}

#[tokio::test]
async fn the_end_names_eight_of_many_who_dropped() {
    let builder = TestBot::builder("together_many").backends(scripted_search(DRAWN));
    let bot = builder.with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let board = started(&bot).await;
    for (number, column) in DRAWN.chars().step_by(2).enumerate() {
        let guest = bot.discord.add_user(&format!("{number:02}{}", "x".repeat(30)));
        drop_disc(&bot, guest, &board, &column.to_string()).await;
    }
    let is_over = || bot.current(&board).button("Again").is_some();
    wait_until("the game is over", is_over).await;
    let over = bot.current(&board).content;
    let discs = over.lines().find(|line| line.starts_with("-# Discs: ")).expect("it is shown");
    assert!(discs.matches(" 1").count() >= 8 && discs.ends_with(" and 13 more"), "{over}");
    bot.close().await;
}

#[tokio::test]
async fn managers_end_a_channels_game() {
    let bot = open("together_moderated").await;
    let board = started(&bot).await;
    drop_disc(&bot, bot.ben, &board, "1").await;
    channels_turn(&bot, &board).await;
    let settings = bot.command(bot.ann, "settings", json!({})).await;
    let running = bot.press(bot.ann, settings.message(), "Running games").await;
    let game = "A channel vs Fourfall (medium), move 3";
    let picked = bot.choose(bot.ann, running.message(), "End a game…", game).await;
    let channel = format!("end **<#{}>** vs **Fourfall** (medium)?", bot.channel);
    assert!(picked.text().contains(&channel), "{picked:?}");
    let label = picked.message().labels()[0].clone();
    let ended = bot.press(bot.ann, picked.message(), &label).await;
    assert!(ended.is_update(), "{label}: {ended:?}");
    let is_over = || bot.current(&board).button("Again").is_some();
    wait_until("the game is over", is_over).await;
    bot.close().await;
}

#[tokio::test]
async fn channels_play_in_servers_that_allow_it_only() {
    let bot = open("together_off").await;
    let channel = bot.discord.channel("dm:ann");
    let direct = bot.discord.command(bot.ann, channel, "play", json!({})).await;
    assert!(direct.message().button("Together").is_none(), "{direct:?}");
    let menu = bot.command(bot.ben, "play", json!({})).await;
    let page = bot.press(bot.ben, menu.message(), "Together").await;
    let settings = bot.command(bot.ann, "settings", json!({})).await;
    let limits = bot.press(bot.ann, settings.message(), "Limits").await;
    bot.press(bot.ann, limits.message(), "Turn off computer games").await;
    let refused = bot.press(bot.ben, page.message(), "Medium").await;
    TestBot::assert_refused(&refused, "Games against the computer are switched off");
    let menu = bot.command(bot.ben, "play", json!({})).await;
    assert!(menu.message().button("Together").is_none(), "{menu:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_name_does_not_come_back_with_the_computers_disc() {
    let backends = scripted_search(WON);
    let delay = Duration::from_secs(1);
    let builder = TestBot::builder("together_returns").backends(backends).answer_delay(delay);
    let bot = builder.gateway().open().await;
    let board = started(&bot).await;
    let dropped = bot.press(bot.ann, &board, "1").await;
    assert!(dropped.text().contains(" · Ann\n"), "{dropped:?}");
    bot.delete_data(bot.ann).await;
    bot.advance(delay).await;
    let board = channels_turn(&bot, &board).await;
    assert!(board.content.contains(" · a deleted player\n"), "{board:?}");
    bot.close().await;
}
