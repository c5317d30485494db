//! Answers that never reach Discord, and messages whose ids the bot never learns.

use std::time::Duration;

use fake_discord::{ActionResult, Fault, FaultKind, Message, MessageEvent, Permissions};
use serde_json::{Value, json};

use crate::support::{TestBot, custom_id_of, move_number, wait_until, wait_until_async};

/// Part of the path of interaction responses.
const CALLBACK: &str = "/callback";

/// The request that looks up the message of a response, over HTTP.
const LOOKUP: &str = "GET /webhooks";

/// The edit of a response that was lost, which Discord refuses.
const NO_RESPONSE_TO_EDIT: &str = "404 PATCH /webhooks/*/*/messages/@original";

/// The lookup that fails in [`show_without_id`]. By the gateway, there is none.
const FAILED_LOOKUP: &str = "500 GET /webhooks/*/*/messages/@original";

/// After this long, a message that is still unknown counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(4);

/// The number of requests to Discord that failed by a fault.
fn failed_requests(bot: &TestBot) -> usize {
    bot.discord.requests().iter().filter(|it| matches!(it.status, 0 | 500)).count()
}

/// Has the answer to an action lost, and waits until the user sees that.
async fn lose(bot: &TestBot, action: impl Future<Output = ActionResult>) {
    let failed = failed_requests(bot);
    let fault = Fault { route: CALLBACK, times: 1, kind: FaultKind::DropRequest };
    bot.discord.inject_fault(fault);
    let (response, ()) = tokio::join!(action, async {
        wait_until("the response is lost", || failed_requests(bot) > failed).await;
        bot.discord.advance(LOST_AFTER);
    });
    assert_eq!(response.error(), Some("The application did not respond"));
}

/// Has the answer to an action shown, without the bot learning the id of its message.
async fn show_without_id(bot: &TestBot, action: impl Future<Output = ActionResult>) -> Message {
    // An earlier lookup would take the fault.
    bot.wait_idle().await;
    let failed = failed_requests(bot);
    let callback = Fault { route: CALLBACK, times: 1, kind: FaultKind::DropResponse };
    let lookup = Fault { route: LOOKUP, times: 1, kind: FaultKind::Status(500, json!({})) };
    bot.discord.inject_fault(callback);
    bot.discord.inject_fault(lookup);
    let response = action.await;
    wait_until("the id stays unknown", || failed_requests(bot) > failed).await;
    assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
    response.message().clone()
}

/// Ann challenges Ben, and the answer is lost.
async fn lose_challenge(bot: &TestBot) {
    lose(bot, bot.command(bot.ann, "play", json!({ "opponent": bot.ben }))).await;
}

/// Asserts that an action posted a challenge that everybody sees.
fn assert_challenges(response: &ActionResult) -> Message {
    assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
    assert_eq!(response.message().labels(), ["Accept", "Decline"]);
    response.message().clone()
}

async fn repost(bot: &TestBot) -> ActionResult {
    bot.command(bot.ann, "board", json!({})).await
}

async fn pending_challenges(bot: &TestBot) -> i64 {
    let count = "SELECT COUNT(*) FROM challenge WHERE state = 'pending'";
    bot.database.sql().await.number(count).await
}

#[tokio::test]
async fn a_lost_challenge_is_replaced_by_the_next() {
    let bot = TestBot::open("lost_challenge").await;
    lose_challenge(&bot).await;
    let options = json!({ "opponent": bot.ben, "first": "opponent" });
    let challenge = assert_challenges(&bot.command(bot.ann, "play", options).await);
    assert!(challenge.content.contains("**Ben** goes first · "), "{}", challenge.content);
    assert_eq!(challenge.pings, [bot.ben]);
    assert_eq!(pending_challenges(&bot).await, 1);
    let board = bot.press(bot.ben, &challenge, "Accept").await;
    assert!(board.is_update(), "{board:?}");
    bot.close_expecting(&[NO_RESPONSE_TO_EDIT]).await;
}

#[tokio::test]
async fn a_challenge_counts_while_its_answer_may_arrive() {
    let bot = TestBot::open("challenge_under_way").await;
    let fault = Fault { route: CALLBACK, times: 1, kind: FaultKind::DropRequest };
    bot.discord.inject_fault(fault);
    let options: Value = json!({ "opponent": bot.ben });
    let (_, second) = tokio::join!(bot.command(bot.ann, "play", options.clone()), async {
        wait_until("the response is lost", || failed_requests(&bot) > 0).await;
        let second = bot.command(bot.ann, "play", options.clone()).await;
        bot.discord.advance(LOST_AFTER);
        second
    });
    TestBot::assert_refused(&second, "You have already challenged **Ben**");
    bot.close().await;
}

#[tokio::test]
async fn a_shown_challenge_of_unknown_id_is_not_lost() {
    // By the gateway, a callback is answered with the message.
    let bot = TestBot::builder("shown_challenge").http(1).open().await;
    let options = json!({ "opponent": bot.ben });
    let outage = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: LOOKUP, times: u32::MAX, kind: outage });
    let challenge = bot.command(bot.ann, "play", options.clone()).await.message().clone();
    let shown = "SELECT shown FROM challenge";
    let mut sql = bot.database.sql().await;
    wait_until_async("it is recorded", async || sql.number(shown).await == 1).await;
    bot.discord.advance(LOST_AFTER);
    let again = bot.command(bot.ann, "play", options).await;
    TestBot::assert_refused(&again, "You have already challenged **Ben**");
    assert!(bot.press(bot.ben, &challenge, "Accept").await.is_update());
    bot.close_expecting(&["503 GET /webhooks/*/*/messages/@original"]).await;
}

#[tokio::test]
async fn a_lost_challenge_does_not_block_the_opponent() {
    let bot = TestBot::open("lost_challenge_opponent").await;
    lose_challenge(&bot).await;
    let response = bot.command(bot.ben, "play", json!({ "opponent": bot.ann })).await;
    let challenge = assert_challenges(&response);
    assert_eq!(challenge.pings, [bot.ann]);
    assert!(bot.press(bot.ann, &challenge, "Accept").await.is_update());
    bot.close_expecting(&[NO_RESPONSE_TO_EDIT]).await;
}

#[tokio::test]
async fn two_challenges_at_once_replace_a_lost_one_once() {
    let bot = TestBot::open("lost_challenge_race").await;
    lose_challenge(&bot).await;
    let (one, other) = tokio::join!(
        bot.command(bot.ann, "play", json!({ "opponent": bot.ben })),
        bot.command(bot.ben, "play", json!({ "opponent": bot.ann })),
    );
    assert!(one.is_ephemeral() != other.is_ephemeral(), "{one:?} {other:?}");
    assert_eq!(pending_challenges(&bot).await, 1);
    bot.close_expecting(&[NO_RESPONSE_TO_EDIT]).await;
}

#[tokio::test]
async fn a_lost_challenge_does_not_count_towards_the_limit() {
    let bot = TestBot::open("lost_open_challenge").await;
    lose(&bot, bot.open_challenge(bot.ann)).await;
    for opponent in ["Dan", "Eve", "Fay"] {
        bot.challenge(bot.ann, bot.discord.add_user(opponent)).await;
    }
    let shown = bot.discord.messages(bot.channel).into_iter();
    assert_eq!(shown.filter(|it| it.button("Accept").is_some()).count(), 3, "all still wait");
    bot.close_expecting(&[NO_RESPONSE_TO_EDIT]).await;
}

#[tokio::test]
async fn a_lost_challenge_stays_while_it_is_not_in_the_way() {
    let bot = TestBot::open("lost_challenge_elsewhere").await;
    let options = json!({ "opponent": bot.ben });
    let unknown = show_without_id(&bot, bot.command(bot.ann, "play", options)).await;
    bot.discord.advance(LOST_AFTER);
    assert_challenges(&bot.command(bot.ann, "play", json!({ "opponent": bot.cleo })).await);
    assert!(bot.press(bot.ben, &unknown, "Accept").await.is_update());
    bot.close_allowing(&[FAILED_LOOKUP]).await;
}

#[tokio::test]
async fn a_lost_rematch_can_be_asked_for_again() {
    let bot = TestBot::open("lost_rematch_own").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    lose(&bot, bot.press(bot.ann, &over, "Rematch")).await;
    let rematch = assert_challenges(&bot.press(bot.ann, &over, "Rematch").await);
    assert!(rematch.content.contains("wants a rematch!"), "{}", rematch.content);
    assert!(bot.press(bot.ben, &rematch, "Accept").await.is_update());
    bot.close_expecting(&[NO_RESPONSE_TO_EDIT]).await;
}

#[tokio::test]
async fn a_rematch_that_both_want_begins_although_one_was_lost() {
    let bot = TestBot::open("lost_rematch_theirs").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    lose(&bot, bot.press(bot.ann, &over, "Rematch")).await;
    let begun = bot.press(bot.ben, &over, "Rematch").await;
    assert!(begun.is_new() && move_number(begun.text()) == 1, "{begun:?}");
    bot.close_expecting(&[NO_RESPONSE_TO_EDIT]).await;
}

#[tokio::test]
async fn a_rematch_whose_board_was_lost_begins_on_the_challenge() {
    let bot = TestBot::builder("lost_rematch_board").gateway().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let offer = assert_challenges(&bot.press(bot.ann, &over, "Rematch").await);
    bot.wait_idle().await;
    for route in ["PATCH /webhooks/", "PATCH /channels/"] {
        let kind = FaultKind::Status(403, json!({ "code": 50_001, "message": "Missing Access" }));
        bot.discord.inject_fault(Fault { route, times: 1, kind });
    }
    bot.press(bot.ben, &over, "Rematch").await;
    let refused = || bot.discord.requests().iter().filter(|it| it.status == 403).count();
    wait_until("the board is lost", || refused() == 2).await;
    assert_eq!(bot.current(&offer).labels(), ["Accept", "Decline"]);
    bot.discord.advance(LOST_AFTER);
    let (shown, refusal) = bot.press_stale(bot.ben, &offer, &custom_id_of(&offer, "Accept")).await;
    assert!(shown.is_update() && move_number(shown.text()) == 1, "{shown:?}");
    assert_eq!(refusal, "This challenge has already been accepted.");
    bot.close_expecting(&[
        "403 PATCH /webhooks/*/*/messages/@original",
        "403 PATCH /channels/*/messages/*",
    ])
    .await;
}

#[tokio::test]
async fn a_rematch_that_is_delivered_again_shows_its_board() {
    let bot = TestBot::builder("lost_rematch_again").gateway().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let asked = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.wait_idle().await;
    let press = bot.discord.prepare_press(bot.ben, &over, &custom_id_of(&over, "Rematch"));
    bot.discord.inject_fault(Fault { route: CALLBACK, times: 1, kind: FaultKind::DropRequest });
    let failed = failed_requests(&bot);
    bot.discord.redeliver(press);
    wait_until("the response is lost", || failed_requests(&bot) > failed).await;
    bot.discord.redeliver(press);
    let begun = bot.wait_for_button(&asked, "Resign").await;
    assert_eq!(move_number(&begun.content), 1, "{}", begun.content);
    let boards = bot.discord.messages(bot.channel);
    assert_eq!(boards.iter().filter(|it| it.button("Resign").is_some()).count(), 1);
    bot.close().await;
}

#[tokio::test]
async fn an_acknowledgement_that_was_lost_costs_the_board_no_token() {
    let bot = TestBot::builder("lost_question").gateway().open().await;
    let board = bot.start_timed_game("5 minutes").await;
    let board = bot.play_moves(&board, "44").await;
    bot.discord.set_bot_permissions(bot.channel, Permissions::from_bits(0));
    lose(&bot, bot.press(bot.ann, &board, "Resign")).await;
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_for_timeout(&board).await;
    bot.close_allowing(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_replaced_challenge_that_was_shown_is_over() {
    // By HTTP, the bot knows that the challenge is shown, and keeps it.
    let bot = TestBot::builder("replaced_challenge").gateway().open().await;
    let options = json!({ "opponent": bot.ben });
    let unknown = show_without_id(&bot, bot.command(bot.ann, "play", options.clone())).await;
    bot.discord.advance(LOST_AFTER);
    let mut events = bot.discord.events();
    let newer = assert_challenges(&bot.command(bot.ann, "play", options).await);
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == unknown.id);
    let over = events.next_where(edited).await.into_message().unwrap();
    assert!(over.button("Accept").is_none());
    let accept = custom_id_of(&unknown, "Accept");
    let (late, follow_up) = bot.press_stale(bot.ben, &unknown, &accept).await;
    assert!(late.is_update(), "{late:?}");
    assert!(follow_up.starts_with("**Ann** has already challenged you"), "{follow_up}");
    assert!(bot.press(bot.ben, &newer, "Accept").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn the_buttons_of_an_unknown_challenge_work() {
    for (name, presser, label) in [
        ("unknown_accepted", "ben", "Accept"),
        ("unknown_declined", "ben", "Decline"),
        ("unknown_cancelled", "ann", "Decline"),
    ] {
        let bot = TestBot::open(name).await;
        let options = json!({ "opponent": bot.ben });
        let unknown = show_without_id(&bot, bot.command(bot.ann, "play", options)).await;
        bot.discord.advance(LOST_AFTER);
        let response = bot.press(bot.discord.user(presser), &unknown, label).await;
        assert!(response.is_update(), "{response:?}");
        assert_eq!(pending_challenges(&bot).await, 0);
        bot.close_allowing(&[FAILED_LOOKUP]).await;
    }
}

#[tokio::test]
async fn a_refused_press_shows_that_a_challenge_is_seen() {
    let bot = TestBot::open("unknown_challenge_pressed").await;
    let options = json!({ "opponent": bot.ben });
    let unknown = show_without_id(&bot, bot.command(bot.ann, "play", options.clone())).await;
    bot.discord.advance(LOST_AFTER);
    let stranger = bot.press(bot.cleo, &unknown, "Accept").await;
    TestBot::assert_refused(&stranger, "This challenge is for **Ben**.");
    let again = bot.command(bot.ann, "play", options).await;
    let link = unknown.link();
    TestBot::assert_refused(&again, &format!("You have already challenged **Ben**: {link}"));
    bot.close_allowing(&[FAILED_LOOKUP]).await;
}

#[tokio::test]
async fn a_lost_computer_game_is_found_by_board() {
    let bot = TestBot::open("lost_computer_game").await;
    let options = json!({ "level": "easy", "first": "me" });
    lose(&bot, bot.command(bot.ann, "play", options.clone())).await;
    let again = bot.command(bot.ann, "play", options.clone()).await;
    TestBot::assert_refused(&again, "You are still playing the computer here");
    let board = repost(&bot).await.message().clone();
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    let link = board.link();
    let known = bot.command(bot.ann, "play", options).await;
    TestBot::assert_refused(&known, &format!("You are still playing the computer here: {link}"));
    bot.close_expecting(&["404 DELETE /webhooks/*/*/messages/@original"]).await;
}

#[tokio::test]
async fn a_press_shows_the_board_of_a_lost_acceptance() {
    let bot = TestBot::open("lost_acceptance").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    lose(&bot, bot.press(bot.ben, &challenge, "Accept")).await;
    for (user, label) in [(bot.ann, "Decline"), (bot.ben, "Accept")] {
        let custom_id = custom_id_of(&challenge, label);
        let (board, follow_up) = bot.press_stale(user, &challenge, &custom_id).await;
        assert_eq!(move_number(board.text()), 1, "{}", board.text());
        assert_eq!(follow_up, "This challenge has already been accepted.");
    }
    let board = bot.current(&challenge);
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn a_lost_acceptance_is_shown_by_board() {
    let bot = TestBot::open("lost_acceptance_board").await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    lose(&bot, bot.press(bot.ben, &challenge, "Accept")).await;
    let board = repost(&bot).await.message().clone();
    assert_eq!(move_number(&board.content), 1, "{}", board.content);
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    bot.close_allowing(&["404 DELETE /webhooks/*/*/messages/@original"]).await;
}

#[tokio::test]
async fn an_unknown_newest_board_shows_how_the_game_ended() {
    let bot = TestBot::open("unknown_board_timed_out").await;
    bot.start_timed_game("1 hour").await;
    let newest = show_without_id(&bot, repost(&bot)).await;
    bot.discord.advance(Duration::from_mins(61));
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&newest).content, newest.content, "nothing can edit it any more");
    let (over, follow_up) = bot.press_stale(bot.ann, &newest, &custom_id_of(&newest, "4")).await;
    assert_eq!(over.message().labels(), ["Rematch"], "{}", over.text());
    assert!(follow_up.starts_with("This game was called off"), "{follow_up}");
    bot.close_allowing(&[FAILED_LOOKUP, "404 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_lost_board_is_shown_on_the_one_before() {
    let bot = TestBot::open("lost_board").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    lose(&bot, bot.command(bot.ann, "drop", json!({ "column": "4" }))).await;
    let column = custom_id_of(&board, "4");
    let (newest, follow_up) = bot.press_stale(bot.ann, &board, &column).await;
    assert_eq!(move_number(newest.text()), 2, "{}", newest.text());
    assert_eq!(follow_up, "The board has just changed. Take another look.");
    assert!(bot.press(bot.ben, newest.message(), "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn an_old_copy_of_a_known_board_stays_old() {
    let bot = TestBot::open("lost_board_found").await;
    let old = bot.start_game(bot.ann, bot.ben).await;
    let newest = show_without_id(&bot, repost(&bot)).await;
    bot.discord.advance(LOST_AFTER);
    let stranger = bot.press(bot.ben, &newest, "4").await;
    TestBot::assert_refused(&stranger, "It’s **Ann**’s turn.");
    let (_, sentence) = bot.press_stale(bot.ann, &old, &custom_id_of(&old, "4")).await;
    assert_eq!(sentence, format!("This board is old. The game is here: {}", newest.link()));
    assert_eq!(bot.current(&newest).content, newest.content);
    bot.close_allowing(&[FAILED_LOOKUP]).await;
}

#[tokio::test]
async fn a_lost_answer_to_a_deletion_hides_what_was_open() {
    let bot = TestBot::open("lost_deletion").await;
    let options = json!({ "level": "easy", "first": "me" });
    let game = bot.command(bot.ann, "play", options).await.message().clone();
    let general = bot.discord.channel("general");
    let opponent = json!({ "opponent": bot.ben });
    let challenge = bot.discord.command(bot.ann, general, "play", opponent).await;
    let prompt = bot.ask_delete(bot.ann).await.message().clone();
    lose(&bot, bot.press(bot.ann, &prompt, "Delete my data")).await;
    for message in [&game, challenge.message()] {
        wait_until("the message is over", || bot.current(message).content.starts_with("🗑️")).await;
    }
    bot.close().await;
}
