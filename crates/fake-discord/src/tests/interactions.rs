//! Responses to interactions: which are valid, until when, and how often.

use std::time::Duration;

use serde_json::{Value, json};

use crate::tests::support::{
    Bot, ReceivedInteraction, assert_code, message_with_buttons, start_fake,
};
use crate::{ActionResult, FakeDiscord, Fault, FaultKind, Outcome, Permissions, UserId};

/// Ann uses `/go`, and the test responds as the bot. Returns what Ann sees.
async fn go(
    fake: &FakeDiscord,
    bot: &mut Bot,
    channel: &str,
    respond: impl AsyncFnOnce(&Bot, &ReceivedInteraction),
) -> (ActionResult, ReceivedInteraction) {
    let ann = fake.user("ann");
    let channel = fake.channel(channel);
    let command = fake.command(ann, channel, "go", json!({}));
    let response = async {
        let interaction = bot.next_interaction().await;
        respond(bot, &interaction).await;
        interaction
    };
    tokio::join!(command, response)
}

/// Ann uses `/go`, and the bot's response is `body`.
async fn respond_with(
    fake: &FakeDiscord,
    bot: &mut Bot,
    body: Value,
) -> (ActionResult, ReceivedInteraction) {
    go(fake, bot, "games", async |bot, interaction| {
        let (status, text) = bot.respond(interaction, &body).await;
        assert_eq!(status, 204, "{text}");
    })
    .await
}

#[tokio::test]
async fn a_response_after_three_seconds_is_too_late() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (result, _) = go(&fake, &mut bot, "games", async |bot, interaction| {
        fake.advance(Duration::from_millis(3001));
        let body = json!({ "type": 4, "data": { "content": "late" } });
        assert_code(&bot.respond(interaction, &body).await, (404, 10062));
    })
    .await;
    assert!(matches!(result.outcome, Outcome::NoResponse));
    assert!(fake.messages(fake.channel("games")).is_empty());
}

#[tokio::test]
async fn a_second_or_forged_response_is_refused() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let body = json!({ "type": 4, "data": { "content": "first" } });
    let (result, interaction) = respond_with(&fake, &mut bot, body.clone()).await;
    assert_eq!(result.text(), "first");
    assert_code(&bot.respond(&interaction, &body).await, (400, 40060));
    let forged = ReceivedInteraction { id: interaction.id.clone(), token: "made-up".to_owned() };
    assert_code(&bot.respond(&forged, &body).await, (404, 10062));
}

#[tokio::test]
async fn after_a_refused_response_the_bot_can_still_respond() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (result, _) = go(&fake, &mut bot, "games", async |bot, interaction| {
        assert_code(&bot.respond(interaction, &json!({ "type": 4 })).await, (400, 50006));
        assert_code(
            &bot.respond(interaction, &json!({ "type": 7, "data": {} })).await,
            (400, 50035),
        );
        let good = json!({ "type": 4, "data": { "content": "good" } });
        assert_eq!(bot.respond(interaction, &good).await.0, 204);
    })
    .await;
    assert_eq!(result.text(), "good");
}

#[tokio::test]
async fn a_token_is_valid_for_fifteen_minutes_once_used() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (_, interaction) = go(&fake, &mut bot, "games", async |bot, interaction| {
        let early = bot
            .request("POST", &bot.webhook_path(interaction, ""), &json!({ "content": "x" }))
            .await;
        assert_code(&early, (404, 10015));
        bot.respond(interaction, &json!({ "type": 4, "data": { "content": "first" } })).await;
    })
    .await;
    let original = bot.webhook_path(&interaction, "/messages/@original");
    let (status, edited) = bot.request("PATCH", &original, &json!({ "content": "second" })).await;
    assert_eq!((status, &edited["content"]), (200, &json!("second")));
    fake.advance(Duration::from_mins(16));
    assert_code(&bot.request("PATCH", &original, &json!({ "content": "x" })).await, (401, 50027));
}

#[tokio::test]
async fn a_token_can_edit_the_messages_of_its_interaction_only() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (first, _) = respond_with(
        &fake,
        &mut bot,
        json!({ "type": 4, "data": message_with_buttons("a", &["x"]) }),
    )
    .await;
    let (ann, message) = (fake.user("ann"), first.message().clone());
    let press = fake.press(ann, &message, "x");
    let response = async {
        let interaction = bot.next_interaction().await;
        bot.respond(&interaction, &json!({ "type": 4, "data": { "content": "b", "flags": 64 } }))
            .await;
        interaction
    };
    let (result, interaction) = tokio::join!(press, response);
    assert!(result.is_ephemeral());
    let others = bot.webhook_path(&interaction, &format!("/messages/{}", message.id));
    assert_code(&bot.request("PATCH", &others, &json!({ "content": "c" })).await, (404, 10008));
    let (_, follow_up) =
        bot.request("POST", &bot.webhook_path(&interaction, ""), &json!({ "content": "d" })).await;
    let own =
        bot.webhook_path(&interaction, &format!("/messages/{}", follow_up["id"].as_str().unwrap()));
    assert_eq!(bot.request("PATCH", &own, &json!({ "content": "e" })).await.0, 200);
    assert_eq!(bot.request("DELETE", &own, &Value::Null).await.0, 204);
    assert_code(&bot.request("GET", &own, &Value::Null).await, (404, 10008));
}

#[tokio::test]
async fn a_press_updates_its_message_and_an_edit_pings_nobody() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let ben: UserId = fake.user("ben");
    let mention = |text: &str| {
        let mut body = message_with_buttons(text, &["x"]);
        body["allowed_mentions"] = json!({ "parse": [], "users": [ben] });
        body
    };
    let body = json!({ "type": 4, "data": mention(&format!("<@{ben}>, your move")) });
    let (first, _) = respond_with(&fake, &mut bot, body).await;
    assert_eq!(first.message().pings, [ben]);
    let message = first.message().clone();
    let update = json!({ "type": 7, "data": mention(&format!("<@{ben}> again")) });
    let (result, ()) = tokio::join!(fake.press(ben, &message, "x"), async {
        let interaction = bot.next_interaction().await;
        assert_eq!(bot.respond(&interaction, &update).await.0, 204);
    });
    assert!(result.is_update() && result.message().is_edited());
    assert_eq!(result.message().id, message.id);
    assert_eq!(result.message().mentions[0].id, ben);
    assert_eq!(fake.messages(message.channel_id).len(), 1);
}

#[tokio::test]
async fn an_edit_completes_a_deferred_response() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let deferred = json!({ "type": 5, "data": { "flags": 64 } });
    let (result, interaction) = respond_with(&fake, &mut bot, deferred).await;
    assert!(matches!(result.outcome, Outcome::Deferred));
    let channel = fake.channel("games");
    assert!(fake.messages(channel)[0].is_thinking());
    let original = bot.webhook_path(&interaction, "/messages/@original");
    assert_eq!(
        bot.request("PATCH", &original, &json!({ "content": "done", "flags": 0 })).await.0,
        200
    );
    let messages = fake.messages(channel);
    assert_eq!(messages[0].content, "done");
    assert!(!messages[0].is_thinking() && messages[0].is_ephemeral(), "it stays ephemeral");
}

#[tokio::test]
async fn a_deferred_update_leaves_its_message_editable() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let body = json!({ "type": 4, "data": message_with_buttons("board", &["resign"]) });
    let (result, _) = respond_with(&fake, &mut bot, body).await;
    let (board, ann) = (result.message(), fake.user("ann"));
    let (pressed, press) = tokio::join!(fake.press(ann, board, "resign"), async {
        let press = bot.next_interaction().await;
        assert_eq!(bot.respond(&press, &json!({ "type": 6 })).await.0, 204);
        press
    });
    assert!(matches!(pressed.outcome, Outcome::Deferred));
    let question = json!({ "content": "Really?", "flags": 64 });
    let (_, asked) = bot.request("POST", &bot.webhook_path(&press, ""), &question).await;
    assert_eq!(asked["flags"], 64, "a follow-up of its own");
    assert_eq!(asked["message_reference"]["message_id"], json!(board.id));
    let original = bot.webhook_path(&press, "/messages/@original");
    let (_, edited) = bot.request("PATCH", &original, &json!({ "content": "resigned" })).await;
    assert_eq!(edited["id"], json!(board.id));
    fake.delete_message(board.channel_id, board.id);
    let edit = bot.request("PATCH", &original, &json!({ "content": "again" })).await;
    assert_code(&edit, (404, 10008));
}

#[tokio::test]
async fn a_message_command_says_what_it_was_used_on() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (ann, ben, games) = (fake.user("ann"), fake.user("ben"), fake.channel("games"));
    let target = fake.send_message(ben, games, "hello");
    let (result, ()) = tokio::join!(fake.message_command(ann, &target, "Quote"), async {
        let interaction = bot.next_interaction().await;
        let body = json!({ "type": 4, "data": { "content": "> hello", "flags": 64 } });
        assert_eq!(bot.respond(&interaction, &body).await.0, 204);
    });
    let quote = result.message();
    let json = quote.to_json();
    assert_eq!(json["type"], 23);
    assert_eq!(json["interaction_metadata"]["target_message_id"], json!(target.id));
    let refused = fake.message_command(ann, quote, "Quote").await;
    assert!(matches!(refused.outcome, Outcome::ClientRefused(_)), "only Ann sees it");
    fake.delete_message(games, target.id);
    let refused = fake.message_command(ann, &target, "Quote").await;
    assert!(matches!(refused.outcome, Outcome::ClientRefused(_)), "it is gone");
}

#[tokio::test]
async fn an_autocomplete_interaction_accepts_choices_only() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (ann, games) = (fake.user("ann"), fake.channel("games"));
    let complete = fake.autocomplete(ann, games, "find", json!({ "what": "th" }), "what");
    let (result, ()) = tokio::join!(complete, async {
        let interaction = bot.next_interaction().await;
        let text = json!({ "type": 4, "data": { "content": "x" } });
        assert_code(&bot.respond(&interaction, &text).await, (400, 50035));
        let choices =
            json!({ "type": 8, "data": { "choices": [{ "name": "This", "value": "1" }] } });
        assert_eq!(bot.respond(&interaction, &choices).await.0, 204);
    });
    assert_eq!(result.choices()[0].name, "This");
}

#[tokio::test]
async fn a_user_installed_app_can_send_five_follow_ups() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (_, interaction) = go(&fake, &mut bot, "ann-ben", async |bot, interaction| {
        bot.respond(interaction, &json!({ "type": 4, "data": { "content": "first" } })).await;
    })
    .await;
    let path = bot.webhook_path(&interaction, "");
    for _ in 0..5 {
        assert_eq!(bot.request("POST", &path, &json!({ "content": "more" })).await.0, 200);
    }
    assert_code(&bot.request("POST", &path, &json!({ "content": "more" })).await, (400, 40094));
}

#[tokio::test]
async fn an_edit_cannot_remove_the_components_v2_flag() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let text = |text: &str| json!([{ "type": 10, "content": text }]);
    let body = json!({ "type": 4, "data": { "flags": 1 << 15, "components": text("a") } });
    let (_, interaction) = respond_with(&fake, &mut bot, body).await;
    let original = bot.webhook_path(&interaction, "/messages/@original");
    let without = json!({ "flags": 0, "components": text("b") });
    assert_code(&bot.request("PATCH", &original, &without).await, (400, 50035));
    assert_code(&bot.request("PATCH", &original, &json!({ "content": "b" })).await, (400, 50035));
    assert_eq!(bot.request("PATCH", &original, &json!({ "components": text("b") })).await.0, 200);
}

#[tokio::test]
async fn the_client_refuses_invalid_commands_itself() {
    let fake = start_fake().await;
    let _bot = Bot::with_commands(&fake).await;
    let (ann, cleo) = (fake.user("ann"), fake.user("cleo"));
    let games = fake.channel("games");
    for (user, channel, name, options) in [
        (ann, games, "gone", json!({})),
        (ann, games, "go", json!({ "times": "often" })),
        (ann, games, "go", json!({ "times": 0 })),
        (ann, games, "go", json!({ "whom": "5" })),
        (ann, games, "go", json!({ "what": "x" })),
        (cleo, fake.channel("ann-ben"), "go", json!({})),
    ] {
        let result = fake.command(user, channel, name, options.clone()).await;
        assert!(matches!(result.outcome, Outcome::ClientRefused(_)), "{name} {options}");
    }
}

#[tokio::test]
async fn injected_faults_affect_one_request_each() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (_, interaction) =
        respond_with(&fake, &mut bot, json!({ "type": 4, "data": { "content": "a" } })).await;
    let original = bot.webhook_path(&interaction, "/messages/@original");
    let inject = |kind| fake.inject_fault(Fault { route: "PATCH /webhooks", times: 1, kind });
    let edit = |text: &str| json!({ "content": text });
    inject(FaultKind::Status(503, json!({ "message": "down" })));
    assert_eq!(bot.request("PATCH", &original, &edit("b")).await.0, 503);
    inject(FaultKind::RateLimited { retry_after_ms: 250 });
    let (status, body) = bot.request("PATCH", &original, &edit("b")).await;
    assert_eq!((status, &body["retry_after"]), (429, &json!(0.25)));
    let url = format!("{}/api/v10{original}", fake.url());
    let patch = |text: &str| reqwest::Client::new().patch(&url).json(&edit(text)).send();
    inject(FaultKind::AddressLimited { retry_after_s: 600 });
    let response = patch("c").await.unwrap();
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()["retry-after"], "600");
    assert!(!response.headers().contains_key("via"));
    assert!(response.text().await.unwrap().contains("Error 1015"));
    inject(FaultKind::DropRequest);
    patch("c").await.unwrap_err();
    let text = || fake.messages(fake.channel("games"))[0].content.clone();
    assert_eq!(text(), "a");
    inject(FaultKind::DropResponse);
    patch("d").await.unwrap_err();
    assert_eq!(text(), "d");
    inject(FaultKind::EmptyResponse);
    assert_eq!(patch("e").await.unwrap().status(), 204);
    assert_eq!(text(), "e");
    let date = async || {
        let response = patch("e").await.unwrap();
        httpdate::parse_http_date(response.headers()["date"].to_str().unwrap()).unwrap()
    };
    inject(FaultKind::WrongDate(86_400_000));
    let (wrong, right) = (date().await, date().await);
    assert!(wrong.duration_since(right).unwrap() > Duration::from_hours(23));
    inject(FaultKind::Hang);
    tokio::time::timeout(Duration::from_millis(100), patch("f")).await.unwrap_err();
    assert_eq!(text(), "e");
    assert_eq!(bot.request("PATCH", &original, &edit("g")).await.0, 200);
}

#[tokio::test]
async fn without_external_apps_permission_replies_are_ephemeral() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (ben, guild) = (fake.user("ben"), fake.add_guild("Elsewhere"));
    let lounge = fake.add_channel_in(guild, "lounge");
    fake.remove_bot_from(guild);
    for (permissions, ephemeral) in [
        (Permissions::MEMBER, false),
        (Permissions::MEMBER.without(Permissions::USE_EXTERNAL_APPS), true),
    ] {
        fake.set_member_permissions(guild, ben, permissions);
        let response = async {
            let interaction = bot.next_interaction().await;
            let body = json!({ "type": 4, "data": { "content": "for all" } });
            assert_eq!(bot.respond(&interaction, &body).await.0, 204);
            interaction
        };
        let command = fake.command(ben, lounge, "go", json!({}));
        let (result, interaction) = tokio::join!(command, response);
        assert_eq!(result.is_ephemeral(), ephemeral);
        let path = format!("/webhooks/{}/{}", fake.application_id(), interaction.token);
        let (_, more) = bot.request("POST", &path, &json!({ "content": "more" })).await;
        let flags = more["flags"].as_u64().unwrap();
        assert_eq!(flags & 64 != 0, ephemeral, "follow-ups as well");
    }
}
