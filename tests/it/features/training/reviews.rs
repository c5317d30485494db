//! The reviews that bring positions to training: which ones, and in which order.

use connect4::{Column, Outcome};
use fake_discord::Message;
use fourfall::computer::SearchBackendFactory;

use super::{
    BEFORE, DAY, MOVES, NO_GAMES, NOTHING, QUESTION, ScoredBackend, TITLE, moves_with, open, play,
    play_and_review, play_and_review_with, press, simple_backend, train,
};
use crate::support::{INTERNAL_ERROR, TestBot, custom_id_of, wait_until, wait_until_async};

#[tokio::test]
async fn a_review_leads_those_with_mistakes_to_training() {
    let bot = open("training_review").await;
    let over = play(&bot).await;
    let of_others = bot.press(bot.cleo, &over, "Review").await;
    assert!(of_others.message().button("🎯 Train").is_none(), "{of_others:?}");
    let own = bot.press(bot.ann, &over, "Review").await;
    let shown = bot.press(bot.ann, own.message(), "🎯 Train").await;
    assert!(shown.is_update() && shown.is_ephemeral(), "{shown:?}");
    assert_eq!(shown.text(), format!("{TITLE}{BEFORE}{QUESTION}"));
    bot.close().await;
}

#[tokio::test]
async fn a_loss_given_away_to_the_computer_is_shown_too() {
    let bot = open("training_computer").await;
    // The computer plays the first column.
    let board = bot.start_computer_game("easy").await;
    let mut over = board;
    for column in ["7", "7", "1", "7", "7"] {
        over = bot.press(bot.ann, &over, column).await.message().clone();
    }
    assert!(over.content.contains("🏆 Ann wins!"), "{}", over.content);
    bot.press(bot.ann, &over, "Review").await;
    let shown = train(&bot, bot.ann).await;
    assert!(shown.content.starts_with("🎯 Your game against **Fourfall (easy)**, "));
    let failed = press(&bot, &shown, "1").await;
    assert!(
        failed.content.contains("you played column 1. **Fourfall** can then win in 2 moves."),
        "{}",
        failed.content
    );
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn due_repetitions_come_before_new_positions() {
    let bot = open("training_order").await;
    play_and_review_with(&bot, 1).await;
    let first = train(&bot, bot.ann).await;
    press(&bot, &first, "1").await;
    play_and_review_with(&bot, 2).await;
    play_and_review_with(&bot, 3).await;
    let newest = train(&bot, bot.ann).await;
    assert!(custom_id_of(&newest, "1").starts_with("y2:3:4:0:"), "the newest game comes first");
    bot.advance(DAY).await;
    let due = train(&bot, bot.ann).await;
    assert!(custom_id_of(&due, "1").starts_with("y2:1:4:1:"), "{due:?}");
    let solved = press(&bot, &due, "7").await;
    let next = press(&bot, &solved, "Next").await;
    assert!(custom_id_of(&next, "1").starts_with("y2:3:4:0:"), "{next:?}");
    bot.close().await;
}

#[tokio::test]
async fn what_is_decided_soonest_comes_first() {
    let bot = open("training_soonest").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    // Ann loses in two moves by her third one.
    let over = bot.play_moves(&board, "727212737").await;
    bot.press(bot.cleo, &over, "Review").await;
    play_and_review_with(&bot, 1).await;
    let shown = train(&bot, bot.ann).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:1:4:0:"), "{shown:?}");
    assert!(shown.content.ends_with(QUESTION), "{}", shown.content);
    let solved = press(&bot, &shown, "7").await;
    let played = "you played column 1. **Ben** can then win in 2 moves.";
    assert!(solved.content.contains(played), "{}", solved.content);
    let newest = press(&bot, &solved, "Next").await;
    assert!(custom_id_of(&newest, "1").starts_with("y2:2:4:0:"), "{newest:?}");
    bot.close().await;
}

/// The last column wins in nine, the first one loses in nine, column 2 in two, and all others draw.
fn far_outcome(column: Column, open: &[Column]) -> Outcome {
    match column.number() {
        2 => Outcome::Loss { moves: 2 },
        _ if open.first() == Some(&column) => Outcome::Loss { moves: 9 },
        _ if open.last() == Some(&column) => Outcome::Win { moves: 9 },
        _ => Outcome::Draw,
    }
}

#[tokio::test]
async fn what_nobody_can_be_expected_to_see_comes_last() {
    let backends = SearchBackendFactory::new(|| ScoredBackend(far_outcome));
    let bot = TestBot::builder("training_far").backends(backends).open().await;
    bot.set_listed(bot.ann, true).await;
    let review = async |moves: &str| {
        let board = bot.start_game(bot.ann, bot.ben).await;
        let over = bot.play_moves(&board, moves).await;
        bot.press(bot.cleo, &over, "Review").await;
    };
    review("737323717").await;
    // More games than are looked at once.
    for _ in 0..11 {
        review("747414727").await;
    }
    let shown = train(&bot, bot.ann).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:1:4:0:"), "{shown:?}");
    let solved = press(&bot, &shown, "7").await;
    let far = press(&bot, &solved, "Next").await;
    assert!(!custom_id_of(&far, "1").starts_with("y2:1:"), "{far:?}");
    let failed = press(&bot, &far, "3").await;
    let played = "In the game you played column 1. Column 7 was the key: ";
    assert!(failed.content.contains(played), "{}", failed.content);
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn training_begins_with_no_opening() {
    let bot = open("training_openings").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "417271727").await;
    let review = bot.press(bot.ann, &over, "Review").await;
    assert!(review.message().button("🎯 Train").is_none(), "{review:?}");
    let nothing = train(&bot, bot.ann).await;
    assert!(nothing.content.starts_with(NOTHING), "{}", nothing.content);
    bot.close().await;
}

#[tokio::test]
async fn the_same_position_of_two_games_comes_once() {
    let bot = open("training_once").await;
    play_and_review(&bot).await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    let solved = press(&bot, &shown, "7").await;
    let nothing = press(&bot, &solved, "Next").await;
    assert!(nothing.content.starts_with(NOTHING), "{}", nothing.content);
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn a_review_leads_to_the_positions_of_its_game() {
    let bot = open("training_of_game").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, &moves_with(1)).await;
    let review = bot.press(bot.ann, &over, "Review").await;
    play_and_review_with(&bot, 2).await;
    let of_game = bot.press(bot.ann, review.message(), "🎯 Train").await.message().clone();
    assert!(custom_id_of(&of_game, "1").starts_with("y2:1:4:0:"), "{of_game:?}");
    press(&bot, &of_game, "7").await;
    let of_another = bot.press(bot.ann, review.message(), "🎯 Train").await.message().clone();
    assert!(custom_id_of(&of_another, "1").starts_with("y2:2:4:0:"), "{of_another:?}");
    bot.close().await;
}

/// A game with a position that Ann has not tried, before more games than are looked at once, all
/// with the same one, which she has solved. Returns the review of the former.
async fn review_behind_many_games(bot: &TestBot) -> Message {
    play_and_review(bot).await;
    let shown = train(bot, bot.ann).await;
    press(bot, &shown, "7").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, &moves_with(2)).await;
    let review = bot.press(bot.ann, &over, "Review").await.message().clone();
    for _ in 0..20 {
        play_and_review(bot).await;
    }
    review
}

#[tokio::test]
async fn a_game_behind_many_others_is_trained() {
    let bot = open("training_many").await;
    review_behind_many_games(&bot).await;
    let shown = train(&bot, bot.ann).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:2:4:0:"), "{shown:?}");
    bot.close().await;
}

#[tokio::test]
async fn an_old_review_leads_to_the_positions_of_its_game() {
    let bot = open("training_old_review").await;
    let review = review_behind_many_games(&bot).await;
    let of_game = bot.press(bot.ann, &review, "🎯 Train").await.message().clone();
    assert!(custom_id_of(&of_game, "1").starts_with("y2:2:4:0:"), "{of_game:?}");
    let mut sql = bot.database.sql().await;
    let trained = sql.number("SELECT count(*) FROM training_game").await;
    assert_eq!(trained, 2, "the other games can wait");
    bot.close().await;
}

const REVIEWS: &str = "SELECT count(*) FROM review";

#[tokio::test]
async fn a_trainees_games_are_reviewed_ten_at_a_time() {
    // Each process counts for itself.
    let bot = TestBot::builder("training_reviews").single_process();
    let bot = bot.backends(simple_backend()).open().await;
    for _ in 0..12 {
        play(&bot).await;
    }
    let board = bot.start_game(bot.ben, bot.cleo).await;
    bot.play_moves_as([bot.ben, bot.cleo], &board, MOVES).await;
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number(REVIEWS).await, 0, "nobody trains");

    train(&bot, bot.ann).await;
    wait_until_async("ten games are reviewed", async || sql.number(REVIEWS).await == 10).await;
    let shown = train(&bot, bot.ann).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:12:4:0:"), "{shown:?}");
    // The others may be reviewed by now.
    assert!(sql.number("SELECT count(*) FROM training_game").await >= 10);
    // The last of the former may not have ended yet.
    let are_reviewed = async || {
        train(&bot, bot.ann).await;
        sql.number(REVIEWS).await == 12
    };
    wait_until_async("the rest is reviewed", are_reviewed).await;
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn a_corrupt_game_does_not_keep_others_from_training() {
    let bot = TestBot::builder("training_corrupt").single_process();
    let bot = bot.backends(simple_backend()).open().await;
    for _ in 0..3 {
        play(&bot).await;
    }
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE game SET moves = '99' WHERE game_id = 2").await;
    let shown = train(&bot, bot.ann).await;
    assert!(!shown.content.starts_with(INTERNAL_ERROR), "{shown:?}");
    wait_until_async("the newest is reviewed", async || sql.number(REVIEWS).await > 0).await;
    bot.close().await;
}

#[tokio::test]
async fn the_check_finds_positions_that_are_no_mistakes() {
    let bot = open("training_check").await;
    play_and_review(&bot).await;
    let shown = train(&bot, bot.ann).await;
    press(&bot, &shown, "1").await;
    bot.assert_consistent().await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE review SET scores = lower(scores)").await;
    let found = bot.differences().await;
    assert!(found.iter().any(|it| it.contains("made no such mistake")), "{found:?}");
    bot.advance(DAY).await;
    assert!(train(&bot, bot.ann).await.content.starts_with(NOTHING), "they are not shown");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn without_games_there_is_nothing_to_train() {
    let bot = open("training_nothing").await;
    let shown = train(&bot, bot.ann).await;
    assert_eq!(shown.content, NO_GAMES);
    assert_eq!(shown.labels(), ["Play now", "Daily puzzle"]);
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number("SELECT count(*) FROM training_game").await, 0, "she is unknown");

    // Ann makes no mistake.
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "7171717").await;
    bot.press(bot.ann, &over, "Review").await;
    let nothing = train(&bot, bot.ann).await;
    let expected = "🎉 Nothing left to train for now. When you miss a win or a block, or let the \
                    other side get far ahead, that position turns up here.\n\
                    Meanwhile, there is the daily puzzle, and all earlier ones.";
    assert_eq!(nothing.content, expected);
    bot.close().await;
}

#[tokio::test]
async fn who_never_blocks_trains_blocking() {
    let bot = TestBot::open("training_block").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4141424").await;
    let review = bot.press(bot.ben, &over, "Review").await.message().clone();
    let is_done = || bot.current(&review).content.starts_with("🔍 **Review** of");
    wait_until("the review is done", is_done).await;
    let shown = train(&bot, bot.ben).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:1:5:0:"), "{shown:?}");
    let danger = "🟡 Your move. Danger ahead: which column keeps you in the game?";
    assert!(shown.content.ends_with(danger), "{}", shown.content);
    let solved = bot.press(bot.ben, &shown, "4").await;
    let missed = "✅ **Right!** Best: column 4. It blocks: **Ann** would win there.\n\
                  In the game you played column 2. Missed block: column 4 was open, and \
                  **Ann** had three in a column.";
    assert!(solved.text().contains(missed), "{}", solved.text());
    bot.close().await;
}

#[tokio::test]
async fn in_a_lost_position_training_asks_what_holds_out() {
    let bot = TestBot::open("training_lost").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    // Ann does not block, and had lost anyway.
    let over = bot.play_moves(&board, "4444353353212226556466").await;
    let review = bot.press(bot.ann, &over, "Review").await.message().clone();
    let is_done = || bot.current(&review).content.starts_with("🔍 **Review** of");
    wait_until("the review is done", is_done).await;
    let shown = train(&bot, bot.ann).await;
    assert!(custom_id_of(&shown, "1").starts_with("y2:1:20:0:"), "{shown:?}");
    let lost = "🔴 Your move. You’re losing here: which column holds out longest?";
    assert!(shown.content.ends_with(lost), "{}", shown.content);
    bot.close().await;
}
