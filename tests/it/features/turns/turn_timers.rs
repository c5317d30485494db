//! Turn timers: deadlines, reminders and timeouts.

use std::{sync::Arc, time::Duration};

use fake_discord::{Fault, FaultKind, Message, MessageEvent, Permissions};
use fourfall::{
    computer::SearchBackendFactory,
    features::{ConnectionStatus, MessageUpdate, Service},
    schedule::run_scheduler,
    store,
};
use serde_json::json;
use tokio::sync::mpsc;

use crate::support::{
    TIMEOUT, TestBot, assert_lasts, custom_id_of, move_number, scripted_search, wait_until,
    wait_until_async,
};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Advances the clock, and waits until the board is edited.
async fn wait_for_edit(bot: &TestBot, board: &Message, time: Duration) -> Message {
    let mut events = bot.discord.events();
    bot.advance(time).await;
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == board.id);
    events.next_where(edited).await.into_message().unwrap()
}

fn due_in(bot: &TestBot, time: Duration) -> String {
    format!("<t:{}:R>", bot.clock.now().after(time).seconds())
}

#[tokio::test]
async fn the_board_shows_the_deadline_of_the_move() {
    let bot = TestBot::open("clock_shown").await;
    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    assert!(challenge.content.contains("1 day for each move · "), "{}", challenge.content);
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    let due = due_in(&bot, DAY);
    let ann = bot.ann;
    let expected = format!("🔴 <@{ann}>, your move · time ends {due}");
    assert!(board.content.ends_with(&expected), "{}", board.content);
    bot.advance(HOUR).await;
    let board = bot.press(ann, &board, "4").await.message().clone();
    bot.advance(Duration::from_mins(5)).await;
    let board = bot.play_moves_as([bot.ben, ann], &board, "4").await;
    let due = due_in(&bot, DAY);
    let expected = format!("🔴 <@{ann}>, your move · time ends {due}");
    assert!(board.content.ends_with(&expected), "{}", board.content);
    let games = bot.command(bot.ben, "games", json!({})).await;
    assert!(games.text().contains(&format!("time ends {due}")), "{}", games.text());
    bot.close().await;
}

#[tokio::test]
async fn missing_the_deadline_loses() {
    for (clock, limit) in [("5 minutes", Duration::from_mins(5)), ("1 hour", HOUR)] {
        let bot = TestBot::open(&format!("clock_{}", clock.replace(' ', "_"))).await;
        let board = bot.start_timed_game(clock).await;
        let board = bot.play_moves(&board, "4445553").await;
        bot.advance(limit.checked_sub(Duration::from_secs(1)).unwrap()).await;
        assert!(bot.command(bot.ann, "games", json!({})).await.text().contains("waiting"));
        let over = wait_for_edit(&bot, &board, Duration::from_secs(1)).await;
        let end = "## 🏆 Ann wins!\n-# ⌛ Ben ran out of time.";
        assert!(over.content.contains(end), "{}", over.content);
        assert_eq!(over.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
        let stats = bot.command(bot.ben, "stats", json!({})).await;
        assert!(stats.text().contains("1 loss"), "{}", stats.text());
        let late = bot.press_custom_id(bot.ben, &over, &custom_id_of(&board, "4")).await;
        let text = late.text().to_owned();
        assert!(text.contains("ran out of time"), "{text}");
        let rematch = bot.press(bot.ben, &over, "Rematch").await;
        assert!(rematch.is_new() && !rematch.is_ephemeral(), "both can play again");
        bot.close().await;
    }
}

#[tokio::test]
async fn a_timeout_before_both_moved_calls_the_game_off() {
    for (name, moves) in [("clock_no_move", ""), ("clock_one_move", "4")] {
        let bot = TestBot::open(name).await;
        let board = bot.start_timed_game("1 hour").await;
        let board = bot.play_moves(&board, moves).await;
        let over = wait_for_edit(&bot, &board, HOUR).await;
        let end = "💤 This game ended before both had moved. It doesn’t count.";
        assert!(over.content.ends_with(end), "{}", over.content);
        for player in [bot.ann, bot.ben] {
            let stats = bot.command(player, "stats", json!({})).await;
            assert!(stats.text().contains("haven’t finished a game yet"), "{}", stats.text());
        }
        let leaders = bot.command(bot.ann, "leaderboard", json!({})).await;
        assert!(leaders.text().contains("\nNobody is on this list"), "{}", leaders.text());
        bot.close().await;
    }
}

#[tokio::test]
async fn a_game_without_a_timer_never_times_out() {
    let bot = TestBot::open("clock_none").await;
    let board = bot.start_timed_game("none").await;
    let board = bot.play_moves(&board, "44").await;
    bot.advance(DAY * 1_000).await;
    let response = bot.press(bot.ann, &board, "4").await;
    assert!(response.is_new() && move_number(response.text()) == 4, "{response:?}");
    bot.close().await;
}

#[tokio::test]
async fn only_the_user_is_timed_against_the_computer() {
    let bot = TestBot::builder("clock_computer").backends(scripted_search("44")).open().await;
    let options = json!({ "level": "easy", "first": "me", "clock": "5 minutes" });
    let board = bot.command(bot.ann, "play", options).await.message().clone();
    let board = bot.press(bot.ann, &board, "4").await.message().clone();
    let due = due_in(&bot, Duration::from_mins(5));
    assert!(board.content.ends_with(&format!("your move · time ends {due}")), "{}", board.content);
    let over = wait_for_edit(&bot, &board, Duration::from_mins(5)).await;
    let end = "## 🤖 Fourfall wins!\n-# ⌛ Ann ran out of time.";
    assert!(over.content.ends_with(end), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn downtime_does_not_count_against_a_player() {
    let mut bot = TestBot::open("clock_absence").await;
    let board = bot.start_timed_game("5 minutes").await;
    let board = bot.play_moves(&board, "44").await;
    bot.advance(Duration::from_mins(2)).await;
    bot.stop().await;
    bot.advance(DAY).await;
    bot.start();
    bot.wait_connected().await;
    bot.advance(Duration::from_secs(179)).await;
    let board = bot.press(bot.ann, &board, "4").await.message().clone();
    assert_eq!(move_number(&board.content), 4, "three minutes are left: {}", board.content);
    bot.restart().await;
    let over = wait_for_edit(&bot, &board, Duration::from_mins(5)).await;
    assert!(over.content.contains("⌛ Ben ran out of time."), "{}", over.content);
    bot.close().await;
}

#[tokio::test]
async fn new_challenges_do_not_put_off_time() {
    let backends = SearchBackendFactory::default();
    let bot = TestBot::builder("clock_beats").single_process().backends(backends).open().await;
    bot.wait_scheduler().await;
    bot.advance(Duration::from_millis(9_500)).await;
    bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    bot.advance(Duration::from_millis(9_500)).await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number("SELECT running FROM running_time").await, 19_000);
    bot.close().await;
}

#[tokio::test]
async fn a_long_timer_sends_one_reminder() {
    let bot = TestBot::open("clock_reminder").await;
    let board = bot.start_timed_game("1 day").await;
    let board = bot.play_moves(&board, "44").await;
    let due = due_in(&bot, DAY);
    let mut events = bot.discord.events();
    bot.advance(HOUR * 20).await;
    let created = |it: &MessageEvent| matches!(it, MessageEvent::Created(_));
    let reminder = events.next_where(created).await.into_message().unwrap();
    assert_eq!(reminder.pings, [bot.ann]);
    let link = board.link();
    let ann = bot.ann;
    let expected =
        format!("⏰ <@{ann}>, it’s your move against **Ben**. You lose on time {due}: {link}");
    assert_eq!(reminder.content, expected);
    wait_for_reminder(&bot, true).await;
    let messages = bot.discord.messages(bot.channel).len();
    let refused = bot.command(bot.ben, "board", json!({})).await;
    TestBot::assert_refused(&refused, "The other player was pinged here, so the board stays: ");
    bot.advance(HOUR).await;
    bot.advance(HOUR).await;
    bot.wait_scheduler().await;
    bot.command(bot.ben, "games", json!({})).await;
    let now = bot.discord.messages(bot.channel);
    assert_eq!(now.len(), messages + 2, "what Ben saw is new: {now:#?}");
    bot.close().await;
}

/// Waits until the message of a reminder is stored, or forgotten.
async fn wait_for_reminder(bot: &TestBot, is_stored: bool) {
    let stored = "SELECT count(*) FROM game WHERE reminder_message_id IS NOT NULL";
    let is_so = async || (bot.database.sql().await.number(stored).await == 1) == is_stored;
    wait_until_async("the reminder is stored or forgotten", is_so).await;
}

/// Has Ann reminded in a game with a day for each move. Returns the board and the reminder.
async fn remind_ann(bot: &TestBot) -> (Message, Message) {
    let board = bot.start_timed_game("1 day").await;
    let board = bot.play_moves(&board, "44").await;
    let mut events = bot.discord.events();
    bot.advance(HOUR * 20).await;
    let created = |it: &MessageEvent| matches!(it, MessageEvent::Created(_));
    let reminder = events.next_where(created).await.into_message().unwrap();
    wait_for_reminder(bot, true).await;
    (board, reminder)
}

#[tokio::test]
async fn a_reminder_goes_with_the_move() {
    let bot = TestBot::open("reminder_moved").await;
    let (board, reminder) = remind_ann(&bot).await;
    let moved = bot.press(bot.ann, &board, "4").await;
    assert!(!moved.is_ephemeral(), "{moved:?}");
    bot.wait_gone(&reminder).await;
    wait_for_reminder(&bot, false).await;
    let edits = bot.changing_requests().len();
    bot.press(bot.ben, moved.message(), "3").await;
    bot.wait_idle().await;
    let later = bot.changing_requests().split_off(edits);
    assert!(later.iter().all(|it| !it.path.contains(&reminder.id.to_string())), "{later:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_reminder_stays_if_its_new_board_is_refused() {
    let bot = TestBot::builder("reminder_refused").gateway().open().await;
    let (_, reminder) = remind_ann(&bot).await;
    let kind = FaultKind::Status(400, json!({ "code": 200_000, "message": "blocked" }));
    bot.discord.inject_fault(Fault { route: "/callback", times: 1, kind });
    let refused = bot.command(bot.ann, "board", json!({})).await;
    TestBot::assert_refused(&refused, "Discord doesn’t let me show that here.");
    let is_there = || bot.discord.messages(bot.channel).iter().any(|it| it.id == reminder.id);
    assert_lasts(Duration::from_millis(500), "the reminder is there", is_there).await;
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_reminder_goes_with_the_game() {
    for (name, by_time) in [("reminder_resigned", false), ("reminder_late", true)] {
        let bot = TestBot::open(name).await;
        let (board, reminder) = remind_ann(&bot).await;
        if by_time {
            bot.advance(HOUR * 4).await;
            bot.wait_for_timeout(&board).await;
        } else {
            bot.resign(bot.ben, &board).await;
        }
        bot.wait_gone(&reminder).await;
        bot.close().await;
    }
}

#[tokio::test]
async fn a_take_back_ends_the_turn_of_a_reminder() {
    let bot = TestBot::open("reminder_take_back").await;
    let (board, reminder) = remind_ann(&bot).await;
    let asked = bot.press(bot.ben, &board, "Take back").await;
    let agreed = bot.press(bot.ann, asked.message(), "Accept").await;
    assert!(!agreed.is_ephemeral(), "{agreed:?}");
    bot.wait_gone(&reminder).await;
    // The request, after a long wait, moves the board, and the answer ends the turn.
    bot.close_allowing(&["404 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_deleted_users_reminders_go() {
    let bot = TestBot::open("reminder_deleted").await;
    let (_, reminder) = remind_ann(&bot).await;
    bot.delete_data(bot.ann).await;
    bot.wait_gone(&reminder).await;
    bot.close().await;
}

#[tokio::test]
async fn a_redrawn_board_ends_its_reminder() {
    let bot = TestBot::open("reminder_redrawn").await;
    let (board, reminder) = remind_ann(&bot).await;
    // As if a process had stopped before it delivered the end.
    let end = "UPDATE game SET version = version + 1, result = 'ended by moderator', \
               ended_at = moved_at + 1000, move_by = NULL, remind_at = NULL, excused = 0";
    bot.database.sql().await.run(end).await;
    let (shown, _) = bot.press_stale(bot.ann, &board, &custom_id_of(&board, "4")).await;
    assert!(shown.text().contains("A moderator ended"), "{}", shown.text());
    bot.wait_gone(&reminder).await;
    // Who has just recorded it may find that the game has ended, and delete it as well.
    bot.close_allowing(&["404 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_failed_deletion_of_a_reminder_is_tried_again() {
    let bot = TestBot::builder("reminder_fault").in_real_time().open().await;
    let (board, reminder) = remind_ann(&bot).await;
    let kind = FaultKind::Status(500, json!({}));
    bot.discord.inject_fault(Fault { route: "DELETE /channels", times: 1, kind });
    bot.press(bot.ann, &board, "4").await;
    bot.wait_gone(&reminder).await;
    bot.close_allowing(&["500 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_reminder_goes_after_a_restart() {
    let mut bot = TestBot::open("reminder_restart").await;
    let (board, reminder) = remind_ann(&bot).await;
    bot.restart().await;
    bot.press(bot.ann, &board, "4").await;
    bot.wait_gone(&reminder).await;
    bot.close().await;
}

#[tokio::test]
async fn an_uneditable_board_is_tried_once_and_updated_by_a_press() {
    let bot = TestBot::open("clock_unseen").await;
    let board = bot.start_timed_game("1 hour").await;
    let board = bot.play_moves(&board, "44").await;
    bot.discord.set_bot_permissions(bot.channel, Permissions::from_bits(0));
    bot.wait_idle().await;
    let before = bot.discord.requests().len();
    bot.advance(HOUR).await;
    wait_until("the bot tries to edit the board", || bot.discord.requests().len() > before).await;
    bot.wait_scheduler().await;
    for _ in 0..10 {
        bot.advance(DAY).await;
        bot.command(bot.cleo, "help", json!({})).await;
    }
    let requests = bot.discord.requests().split_off(before);
    let tries = requests.iter().filter(|it| it.status >= 400).count();
    assert_eq!(tries, 1, "{requests:#?}");
    assert_eq!(bot.current(&board).content, board.content);

    let dropped = bot.command(bot.ann, "drop", json!({ "column": "4" })).await;
    TestBot::assert_refused(
        &dropped,
        "This game is over: **Ann** ran out of time, so **Ben** won.",
    );
    let (shown, follow_up) = bot.press_stale(bot.ann, &board, &custom_id_of(&board, "4")).await;
    assert!(shown.is_update(), "{shown:?}");
    let end = "## 🏆 Ben wins!\n-# ⌛ Ann ran out of time.";
    assert!(shown.text().contains(end), "{}", shown.text());
    assert_eq!(follow_up, "This game is over: **Ann** ran out of time, so **Ben** won.");
    let again = bot.command(bot.ben, "board", json!({})).await;
    assert_eq!(again.text(), shown.text(), "the board command shows the end too");
    bot.close_expecting(&["403 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_timeout_on_a_deleted_board_is_recorded() {
    let bot = TestBot::open("clock_deleted").await;
    let board = bot.start_timed_game("1 hour").await;
    let board = bot.play_moves(&board, "44445566").await;
    bot.wait_idle().await;
    bot.discord.delete_message(bot.channel, board.id);
    bot.advance(HOUR).await;
    bot.wait_scheduler().await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().contains("1 loss"), "{}", stats.text());
    bot.close_expecting(&["404 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_corrupt_game_does_not_block_others() {
    let bot = TestBot::open("clock_corrupt").await;
    let broken = bot.start_timed_game("5 minutes").await;
    let (dora, emil) = (bot.discord.add_user("Dora"), bot.discord.add_user("Emil"));
    let options = json!({ "opponent": emil, "first": "me", "clock": "1 hour" });
    let challenge = bot.command(dora, "play", options).await.message().clone();
    let sound = bot.press(emil, &challenge, "Accept").await.message().clone();
    bot.database.sql().await.run("UPDATE game SET moves = '99' WHERE game_id = 1").await;
    let over = wait_for_edit(&bot, &sound, HOUR).await;
    assert!(over.content.contains("doesn’t count"), "{}", over.content);
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&broken).content, broken.content);
    bot.close().await;
}

#[tokio::test]
async fn only_one_of_two_processes_ends_a_game() {
    let mut bot = TestBot::open("clock_two_processes").await;
    let board = bot.start_timed_game("1 hour").await;
    bot.play_moves(&board, "44445566").await;
    bot.stop().await;
    let (sender, mut updates) = mpsc::unbounded_channel();
    let (mut tasks, mut connections) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let store = store::open(&bot.database_url()).await.unwrap();
        let service = Service::new(store, bot.clock.clone(), SearchBackendFactory::default());
        service.connection.reset(1);
        service.connection.set(0, true);
        connections.push(service.connection.clone());
        let sender = sender.clone();
        let deliver = Arc::new(move |update| sender.send(update).unwrap());
        tasks.push(tokio::spawn(run_scheduler(service, deliver)));
    }
    let wait_swept = async || {
        let now = bot.clock.monotonic();
        let has_swept = |it: &ConnectionStatus| {
            it.last_sweep.borrow().is_some_and(|at| now.since(at).is_zero())
        };
        wait_until("both have looked", || connections.iter().all(has_swept)).await;
    };
    let counts = || connections.iter().all(|it| *it.takes_moves.borrow());
    wait_until("one counts the time", counts).await;
    bot.advance(HOUR).await;
    let ended = tokio::time::timeout(TIMEOUT, updates.recv()).await.unwrap();
    assert!(matches!(ended, Some(MessageUpdate::BoardChanged(game)) if !game.is_live()));
    wait_swept().await;
    bot.advance(DAY).await;
    wait_swept().await;
    for task in tasks {
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
    }
    assert!(updates.try_recv().is_err(), "the other process had nothing to do");
    bot.start();
    bot.wait_connected().await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().contains("1 loss"), "{}", stats.text());
    bot.close().await;
}
