//! Gateway reconnects, command registration and unreachable Discord.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, GatewayEvent};
use serde_json::json;

use crate::support::{TestBot, Transport, move_number, wait_until};

async fn start_at_gateway(name: &str) -> TestBot {
    TestBot::builder(name).gateway().open().await
}

fn is_resumed(event: &GatewayEvent) -> bool {
    matches!(event, GatewayEvent::Resumed { .. })
}

#[tokio::test]
async fn a_dropped_connection_resumes_without_loss() {
    let bot = start_at_gateway("resume").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.drop_gateway();
    let response = bot.press(bot.ann, &board, "4").await;
    assert!(response.is_update(), "pressed while the connection was down: {response:?}");
    assert!(bot.discord.gateway_log().iter().any(is_resumed));
    assert_eq!(bot.discord.remaining_identifies(), 999);
    bot.close().await;
}

#[tokio::test]
async fn the_bot_reconnects_when_discord_asks() {
    let bot = start_at_gateway("reconnect").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.request_reconnect();
    wait_until("the session is resumed", || bot.discord.gateway_log().iter().any(is_resumed)).await;
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    assert_eq!(bot.discord.remaining_identifies(), 999);
    bot.close().await;
}

#[tokio::test]
async fn an_invalidated_session_identifies_again() {
    let bot = start_at_gateway("new_session").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.invalidate_sessions();
    bot.discord.drop_gateway();
    let identified = || {
        let log = bot.discord.gateway_log();
        log.iter().filter(|it| matches!(it, GatewayEvent::Identified { .. })).count()
    };
    wait_until("the bot identifies again", || identified() == 2).await;
    wait_until("the bot is online", || bot.discord.is_bot_online()).await;
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn games_continue_after_a_restart() {
    let mut bot = TestBot::open("restart").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    bot.restart().await;
    let board = bot.play_moves(&board, "4").await;
    assert_eq!(move_number(&board.content), 4, "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn a_rate_limited_response_is_retried() {
    let bot = start_at_gateway("too_many_requests").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.inject_fault(Fault {
        route: "/callback",
        times: 1,
        kind: FaultKind::RateLimited { retry_after_ms: 50 },
    });
    let response = bot.press(bot.ann, &board, "4").await;
    assert!(response.is_update(), "{response:?}");
    bot.close_expecting(&["429 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn startup_retries_until_discord_is_reachable() {
    let mut bot = TestBot::builder("unreachable").gateway().stopped().await;
    bot.discord.inject_fault(Fault {
        route: "GET /applications/@me",
        times: 1,
        kind: FaultKind::DropRequest,
    });
    bot.discord.inject_fault(Fault {
        route: "GET /gateway",
        times: 1,
        kind: FaultKind::Status(502, json!({})),
    });
    bot.discord.inject_fault(Fault {
        route: "PUT /applications",
        times: 1,
        kind: FaultKind::Status(500, json!({})),
    });
    bot.start();
    bot.wait_ready().await;
    bot.start_game(bot.ann, bot.ben).await;
    bot.close_expecting(&["502 GET /gateway/bot", "500 PUT /applications/*/commands"]).await;
}

#[tokio::test]
async fn interactions_work_without_send_permission() {
    let bot = TestBot::open("may_not_post").await;
    let quiet = bot.discord.channel("quiet");
    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.discord.command(bot.ann, quiet, "play", options).await;
    let board = bot.press(bot.ben, challenge.message(), "Accept").await.message().clone();
    let board = bot.play_moves(&board, "4").await;
    bot.advance(Duration::from_mins(20)).await;
    let response = bot.press(bot.ben, &board, "4").await;
    assert!(!response.is_ephemeral(), "{response:?}");
    bot.wait_gone(&board).await;
    let pinging = bot.discord.messages(quiet).pop().unwrap();
    assert_eq!(pinging.pings, [bot.ann], "a late move reposts the board with a ping");
    assert!(bot.press(bot.ann, &pinging, "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn a_response_confirmed_without_a_body_is_delivered() {
    let bot = start_at_gateway("empty_confirmation").await;
    let old = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.inject_fault(Fault {
        route: "/callback",
        times: 1,
        kind: FaultKind::EmptyResponse,
    });
    bot.command(bot.ann, "board", json!({})).await;
    bot.wait_gone(&old).await;
    bot.close().await;
}

#[tokio::test]
async fn a_response_whose_message_stays_unknown_is_delivered() {
    let unreadable = FaultKind::Status(200, json!([]));
    let faults = [
        (Transport::Gateway, vec![("/callback", FaultKind::EmptyResponse)]),
        (Transport::Http { replicas: 1 }, Vec::new()),
    ];
    for (transport, mut faults) in faults {
        let bot = TestBot::builder("unknown_message").transport(transport).open().await;
        bot.start_game(bot.ann, bot.ben).await;
        faults.push(("/messages/@original", unreadable.clone()));
        for (route, kind) in faults {
            bot.discord.inject_fault(Fault { route, times: 1, kind });
        }
        let newest = bot.command(bot.ann, "board", json!({})).await.message().clone();
        let response = bot.press(bot.ann, &newest, "4").await;
        assert!(response.is_update(), "{response:?}");
        bot.close().await;
    }
}
