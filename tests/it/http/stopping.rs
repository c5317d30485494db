//! Requests that end otherwise than usual.

use std::sync::Arc;

use axum::{http::StatusCode, response::IntoResponse};
use serde_json::json;
use tokio::sync::Notify;

use super::between::{between, pass_on};
use crate::support::{Arcade, Setup, Transport, slow, until};

#[tokio::test]
async fn told_to_stop_it_answers_what_is_under_way_and_takes_nothing_more() {
    let (thinkers, mut questions) = slow();
    let transport = Transport::Http { replicas: 1 };
    let setup = Setup { thinkers, transport, ..Setup::default() };
    let mut arcade = Arcade::open_as("http_stop", setup).await;
    let board = arcade.begin_alone("hard").await;
    let (stopping, address) = (arcade.stopping(), arcade.address());
    let stop = async {
        let question = questions.next().await;
        let ended = async {
            until("nobody listens any more", || std::net::TcpStream::connect(address).is_err())
                .await;
            question.drop_in(3);
        };
        tokio::join!(stopping, ended);
    };
    let (answer, ()) = tokio::join!(arcade.press(arcade.ann, &board, "4"), stop);
    assert!(answer.text().ends_with("your move · move 3"), "{answer:?}");
    let after = arcade.press(arcade.ann, answer.message(), "4").await;
    assert_eq!(after.error(), Some("The application did not respond"));
    arcade.close().await;
}

#[tokio::test]
async fn what_was_begun_goes_on_if_discord_hangs_up() {
    let (thinkers, mut questions) = slow();
    let transport = Transport::Http { replicas: 1 };
    let setup = Setup { thinkers, transport, ..Setup::default() };
    let arcade = Arcade::open_as("http_hung_up", setup).await;
    let board = arcade.begin_alone("hard").await;
    let hang_up = Arc::new(Notify::new());
    let (url, impatient) = (arcade.endpoint(), Arc::clone(&hang_up));
    let line = between(move |headers, body| {
        let (url, impatient) = (url.clone(), Arc::clone(&impatient));
        async move {
            tokio::select! {
                response = pass_on(&url, &headers, body) => response,
                () = impatient.notified() => StatusCode::BAD_GATEWAY.into_response(),
            }
        }
    });
    arcade.playground.set_endpoints(vec![line.await]).await.unwrap();
    let (answer, question) = tokio::join!(arcade.press(arcade.ann, &board, "4"), async {
        let question = questions.next().await;
        hang_up.notify_one();
        question
    });
    assert_eq!(answer.error(), Some("The application did not respond"));
    question.drop_in(3);
    arcade.playground.set_endpoints(arcade.urls()).await.unwrap();
    arcade.until_moves("43").await;
    let again = arcade.command(arcade.ann, "board", json!({})).await;
    assert!(again.text().ends_with("your move · move 3"), "{}", again.text());
    // The old board's token was never answered, so it edits nothing.
    arcade.close_after_refusals().await;
}
