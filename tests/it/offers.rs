//! Draws and take-backs, asked for and answered.

use serde_json::json;

use crate::support::{Arcade, carried_by, quick};

#[tokio::test]
async fn a_draw_is_offered_and_accepted_on_the_board() {
    let arcade = Arcade::open("draw_accepted").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "44").await;
    let offered = arcade.press(arcade.ann, &board, "Draw").await;
    assert!(offered.is_update(), "{offered:?}");
    let offered = offered.message().clone();
    let question = format!("🤝 **Ann** offers a draw. <@{}>, do you accept?", arcade.ben);
    assert!(offered.content.ends_with(&question), "{}", offered.content);
    let labels = ["1", "2", "3", "4", "5", "6", "7", "Accept", "Decline", "Resign"];
    assert_eq!(offered.labels(), labels);

    let own = arcade.press(arcade.ann, &offered, "Accept").await;
    Arcade::refused(&own, "Only **Ben** can answer that.");
    let stranger = arcade.press(arcade.cleo, &offered, "Accept").await;
    Arcade::refused(&stranger, "This isn’t your game.");
    let over = arcade.press(arcade.ben, &offered, "Accept").await.message().clone();
    assert!(over.content.contains("🤝 A draw: both agreed."), "{}", over.content);
    assert_eq!(over.labels(), ["Rematch", "Replay", "Review"]);
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("0 wins · 0 losses · 1 draw"), "{}", stats.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_declined_offer_is_not_repeated_before_the_next_move() {
    let arcade = Arcade::open("draw_declined").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let old = arcade.moves(&board, "44").await;
    let offered = arcade.command(arcade.ann, "draw", json!({})).await;
    assert!(offered.is_new() && !offered.is_ephemeral(), "{offered:?}");
    let offered = offered.message().clone();
    assert_eq!(offered.pings, [], "an offer pings nobody");
    let twice = arcade.command(arcade.ann, "draw", json!({})).await;
    Arcade::refused(&twice, "You have already offered a draw. It’s up to **Ben** now.");
    let other = arcade.command(arcade.ben, "takeback", json!({})).await;
    Arcade::refused(&other, "**Ann** offers a draw. Please accept or decline that first.");
    let stale = arcade.forge_late(arcade.ben, &old, &carried_by(&old, "Draw")).await;
    assert!(stale.1.starts_with("This board is old."), "{stale:?}");

    let declined = arcade.press(arcade.ben, &offered, "Decline").await.message().clone();
    assert!(declined.content.contains(&format!("<@{}>, your move", arcade.ann)));
    assert!(declined.button("Draw").is_some(), "{:?}", declined.labels());
    let again = arcade.press(arcade.ann, &declined, "Draw").await;
    Arcade::refused(&again, "**Ben** declined a draw. You can offer another after your next move.");
    let board = arcade.moves(&declined, "3").await;
    let offered = arcade.press(arcade.ann, &board, "Draw").await;
    assert!(offered.text().contains("offers a draw"), "{}", offered.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_move_makes_an_offer_void() {
    let arcade = Arcade::open("offer_void").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "44").await;
    let offered = arcade.press(arcade.ben, &board, "Draw").await.message().clone();
    let board = arcade.press(arcade.ann, &offered, "1").await.message().clone();
    assert!(!board.content.contains("offers a draw"), "{}", board.content);
    let late = arcade.forge(arcade.ann, &board, &carried_by(&offered, "Accept")).await;
    Arcade::refused(&late, "The board has just changed.");
    assert_eq!(arcade.now(&board).content, board.content, "the game goes on");
    arcade.close().await;
}

#[tokio::test]
async fn two_who_want_a_draw_have_one() {
    let arcade = Arcade::open("draw_by_both").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "44").await;
    arcade.press(arcade.ann, &board, "Draw").await;
    let over = arcade.command(arcade.ben, "draw", json!({})).await;
    assert!(over.text().contains("🤝 A draw: both agreed."), "{}", over.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_take_back_returns_to_the_askers_last_turn() {
    let arcade = Arcade::open("take_back").await;
    let first = arcade.begin(arcade.ann, arcade.ben).await;
    assert!(first.button("Take back").unwrap().disabled, "there is nothing to take back");
    let before = arcade.moves(&first, "44").await;
    let board = arcade.moves(&before, "35").await;
    let asked = arcade.press(arcade.ann, &board, "Take back").await.message().clone();
    let question =
        format!("↩️ **Ann** asks to take back a move. <@{}>, is that all right?", arcade.ben);
    assert!(asked.content.ends_with(&question), "{}", asked.content);
    let back = arcade.press(arcade.ben, &asked, "Accept").await.message().clone();
    assert_eq!(back.content, before.content, "Ann's disc and Ben's are gone");
    let board = arcade.moves(&back, "7").await;
    assert!(board.content.contains("**Ann** played column 7."), "{}", board.content);

    let asked = arcade.command(arcade.ann, "takeback", json!({})).await.message().clone();
    let back = arcade.press(arcade.ben, &asked, "Accept").await.message().clone();
    assert_eq!(back.content, before.content, "now only Ann's is");
    let asked = arcade.press(arcade.ben, &back, "Take back").await.message().clone();
    let declined = arcade.press(arcade.ann, &asked, "Decline").await.message().clone();
    let again = arcade.press(arcade.ben, &declined, "Take back").await;
    Arcade::refused(&again, "**Ann** declined that. You can ask again after your next move.");
    arcade.close().await;
}

#[tokio::test]
async fn who_has_not_moved_takes_nothing_back() {
    let arcade = Arcade::open("take_back_nothing").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let none = arcade.command(arcade.ann, "takeback", json!({})).await;
    Arcade::refused(&none, "You haven’t made a move yet, so there is nothing to take back.");
    let board = arcade.moves(&board, "4").await;
    let none = arcade.press(arcade.ben, &board, "Take back").await;
    Arcade::refused(&none, "You haven’t made a move yet");
    let nobody = arcade.command(arcade.cleo, "draw", json!({})).await;
    Arcade::refused(&nobody, "You have no game in this channel.");
    arcade.close().await;
}

#[tokio::test]
async fn the_computer_gives_a_move_back_at_once() {
    let arcade = Arcade::open_with("take_back_computer", quick("4355")).await;
    let first = arcade.begin_alone("easy").await;
    let board = arcade.press(arcade.ann, &first, "4").await.message().clone();
    assert!(board.button("Draw").is_none(), "{:?}", board.labels());
    let back = arcade.press(arcade.ann, &board, "Take back").await;
    assert!(back.is_update(), "{back:?}");
    assert_eq!(back.text(), first.content);
    let draw = arcade.command(arcade.ann, "draw", json!({})).await;
    Arcade::refused(&draw, "I always play to the end.");
    let board = arcade.press(arcade.ann, back.message(), "4").await;
    assert!(board.text().contains("**Fourfall** played column 3."), "{}", board.text());
    let back = arcade.command(arcade.ann, "takeback", json!({})).await;
    assert!(back.is_new() && back.text() == first.content, "{back:?}");
    arcade.close().await;
}

#[tokio::test]
async fn an_offer_survives_a_restart() {
    let mut arcade = Arcade::open("offer_restart").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "44").await;
    let offered = arcade.press(arcade.ann, &board, "Draw").await.message().clone();
    arcade.restart_bot().await;
    let over = arcade.press(arcade.ben, &offered, "Accept").await;
    assert!(over.text().contains("🤝 A draw: both agreed."), "{}", over.text());
    arcade.close().await;
}
