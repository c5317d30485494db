//! Whole games, as two people play them.

use std::time::Duration;

use serde_json::json;

use crate::support::{Arcade, EMPTY_CELLS};

const TITLE: &str = "🔴 **Ann** vs 🟡 **Ben**\n";

#[tokio::test]
async fn two_people_play_a_game_to_its_end() {
    let arcade = Arcade::open("whole_game").await;
    let challenge = arcade.challenge(arcade.ann, arcade.ben).await;
    assert!(challenge.content.contains("**Ann** challenges you"), "{}", challenge.content);
    assert_eq!(challenge.pings, [arcade.ben]);
    assert_eq!(challenge.labels(), ["Accept", "Decline", "Cancel"]);

    let board = arcade.press(arcade.ben, &challenge, "Accept").await.message().clone();
    assert_eq!(board.id, challenge.id, "the challenge becomes the board");
    let turn = format!("🔴 <@{}>, your move · move 1", arcade.ann);
    assert_eq!(board.content, format!("{TITLE}{EMPTY_CELLS}{turn}"));
    assert_eq!(board.labels(), ["1", "2", "3", "4", "5", "6", "7", "Draw", "Take back", "Resign"]);
    assert_eq!(board.rows.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3, 3]);

    let board = arcade.moves(&board, "4").await;
    let turn = format!("🟡 <@{}>, your move · move 2", arcade.ben);
    assert!(board.content.ends_with(&turn), "{}", board.content);
    assert!(board.content.contains("1️⃣2️⃣3️⃣🔽5️⃣6️⃣7️⃣"), "{}", board.content);
    assert!(
        board.content.contains("🔵🔵🔵🔴🔵🔵🔵\n**Ann** played column 4. 🟡"),
        "{}",
        board.content
    );

    let board = arcade.moves_of([arcade.ben, arcade.ann], &board, "343434").await;
    assert!(board.content.contains("🔴 **Ann** wins with 4 in a row, vertical, column 4!"));
    let leaders = arcade.command(arcade.ben, "leaderboard", json!({})).await;
    let expected = "🥇 **Ann** · 1 win · 0 losses · 0 draws\n\
                    🥈 **Ben** · 0 wins · 1 loss · 0 draws\n\n\
                    You: 🥈 **Ben** · 0 wins · 1 loss · 0 draws";
    assert!(leaders.text().ends_with(expected), "{}", leaders.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_win_marks_its_line_and_offers_a_rematch() {
    let arcade = Arcade::open("win").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "3141516").await;
    assert!(
        board.content.contains("🔴 **Ann** wins with 4 in a row, horizontal, columns 3–6!"),
        "{}",
        board.content
    );
    assert!(board.content.contains("🟡🔵🟥🟥🟥🟥🔵"), "{}", board.content);
    assert_eq!(board.labels(), ["Rematch", "Replay", "Review"]);
    arcade.close().await;
}

#[tokio::test]
async fn every_kind_of_line_is_named() {
    for (name, moves, line) in [
        ("line_vertical", "4343434", "4 in a row, vertical, column 4!"),
        ("line_rising", "12233434474", "4 in a row, diagonal, columns 1–4!"),
        (
            "line_several",
            "13471113657175362631534627654352224",
            "4 in a row, vertical, column 4 and 4 in a row, horizontal, columns 1–4 and 5 in a row, \
             diagonal, columns 1–5!",
        ),
    ] {
        let arcade = Arcade::open(name).await;
        let board = arcade.begin(arcade.ann, arcade.ben).await;
        let board = arcade.moves(&board, moves).await;
        let said = board.content.lines().nth_back(1).unwrap();
        assert!(said.ends_with(line), "{said}");
        arcade.close().await;
    }
}

#[tokio::test]
async fn a_full_board_without_a_row_is_a_draw() {
    let arcade = Arcade::open("draw").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "174166227341672362665415453424277135575133").await;
    assert!(board.content.contains("🤝 A draw: the board is full."), "{}", board.content);
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("0 wins · 0 losses · 1 draw"), "{}", stats.text());
    arcade.close().await;
}

#[tokio::test]
async fn disc_42_can_win() {
    let arcade = Arcade::open("disc_42").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "533551172714257375353237116174664466224426").await;
    assert!(board.content.contains("🟡 **Ben** wins with"), "{}", board.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_full_column_can_not_be_pressed() {
    let arcade = Arcade::open("full_column_disabled").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "444444").await;
    let disabled: Vec<_> = board.buttons().filter(|button| button.disabled).collect();
    assert_eq!(disabled.len(), 1);
    assert_eq!(disabled[0].label.as_deref(), Some("4"));
    arcade.close().await;
}

#[tokio::test]
async fn a_pressed_move_is_one_call() {
    let arcade = Arcade::open("one_call").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let before = arcade.playground.requests().len();
    arcade.moves(&board, "4455").await;
    let calls = arcade.playground.requests().split_off(before);
    assert_eq!(calls.len(), 4);
    for call in calls {
        assert!(call.path.ends_with("/callback"), "{}", call.path);
        assert_eq!(call.body["type"], 7);
    }
    arcade.close().await;
}

#[tokio::test]
async fn a_resignation_is_asked_once_more_in_place() {
    let arcade = Arcade::open("resign").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "4").await;
    let asked = arcade.press(arcade.ann, &board, "Resign").await.message().clone();
    assert_eq!(asked.id, board.id);
    assert!(asked.content.ends_with("🏳️ **Ann**, do you really want to resign?"));
    assert_eq!(asked.labels()[7..], ["Really resign", "Play on"]);

    for (who, label) in [(arcade.ben, "Really resign"), (arcade.ben, "Play on")] {
        let answer = arcade.press(who, &asked, label).await;
        Arcade::refused(&answer, "Only **Ann** can answer that.");
    }
    let answer = arcade.press(arcade.cleo, &asked, "Really resign").await;
    Arcade::refused(&answer, "This isn’t your game.");

    let back = arcade.press(arcade.ann, &asked, "Play on").await.message().clone();
    assert_eq!(back.content, board.content);
    let asked = arcade.press(arcade.ann, &back, "Resign").await.message().clone();
    let over = arcade.press(arcade.ann, &asked, "Really resign").await.message().clone();
    assert!(over.content.contains("🏳️ **Ann** resigns. 🟡 **Ben** wins!"), "{}", over.content);
    assert_eq!(over.labels(), ["Rematch", "Replay", "Review"]);
    arcade.close().await;
}

#[tokio::test]
async fn a_move_answers_the_question_whether_to_resign() {
    let arcade = Arcade::open("resign_overtaken").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let asked = arcade.press(arcade.ben, &board, "Resign").await.message().clone();
    let moved = arcade.press(arcade.ann, &asked, "4").await.message().clone();
    assert_eq!(moved.labels()[7..], ["Draw", "Take back", "Resign"]);
    arcade.close().await;
}

#[tokio::test]
async fn the_resign_command_asks_too() {
    let arcade = Arcade::open("resign_command").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let asked = arcade.command(arcade.ben, "resign", json!({})).await.message().clone();
    assert_ne!(asked.id, board.id);
    assert!(asked.content.contains("**Ben**, do you really want to resign?"));
    let over = arcade.press(arcade.ben, &asked, "Really resign").await.message().clone();
    assert!(over.content.contains("🏳️ **Ben** resigns. 🔴 **Ann** wins!"), "{}", over.content);
    arcade.close().await;
}

#[tokio::test]
async fn drop_moves_and_posts_the_board_at_the_end() {
    let arcade = Arcade::open("drop").await;
    let old = arcade.begin(arcade.ann, arcade.ben).await;
    let mut changes = arcade.playground.changes();
    let answer = arcade.command(arcade.ann, "drop", json!({ "column": "4" })).await;
    assert!(answer.is_new() && !answer.is_ephemeral());
    let new = answer.message().clone();
    assert!(new.content.contains("🔽"), "{}", new.content);
    assert_eq!(new.pings, [], "nobody thought for long");

    let stripped = changes.next_where(
        |change| matches!(change, fake_discord::Change::Edited(message) if message.id == old.id),
    );
    let stripped = stripped.await.message().unwrap();
    assert_eq!(stripped.labels(), [""; 0]);
    let link = new.link();
    assert!(stripped.content.ends_with(&link), "{}", stripped.content);

    let board = arcade.press(arcade.ben, &new, "4").await;
    assert!(board.is_update());
    arcade.close().await;
}

#[tokio::test]
async fn drop_completes_with_the_open_columns() {
    let arcade = Arcade::open("drop_completion").await;
    let none = arcade
        .playground
        .complete(arcade.ann, arcade.games, "drop", json!({ "column": "" }), "column")
        .await;
    assert_eq!(none.choices(), []);
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "444444").await;
    for (typed, expected) in
        [("", vec!["1", "2", "3", "5", "6", "7"]), ("7", vec!["7"]), ("4", vec![])]
    {
        let answer = arcade
            .playground
            .complete(arcade.ann, arcade.games, "drop", json!({ "column": typed }), "column")
            .await;
        let offered: Vec<_> =
            answer.choices().iter().map(|choice| choice.value.as_str().unwrap()).collect();
        assert_eq!(offered, expected, "after {typed:?}");
    }
    arcade.close().await;
}

#[tokio::test]
async fn a_move_after_a_long_thought_pings_with_a_new_board() {
    let arcade = Arcade::open("long_thought").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.wait(Duration::from_mins(10)).await;
    let board = arcade.moves(&board, "4").await;
    arcade.wait(Duration::from_secs(601)).await;
    let mut changes = arcade.playground.changes();
    let answer = arcade.press(arcade.ben, &board, "4").await;
    assert!(answer.is_new() && !answer.is_ephemeral(), "{answer:?}");
    let new = answer.message().clone();
    assert_eq!(new.pings, [arcade.ann]);
    let stripped = changes.next_where(
        |change| matches!(change, fake_discord::Change::Edited(message) if message.id == board.id),
    );
    assert_eq!(stripped.await.message().unwrap().labels(), [""; 0]);
    let board = arcade.press(arcade.ann, &new, "5").await;
    assert!(board.is_update(), "Ann answered at once");
    arcade.close().await;
}

#[tokio::test]
async fn a_lost_board_is_posted_again() {
    let arcade = Arcade::open("deleted_board").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "44").await;
    arcade.playground.delete_message(arcade.games, board.id);
    let new = arcade.command(arcade.ben, "board", json!({})).await.message().clone();
    assert_eq!(new.content, board.content);
    let board = arcade.press(arcade.ann, &new, "4").await;
    assert!(board.is_update());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_rematch_swaps_the_first_move() {
    let arcade = Arcade::open("rematch").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let over = arcade.moves(&board, "4343434").await;
    let offer = arcade.press(arcade.ann, &over, "Rematch").await;
    assert!(offer.is_new() && !offer.is_ephemeral(), "{offer:?}");
    let offer = offer.message().clone();
    assert!(offer.content.contains("**Ann** wants a rematch!"), "{}", offer.content);
    assert!(offer.content.contains("**Ben** goes first."), "{}", offer.content);
    assert_eq!(offer.pings, [arcade.ben]);

    let again = arcade.press(arcade.ben, &over, "Rematch").await;
    Arcade::refused(&again, "The rematch is already on offer: https://discord.com/channels/");
    let stranger = arcade.press(arcade.cleo, &over, "Rematch").await;
    Arcade::refused(&stranger, "Only the two who played can have a rematch.");

    let board = arcade.press(arcade.ben, &offer, "Accept").await.message().clone();
    assert!(board.content.starts_with("🔴 **Ben** vs 🟡 **Ann**"), "{}", board.content);
    let over = arcade.moves_of([arcade.ben, arcade.ann], &board, "4343434").await;
    assert!(over.content.contains("🔴 **Ben** wins"), "{}", over.content);
    let first = arcade.press(arcade.ben, &arcade.now(&offer), "Rematch").await;
    assert!(first.message().content.contains("**Ann** goes first."), "{}", first.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_rematch_is_played_once() {
    let arcade = Arcade::open("rematch_once").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let over = arcade.moves(&board, "4343434").await;
    let offer = arcade.press(arcade.ben, &over, "Rematch").await.message().clone();
    let board = arcade.press(arcade.ann, &offer, "Accept").await.message().clone();
    arcade.moves_of([arcade.ben, arcade.ann], &board, "4343434").await;
    let again = arcade.press(arcade.ann, &over, "Rematch").await;
    Arcade::refused(&again, "You two have already played that rematch.");
    arcade.close().await;
}

#[tokio::test]
async fn pairs_play_side_by_side_in_a_channel() {
    let arcade = Arcade::open("side_by_side").await;
    let (dora, emil) = (arcade.playground.add_person("Dora"), arcade.playground.add_person("Emil"));
    let one = arcade.begin(arcade.ann, arcade.ben).await;
    let other = arcade.begin(dora, emil).await;
    let one = arcade.moves(&one, "4").await;
    let other = arcade.moves_of([dora, emil], &other, "77").await;
    let one = arcade.moves_of([arcade.ben, arcade.ann], &one, "1").await;
    assert!(one.content.ends_with("move 3") && other.content.ends_with("move 3"));
    arcade.close().await;
}

#[tokio::test]
async fn names_do_nothing_but_name() {
    let arcade = Arcade::open("names").await;
    arcade.playground.rename(arcade.ann, "**@everyone** <@1>");
    let challenge = arcade.challenge(arcade.ann, arcade.ben).await;
    assert_eq!(challenge.pings, [arcade.ben]);
    assert!(challenge.content.contains("\\*\\*\\@\u{200B}everyone\\*\\* \\<\\@\u{200B}1\\>"));
    let board = arcade.press(arcade.ben, &challenge, "Accept").await.message().clone();
    arcade.playground.rename(arcade.ann, "Annika");
    let board = arcade.press(arcade.ann, &board, "4").await;
    assert!(board.text().starts_with("🔴 **Annika** vs"), "{}", board.text());
    let board = arcade.command(arcade.ben, "board", json!({})).await;
    assert!(board.text().starts_with("🔴 **Annika** vs"), "{}", board.text());
    arcade.close().await;
}
