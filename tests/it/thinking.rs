//! The computer takes its time: what is shown, pressed and resumed meanwhile.

use std::time::Duration;

use connect4::{Level, Seat};
use fake_discord::{Answer, Change, Message};
use fourfall::play::UPDATE_LOST_AFTER;
use futures_util::future::join;
use serde_json::json;

use crate::support::{Arcade, Questions, quick, slow, until};

/// How long an answer waits for the computer.
const WAIT: Duration = Duration::from_secs(2);

/// Has Ann drop in a column, and the computer take its time: the board that
/// shows her disc alone.
async fn drop_and_wait(
    arcade: &Arcade,
    board: &Message,
    column: &str,
    questions: &mut Questions,
) -> (Message, crate::support::Question) {
    let (answer, question) = join(arcade.press(arcade.ann, board, column), async {
        let question = questions.next().await;
        arcade.wait(WAIT).await;
        question
    })
    .await;
    assert!(answer.is_update(), "{answer:?}");
    (answer.message().clone(), question)
}

/// Waits until the one game there is has changed that often.
async fn until_version(arcade: &Arcade, version: i64) {
    let mut sql = arcade.database.sql().await;
    while sql.number("SELECT version FROM game").await < version {
        tokio::task::yield_now().await;
    }
}

/// The next edit of a message.
async fn edit_of(changes: &mut fake_discord::Changes, board: &Message) -> Message {
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == board.id);
    changes.next_where(edited).await.message().unwrap()
}

#[tokio::test]
async fn a_long_search_shows_the_players_move_first() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("computer_slow", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    let mut changes = arcade.playground.changes();
    let (board, question) = drop_and_wait(&arcade, &board, "4", &mut questions).await;
    assert!(
        board.content.contains("🔵🔵🔵🔴🔵🔵🔵\n**Ann** played column 4. 🟡"),
        "{}",
        board.content
    );
    assert!(board.content.ends_with("🟡 **Fourfall** is thinking… · move 2"), "{}", board.content);
    assert_eq!(question.level, Some(Level::Hard));
    assert_eq!(question.board.plies(), 1);

    assert_eq!(edit_of(&mut changes, &board).await.content, board.content);
    question.drop_in(3);
    let moved = edit_of(&mut changes, &board).await;
    assert!(
        moved.content.contains("🔵🔵🟡🔴🔵🔵🔵\n**Fourfall** played column 3. 🔴"),
        "{}",
        moved.content
    );
    assert!(moved.content.ends_with("your move · move 3"), "{}", moved.content);
    let (board, question) = drop_and_wait(&arcade, &moved, "4", &mut questions).await;
    assert!(board.content.ends_with("is thinking… · move 4"), "{}", board.content);
    question.drop_in(4);
    assert!(edit_of(&mut changes, &board).await.content.ends_with("is thinking… · move 4"));
    assert!(edit_of(&mut changes, &board).await.content.ends_with("your move · move 5"));
    arcade.close().await;
}

#[tokio::test]
async fn a_slow_opening_and_a_slow_answer_to_a_command_are_edited_in() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("computer_slow_posts", thinkers).await;
    let mut changes = arcade.playground.changes();
    let mut steps = [
        (
            "play",
            json!({ "level": "easy", "first": "opponent", "clock": "none" }),
            4,
            "your move · move 2",
        ),
        ("drop", json!({ "column": "4" }), 5, "your move · move 4"),
    ];
    for (name, options, column, end) in &mut steps {
        let (answer, question) = join(arcade.command(arcade.ann, name, options.take()), async {
            let question = questions.next().await;
            arcade.wait(WAIT).await;
            question
        })
        .await;
        assert!(answer.is_new() && !answer.is_ephemeral(), "{answer:?}");
        assert!(answer.text().contains("**Fourfall** is thinking…"), "{}", answer.text());
        question.drop_in(*column);
        let moved = edit_of(&mut changes, answer.message()).await;
        assert!(moved.content.ends_with(*end), "{}", moved.content);
    }
    let newest = arcade.command(arcade.ann, "board", json!({})).await;
    assert!(newest.text().ends_with("your move · move 4"), "{}", newest.text());
    arcade.close().await;
}

#[tokio::test]
async fn presses_while_it_thinks_are_refused_and_start_nothing() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("computer_impatient", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    let (board, question) = drop_and_wait(&arcade, &board, "4", &mut questions).await;
    let thinking = "It’s my turn, and I’m still thinking.";
    Arcade::refused(&arcade.press(arcade.ann, &board, "5").await, thinking);
    let dropped = arcade.command(arcade.ann, "drop", json!({ "column": "5" })).await;
    Arcade::refused(&dropped, thinking);
    Arcade::refused(&arcade.command(arcade.ann, "hint", json!({})).await, thinking);
    Arcade::refused(&arcade.press(arcade.ben, &board, "5").await, "This isn’t your game.");
    let asked = arcade.press(arcade.ann, &board, "Resign").await.message().clone();
    assert!(asked.content.contains("really want to resign?"), "{}", asked.content);
    assert!(questions.is_empty(), "one search was enough");

    let mut changes = arcade.playground.changes();
    let (again, ()) = join(arcade.command(arcade.ann, "board", json!({})), async {
        until_version(&arcade, 2).await;
        arcade.wait(WAIT).await;
    })
    .await;
    assert!(again.text().contains("**Fourfall** is thinking…"), "{}", again.text());
    question.drop_in(4);
    let moved = edit_of(&mut changes, again.message()).await;
    assert!(moved.content.ends_with("your move · move 3"), "{}", moved.content);
    assert!(questions.is_empty(), "one search was enough");
    arcade.close().await;
}

#[tokio::test]
async fn one_core_is_left_to_people_and_every_game_gets_its_turn() {
    let most = std::thread::available_parallelism().unwrap().get().saturating_sub(1).max(1);
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_single("computer_queue", thinkers).await;
    let people: Vec<_> = (0..most + 2)
        .map(|number| arcade.playground.add_person(&format!("player-{number}")))
        .collect();
    let options = || json!({ "level": "hard", "first": "opponent", "clock": "none" });
    let begun = people.iter().map(|&person| arcade.command(person, "play", options()));
    let (boards, mut searching) = join(futures_util::future::join_all(begun), async {
        let mut searching = Vec::new();
        for _ in 0..most {
            searching.push(questions.next().await);
        }
        // Answered after all have begun to wait.
        arcade.command(arcade.ann, "games", json!({})).await;
        arcade.wait(WAIT).await;
        searching
    })
    .await;
    assert!(boards.iter().all(|board| board.text().contains("is thinking…")), "{boards:?}");
    assert!(questions.is_empty(), "the others wait");
    for _ in 0..2 {
        searching.pop().unwrap().drop_in(4);
        searching.push(questions.next().await);
    }
    for question in searching {
        question.drop_in(4);
    }
    let have_moved = || {
        let now = |board: &Answer| arcade.now(board.message()).content;
        boards.iter().all(|board| now(board).ends_with("your move · move 2"))
    };
    until("every game has had its turn", have_moved).await;
    arcade.close().await;
}

#[tokio::test]
async fn two_presses_at_once_make_one_move() {
    let arcade = Arcade::open_with("computer_race", quick("4321234")).await;
    let mut board = arcade.begin_alone("easy").await;
    for round in 1..=3 {
        let presses = ["5", "6", "7"].map(|column| arcade.press(arcade.ann, &board, column));
        let answers = futures_util::future::join_all(presses).await;
        let updates: Vec<_> = answers.iter().filter(|answer| answer.is_update()).collect();
        assert_eq!(updates.len(), 1, "{answers:?}");
        let end = format!("your move · move {}", 2 * round + 1);
        assert!(updates[0].text().ends_with(&end), "{}", updates[0].text());
        assert!(answers.iter().all(|answer| answer.error().is_none()), "all were answered");
        board = arcade.now(&board);
    }
    arcade.close().await;
}

#[tokio::test]
async fn a_move_that_comes_after_a_resignation_is_thrown_away() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("computer_too_late", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    let (board, question) = drop_and_wait(&arcade, &board, "4", &mut questions).await;
    let asked = arcade.press(arcade.ann, &board, "Resign").await.message().clone();
    let over = arcade.press(arcade.ann, &asked, "Really resign").await.message().clone();
    assert!(over.content.ends_with("**Fourfall** wins!"), "{}", over.content);
    question.drop_in(4);
    // The next search begins after that one has ended.
    let options = json!({ "level": "hard", "first": "opponent", "clock": "none" });
    let (next, ()) = join(arcade.command(arcade.ann, "play", options), async {
        questions.next().await.drop_in(1);
    })
    .await;
    assert!(next.text().ends_with("your move · move 2"), "{}", next.text());
    assert_eq!(arcade.now(&over).content, over.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_move_is_taken_back_while_the_computer_thinks() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("computer_taken_back", thinkers).await;
    let first = arcade.begin_alone("hard").await;
    let (board, about_4) = drop_and_wait(&arcade, &first, "4", &mut questions).await;
    let back = arcade.press(arcade.ann, &board, "Take back").await;
    assert_eq!(back.text(), first.content);
    let (answer, about_1) = join(arcade.press(arcade.ann, back.message(), "1"), async {
        until_version(&arcade, 3).await;
        about_4.drop_in(7);
        let question = questions.next().await;
        arcade.wait(WAIT).await;
        question
    })
    .await;
    assert_eq!(about_1.board.discs(Seat::First), 1, "another position with as many discs");
    let mut changes = arcade.playground.changes();
    about_1.drop_in(2);
    let moved = edit_of(&mut changes, answer.message()).await;
    assert!(moved.content.contains("🔴🟡🔵🔵🔵🔵🔵\n"), "{}", moved.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_move_for_an_earlier_position_is_thrown_away() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("computer_overtaken", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    let (board, question) = drop_and_wait(&arcade, &board, "4", &mut questions).await;
    // As another process would have stored it: both have moved since.
    let mut sql = arcade.database.sql().await;
    sql.run("UPDATE game SET moves = '444', version = version + 2").await;
    let mut changes = arcade.playground.changes();
    question.drop_in(1);
    let newest = edit_of(&mut changes, &board).await;
    assert!(newest.content.ends_with("**Fourfall** is thinking… · move 4"), "{}", newest.content);
    assert_eq!(sql.text("SELECT moves FROM game").await, "444");
    arcade.close().await;
}

#[tokio::test]
async fn a_search_that_fails_is_tried_again() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("computer_fails", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    let (answer, ()) = join(arcade.press(arcade.ann, &board, "4"), async {
        questions.next().await.panic();
    })
    .await;
    assert!(answer.text().contains("**Fourfall** is thinking…"), "{}", answer.text());
    let mut changes = arcade.playground.changes();
    assert!(questions.is_empty(), "not at once");
    arcade.wait(Duration::from_mins(1)).await;
    questions.next().await.drop_in(4);
    let moved = edit_of(&mut changes, &board).await;
    assert!(moved.content.ends_with("your move · move 3"), "{}", moved.content);
    arcade.close().await;
}

/// Leaves Ann's disc, dropped just now in column 4, and the computer's turn as it
/// would be left by a bot that was killed while it searched.
async fn leave_thinking(arcade: &mut Arcade, due_at: i64) {
    arcade.stop_bot().await;
    let mut sql = arcade.database.sql().await;
    sql.run("UPDATE game SET moves = '4', version = 1, changed_by = changed_by + 1").await;
    let deadline = format!("INSERT INTO deadline SELECT 'computer', game_id, {due_at} FROM game");
    sql.run(&deadline).await;
    arcade.start_bot();
    arcade.connected().await;
}

#[tokio::test]
async fn a_restart_resumes_what_the_computer_was_thinking_about() {
    let (thinkers, mut questions) = slow();
    let mut arcade = Arcade::open_single("computer_restart", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    let mut changes = arcade.playground.changes();
    arcade.wait(UPDATE_LOST_AFTER).await;
    leave_thinking(&mut arcade, 0).await;
    let question = questions.next().await;
    assert_eq!((question.board.plies(), question.level), (1, Some(Level::Hard)));
    question.drop_in(4);
    let moved = edit_of(&mut changes, &board).await;
    assert!(moved.content.ends_with("your move · move 3"), "{}", moved.content);
    let (board, question) = drop_and_wait(&arcade, &moved, "4", &mut questions).await;
    question.drop_in(4);
    edit_of(&mut changes, &board).await;
    arcade.close().await;
}

#[tokio::test]
async fn a_turn_is_left_to_whoever_may_still_be_seeing_to_it() {
    let (thinkers, mut questions) = slow();
    let mut arcade = Arcade::open_with("computer_not_forgotten", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    leave_thinking(&mut arcade, i64::MAX / 2).await;
    for _ in 0..3 {
        let answer = arcade.press(arcade.ann, &board, "5").await;
        Arcade::refused(&answer, "The board has just changed.");
    }
    assert!(questions.is_empty(), "Discord may not have the board yet");
    arcade.wait(UPDATE_LOST_AFTER).await;
    let mut changes = arcade.playground.changes();
    arcade.press(arcade.ann, &board, "5").await;
    questions.next().await.drop_in(4);
    edit_of(&mut changes, &board).await;
    arcade.close().await;
}

#[tokio::test]
async fn a_press_or_a_command_resumes_what_was_forgotten() {
    for (name, press) in [("computer_press", true), ("computer_board", false)] {
        let mut arcade = Arcade::open_with(name, quick("44")).await;
        let board = arcade.begin_alone("hard").await;
        let mut changes = arcade.playground.changes();
        leave_thinking(&mut arcade, i64::MAX / 2).await;
        arcade.wait(UPDATE_LOST_AFTER).await;
        if press {
            let answer = arcade.press(arcade.ann, &board, "5").await;
            Arcade::refused(&answer, "The board has just changed.");
            let moved = edit_of(&mut changes, &board).await;
            assert!(moved.content.ends_with("your move · move 3"), "{}", moved.content);
        } else {
            let answer = arcade.command(arcade.ann, "board", json!({})).await;
            assert!(answer.is_new() && !answer.is_ephemeral(), "{answer:?}");
            assert!(answer.text().ends_with("your move · move 3"), "{}", answer.text());
        }
        arcade.close().await;
    }
}

#[tokio::test]
async fn the_same_position_is_searched_with_the_same_seed() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_single("computer_seed", thinkers).await;
    let board = arcade.begin_alone("easy").await;
    let (answer, first) = join(arcade.press(arcade.ann, &board, "4"), async {
        let question = questions.next().await;
        let seed = question.seed;
        question.panic();
        seed
    })
    .await;
    arcade.wait(Duration::from_mins(1)).await;
    let question = questions.next().await;
    assert_eq!(question.seed, first);
    let mut changes = arcade.playground.changes();
    question.drop_in(4);
    let board = edit_of(&mut changes, answer.message()).await;
    let (_, question) = drop_and_wait(&arcade, &board, "4", &mut questions).await;
    assert_ne!(question.seed, first);
    question.drop_in(4);
    arcade.close().await;
}
