//! The tiles of boards as emoji of the application.

use std::time::Duration;

use fake_discord::{Fault, FaultKind};
use fourfall::theme;
use serde_json::json;
use tracing::Level;

use crate::support::{RecordedLog, TestBot, wait_until_async};

/// The number of uploads that Discord has accepted.
fn uploads(bot: &TestBot) -> usize {
    let requests = bot.discord.requests();
    let is_upload = |method: &str, path: &str| method == "POST" && path.ends_with("/emojis");
    requests.iter().filter(|it| is_upload(&it.method, &it.path) && it.status == 201).count()
}

/// The tiles of a line, by their names.
fn names(line: &str) -> Vec<&str> {
    line.split('>').filter_map(|tile| tile.split(':').nth(1)).collect()
}

/// The cells of a board as the names of their tiles.
fn tiles(content: &str) -> Vec<Vec<&str>> {
    let rows = content.lines().filter(|line| line.starts_with("<:") && !line.contains(' '));
    // The headings come after the cells.
    rows.map(names).filter(|row| row[0] < "dq").collect()
}

#[tokio::test]
async fn boards_are_drawn_with_tiles() {
    let bot = TestBot::builder("tiles_drawn").with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    assert_eq!(tiles(&board.content), vec![vec!["dj"; 7]; 6], "{}", board.content);
    let board = bot.play_moves(&board, "12").await;
    let mut bottom = vec!["dk", "dn"];
    bottom.resize(7, "dj");
    assert_eq!(tiles(&board.content)[5], bottom);
    let over = bot.play_moves(&board, "12121").await;
    let column: Vec<_> = tiles(&over.content).iter().map(|row| row[0]).collect();
    let won = "do";
    assert_eq!(column, ["dj", "dj", won, won, won, won]);
    assert!(over.content.contains("## 🏆 Ann wins!"), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn numbers_and_discs_beside_the_board_are_its_tiles() {
    let bot = TestBot::builder("tiles_beside").with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let options = json!({ "opponent": bot.ben, "first": "me", "theme": "red-black" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    let board = bot.play_moves(&board, "2").await;
    let lines: Vec<&str> = board.content.lines().collect();
    let [first, second] = ["zv", "zu"];
    assert_eq!(
        [names(lines[0]), names(lines[lines.len() - 1])[..1].to_vec()],
        [vec![first, second], vec![second]]
    );
    let headings = ["dq", "dz", "ds", "dt", "du", "dv", "dw"];
    assert_eq!(names(lines[1]), headings, "those of the classic board, as blue: {lines:?}");
    assert!(!board.content.contains(['🔴', '🌑', '⃣']), "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn tiles_show_a_win_without_words() {
    let bot = TestBot::builder("tiles_won").with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let over = bot.play_won_game([bot.ann, bot.ben]).await;
    assert!(over.content.contains("## 🏆 Ann wins!\n-# 📈"), "{}", over.content);
    let text = bot.discord.message_command(bot.cleo, &over, "Position in words").await;
    assert!(text.text().contains("in a row, vertical"), "{}", text.text());
    bot.close().await;
}

#[tokio::test]
async fn tiles_are_uploaded_once_and_adopted_after_a_restart() {
    let mut bot = TestBot::builder("tiles_adopted").with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    assert_eq!(uploads(&bot), theme::distinct_tiles().count());
    bot.restart().await;
    let again = bot.command(bot.ann, "board", json!({})).await;
    assert_eq!(tiles(again.text()), tiles(&board.content), "from the first interaction on");
    assert_eq!(tiles(&board.content).len(), 6, "{}", board.content);
    assert_eq!(uploads(&bot), theme::distinct_tiles().count(), "none is uploaded again");
    bot.close().await;
}

#[tokio::test]
async fn a_message_that_would_be_too_long_has_shorter_names() {
    let bot = TestBot::builder("tiles_long").with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let guild = bot.discord.guild();
    for player in [bot.ann, bot.ben] {
        bot.discord.set_nickname(guild, player, Some(&"@".repeat(32)));
    }
    let board = bot.start_game(bot.ann, bot.ben).await;
    let name = |length| "\\@\u{200B}".repeat(length);
    let whole = name(32);
    assert!(board.content.contains(&whole), "{}", board.content);
    assert_eq!(tiles(&board.content), vec![vec!["dj"; 7]; 6], "{}", board.content);
    let options = json!({ "opponent": bot.ben, "board": "9x7", "first": "me" });
    let elsewhere = bot.discord.channel("general");
    let challenge = bot.discord.command(bot.ann, elsewhere, "play", options).await;
    let board = bot.press(bot.ben, challenge.message(), "Accept").await;
    assert_eq!(tiles(board.text()).concat().len(), 63, "{}", board.text());
    let column = json!({ "column": "1" });
    let board = bot.discord.command(bot.ann, elsewhere, "drop", column).await;
    let cut = format!("**{}…**", name(11));
    assert!(board.text().contains(&cut) && !board.text().contains(&whole), "{}", board.text());
    assert_eq!(tiles(board.text()).concat().len(), 63, "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn a_board_gets_tiles_once_they_are_uploaded() {
    let mut bot = TestBot::builder("tiles_later").with_tiles().single_process().stopped().await;
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "/emojis", times: u32::MAX, kind });
    bot.start();
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    assert!(board.content.contains("🔵🔵🔵🔵🔵🔵🔵"), "{}", board.content);
    bot.discord.clear_faults();
    bot.wait_tiles().await;
    let board = bot.play_moves(&board, "4").await;
    assert_eq!(tiles(&board.content).concat().len(), 42, "{}", board.content);
    bot.close_allowing(&["503 GET /applications/*/emojis"]).await;
}

#[tokio::test]
async fn refused_tiles_are_logged_once_and_leave_unicode() {
    let log = RecordedLog::start(Level::WARN);
    let mut bot = TestBot::builder("tiles_refused").with_tiles().single_process().stopped().await;
    let kind = FaultKind::Status(400, json!({ "code": 30008, "message": "Too many emoji" }));
    let route = "POST /applications/";
    bot.discord.inject_fault(Fault { route, times: u32::MAX, kind });
    bot.start();
    bot.wait_ready().await;
    let refusal = "Discord refuses the tiles of boards";
    log.wait_for(refusal, 1).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    assert!(board.content.contains("🔵🔵🔵🔵🔵🔵🔵"), "{}", board.content);
    assert_eq!((log.text().matches(refusal).count(), uploads(&bot)), (1, 0));
    bot.close_allowing(&["400 POST /applications/*/emojis"]).await;
}

#[tokio::test]
async fn tiles_of_another_process_are_adopted() {
    let mut bot = TestBot::builder("tiles_race").with_tiles().single_process().stopped().await;
    let route = "POST /applications/";
    bot.discord.inject_fault(Fault { route, times: 1, kind: FaultKind::DropResponse });
    bot.start();
    bot.wait_ready().await;
    bot.wait_tiles().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    assert_eq!(tiles(&board.content), vec![vec!["dj"; 7]; 6], "{}", board.content);
    bot.close_allowing(&["400 POST /applications/*/emojis"]).await;
}

#[tokio::test]
async fn a_long_review_can_be_shown_to_everyone() {
    let bot = TestBot::builder("tiles_shown").with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4443216").await;
    bot.resign(bot.ben, &board).await;
    let is_reviewed = async || {
        let review = bot.review(bot.ann, bot.channel, bot.ben, 1).await;
        review.text().starts_with("🔍 **Review**")
    };
    wait_until_async("the game is reviewed", is_reviewed).await;
    let guild = bot.discord.guild();
    bot.discord.set_nickname(guild, bot.cleo, Some(&"_".repeat(32)));
    let general = bot.discord.channel("general");
    for length in [17, 20, 32] {
        let options = json!({ "opponent": bot.ben, "first": "me" });
        for player in [bot.ann, bot.ben] {
            bot.discord.set_nickname(guild, player, Some(&"_".repeat(length)));
        }
        let challenge = bot.command(bot.ann, "play", options).await;
        let board = bot.press(bot.ben, challenge.message(), "Accept").await;
        bot.resign(bot.ann, board.message()).await;
        let review = bot.review(bot.cleo, general, bot.ben, 1).await;
        assert!(review.text().contains("<:"), "{}", review.text());
        bot.press_to_post(bot.cleo, review.message(), "Show everyone").await;
        bot.advance(Duration::from_mins(1)).await;
    }
    bot.close().await;
}
