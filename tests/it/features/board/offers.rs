//! Draw offers and take-back requests.

use std::time::Duration;

use fake_discord::Message;
use serde_json::json;

use super::slow_moves::assert_pinged;
use crate::support::{TestBot, custom_id_of, scripted_search};

#[tokio::test]
async fn a_draw_is_offered_and_accepted_on_the_board() {
    let bot = TestBot::open("draw_accepted").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4444555").await;
    let offered = bot.press(bot.ann, &board, "Offer draw").await;
    assert!(offered.is_update(), "{offered:?}");
    let offered = offered.message().clone();
    let question = format!("🤝 **Ann** offers a draw. <@{}>, do you accept?", bot.ben);
    assert!(offered.content.contains(&question), "{}", offered.content);
    let labels = ["1", "2", "3", "4", "5", "6", "7", "Accept", "Decline", "Withdraw", "Resign"];
    assert_eq!(offered.labels(), labels);

    let own = bot.press(bot.ann, &offered, "Accept").await;
    TestBot::assert_refused(&own, "Only **Ben** can answer that.");
    let stranger = bot.press(bot.cleo, &offered, "Accept").await;
    TestBot::assert_refused(&stranger, "This isn’t your game.");
    let over = bot.press(bot.ben, &offered, "Accept").await.message().clone();
    assert!(over.content.contains("## 🤝 It’s a draw!\n-# Both agreed."), "{}", over.content);
    assert_eq!(over.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 1 draw"), "{}", stats.text());
    bot.close().await;
}

#[tokio::test]
async fn two_who_offer_a_draw_at_once_agree() {
    let bot = TestBot::open("draw_both").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    bot.press(bot.ann, &board, "Offer draw").await;
    let twice = bot.press(bot.ann, &board, "Offer draw").await;
    assert!(bot.current(&board).content.contains("offers a draw"), "only one has: {twice:?}");
    let over = bot.press(bot.ben, &board, "Offer draw").await;
    assert!(over.is_update() && over.text().contains("-# Both agreed."), "{over:?}");
    bot.close().await;
}

#[tokio::test]
async fn an_offer_after_a_long_wait_pings() {
    let bot = TestBot::open("offer_pings").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    bot.advance(Duration::from_mins(11)).await;
    let offered = bot.press(bot.ann, &board, "Offer draw").await;
    assert!(offered.is_new(), "an edit notifies nobody: {offered:?}");
    assert_eq!(offered.message().pings, [bot.ben]);
    assert_pinged(offered.message(), bot.ben, "**Ann** offers a draw.");
    assert!(offered.text().contains("**Ben**, do you accept?"), "{offered:?}");
    let declined = bot.press(bot.ben, offered.message(), "Decline").await;
    let asked = bot.press(bot.ben, declined.message(), "Take back").await;
    assert_eq!(asked.message().pings, [bot.ann]);
    assert_pinged(asked.message(), bot.ann, "**Ben** asks to take a move back.");
    let edited = bot.press(bot.ann, asked.message(), "Decline").await;
    assert!(edited.is_update() && edited.text().starts_with("🔴 **Ann** vs"), "{edited:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_draw_offer_answers_no_earlier_one_unseen() {
    let bot = TestBot::open("draw_unseen").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let old = bot.play_moves(&board, "44").await;
    let moved = bot.play_moves(&old, "3").await;
    bot.press(bot.ann, &moved, "Offer draw").await;
    let late = bot.press(bot.ben, &old, "Offer draw").await;
    assert!(!bot.current(&board).content.contains("Both agreed"), "{late:?}");
    let asked = bot.press(bot.ben, &moved, "Take back").await;
    assert!(!bot.current(&board).content.contains("Both agreed"), "{asked:?}");
    bot.close().await;
}

#[tokio::test]
async fn an_offer_can_be_withdrawn_by_who_made_it() {
    let bot = TestBot::open("draw_withdrawn").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let offered = bot.press(bot.ann, &board, "Offer draw").await.message().clone();
    let other = bot.press(bot.ben, &offered, "Withdraw").await;
    TestBot::assert_refused(&other, "Only **Ann** can withdraw that.");
    let withdrawn = bot.press(bot.ann, &offered, "Withdraw").await.message().clone();
    assert_eq!(withdrawn.content, board.content);
    assert_eq!(withdrawn.labels(), board.labels());
    let again = bot.press(bot.ann, &withdrawn, "Offer draw").await;
    TestBot::assert_refused(&again, "You withdrew your offer.");
    let asked = bot.press(bot.ben, &withdrawn, "Take back").await.message().clone();
    let withdrawn = bot.press(bot.ben, &asked, "Withdraw").await.message().clone();
    let again = bot.press(bot.ben, &withdrawn, "Take back").await;
    TestBot::assert_refused(&again, "You withdrew your request.");
    let board = bot.play_moves(&withdrawn, "3").await;
    assert!(bot.press(bot.ann, &board, "Offer draw").await.is_update(), "Ann has moved");
    bot.close().await;
}

#[tokio::test]
async fn a_declined_offer_cannot_be_repeated_before_a_move() {
    let bot = TestBot::open("draw_declined").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let old = bot.play_moves(&board, "44").await;
    let offered = bot.press(bot.ann, &old, "Offer draw").await;
    assert!(offered.is_update(), "{offered:?}");
    let offered = offered.message().clone();

    let declined = bot.press(bot.ben, &offered, "Decline").await.message().clone();
    assert!(declined.content.contains(&format!("<@{}>, your move", bot.ann)));
    assert!(declined.content.contains("\n✋ **Ben** declined the draw."), "{}", declined.content);
    assert!(declined.button("Offer draw").is_some(), "{:?}", declined.labels());
    let again = bot.press(bot.ann, &declined, "Offer draw").await;
    TestBot::assert_refused(
        &again,
        "**Ben** declined the draw. You can offer another after your next move.",
    );
    let board = bot.play_moves(&declined, "3").await;
    assert!(!board.content.contains("declined"), "{}", board.content);
    let offered = bot.press(bot.ann, &board, "Offer draw").await;
    assert!(offered.text().contains("offers a draw"), "{}", offered.text());
    bot.close().await;
}

#[tokio::test]
async fn a_move_cancels_an_offer() {
    let bot = TestBot::open("offer_void").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let offered = bot.press(bot.ben, &board, "Offer draw").await.message().clone();
    let board = bot.press(bot.ann, &offered, "1").await.message().clone();
    assert!(!board.content.contains("offers a draw"), "{}", board.content);
    let late = bot.press_custom_id(bot.ann, &board, &custom_id_of(&offered, "Accept")).await;
    TestBot::assert_refused(&late, "The board has just changed.");
    assert_eq!(bot.current(&board).content, board.content, "the game goes on");
    bot.close().await;
}

#[tokio::test]
async fn a_draw_offer_stands_until_the_other_player_moves() {
    let bot = TestBot::open("draw_stands").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let offered = bot.press(bot.ann, &board, "Offer draw").await.message().clone();
    let moved = bot.press(bot.ann, &offered, "1").await.message().clone();
    assert!(moved.content.contains("🤝 **Ann** offers a draw."), "{}", moved.content);
    assert!(moved.labels().contains(&"Accept".to_owned()), "{:?}", moved.labels());
    let lapsed = bot.press(bot.ben, &moved, "2").await.message().clone();
    assert!(lapsed.content.contains("🤝 **Ann**’s draw offer has lapsed."), "{}", lapsed.content);
    let again = bot.press(bot.ann, &lapsed, "Offer draw").await.message().clone();
    let moved = bot.press(bot.ann, &again, "1").await.message().clone();
    let over = bot.press(bot.ben, &moved, "Accept").await;
    assert!(over.text().contains("Both agreed."), "{}", over.text());
    bot.close().await;
}

/// The cells of a board, without the numbers and the marker above them.
fn grid(board: &Message) -> String {
    let rows = board.content.lines().filter(|line| line.chars().all(|it| "🔵🔴🟡".contains(it)));
    rows.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_take_back_returns_to_the_requesters_last_turn() {
    let bot = TestBot::open("take_back").await;
    let first = bot.start_game(bot.ann, bot.ben).await;
    assert!(first.button("Take back").unwrap().disabled, "no move to take back");
    let before = bot.play_moves(&first, "44").await;
    let board = bot.play_moves(&before, "35").await;
    let requested = bot.press(bot.ann, &board, "Take back").await.message().clone();
    let question = format!(
        "↩️ **Ann** asks to take back column 3 and your reply. <@{}>, is that all right?",
        bot.ben
    );
    assert!(requested.content.contains(&question), "{}", requested.content);
    let back = bot.press(bot.ben, &requested, "Accept").await.message().clone();
    assert_eq!(grid(&back), grid(&before), "Ann's and Ben's last discs are removed");
    assert!(back.content.contains("\n↩️ **Ann** took a move back.\n"), "{}", back.content);
    let board = bot.play_moves(&back, "7").await;
    assert!(board.content.contains("6️⃣🔽\n"), "{}", board.content);
    assert!(!board.content.contains("took a move back"), "{}", board.content);

    let requested = bot.press(bot.ann, &board, "Take back").await.message().clone();
    assert!(requested.content.contains("asks to take back column 7. <@"), "{}", requested.content);
    let back = bot.press(bot.ben, &requested, "Accept").await.message().clone();
    assert_eq!(grid(&back), grid(&before), "only Ann's last disc is removed");
    let requested = bot.press(bot.ben, &back, "Take back").await.message().clone();
    let declined = bot.press(bot.ann, &requested, "Decline").await.message().clone();
    let again = bot.press(bot.ben, &declined, "Take back").await;
    TestBot::assert_refused(
        &again,
        "**Ann** declined the take-back. You can ask again after your next move.",
    );
    bot.close().await;
}

#[tokio::test]
async fn a_take_back_needs_a_move_to_take_back() {
    let bot = TestBot::open("take_back_nothing").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4").await;
    let none = bot.press(bot.ben, &board, "Take back").await;
    TestBot::assert_refused(
        &none,
        "You haven’t made a move yet, so there is nothing to take back.",
    );
    bot.close().await;
}

#[tokio::test]
async fn the_computers_move_alone_is_not_taken_back() {
    let bot = TestBot::builder("take_back_first").backends(scripted_search("435")).open().await;
    let options = json!({ "level": "easy", "first": "opponent" });
    let board = bot.command(bot.ann, "play", options).await.message().clone();
    assert!(board.content.contains("3️⃣🔽5️⃣") && board.button("Take back").unwrap().disabled);
    let moved = bot.press(bot.ann, &board, "3").await.message().clone();
    assert!(!moved.button("Take back").unwrap().disabled, "{moved:?}");
    let back = bot.press(bot.ann, &moved, "Take back").await.message().clone();
    assert!(back.button("Take back").unwrap().disabled, "{back:?}");
    bot.close().await;
}

#[tokio::test]
async fn the_computer_accepts_a_take_back_at_once() {
    let bot = TestBot::builder("take_back_computer").backends(scripted_search("4355")).open().await;
    let first = bot.start_computer_game("easy").await;
    let board = bot.press(bot.ann, &first, "4").await.message().clone();
    assert!(board.button("Offer draw").is_none(), "{:?}", board.labels());
    let back = bot.press(bot.ann, &board, "Take back").await;
    assert!(back.is_update(), "{back:?}");
    assert_eq!(grid(back.message()), grid(&first));
    let board = bot.press(bot.ann, back.message(), "4").await;
    assert!(board.text().contains("2️⃣🔽4️⃣"), "{}", board.text());
    let back = bot.press(bot.ann, board.message(), "Take back").await;
    assert!(back.is_update(), "{back:?}");
    assert_eq!(grid(back.message()), grid(&first));
    bot.close().await;
}

#[tokio::test]
async fn an_offer_survives_a_restart() {
    let mut bot = TestBot::open("offer_restart").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let offered = bot.press(bot.ann, &board, "Offer draw").await.message().clone();
    bot.restart().await;
    let over = bot.press(bot.ben, &offered, "Accept").await;
    assert!(over.text().contains("## 🤝 It’s a draw!\n-# Both agreed."), "{}", over.text());
    bot.close().await;
}
