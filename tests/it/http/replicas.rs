//! Games that several replicas share.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{body::to_bytes, response::IntoResponse};
use fake_discord::{Change, Message, Outcome};
use serde_json::json;

use super::{
    between::{between, pass_on},
    open,
};
use crate::support::{Arcade, Setup, Transport, carried_by, slow, until};

#[tokio::test]
async fn a_game_is_played_over_three_replicas() {
    let arcade = open("http_game", 3).await;
    let mut board = arcade.begin(arcade.ann, arcade.ben).await;
    let columns = ["1", "2", "1", "2", "1", "2"];
    for (number, column) in columns.into_iter().enumerate() {
        let only = arcade.urls()[number % 3].clone();
        arcade.playground.set_endpoints(vec![only]).await.unwrap();
        board = arcade.moves_of([[arcade.ann, arcade.ben][number % 2]; 2], &board, column).await;
    }
    arcade.playground.set_endpoints(arcade.urls()).await.unwrap();
    let over = arcade.moves(&board, "1").await;
    assert!(over.content.contains("🔴 **Ann** wins with 4 in a row, vertical, column 1!"));
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 1 win · 0 losses"), "{}", stats.text());
    arcade.close().await;
}

#[tokio::test]
async fn what_comes_to_two_replicas_at_once_is_done_once() {
    let arcade = open("http_twice_at_once", 2).await;
    let answers = Arc::new(Mutex::new(Vec::new()));
    let (urls, seen) = (arcade.urls(), Arc::clone(&answers));
    let twice = between(move |headers, body| {
        let (urls, seen) = (urls.clone(), Arc::clone(&seen));
        async move {
            let soon = Duration::from_micros(fastrand::u64(0..4_000));
            let (one, other) = tokio::join!(pass_on(&urls[0], &headers, body.clone()), async {
                tokio::time::sleep(soon).await;
                pass_on(&urls[1], &headers, body).await
            });
            let (parts, one) = one.into_parts();
            let one = to_bytes(one, usize::MAX).await.unwrap();
            let other = to_bytes(other.into_body(), usize::MAX).await.unwrap();
            seen.lock().unwrap().push((one.clone(), other));
            (parts.status, parts.headers, one).into_response()
        }
    });
    arcade.playground.set_endpoints(vec![twice.await]).await.unwrap();
    for number in 0..20 {
        let players =
            ["One", "Two"].map(|name| arcade.playground.add_person(&format!("{name} {number}")));
        let board = arcade.begin(players[0], players[1]).await;
        let board = arcade.moves_of(players, &board, "121212").await;
        assert!(board.content.ends_with("move 7"), "{}", board.content);
        let over = arcade.command(players[0], "drop", json!({ "column": "1" })).await;
        assert!(over.text().contains("wins with 4 in a row"), "{}", over.text());
    }
    let alone =
        arcade.command(arcade.cleo, "play", json!({ "level": "easy", "first": "me" })).await;
    assert!(alone.is_new() && !alone.is_ephemeral(), "{alone:?}");
    let whispers = arcade.playground.messages(arcade.games).into_iter();
    let whispers: Vec<_> = whispers.filter(Message::is_ephemeral).collect();
    assert!(whispers.is_empty(), "neither is refused: {whispers:?}");
    for (one, other) in answers.lock().unwrap().iter() {
        assert_eq!(one, other, "both say the same");
    }
    arcade.playground.set_endpoints(arcade.urls()).await.unwrap();
    let games = arcade.command(arcade.cleo, "games", json!({})).await;
    assert_eq!(games.text().matches("against").count(), 1, "{}", games.text());
    arcade.close().await;
}

#[tokio::test]
async fn what_comes_again_later_to_another_replica_is_not_done_again() {
    let arcade = open("http_again_later", 3).await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let first = arcade.press(arcade.ann, &board, "4").await;
    let refused = || arcade.playground.requests().iter().filter(|it| it.status == 400).count();
    for times in 1..=2 {
        arcade.playground.redeliver(first.interaction.unwrap());
        until("the second answer is refused", || refused() == times).await;
    }
    let requests = arcade.playground.requests();
    for again in requests.iter().filter(|it| it.status == 400) {
        assert_eq!(again.body["data"]["content"], first.text(), "the same board");
    }
    let second = arcade.press(arcade.ben, first.message(), "4").await;
    assert!(second.text().ends_with("move 3"), "{}", second.text());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_file_goes_along_by_the_callback() {
    let arcade = open("http_file", 2).await;
    arcade.begin(arcade.ann, arcade.ben).await;
    let answer = arcade.command(arcade.ann, "privacy export", json!({})).await;
    assert_eq!(answer.message().attachments.len(), 1, "{answer:?}");
    let by_callback = |it: &fake_discord::Recorded| {
        it.path.ends_with("/callback") && it.multipart && it.status == 204
    };
    assert_eq!(arcade.playground.requests().iter().filter(|it| by_callback(it)).count(), 1);
    arcade.close().await;
}

#[tokio::test]
async fn what_is_said_besides_comes_after_the_answer() {
    let arcade = open("http_aside", 3).await;
    let old = arcade.begin(arcade.ann, arcade.ben).await;
    let mut changes = arcade.playground.changes();
    let moved = arcade.command(arcade.ann, "board", json!({})).await;
    assert!(moved.is_new());
    let stripped = |it: &Change| matches!(it, Change::Edited(it) if it.id == old.id);
    let stripped = changes.next_where(stripped).await.message().unwrap();
    assert!(stripped.labels().is_empty(), "the old board was told of the new one");
    let link = moved.message().id.to_string();
    assert!(stripped.content.contains(&link), "{}", stripped.content);
    let (answer, aside) = arcade.forge_late(arcade.ann, &old, &carried_by(&old, "4")).await;
    assert!(answer.is_update(), "{answer:?}");
    assert!(aside.contains(&link), "{aside}");
    arcade.close().await;
}

#[tokio::test]
async fn a_late_move_of_the_computer_is_edited_in() {
    let (thinkers, mut questions) = slow();
    let transport = Transport::Http { replicas: 3 };
    let setup = Setup { thinkers, transport, ..Setup::default() };
    let arcade = Arcade::open_as("http_late_move", setup).await;
    let board = arcade.begin_alone("hard").await;
    let mut changes = arcade.playground.changes();
    let (answer, question) = tokio::join!(arcade.press(arcade.ann, &board, "4"), async {
        let question = questions.next().await;
        arcade.wait(Duration::from_secs(2)).await;
        question
    });
    assert!(answer.text().ends_with("is thinking… · move 2"), "{}", answer.text());
    question.drop_in(3);
    let moved = |it: &Change| matches!(it, Change::Edited(it) if it.content.ends_with("move 3"));
    assert_eq!(changes.next_where(moved).await.message().unwrap().id, board.id);
    arcade.close().await;
}

#[tokio::test]
async fn while_one_replica_is_away_the_others_answer() {
    let mut arcade = open("http_one_away", 3).await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.stop_replica(1).await;
    let board = arcade.moves(&board, "445566").await;
    assert!(board.content.ends_with("move 7"), "{}", board.content);
    arcade.close().await;
}

#[tokio::test]
async fn completions_come_by_http_too() {
    let arcade = open("http_completions", 2).await;
    arcade.begin(arcade.ann, arcade.ben).await;
    let columns = arcade.playground.complete(
        arcade.ann,
        arcade.games,
        "drop",
        json!({ "column": "" }),
        "column",
    );
    let columns = columns.await;
    assert!(matches!(&columns.outcome, Outcome::Choices(choices) if choices.len() == 7));
    arcade.close().await;
}
