//! Board sizes, themes, the text board and the series score.

use fake_discord::Message;
use serde_json::{Value, json};

use crate::support::{TestBot, scripted_search};

/// Starts a game of Ann against Ben with additional options; Ann moves first.
async fn start_game_with(bot: &TestBot, options: Value) -> Message {
    let mut all = json!({ "opponent": bot.ben, "first": "me", "rated": false });
    all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    let challenge = bot.command(bot.ann, "play", all).await.message().clone();
    bot.press(bot.ben, &challenge, "Accept").await.message().clone()
}

/// The number of buttons in each row of a message.
fn rows(message: &Message) -> Vec<usize> {
    message.rows.iter().map(Vec::len).collect()
}

#[tokio::test]
async fn every_board_is_drawn_with_its_columns_and_rows() {
    for (name, columns, height, buttons) in [
        ("7x6", 7, 6, vec![4, 3, 3]),
        ("8x7", 8, 7, vec![4, 4, 3]),
        ("9x7", 9, 7, vec![3, 3, 3, 3]),
        ("6x5", 6, 5, vec![3, 3, 3]),
        ("9x6", 9, 6, vec![3, 3, 3, 3]),
    ] {
        let bot = TestBot::open(&format!("board_{name}")).await;
        let board = start_game_with(&bot, json!({ "board": name })).await;
        let lines: Vec<&str> = board.content.lines().collect();
        let goal = if name == "9x6" { " · 5 in a row" } else { "" };
        assert_eq!(lines[0], format!("🔴 **Ann** vs 🟡 **Ben**{goal} · unrated"));
        let numbers: Vec<&str> = lines[1].split_terminator("\u{FE0F}\u{20E3}").collect();
        assert_eq!(numbers, (1..=columns).map(|it| it.to_string()).collect::<Vec<_>>());
        assert_eq!(lines[2..2 + height], vec!["🔵".repeat(columns); height], "{name}");
        assert_eq!(rows(&board), buttons, "{name}");
        let last = columns.to_string();
        let board = bot.play_moves(&board, &last).await;
        let numbers = board.content.lines().nth(1).unwrap();
        assert!(numbers.ends_with("🔽"), "{numbers}");
        bot.close().await;
    }
}

#[tokio::test]
async fn five_in_a_row_wins_on_the_nine_by_six_board() {
    let bot = TestBot::open("five_in_a_row").await;
    let board = start_game_with(&bot, json!({ "board": "9x6" })).await;
    let board = bot.play_moves(&board, "11223344").await;
    assert!(board.content.contains("your move"), "four are not enough: {}", board.content);
    let over = bot.play_moves(&board, "5").await;
    let end = "## 🏆 Ann wins!\n-# 5 in a row, horizontal, columns 1–5";
    assert!(over.content.ends_with(end), "{}", over.content);
    let again = bot.press(bot.ben, &over, "Rematch").await;
    let sentence = "9 × 6, where five in a row wins · ";
    assert!(again.text().contains(sentence), "{}", again.text());
    let board = bot.press(bot.ann, again.message(), "Accept").await;
    assert!(board.text().contains("5 in a row"), "a rematch uses the same board");
    bot.close().await;
}

#[tokio::test]
async fn a_column_beyond_a_small_board_is_refused() {
    let bot = TestBot::open("small_board").await;
    start_game_with(&bot, json!({ "board": "6x5" })).await;
    let response = bot.command(bot.ann, "drop", json!({ "column": "7" })).await;
    TestBot::assert_refused(&response, "There is no such column. Pick 1–6.");
    bot.close().await;
}

#[tokio::test]
async fn the_computer_plays_every_board_at_supported_levels() {
    for (name, level) in [("8x7", "easy"), ("9x7", "medium"), ("6x5", "perfect"), ("9x6", "easy")] {
        let bot = TestBot::builder(&format!("computer_{name}"))
            .backends(scripted_search("31"))
            .open()
            .await;
        let options = json!({ "level": level, "first": "me", "board": name });
        let board = bot.command(bot.ann, "play", options).await.message().clone();
        let response = bot.press(bot.ann, &board, "3").await;
        assert!(response.text().contains("\n🔽2️⃣"), "{}", response.text());
        bot.close().await;
    }
    let bot = TestBot::open("computer_thinks_on_other_boards").await;
    let options = json!({ "level": "easy", "first": "me", "board": "9x6" });
    let board = bot.command(bot.ann, "play", options).await.message().clone();
    let response = bot.press(bot.ann, &board, "3").await;
    assert!(response.text().contains('🟡'), "{}", response.text());
    bot.close().await;
    let bot = TestBot::open("computer_perfect_board").await;
    let options = json!({ "level": "perfect", "board": "8x7" });
    let response = bot.command(bot.ann, "play", options).await;
    TestBot::assert_refused(
        &response,
        "The computer plays the level “perfect” on the 7 × 6 and 6 × 5 boards only.",
    );
    bot.close().await;
}

#[tokio::test]
async fn every_theme_has_its_own_symbols() {
    for (theme, title, row, won) in [
        ("classic", "🔴 **Ann** vs 🟡 **Ben**", "🔴🟡🔵🔵🔵🔵🔵", "🟥🟡🟡🟡🔵🔵🔵"),
        ("red-blue", "🔴 **Ann** vs 🔵 **Ben**", "🔴🔵🌑🌑🌑🌑🌑", "🟥🔵🔵🔵🌑🌑🌑"),
        ("red-black", "🔴 **Ann** vs 🌑 **Ben**", "🔴🌑🔵🔵🔵🔵🔵", "🟥🌑🌑🌑🔵🔵🔵"),
        ("colour-blind", "🟡 **Ann** vs 🔵 **Ben**", "🟡🔵🌑🌑🌑🌑🌑", "🟨🔵🔵🔵🌑🌑🌑"),
        ("shapes", "❌ **Ann** vs 🔘 **Ben**", "❌🔘🌑🌑🌑🌑🌑", "❎🔘🔘🔘🌑🌑🌑"),
    ] {
        let bot = TestBot::open(&format!("theme_{theme}")).await;
        let board = start_game_with(&bot, json!({ "theme": theme })).await;
        assert!(board.content.starts_with(title), "{}", board.content);
        let board = bot.play_moves(&board, "12").await;
        assert!(board.content.contains(row), "{}", board.content);
        let over = bot.play_moves(&board, "13141").await;
        assert!(over.content.contains(won), "{}", over.content);
        bot.close().await;
    }
}

#[tokio::test]
async fn the_text_board_is_ephemeral_and_changes_nothing() {
    let bot = TestBot::open("words").await;
    let board = start_game_with(&bot, json!({ "board": "6x5" })).await;
    let board = bot.play_moves(&board, "443").await;
    let board = bot.play_moves_as([bot.ben, bot.ann], &board, "444").await;
    let text_board = bot.command(bot.ben, "board", json!({ "text": true })).await;
    assert!(text_board.is_ephemeral(), "{text_board:?}");
    assert_eq!(
        text_board.text(),
        "**Ann** goes first against **Ben**. The board is 6 × 5, for a quick game.\n\
         Column 1 is empty.\n\
         Column 2 is empty.\n\
         Column 3, from the bottom: Ann.\n\
         Column 4 is full, from the bottom: Ann, Ben, Ben, Ann, Ben.\n\
         Column 5 is empty.\n\
         Column 6 is empty.\n\
         **Ben** played column 4.\n\
         It’s **Ann**’s turn."
    );
    assert!(bot.press(bot.ann, &board, "1").await.is_update(), "the board is still live");
    let stranger = bot.command(bot.cleo, "board", json!({ "text": true })).await;
    TestBot::assert_refused(&stranger, "You have no game in this channel.");
    bot.close().await;
}

#[tokio::test]
async fn a_text_board_with_long_names_fits_into_a_message() {
    let bot = TestBot::open("words_long").await;
    for (user, letter) in [(bot.ann, "_"), (bot.ben, "*")] {
        bot.discord.set_nickname(bot.discord.guild(), user, Some(&letter.repeat(32)));
    }
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "17416622734167236266541545342427713557513").await;
    let text_board = bot.command(bot.ann, "board", json!({ "text": true })).await;
    let (ann, ben) = ("\\_".repeat(32), "\\*".repeat(32));
    let text = text_board.text();
    assert!(text.starts_with(&format!("🔴 {ann} · 🟡 {ben}\n")), "{text_board:?}");
    assert!(text.contains("Column 1 is full, from the bottom: 🔴, "), "{text}");
    bot.close().await;
}

#[tokio::test]
async fn the_board_shows_the_series_score() {
    let bot = TestBot::open("series").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    assert!(!over.content.contains('–'), "one game is not a series: {}", over.content);
    let offer = bot.press(bot.ben, &over, "Rematch").await.message().clone();
    let board = bot.press(bot.ann, &offer, "Accept").await.message().clone();
    assert!(board.content.contains("\nBen 0 – 1 Ann\n"), "{}", board.content);
    let board = bot.play_moves_as([bot.ben, bot.ann], &board, "44").await;
    let offered = bot.press(bot.ben, &board, "Offer draw").await.message().clone();
    let over = bot.press(bot.ann, &offered, "Accept").await.message().clone();
    assert!(over.content.contains("\nBen ½ – 1½ Ann\n"), "{}", over.content);
    let offer = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    let board = bot.press(bot.ben, &offer, "Accept").await.message().clone();
    assert!(board.content.contains("\nAnn 1½ – ½ Ben\n"), "{}", board.content);
    bot.close().await;
}
