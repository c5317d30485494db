//! Many presses at once.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::json;

use crate::support::{Arcade, carried_by};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presses_by_everybody_at_once_make_one_move() {
    let arcade = Arcade::open("race_presses").await;
    let mut board = arcade.begin(arcade.ann, arcade.ben).await;
    let people = [arcade.ann, arcade.ben, arcade.cleo];
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
            .flat_map(|&who| columns.iter().map(move |column| (who, column)))
            .map(|(who, column)| arcade.forge(who, &board, column));
        let answers = join_all(presses).await;
        let applied = answers.iter().filter(|answer| answer.is_update()).count();
        assert_eq!(applied, 1, "round {round}");
        assert!(answers.iter().all(|answer| answer.error().is_none()), "all were answered");
        board = arcade.now(&board);
        if board.labels() == ["Rematch", "Replay", "Review"] {
            break;
        }
        assert!(board.content.ends_with(&format!("move {}", round + 2)), "{}", board.content);
    }
    arcade.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_winner_who_presses_again_and_again_wins_once() {
    let arcade = Arcade::open("race_win").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "121212").await;
    let winning = carried_by(&board, "1");
    let presses = (0..20).map(|_| arcade.forge(arcade.ann, &board, &winning));
    let answers = join_all(presses).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_update()).count(), 1);
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 1 win · 0 losses"), "{}", stats.text());
    arcade.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_join_at_once_one_plays() {
    let arcade = Arcade::open("race_join").await;
    let open = arcade.command(arcade.ann, "play", json!({})).await.message().clone();
    let people: Vec<_> =
        (0..12).map(|number| arcade.playground.add_person(&format!("Guest {number}"))).collect();
    let answers = join_all(people.iter().map(|&who| arcade.press(who, &open, "Join"))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_update()).count(), 1);
    arcade.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_accepts_twice_at_once_sits_in_one_game() {
    let arcade = Arcade::open("race_accept").await;
    let one = arcade.challenge(arcade.ann, arcade.ben).await;
    let other = arcade.challenge(arcade.cleo, arcade.ben).await;
    let (first, second) = tokio::join!(
        arcade.press(arcade.ben, &one, "Accept"),
        arcade.press(arcade.ben, &other, "Accept")
    );
    let begun = [&first, &second].into_iter().filter(|answer| answer.is_update()).count();
    assert_eq!(begun, 1, "{first:?} {second:?}");
    arcade.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_challenges_at_once_keep_to_the_rules() {
    let arcade = Arc::new(Arcade::open("race_challenges").await);
    let tries = (0..10).map(|number| {
        let arcade = Arc::clone(&arcade);
        async move {
            let options =
                if number % 2 == 0 { json!({}) } else { json!({ "opponent": arcade.ben }) };
            arcade.command(arcade.ann, "play", options).await
        }
    });
    let answers = join_all(tries).await;
    let posted: Vec<_> = answers.iter().filter(|answer| !answer.is_ephemeral()).collect();
    assert!(posted.len() <= 3, "{posted:?}");
    let named = posted.iter().filter(|answer| answer.text().contains("challenges you")).count();
    assert!(named <= 1);
    Arc::into_inner(arcade).unwrap().close().await;
}

#[tokio::test]
async fn the_same_event_delivered_twice_is_done_once() {
    let arcade = Arcade::open("delivered_twice").await;
    let answer = arcade.command(
        arcade.ann,
        "play",
        json!({ "opponent": arcade.ben, "first": "me", "clock": "none" }),
    );
    let answer = answer.await;
    again(&arcade, &answer).await;
    let challenge = answer.message().clone();
    let answer = arcade.press(arcade.ben, &challenge, "Accept").await;
    again(&arcade, &answer).await;
    let answer = arcade.press(arcade.ann, answer.message(), "4").await;
    again(&arcade, &answer).await;
    assert!(arcade.now(answer.message()).content.ends_with("move 2"));

    let dropped = arcade.command(arcade.ben, "drop", json!({ "column": "4" })).await;
    again(&arcade, &dropped).await;
    let board = arcade.press(arcade.ann, dropped.message(), "4").await;
    assert!(board.text().ends_with("move 4"), "{}", board.text());
    again(&arcade, &dropped).await;
    let stale = arcade.command(arcade.ben, "board", json!({})).await;
    assert!(stale.text().ends_with("move 4"), "an old command moves nothing: {}", stale.text());

    let asked = arcade.press(arcade.ben, stale.message(), "Resign").await;
    let over = arcade.press(arcade.ben, asked.message(), "Really resign").await;
    again(&arcade, &over).await;
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 1 win · 0 losses"), "{}", stats.text());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn what_is_delivered_long_after_is_not_done() {
    let arcade = Arcade::open("delivered_late").await;
    let play = || arcade.command(arcade.ann, "play", json!({ "opponent": arcade.ben }));
    let challenge = play().await.message().clone();
    arcade.press(arcade.ben, &challenge, "Decline").await;
    let refused = play().await;
    Arcade::refused(&refused, "**Ben** just declined.");
    arcade.wait(std::time::Duration::from_mins(6)).await;
    again(&arcade, &refused).await;
    let anew = play().await;
    assert!(anew.text().starts_with("⚔️"), "nothing waits that nobody sees: {}", anew.text());
    arcade.close_after_refusals().await;
}

/// Delivers an event again, and waits until the bot has tried to answer it.
async fn again(arcade: &Arcade, answer: &fake_discord::Answer) {
    let refused = || arcade.playground.requests().iter().filter(|it| it.status == 400).count();
    let before = refused();
    arcade.playground.redeliver(answer.interaction.unwrap());
    crate::support::until("the second answer is refused", || refused() > before).await;
}
