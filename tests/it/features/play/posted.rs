//! What a press on a private message posts for everyone: through the channel, where it replies to
//! nothing.

use std::time::Duration;

use fake_discord::{ActionResult, Fault, FaultKind, Message, Permissions};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, find_select, scripted_search, wait_until};

const POST: &str = "POST /channels/";
const POSTED: &str = "👍 Posted in the channel, below.";

/// Opens the menu as Ann.
async fn open_menu(bot: &TestBot) -> Message {
    bot.command(bot.ann, "play", json!({})).await.message().clone()
}

/// Challenges Ben by Ann's menu.
async fn challenge_ben(bot: &TestBot, menu: &Message) -> ActionResult {
    let select = find_select(menu, "Challenge a friend…").custom_id.clone();
    bot.discord.select(bot.ann, menu, &select, &[&bot.ben.to_string()]).await
}

/// How many messages for everyone are in the channel.
fn public_messages(bot: &TestBot) -> usize {
    bot.discord.messages(bot.channel).iter().filter(|it| !it.is_ephemeral()).count()
}

#[tokio::test]
async fn a_challenge_of_the_menu_stands_by_itself() {
    let bot = TestBot::open("posted_challenge").await;
    let menu = open_menu(&bot).await;
    let response = challenge_ben(&bot, &menu).await;
    assert!(response.is_update() && response.message().id == menu.id, "{response:?}");
    assert_eq!(response.text(), POSTED);
    assert!(response.message().rows.is_empty(), "the menu has served: {response:?}");
    let challenge = bot.posted(&response).await;
    assert!(!challenge.is_ephemeral() && !challenge.is_reply(), "{challenge:?}");
    assert_eq!(challenge.pings, [bot.ben]);
    let board = bot.press(bot.ben, &challenge, "Accept").await;
    assert!(board.is_update() && board.message().id == challenge.id, "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn the_computers_reply_shows_on_the_posted_board() {
    let bot = TestBot::builder("posted_board").backends(scripted_search("44")).open().await;
    let menu = open_menu(&bot).await;
    let mut board = bot.press_to_post(bot.ann, &menu, "Easy").await;
    assert!(!board.is_reply() && board.pings.is_empty(), "{board:?}");
    if board.content.contains("**Fourfall** (easy) vs") {
        let has_moved = || bot.current(&board).content.contains('🔽');
        wait_until("the computer begins", has_moved).await;
        board = bot.current(&board);
    }
    let moved = bot.press(bot.ann, &board, "4").await;
    assert!(moved.is_update() && moved.message().id == board.id, "{moved:?}");
    bot.wait_idle().await;
    assert_eq!(bot.current(&menu).content, POSTED, "the menu is no board");
    bot.close().await;
}

#[tokio::test]
async fn a_posted_challenge_is_edited_through_the_channel() {
    let bot = TestBot::open("posted_edits").await;
    let challenge = bot.press_to_post(bot.ann, &open_menu(&bot).await, "Invite anyone").await;
    bot.wait_idle().await;
    let options = json!({ "clock": "1 hour" });
    TestBot::assert_refused(&bot.command(bot.ann, "play", options).await, &challenge.link());
    bot.advance(Duration::from_hours(24)).await;
    bot.wait_for_button(&challenge, "New game").await;
    let edits = bot.discord.requests();
    let edits: Vec<_> = edits.iter().filter(|it| it.method == "PATCH").collect();
    assert!(!edits.is_empty() && edits.iter().all(|it| it.path.starts_with("/channels/")));
    bot.close().await;
}

#[tokio::test]
async fn where_the_bot_may_not_write_the_response_is_public() {
    let bot = TestBot::open("posted_forbidden").await;
    let silent = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, silent);
    let response = challenge_ben(&bot, &open_menu(&bot).await).await;
    assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
    assert_eq!(response.message().pings, [bot.ben]);
    let board = bot.press(bot.ben, response.message(), "Accept").await;
    assert!(board.is_update(), "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn in_direct_messages_the_response_is_the_board() {
    let bot = TestBot::open("posted_direct").await;
    let direct = bot.discord.channel("dm:ann");
    let menu = bot.discord.command(bot.ann, direct, "play", json!({})).await;
    let board = bot.press(bot.ann, menu.message(), "Easy").await;
    assert!(board.is_new() && board.text().contains("**Fourfall**"), "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn what_the_channel_refuses_follows_the_response() {
    let bot = TestBot::open("posted_refused").await;
    let body = json!({ "code": 50_013, "message": "Missing Permissions" });
    let kind = FaultKind::Status(403, body);
    bot.discord.inject_fault(Fault { route: POST, times: 1, kind });
    let response = challenge_ben(&bot, &open_menu(&bot).await).await;
    let challenge = bot.follow_up(&response).await;
    assert!(!challenge.is_ephemeral() && challenge.pings == [bot.ben], "{challenge:?}");
    let board = bot.press(bot.ben, &challenge, "Accept").await;
    assert!(board.is_update() && board.message().id == challenge.id, "{board:?}");
    bot.close_expecting(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_post_without_confirmation_is_there_once() {
    let bot = TestBot::open("posted_unconfirmed").await;
    let fault = Fault { route: POST, times: 1, kind: FaultKind::DropResponse };
    bot.discord.inject_fault(fault);
    let response = challenge_ben(&bot, &open_menu(&bot).await).await;
    let challenge = bot.posted(&response).await;
    let is_recorded =
        || bot.discord.requests().iter().filter(|it| it.path.ends_with("/messages")).count() > 1;
    wait_until("it is posted again", is_recorded).await;
    assert_eq!(public_messages(&bot), 1);
    assert!(bot.press(bot.ben, &challenge, "Accept").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn who_can_see_nothing_posted_is_told() {
    let bot = TestBot::open("posted_nowhere").await;
    let blocked = json!({ "code": 200_000, "message": "Message was blocked" });
    for route in [POST, "POST /webhooks/"] {
        let kind = FaultKind::Status(400, blocked.clone());
        bot.discord.inject_fault(Fault { route, times: 1, kind });
    }
    let response = challenge_ben(&bot, &open_menu(&bot).await).await;
    let told = bot.follow_up(&response).await;
    assert!(told.is_ephemeral() && told.content.starts_with("Discord doesn’t let me"), "{told:?}");
    // What is lost is in nobody's way.
    bot.advance(Duration::from_secs(4)).await;
    let again = challenge_ben(&bot, &open_menu(&bot).await).await;
    assert_eq!(bot.posted(&again).await.pings, [bot.ben]);
    bot.close_expecting(&["400 POST /channels/*/messages", "400 POST /webhooks/*/*"]).await;
}

#[tokio::test]
async fn a_press_that_comes_twice_posts_once() {
    let bot = TestBot::open("posted_twice").await;
    let response = challenge_ben(&bot, &open_menu(&bot).await).await;
    let challenge = bot.posted(&response).await;
    bot.wait_idle().await;
    bot.deliver_again(response.interaction.unwrap()).await;
    bot.wait_idle().await;
    assert_eq!(public_messages(&bot), 1);
    assert!(bot.press(bot.ben, &challenge, "Accept").await.is_update());
    bot.close_allowing(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_press_whose_answer_was_lost_posts_if_it_comes_again() {
    let bot = TestBot::builder("posted_again").gateway().open().await;
    let menu = open_menu(&bot).await;
    let press = bot.discord.prepare_press(bot.ann, &menu, &custom_id_of(&menu, "Easy"));
    bot.discord.inject_fault(Fault { route: "/callback", times: 1, kind: FaultKind::DropRequest });
    let lost = || bot.discord.requests().iter().filter(|it| it.status == 0).count();
    bot.discord.redeliver(press);
    wait_until("the response is lost", || lost() == 1).await;
    assert_eq!(public_messages(&bot), 0);
    bot.discord.redeliver(press);
    wait_until("it is posted", || public_messages(&bot) == 1).await;
    bot.close().await;
}

#[tokio::test]
async fn a_posted_board_outlives_a_restart() {
    let mut bot = TestBot::builder("posted_restart").backends(scripted_search("44")).open().await;
    let challenge = bot.posted(&challenge_ben(&bot, &open_menu(&bot).await).await).await;
    bot.wait_idle().await;
    bot.restart().await;
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    assert_eq!(board.id, challenge.id);
    bot.restart().await;
    let first = if board.content.contains(&format!("<@{}>, your move", bot.ann)) {
        bot.ann
    } else {
        bot.ben
    };
    let moved = bot.press(first, &board, "4").await;
    assert!(moved.is_update() && moved.message().id == board.id, "{moved:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_board_lost_before_its_post_comes_back() {
    let bot = TestBot::builder("posted_lost").backends(scripted_search("44")).open().await;
    let kind = FaultKind::Hang;
    bot.discord.inject_fault(Fault { route: POST, times: 1, kind });
    let response = bot.press(bot.ann, &open_menu(&bot).await, "Easy").await;
    assert_eq!(response.text(), POSTED);
    bot.advance(Duration::from_secs(4)).await;
    let board = bot.command(bot.ann, "board", json!({})).await;
    assert!(board.is_new() && board.text().contains("**Fourfall** (easy)"), "{board:?}");
    bot.discord.clear_faults();
    bot.close().await;
}

#[tokio::test]
async fn two_who_want_a_rematch_play_in_its_challenge() {
    let bot = TestBot::open("posted_rematch").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let challenge = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.wait_idle().await;
    let before = public_messages(&bot);
    let accepted = bot.press(bot.ben, &over, "Rematch").await;
    let rematch = bot.wait_for_button(&challenge, "Resign").await;
    assert_eq!(public_messages(&bot), before);
    bot.deliver_again(accepted.interaction.unwrap()).await;
    let moved = bot.press(bot.ben, &rematch, "4").await;
    assert!(moved.is_update() && moved.message().id == challenge.id, "{moved:?}");
    bot.close_allowing(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_rematch_whose_challenge_was_deleted_is_posted() {
    let bot = TestBot::open("posted_rematch_deleted").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let challenge = bot.press(bot.ann, &over, "Rematch").await.message().clone();
    bot.wait_idle().await;
    bot.discord.delete_message(bot.channel, challenge.id);
    bot.press(bot.ben, &over, "Rematch").await;
    let boards = || {
        let messages = bot.discord.messages(bot.channel).into_iter();
        messages.filter(|it| it.button("Resign").is_some()).collect::<Vec<_>>()
    };
    wait_until("the board is there", || boards().len() == 1).await;
    bot.wait_idle().await;
    let moved = bot.press(bot.ben, &boards()[0], "4").await;
    assert!(moved.is_update(), "{moved:?}");
    bot.close_allowing(&["404 PATCH /webhooks/*/*/messages/*", "404 PATCH /channels/*/messages/*"])
        .await;
}

#[tokio::test]
async fn a_rematch_whose_challenge_is_out_of_reach_is_new() {
    let bot = TestBot::open("posted_rematch_new").await;
    let silent = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, silent);
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    bot.press(bot.ann, &over, "Rematch").await;
    bot.wait_idle().await;
    bot.advance(Duration::from_mins(16)).await;
    let rematch = bot.press(bot.ben, &over, "Rematch").await;
    assert!(rematch.is_new() && rematch.message().button("Resign").is_some(), "{rematch:?}");
    bot.close_allowing(&["403 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn what_a_page_shows_everyone_replies_to_nothing() {
    let bot = TestBot::builder("posted_share").single_process().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let replay = bot.press(bot.ben, &over, "Replay").await;
    for label in ["Show everyone", "Share GIF"] {
        let shown = bot.press(bot.ben, replay.message(), label).await;
        let shown = bot.posted(&shown).await;
        assert!(!shown.is_reply() && shown.content.contains("Shown by **Ben**"), "{shown:?}");
        assert_eq!(shown.attachments.len(), usize::from(label == "Share GIF"));
        assert_eq!(bot.current(replay.message()).content, replay.text(), "the page stays");
    }
    let again = bot.press(bot.ben, replay.message(), "Show everyone").await;
    TestBot::assert_refused(&again, "This was just shared here.");
    bot.close().await;
}

#[tokio::test]
async fn a_private_page_takes_the_place_of_a_private_one() {
    let bot = TestBot::open("posted_pages").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "4343434").await;
    let history = bot.command(bot.ann, "history", json!({})).await.message().clone();
    let select = history.rows[0][0].select().unwrap().custom_id.clone();
    let replay = bot.discord.select(bot.ann, &history, &select, &["v1:1"]).await;
    assert!(replay.is_update() && replay.message().id == history.id, "{replay:?}");
    let review = bot.press(bot.ann, replay.message(), "Review").await;
    assert!(review.is_update(), "{review:?}");
    let refused = bot.press_custom_id(bot.ann, &history, "v1:9").await;
    assert!(refused.is_new() && refused.is_ephemeral(), "the page stays: {refused:?}");
    bot.close().await;
}
