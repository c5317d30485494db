//! What an interaction can be answered with, when, and how often.

use std::time::Duration;

use serde_json::{Value, json};

use crate::tests::support::{Bot, Got, assert_code, board, standing};
use crate::{Answer, Fault, FaultKind, Outcome, Permissions, Playground, UserId};

/// Ann uses `/go`, and the test answers as the bot.
async fn go(
    playground: &Playground,
    bot: &mut Bot,
    channel: &str,
    answer: impl AsyncFnOnce(&Bot, &Got),
) -> (Answer, Got) {
    let ann = playground.person("ann");
    let channel = playground.channel(channel);
    let command = playground.command(ann, channel, "go", json!({}));
    let reply = async {
        let got = bot.interaction().await;
        answer(bot, &got).await;
        got
    };
    tokio::join!(command, reply)
}

async fn answered(playground: &Playground, bot: &mut Bot, body: Value) -> (Answer, Got) {
    go(playground, bot, "games", async |bot, got| {
        let (status, text) = bot.answer(got, &body).await;
        assert_eq!(status, 204, "{text}");
    })
    .await
}

#[tokio::test]
async fn an_answer_after_three_seconds_is_too_late() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (answer, _) = go(&playground, &mut bot, "games", async |bot, got| {
        playground.advance(Duration::from_millis(3001));
        let body = json!({ "type": 4, "data": { "content": "late" } });
        assert_code(&bot.answer(got, &body).await, (404, 10062));
    })
    .await;
    assert!(matches!(answer.outcome, Outcome::NoAnswer));
    assert!(playground.messages(playground.channel("games")).is_empty());
}

#[tokio::test]
async fn a_second_answer_and_a_forged_one_are_refused() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let body = json!({ "type": 4, "data": { "content": "first" } });
    let (answer, got) = answered(&playground, &mut bot, body.clone()).await;
    assert_eq!(answer.text(), "first");
    assert_code(&bot.answer(&got, &body).await, (400, 40060));
    let forged = Got { id: got.id.clone(), token: "made-up".to_owned() };
    assert_code(&bot.answer(&forged, &body).await, (404, 10062));
}

#[tokio::test]
async fn a_refused_answer_leaves_the_interaction_open() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (answer, _) = go(&playground, &mut bot, "games", async |bot, got| {
        assert_code(&bot.answer(got, &json!({ "type": 4 })).await, (400, 50006));
        assert_code(&bot.answer(got, &json!({ "type": 7, "data": {} })).await, (400, 50035));
        let good = json!({ "type": 4, "data": { "content": "good" } });
        assert_eq!(bot.answer(got, &good).await.0, 204);
    })
    .await;
    assert_eq!(answer.text(), "good");
}

#[tokio::test]
async fn a_token_is_good_from_the_first_answer_until_fifteen_minutes_have_passed() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (_, got) = go(&playground, &mut bot, "games", async |bot, got| {
        let early = bot.call("POST", &bot.webhook(got, ""), &json!({ "content": "x" })).await;
        assert_code(&early, (404, 10015));
        bot.answer(got, &json!({ "type": 4, "data": { "content": "first" } })).await;
    })
    .await;
    let original = bot.webhook(&got, "/messages/@original");
    let (status, edited) = bot.call("PATCH", &original, &json!({ "content": "second" })).await;
    assert_eq!((status, &edited["content"]), (200, &json!("second")));
    playground.advance(Duration::from_mins(16));
    assert_code(&bot.call("PATCH", &original, &json!({ "content": "x" })).await, (401, 50027));
}

#[tokio::test]
async fn a_token_speaks_for_its_own_messages_only() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (first, _) =
        answered(&playground, &mut bot, json!({ "type": 4, "data": board("a", &["x"]) })).await;
    let (ann, message) = (playground.person("ann"), first.message().clone());
    let press = playground.press(ann, &message, "x");
    let reply = async {
        let got = bot.interaction().await;
        bot.answer(&got, &json!({ "type": 4, "data": { "content": "b", "flags": 64 } })).await;
        got
    };
    let (answer, got) = tokio::join!(press, reply);
    assert!(answer.is_ephemeral());
    let others = bot.webhook(&got, &format!("/messages/{}", message.id));
    assert_code(&bot.call("PATCH", &others, &json!({ "content": "c" })).await, (404, 10008));
    let (_, follow_up) = bot.call("POST", &bot.webhook(&got, ""), &json!({ "content": "d" })).await;
    let own = bot.webhook(&got, &format!("/messages/{}", follow_up["id"].as_str().unwrap()));
    assert_eq!(bot.call("PATCH", &own, &json!({ "content": "e" })).await.0, 200);
    assert_eq!(bot.call("DELETE", &own, &Value::Null).await.0, 204);
    assert_code(&bot.call("GET", &own, &Value::Null).await, (404, 10008));
}

#[tokio::test]
async fn a_press_updates_its_own_message_and_an_edit_pings_nobody() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let ben: UserId = playground.person("ben");
    let mention = |text: &str| {
        let mut body = board(text, &["x"]);
        body["allowed_mentions"] = json!({ "parse": [], "users": [ben] });
        body
    };
    let body = json!({ "type": 4, "data": mention(&format!("<@{ben}>, your move")) });
    let (first, _) = answered(&playground, &mut bot, body).await;
    assert_eq!(first.message().pings, [ben]);
    let message = first.message().clone();
    let update = json!({ "type": 7, "data": mention(&format!("<@{ben}> again")) });
    let (answer, ()) = tokio::join!(playground.press(ben, &message, "x"), async {
        let got = bot.interaction().await;
        assert_eq!(bot.answer(&got, &update).await.0, 204);
    });
    assert!(answer.is_update() && answer.message().is_edited());
    assert_eq!(answer.message().id, message.id);
    assert_eq!(answer.message().mentions[0].id, ben);
    assert_eq!(playground.messages(message.channel_id).len(), 1);
}

#[tokio::test]
async fn a_deferred_answer_is_filled_by_an_edit() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let deferred = json!({ "type": 5, "data": { "flags": 64 } });
    let (answer, got) = answered(&playground, &mut bot, deferred).await;
    assert!(matches!(answer.outcome, Outcome::Deferred));
    let channel = playground.channel("games");
    assert!(playground.messages(channel)[0].is_thinking());
    let original = bot.webhook(&got, "/messages/@original");
    assert_eq!(
        bot.call("PATCH", &original, &json!({ "content": "done", "flags": 0 })).await.0,
        200
    );
    let messages = playground.messages(channel);
    assert_eq!(messages[0].content, "done");
    assert!(!messages[0].is_thinking() && messages[0].is_ephemeral(), "its readers stay the same");
}

#[tokio::test]
async fn completions_are_answered_by_completions_only() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (ann, games) = (playground.person("ann"), playground.channel("games"));
    let complete = playground.complete(ann, games, "find", json!({ "what": "th" }), "what");
    let (answer, ()) = tokio::join!(complete, async {
        let got = bot.interaction().await;
        let text = json!({ "type": 4, "data": { "content": "x" } });
        assert_code(&bot.answer(&got, &text).await, (400, 50035));
        let choices =
            json!({ "type": 8, "data": { "choices": [{ "name": "This", "value": "1" }] } });
        assert_eq!(bot.answer(&got, &choices).await.0, 204);
    });
    assert_eq!(answer.choices()[0].name, "This");
}

#[tokio::test]
async fn a_bot_that_was_only_brought_along_has_five_follow_ups() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (_, got) = go(&playground, &mut bot, "ann-ben", async |bot, got| {
        bot.answer(got, &json!({ "type": 4, "data": { "content": "first" } })).await;
    })
    .await;
    let path = bot.webhook(&got, "");
    for _ in 0..5 {
        assert_eq!(bot.call("POST", &path, &json!({ "content": "more" })).await.0, 200);
    }
    assert_code(&bot.call("POST", &path, &json!({ "content": "more" })).await, (400, 40094));
}

#[tokio::test]
async fn the_flag_for_components_only_stays() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let text = |text: &str| json!([{ "type": 10, "content": text }]);
    let body = json!({ "type": 4, "data": { "flags": 1 << 15, "components": text("a") } });
    let (_, got) = answered(&playground, &mut bot, body).await;
    let original = bot.webhook(&got, "/messages/@original");
    let without = json!({ "flags": 0, "components": text("b") });
    assert_code(&bot.call("PATCH", &original, &without).await, (400, 50035));
    assert_code(&bot.call("PATCH", &original, &json!({ "content": "b" })).await, (400, 50035));
    assert_eq!(bot.call("PATCH", &original, &json!({ "components": text("b") })).await.0, 200);
}

#[tokio::test]
async fn a_client_does_not_even_send_what_does_not_fit() {
    let playground = standing().await;
    let _bot = Bot::ready(&playground).await;
    let (ann, cleo) = (playground.person("ann"), playground.person("cleo"));
    let games = playground.channel("games");
    for (who, channel, name, options) in [
        (ann, games, "gone", json!({})),
        (ann, games, "go", json!({ "times": "often" })),
        (ann, games, "go", json!({ "times": 0 })),
        (ann, games, "go", json!({ "whom": "5" })),
        (ann, games, "go", json!({ "what": "x" })),
        (cleo, playground.channel("ann-ben"), "go", json!({})),
    ] {
        let answer = playground.command(who, channel, name, options.clone()).await;
        assert!(matches!(answer.outcome, Outcome::ClientRefused(_)), "{name} {options}");
    }
}

#[tokio::test]
async fn made_to_order_failures_strike_and_pass() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (_, got) =
        answered(&playground, &mut bot, json!({ "type": 4, "data": { "content": "a" } })).await;
    let original = bot.webhook(&got, "/messages/@original");
    let order = |kind| playground.fault(Fault { route: "PATCH /webhooks", times: 1, kind });
    let edit = |text: &str| json!({ "content": text });
    order(FaultKind::Status(503, json!({ "message": "down" })));
    assert_eq!(bot.call("PATCH", &original, &edit("b")).await.0, 503);
    order(FaultKind::RateLimited { retry_after_ms: 250 });
    let (status, body) = bot.call("PATCH", &original, &edit("b")).await;
    assert_eq!((status, &body["retry_after"]), (429, &json!(0.25)));
    let url = format!("{}/api/v10{original}", playground.url());
    let patch = |text: &str| reqwest::Client::new().patch(&url).json(&edit(text)).send();
    order(FaultKind::CutOff);
    patch("c").await.unwrap_err();
    let text = || playground.messages(playground.channel("games"))[0].content.clone();
    assert_eq!(text(), "a");
    order(FaultKind::LoseAnswer);
    patch("d").await.unwrap_err();
    assert_eq!(text(), "d");
    order(FaultKind::Hang);
    tokio::time::timeout(Duration::from_millis(100), patch("e")).await.unwrap_err();
    assert_eq!(text(), "d");
    assert_eq!(bot.call("PATCH", &original, &edit("f")).await.0, 200);
}

#[tokio::test]
async fn what_a_guest_answers_is_hidden_where_members_may_not_show_it() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (ben, guild) = (playground.person("ben"), playground.add_guild("Elsewhere"));
    let lounge = playground.add_channel_in(guild, "lounge");
    playground.remove_bot_from(guild);
    for (permissions, hidden) in [
        (Permissions::MEMBER, false),
        (Permissions::MEMBER.without(Permissions::USE_EXTERNAL_APPS), true),
    ] {
        playground.set_member_permissions(guild, ben, permissions);
        let answering = async {
            let got = bot.interaction().await;
            let body = json!({ "type": 4, "data": { "content": "for all" } });
            assert_eq!(bot.answer(&got, &body).await.0, 204);
            got
        };
        let command = playground.command(ben, lounge, "go", json!({}));
        let (answer, got) = tokio::join!(command, answering);
        assert_eq!(answer.is_ephemeral(), hidden);
        let path = format!("/webhooks/{}/{}", playground.application_id(), got.token);
        let (_, more) = bot.call("POST", &path, &json!({ "content": "more" })).await;
        let flags = more["flags"].as_u64().unwrap();
        assert_eq!(flags & 64 != 0, hidden, "follow-ups too");
    }
}
