//! Requests during shutdown, and requests that Discord aborts.

use std::sync::Arc;

use axum::{http::StatusCode, response::IntoResponse};
use serde_json::json;
use tokio::sync::Notify;

use super::proxy::{forward, start_proxy};
use crate::support::{TestBot, manual_search, move_number, wait_until};

#[tokio::test]
async fn shutdown_finishes_requests_in_flight_and_accepts_no_more() {
    let (backends, mut searches) = manual_search();
    let mut bot = TestBot::builder("http_stop").backends(backends).http(1).open().await;
    let board = bot.start_computer_game("hard").await;
    let (shutdown, address) = (bot.shutdown(), bot.address());
    let stop = async {
        let search = searches.next().await;
        let finish = async {
            wait_until("the port is closed", || std::net::TcpStream::connect(address).is_err())
                .await;
            search.choose(3);
        };
        tokio::join!(shutdown, finish);
    };
    let (response, ()) = tokio::join!(bot.press(bot.ann, &board, "4"), stop);
    assert_eq!(move_number(response.text()), 3, "{response:?}");
    let after = bot.press(bot.ann, response.message(), "4").await;
    assert_eq!(after.error(), Some("The application did not respond"));
    bot.close().await;
}

#[tokio::test]
async fn a_request_is_completed_even_if_discord_disconnects() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("http_hung_up").backends(backends).http(1).open().await;
    let board = bot.start_computer_game("hard").await;
    let disconnect = Arc::new(Notify::new());
    let (url, disconnected) = (bot.endpoint_url(), Arc::clone(&disconnect));
    let proxy = start_proxy(move |headers, body| {
        let (url, disconnected) = (url.clone(), Arc::clone(&disconnected));
        async move {
            tokio::select! {
                response = forward(&url, &headers, body) => response,
                () = disconnected.notified() => StatusCode::BAD_GATEWAY.into_response(),
            }
        }
    });
    bot.discord.set_endpoints(vec![proxy.await]).await.unwrap();
    let (response, search) = tokio::join!(bot.press(bot.ann, &board, "4"), async {
        let search = searches.next().await;
        disconnect.notify_one();
        search
    });
    assert_eq!(response.error(), Some("The application did not respond"));
    search.choose(3);
    bot.discord.set_endpoints(bot.endpoint_urls()).await.unwrap();
    bot.wait_for_moves("43").await;
    let again = bot.command(bot.ann, "board", json!({})).await;
    assert_eq!(move_number(again.text()), 3, "{}", again.text());
    bot.close_allowing(&["404 DELETE /webhooks/*/*/messages/@original"]).await;
}
