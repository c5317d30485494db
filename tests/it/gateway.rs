//! The connection to Discord: it breaks, and comes back.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, GatewayEvent};
use fourfall::{play::ApplicationId, store};
use serde_json::json;

use crate::support::{Arcade, PATIENCE, Setup, Transport, until};

async fn at_the_gateway(name: &str) -> Arcade {
    Arcade::open_as(name, Setup { transport: Transport::Gateway, ..Setup::default() }).await
}

fn is_resumed(event: &GatewayEvent) -> bool {
    matches!(event, GatewayEvent::Resumed { .. })
}

#[tokio::test]
async fn a_dropped_connection_is_resumed_and_nothing_is_missed() {
    let arcade = at_the_gateway("resume").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.drop_gateway();
    let answer = arcade.press(arcade.ann, &board, "4").await;
    assert!(answer.is_update(), "pressed while the connection was down: {answer:?}");
    assert!(arcade.playground.gateway_log().iter().any(is_resumed));
    assert_eq!(arcade.playground.identifies_left(), 999);
    arcade.close().await;
}

#[tokio::test]
async fn the_bot_reconnects_when_discord_asks_for_it() {
    let arcade = at_the_gateway("reconnect").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.ask_reconnect();
    until("the session is resumed", || arcade.playground.gateway_log().iter().any(is_resumed))
        .await;
    assert!(arcade.press(arcade.ann, &board, "4").await.is_update());
    assert_eq!(arcade.playground.identifies_left(), 999);
    arcade.close().await;
}

#[tokio::test]
async fn a_forgotten_session_is_begun_anew() {
    let arcade = at_the_gateway("new_session").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.forget_sessions();
    arcade.playground.drop_gateway();
    let identified = || {
        let log = arcade.playground.gateway_log();
        log.iter().filter(|it| matches!(it, GatewayEvent::Identified { .. })).count()
    };
    until("the bot identified again", || identified() == 2).await;
    until("the bot is online", || arcade.playground.is_bot_online()).await;
    assert!(arcade.press(arcade.ann, &board, "4").await.is_update());
    arcade.close().await;
}

#[tokio::test]
async fn games_go_on_after_a_restart() {
    let mut arcade = Arcade::open("restart").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "44").await;
    arcade.restart_bot().await;
    let board = arcade.moves(&board, "4").await;
    assert!(board.content.ends_with("move 4"), "{}", board.content);
    arcade.close().await;
}

#[tokio::test]
async fn commands_are_registered_once() {
    let transport = Transport::to_one_process();
    let mut arcade = Arcade::open_as("registration", Setup { transport, ..Setup::default() }).await;
    let puts = |arcade: &Arcade| {
        let requests = arcade.playground.requests();
        let puts = requests.iter().filter(|it| it.method == "PUT");
        puts.map(|it| (it.path.clone(), it.body.as_array().unwrap().len())).collect::<Vec<_>>()
    };
    let global = format!("/applications/{}/commands", arcade.playground.application_id());
    assert_eq!(puts(&arcade), [(global.clone(), 17)]);
    until_noted(&arcade, 1).await;
    arcade.restart_bot().await;
    arcade.command(arcade.ann, "help", json!({})).await;
    assert_eq!(puts(&arcade), [(global.clone(), 17)]);

    let guild = arcade.playground.guild();
    let development = global.replace("/commands", &format!("/guilds/{guild}/commands"));
    arcade.set_up(Setup { development_guild: Some(guild.get()), transport, ..Setup::default() });
    arcade.restart_bot().await;
    until("they are registered in the server", || puts(&arcade).len() == 2).await;
    assert_eq!(puts(&arcade)[1], (development.clone(), 17));
    until_noted(&arcade, 2).await;

    arcade.set_up(Setup { transport, ..Setup::default() });
    arcade.restart_bot().await;
    until("they are cleared there", || puts(&arcade).len() == 3).await;
    assert_eq!(puts(&arcade)[2], (development, 0));
    arcade.close().await;
}

/// Waits until the bot has stored what it registered in that many scopes.
async fn until_noted(arcade: &Arcade, scopes: usize) {
    let store = store::open(&arcade.database()).await.unwrap();
    let application = ApplicationId(arcade.playground.application_id().get());
    let wait = async {
        while store.registrations(application).await.unwrap().len() < scopes {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("it was noted");
    store.close().await;
}

#[tokio::test]
async fn an_answer_that_came_too_fast_is_sent_once_more() {
    let arcade = at_the_gateway("too_many_requests").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.fault(Fault {
        route: "/callback",
        times: 1,
        kind: FaultKind::RateLimited { retry_after_ms: 50 },
    });
    let answer = arcade.press(arcade.ann, &board, "4").await;
    assert!(answer.is_update(), "{answer:?}");
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn discord_out_of_reach_is_tried_until_it_is_back() {
    let mut arcade = Arcade::without_bot("unreachable").await;
    arcade.set_up(Setup { transport: Transport::Gateway, ..Setup::default() });
    for route in ["GET /applications/@me", "GET /oauth2/applications/@me"] {
        arcade.playground.fault(Fault { route, times: 1, kind: FaultKind::CutOff });
    }
    arcade.playground.fault(Fault {
        route: "GET /gateway",
        times: 1,
        kind: FaultKind::Status(502, json!({})),
    });
    arcade.playground.fault(Fault {
        route: "PUT /applications",
        times: 1,
        kind: FaultKind::Status(500, json!({})),
    });
    arcade.start_bot();
    arcade.bot_ready().await;
    arcade.begin(arcade.ann, arcade.ben).await;
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_bot_that_may_not_post_answers_all_the_same() {
    let arcade = Arcade::open("may_not_post").await;
    let quiet = arcade.playground.channel("quiet");
    let options = json!({ "opponent": arcade.ben, "first": "me" });
    let challenge = arcade.playground.command(arcade.ann, quiet, "play", options).await;
    let board = arcade.press(arcade.ben, challenge.message(), "Accept").await.message().clone();
    let board = arcade.moves(&board, "4").await;
    arcade.wait(Duration::from_mins(20)).await;
    let answer = arcade.press(arcade.ben, &board, "4").await;
    assert!(answer.is_new(), "a new board that pings");
    assert!(arcade.press(arcade.ann, answer.message(), "4").await.is_update());
    let refused = || arcade.playground.requests().iter().any(|it| it.status == 403);
    until("the old board could not be edited", refused).await;
    let old = arcade.press(arcade.ann, &board, "1").await;
    assert!(old.is_update() && old.message().labels().is_empty(), "{old:?}");
    arcade.close_after_refusals().await;
}
