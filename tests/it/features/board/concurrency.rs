//! Simultaneous presses and commands, and redelivered interactions.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use serde_json::json;

use crate::support::{TestBot, custom_id_of, move_number};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simultaneous_presses_make_one_move() {
    let bot = TestBot::open("race_presses").await;
    let mut board = bot.start_game(bot.ann, bot.ben).await;
    let people = [bot.ann, bot.ben, bot.cleo];
    for round in 0..30 {
        let columns: Vec<_> = board
            .buttons()
            .filter(|button| !button.disabled)
            .filter(|button| {
                button.label.as_deref().is_some_and(|label| label.parse::<u8>().is_ok())
            })
            .map(|button| button.custom_id.clone().unwrap())
            .collect();
        let presses = people
            .iter()
            .flat_map(|&user| columns.iter().map(move |column| (user, column)))
            .map(|(user, column)| bot.press_custom_id(user, &board, column));
        let responses = join_all(presses).await;
        let applied = responses.iter().filter(|response| response.is_update()).count();
        assert_eq!(applied, 1, "round {round}");
        assert!(
            responses.iter().all(|response| response.error().is_none()),
            "every press got a response"
        );
        board = bot.current(&board);
        if board.labels() == ["Rematch", "Share GIF", "Replay", "Review"] {
            break;
        }
        assert_eq!(move_number(&board.content), round + 2, "{}", board.content);
    }
    bot.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_winning_move_pressed_many_times_counts_once() {
    let bot = TestBot::open("race_win").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "121212").await;
    let winning = custom_id_of(&board, "1");
    let presses = (0..20).map(|_| bot.press_custom_id(bot.ann, &board, &winning));
    let responses = join_all(presses).await;
    assert_eq!(responses.iter().filter(|response| response.is_update()).count(), 1);
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 1 win"), "{}", stats.text());
    bot.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_one_of_many_simultaneous_joins_succeeds() {
    let bot = TestBot::open("race_join").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    let people: Vec<_> =
        (0..12).map(|number| bot.discord.add_user(&format!("Guest {number}"))).collect();
    let responses = join_all(people.iter().map(|&user| bot.press(user, &open, "Join"))).await;
    assert_eq!(responses.iter().filter(|response| response.is_update()).count(), 1);
    bot.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_games_of_a_pair_never_begin_at_once() {
    let bot = TestBot::open("race_accept").await;
    let open = bot.open_challenge(bot.ann).await.message().clone();
    let direct = bot.challenge(bot.ann, bot.ben).await;
    let (first, second) =
        tokio::join!(bot.press(bot.ben, &open, "Join"), bot.press(bot.ben, &direct, "Accept"));
    let begun = [&first, &second].into_iter().filter(|response| response.is_update()).count();
    assert_eq!(begun, 1, "{first:?} {second:?}");
    bot.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simultaneous_challenges_respect_the_limits() {
    let bot = Arc::new(TestBot::open("race_challenges").await);
    let tries = (0..10).map(|number| {
        let bot = Arc::clone(&bot);
        async move {
            let options = if number % 2 == 0 { json!({}) } else { json!({ "opponent": bot.ben }) };
            bot.command(bot.ann, "play", options).await
        }
    });
    let responses = join_all(tries).await;
    let posted: Vec<_> = responses.iter().filter(|response| !response.is_ephemeral()).collect();
    assert!(posted.len() <= 3, "{posted:?}");
    let named = posted.iter().filter(|response| response.text().contains("challenges you")).count();
    assert!(named <= 1);
    Arc::into_inner(bot).unwrap().close().await;
}

#[tokio::test]
async fn redelivered_interactions_are_applied_once() {
    let bot = TestBot::open("delivered_twice").await;
    let response = bot.command(
        bot.ann,
        "play",
        json!({ "opponent": bot.ben, "first": "me", "clock": "none" }),
    );
    let response = response.await;
    redeliver(&bot, &response).await;
    let challenge = response.message().clone();
    let response = bot.press(bot.ben, &challenge, "Accept").await;
    redeliver(&bot, &response).await;
    let response = bot.press(bot.ann, response.message(), "4").await;
    redeliver(&bot, &response).await;
    assert!(move_number(&bot.current(response.message()).content) == 2);

    let dropped = bot.command(bot.ben, "drop", json!({ "column": "4" })).await;
    redeliver(&bot, &dropped).await;
    let board = bot.press(bot.ann, dropped.message(), "4").await;
    assert_eq!(move_number(board.text()), 4, "{}", board.text());
    redeliver(&bot, &dropped).await;
    let stale = bot.command(bot.ben, "board", json!({})).await;
    assert!(
        move_number(stale.text()) == 4,
        "a redelivered command makes no move: {}",
        stale.text()
    );

    let board = bot.play_moves_as([bot.ben, bot.ann], stale.message(), "5555").await;
    let asked = bot.press(bot.ben, &board, "Resign").await;
    let question = bot.follow_up(&asked).await;
    let over = bot.press(bot.ben, &question, "Really resign").await;
    redeliver(&bot, &over).await;
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 1 win"), "{}", stats.text());
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_redelivered_press_keeps_the_board_it_posted() {
    // Over the gateway, nothing follows a response that is refused.
    let builder = TestBot::builder("delivered_twice_posted").http(1);
    let mut bot = builder.open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let old = bot.press(bot.ann, &board, "4").await.message().clone();
    bot.advance(Duration::from_mins(11)).await;
    let moved = bot.press(bot.ben, &old, "4").await;
    assert!(moved.is_new() && moved.message().pings == [bot.ann], "{moved:?}");
    redeliver(&bot, &moved).await;
    let next = bot.press(bot.ann, moved.message(), "4").await;
    assert_eq!(move_number(next.text()), 4, "{}", next.text());
    redeliver(&bot, &moved).await;
    // What follows the responses is done.
    bot.stop().await;
    assert_eq!(move_number(&bot.current(moved.message()).content), 4);
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_late_redelivery_creates_no_challenge() {
    let bot = TestBot::open("delivered_late").await;
    let play = || bot.command(bot.ann, "play", json!({ "opponent": bot.ben }));
    let challenge = play().await.message().clone();
    bot.press(bot.ben, &challenge, "Decline").await;
    let refused = play().await;
    TestBot::assert_refused(&refused, "You can challenge **Ben** again");
    bot.advance(Duration::from_mins(6)).await;
    redeliver(&bot, &refused).await;
    let retried = play().await;
    assert!(
        retried.text().starts_with("⚔️"),
        "no invisible challenge is pending: {}",
        retried.text()
    );
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

/// Delivers an interaction again, and waits until the bot has tried to respond.
async fn redeliver(bot: &TestBot, response: &fake_discord::ActionResult) {
    let refused = || bot.discord.requests().iter().filter(|it| it.status == 400).count();
    let before = refused();
    bot.discord.redeliver(response.interaction.unwrap());
    crate::support::wait_until("the second response is refused", || refused() > before).await;
}
