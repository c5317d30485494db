//! Games and positions that were taken in by earlier grades, or by none.

use super::{DAY, MOVES, NOTHING, open, play_and_review, play_and_review_with, press, train};
use crate::support::{TestBot, custom_id_of, wait_until_async};

/// Of the games that were taken in by earlier grades, one has a position that is due and no mistake,
/// the other has a mistake there that they did not see.
#[tokio::test]
async fn games_taken_in_by_earlier_grades_are_read_again() {
    let bot = open("training_grades").await;
    play_and_review(&bot).await;
    play_and_review_with(&bot, 2).await;
    for _ in 0..2 {
        let shown = train(&bot, bot.ann).await;
        press(&bot, &shown, "1").await;
    }
    let mut sql = bot.database.sql().await;
    sql.run("DELETE FROM training_try").await;
    sql.run("DELETE FROM training_position WHERE game_id = 1").await;
    sql.run("UPDATE training_position SET game_id = 1, ply = 6, position = 'of move 7', moves_ahead = NULL").await;
    sql.run("UPDATE training_game SET grading = 1").await;
    bot.advance(DAY).await;
    let shown = train(&bot, bot.ann).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:2:4:0:"), "{shown:?}");
    let solved = press(&bot, &shown, "7").await;
    let other = press(&bot, &solved, "Next").await;
    assert!(custom_id_of(&other, "1").starts_with("y2:1:4:0:"), "{other:?}");
    let solved = press(&bot, &other, "7").await;
    let next = press(&bot, &solved, "Next").await;
    assert!(next.content.starts_with(NOTHING) && !next.content.contains('🔁'), "{next:?}");
    assert_eq!(sql.number("SELECT count(*) FROM training_game WHERE grading = 1").await, 0);
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn what_is_due_by_earlier_grades_waits_for_no_other_game() {
    let bot = open("training_due_grades").await;
    play_and_review_with(&bot, 1).await;
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "1").await;
    for _ in 0..12 {
        play_and_review_with(&bot, 2).await;
    }
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE training_position SET moves_ahead = NULL").await;
    sql.run("UPDATE training_game SET grading = 1").await;
    bot.advance(DAY).await;
    let due = train(&bot, bot.ann).await;
    assert!(custom_id_of(&due, "1").starts_with("y2:1:4:1:"), "{due:?}");
    bot.close().await;
}

/// Of a position that Ann has tried once, her mistake is one by the present grades, too.
async fn assert_goes_on(bot: &TestBot, position: &str) {
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE training_game SET grading = 1").await;
    sql.run("UPDATE training_position SET moves_ahead = NULL").await;
    bot.advance(DAY).await;
    let due = train(bot, bot.ann).await;
    assert!(custom_id_of(&due, "1").starts_with(&format!("y2:{position}:1:")), "{due:?}");
    let solved = press(bot, &due, "7").await;
    let due = bot.clock.now().after(3 * DAY).seconds();
    let again = format!("\n🔁 This position comes back on <t:{due}:d>.");
    assert!(solved.content.contains(&again), "{}", solved.content);
    bot.assert_consistent().await;
}

#[tokio::test]
async fn progress_goes_on_in_another_game_with_the_position() {
    let bot = open("training_grades_shared").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "1").await;
    play_and_review(&bot).await;
    assert_goes_on(&bot, "2:4").await;
    bot.close().await;
}

#[tokio::test]
async fn a_solved_position_stays_solved_in_another_game() {
    let bot = open("training_grades_solved").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "7").await;
    play_and_review(&bot).await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE training_game SET grading = 1").await;
    sql.run("UPDATE training_position SET moves_ahead = NULL").await;
    let nothing = train(&bot, bot.ann).await;
    assert!(nothing.content.starts_with(NOTHING), "{}", nothing.content);
    bot.assert_consistent().await;
    bot.close().await;
}

/// A position was tried in a game in which the move is no mistake any more, and is one in another.
#[tokio::test]
async fn a_position_is_shown_whichever_game_is_read_first() {
    let bot = open("training_grades_order").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, MOVES).await;
    let review = bot.press(bot.ann, &over, "Review").await.message().clone();
    play_and_review_with(&bot, 2).await;
    for _ in 0..2 {
        let shown = train(&bot, bot.ann).await;
        press(&bot, &shown, "1").await;
    }
    let mut sql = bot.database.sql().await;
    sql.run("DELETE FROM training_try").await;
    sql.run("DELETE FROM training_position WHERE game_id = 1").await;
    sql.run("UPDATE training_position SET game_id = 1, ply = 6, moves_ahead = NULL").await;
    sql.run("UPDATE training_game SET grading = 1").await;
    let own = bot.press(bot.ann, &review, "🎯 Train").await.message().clone();
    assert!(custom_id_of(&own, "1").starts_with("y2:1:4:0:"), "{own:?}");
    let solved = press(&bot, &own, "7").await;
    let other = press(&bot, &solved, "Next").await;
    assert!(custom_id_of(&other, "1").starts_with("y2:2:4:0:"), "{other:?}");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn progress_goes_on_in_an_opening() {
    let bot = open("training_grades_opening").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "1").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "417271727").await;
    bot.press(bot.cleo, &over, "Review").await;
    train(&bot, bot.ann).await;
    let mut sql = bot.database.sql().await;
    sql.run("DELETE FROM training_try").await;
    sql.run("UPDATE training_position SET game_id = 2, ply = 0, position = 'of move 1'").await;
    assert_goes_on(&bot, "2:0").await;
    bot.close().await;
}

/// Ann makes the same mistake twice in a row. Offered is the first one, and the second one was tried.
#[tokio::test]
async fn progress_goes_on_beside_a_position_of_the_same_answer() {
    let bot = open("training_grades_row").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "71714241727").await;
    bot.press(bot.cleo, &over, "Review").await;
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "1").await;
    let mut sql = bot.database.sql().await;
    sql.run("DELETE FROM training_try").await;
    sql.run("UPDATE training_position SET ply = 6, position = 'of move 7'").await;
    assert_goes_on(&bot, "1:6").await;
    bot.close().await;
}

#[tokio::test]
async fn a_review_that_cannot_be_read_is_made_again() {
    let bot = open("training_unreadable").await;
    play_and_review_with(&bot, 1).await;
    play_and_review_with(&bot, 2).await;
    let newest = train(&bot, bot.ann).await;
    press(&bot, &newest, "1").await;
    bot.advance(DAY).await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE review SET scores = 'x' WHERE game_id = 2").await;
    let other = custom_id_of(&train(&bot, bot.ann).await, "1");
    // It may be made again already.
    assert!(other.starts_with("y2:1:4:0:") || other.starts_with("y2:2:4:1:"), "{other}");
    bot.assert_consistent().await;
    train(&bot, bot.ann).await;
    let is_made = async || sql.number("SELECT count(*) FROM review WHERE scores <> 'x'").await == 2;
    wait_until_async("the review is made again", is_made).await;
    let newest = train(&bot, bot.ann).await;
    assert!(custom_id_of(&newest, "1").starts_with("y2:2:4:1:"), "{newest:?}");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn while_a_review_is_made_again_training_looks_for_it() {
    let bot = open("training_made_again").await;
    play_and_review(&bot).await;
    train(&bot, bot.ann).await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE review SET scores = 'x'").await;
    // It may be made again already.
    let looking = train(&bot, bot.ann).await;
    assert!(["Look again", "1"].contains(&&*looking.labels()[0]), "{looking:?}");
    let is_made = async || sql.number("SELECT count(*) FROM review").await == 1;
    wait_until_async("the review is made again", is_made).await;
    let shown = train(&bot, bot.ann).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:1:4:0:"), "{shown:?}");
    bot.close().await;
}
