//! Boards of other sizes and other looks, and the board in words.

use fake_discord::Message;
use serde_json::{Value, json};

use crate::support::{Arcade, quick};

/// A game of Ann, who drops first, against Ben, with more options.
async fn begin_with(arcade: &Arcade, options: Value) -> Message {
    let mut all = json!({ "opponent": arcade.ben, "first": "me", "clock": "none" });
    all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    let challenge = arcade.command(arcade.ann, "play", all).await.message().clone();
    arcade.press(arcade.ben, &challenge, "Accept").await.message().clone()
}

/// How many buttons each row of a message has.
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
        let arcade = Arcade::open(&format!("board_{name}")).await;
        let board = begin_with(&arcade, json!({ "board": name })).await;
        let lines: Vec<&str> = board.content.lines().collect();
        let goal = if name == "9x6" { " · 5 in a row" } else { "" };
        assert_eq!(lines[0], format!("🔴 **Ann** vs 🟡 **Ben**{goal}"));
        let numbers: Vec<&str> = lines[1].split_terminator("\u{FE0F}\u{20E3}").collect();
        assert_eq!(numbers, (1..=columns).map(|it| it.to_string()).collect::<Vec<_>>());
        assert_eq!(lines[2..lines.len() - 1], vec!["🔵".repeat(columns); height], "{name}");
        assert_eq!(rows(&board), buttons, "{name}");
        let last = columns.to_string();
        let board = arcade.moves(&board, &last).await;
        assert!(board.content.contains(&format!("**Ann** played column {last}.")));
        arcade.close().await;
    }
}

#[tokio::test]
async fn five_in_a_row_win_where_five_are_asked_for() {
    let arcade = Arcade::open("five_in_a_row").await;
    let board = begin_with(&arcade, json!({ "board": "9x6" })).await;
    let board = arcade.moves(&board, "11223344").await;
    assert!(board.content.contains("your move"), "four are not enough: {}", board.content);
    let over = arcade.moves(&board, "5").await;
    let end = "🔴 **Ann** wins with 5 in a row, horizontal, columns 1–5!";
    assert!(over.content.ends_with(end), "{}", over.content);
    let again = arcade.press(arcade.ben, &over, "Rematch").await;
    let told = "The board is 9 × 6, where five in a row win.";
    assert!(again.text().contains(told), "{}", again.text());
    let board = arcade.press(arcade.ann, again.message(), "Accept").await;
    assert!(board.text().contains("5 in a row"), "the rematch is on the same board");
    arcade.close().await;
}

#[tokio::test]
async fn a_column_beyond_a_small_board_gets_a_sentence() {
    let arcade = Arcade::open("small_board").await;
    begin_with(&arcade, json!({ "board": "6x5" })).await;
    let answer = arcade.command(arcade.ann, "drop", json!({ "column": "7" })).await;
    Arcade::refused(&answer, "Pick a column from 1 to 6.");
    arcade.close().await;
}

#[tokio::test]
async fn the_computer_plays_on_every_board_at_the_levels_it_can_keep() {
    for (name, level) in [("8x7", "easy"), ("9x7", "medium"), ("6x5", "perfect"), ("9x6", "easy")] {
        let arcade = Arcade::open_with(&format!("computer_{name}"), quick("31")).await;
        let options = json!({ "level": level, "first": "me", "board": name });
        let board = arcade.command(arcade.ann, "play", options).await.message().clone();
        let answer = arcade.press(arcade.ann, &board, "3").await;
        assert!(answer.text().contains("**Fourfall** played column 1."), "{}", answer.text());
        arcade.close().await;
    }
    let arcade = Arcade::open("computer_thinks_on_other_boards").await;
    let options = json!({ "level": "easy", "first": "me", "board": "9x6" });
    let board = arcade.command(arcade.ann, "play", options).await.message().clone();
    let answer = arcade.press(arcade.ann, &board, "3").await;
    assert!(answer.text().contains("**Fourfall** played column"), "{}", answer.text());
    arcade.close().await;
    let arcade = Arcade::open("computer_perfect_board").await;
    let options = json!({ "level": "perfect", "board": "8x7" });
    let answer = arcade.command(arcade.ann, "play", options).await;
    Arcade::refused(&answer, "I only play at the level “perfect” on the 7 × 6 and 6 × 5 boards.");
    arcade.close().await;
}

#[tokio::test]
async fn every_theme_draws_the_board_its_own_way() {
    for (theme, title, row, won) in [
        ("classic", "🔴 **Ann** vs 🟡 **Ben**", "🔴🟡🔵🔵🔵🔵🔵", "🟥🟡🟡🟡🔵🔵🔵"),
        ("red-blue", "🔴 **Ann** vs 🔵 **Ben**", "🔴🔵🌑🌑🌑🌑🌑", "🟥🔵🔵🔵🌑🌑🌑"),
        ("red-black", "🔴 **Ann** vs 🎱 **Ben**", "🔴🎱🌑🌑🌑🌑🌑", "🟥🎱🎱🎱🌑🌑🌑"),
        ("colour-blind", "🟡 **Ann** vs 🔵 **Ben**", "🟡🔵🌑🌑🌑🌑🌑", "🟨🔵🔵🔵🌑🌑🌑"),
        ("shapes", "❌ **Ann** vs ⭕ **Ben**", "❌⭕🌑🌑🌑🌑🌑", "❎⭕⭕⭕🌑🌑🌑"),
    ] {
        let arcade = Arcade::open(&format!("theme_{theme}")).await;
        let board = begin_with(&arcade, json!({ "theme": theme })).await;
        assert!(board.content.starts_with(title), "{}", board.content);
        let board = arcade.moves(&board, "12").await;
        assert!(board.content.contains(row), "{}", board.content);
        let over = arcade.moves(&board, "13141").await;
        assert!(over.content.contains(won), "{}", over.content);
        arcade.close().await;
    }
}

#[tokio::test]
async fn the_board_in_words_is_for_the_asker_alone_and_changes_nothing() {
    let arcade = Arcade::open("words").await;
    let board = begin_with(&arcade, json!({ "board": "6x5" })).await;
    let board = arcade.moves(&board, "443").await;
    let board = arcade.moves_of([arcade.ben, arcade.ann], &board, "444").await;
    let words = arcade.command(arcade.ben, "board", json!({ "text": true })).await;
    assert!(words.is_ephemeral(), "{words:?}");
    assert_eq!(
        words.text(),
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
    assert!(arcade.press(arcade.ann, &board, "1").await.is_update(), "the board is still live");
    let nobody = arcade.command(arcade.cleo, "board", json!({ "text": true })).await;
    Arcade::refused(&nobody, "You have no game in this channel.");
    arcade.close().await;
}

#[tokio::test]
async fn the_board_shows_how_a_series_stands() {
    let arcade = Arcade::open("series").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let over = arcade.moves(&board, "4343434").await;
    assert!(!over.content.contains('–'), "one game is no series: {}", over.content);
    let offer = arcade.press(arcade.ben, &over, "Rematch").await.message().clone();
    let board = arcade.press(arcade.ann, &offer, "Accept").await.message().clone();
    assert!(board.content.contains("\nBen 0 – 1 Ann\n"), "{}", board.content);
    arcade.press(arcade.ben, &board, "Draw").await;
    let over = arcade.command(arcade.ann, "draw", json!({})).await.message().clone();
    assert!(over.content.contains("\nBen ½ – 1½ Ann\n"), "{}", over.content);
    let offer = arcade.press(arcade.ann, &over, "Rematch").await.message().clone();
    let board = arcade.press(arcade.ben, &offer, "Accept").await.message().clone();
    assert!(board.content.contains("\nAnn 1½ – ½ Ben\n"), "{}", board.content);
    arcade.close().await;
}
