//! Interactions by webhook: the requirements on an endpoint, and the HTTP
//! responses that count as responses to the interaction.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};
use serenity::interactions_endpoint::Verifier;
use tokio::{net::TcpListener, sync::mpsc};

use crate::tests::support::{Bot, ReceivedInteraction, assert_code, start_fake};
use crate::{ActionResult, EndpointError, FakeDiscord, GatewayEvent, Outcome};

const JSON: &str = "application/json";

/// Status, content type and body of an HTTP response.
type HttpReply = (u16, &'static str, String);

/// An endpoint that verifies signatures, responds to pings, and to interactions
/// with the replies that the test queues.
struct Endpoint {
    url: String,
    interactions: mpsc::UnboundedReceiver<ReceivedInteraction>,
    replies: mpsc::UnboundedSender<HttpReply>,
}

impl Endpoint {
    async fn start(fake: &FakeDiscord) -> Self {
        let (sender, interactions) = mpsc::unbounded_channel();
        let (replies, queue) = mpsc::unbounded_channel();
        let queue = Arc::new(tokio::sync::Mutex::new(queue));
        let verifier = Verifier::new(&fake.public_key());
        let url = serve(move |headers: HeaderMap, body: Bytes| {
            let (verifier, sender, queue) = (verifier.clone(), sender.clone(), Arc::clone(&queue));
            async move {
                let text = |name: &str| headers[name].to_str().unwrap();
                let (signature, timestamp) =
                    (text("x-signature-ed25519"), text("x-signature-timestamp"));
                if verifier.verify(signature, timestamp, &body).is_err() {
                    return StatusCode::UNAUTHORIZED.into_response();
                }
                let body: Value = serde_json::from_slice(&body).unwrap();
                if body["type"] == 1 {
                    return to_http_response(&(200, JSON, to_text(&json!({ "type": 1 }))));
                }
                let text = |key: &str| body[key].as_str().unwrap().to_owned();
                sender.send(ReceivedInteraction { id: text("id"), token: text("token") }).unwrap();
                let reply = queue.lock().await.recv().await;
                reply.map_or(StatusCode::GONE.into_response(), |reply| to_http_response(&reply))
            }
        });
        Self { url: url.await, interactions, replies }
    }

    async fn next_interaction(&mut self) -> ReceivedInteraction {
        let interaction =
            tokio::time::timeout(Duration::from_secs(10), self.interactions.recv()).await;
        interaction.expect("an interaction arrives within ten seconds").unwrap()
    }

    /// Queues the reply to an interaction.
    fn reply(&self, status: u16, content_type: &'static str, body: &Value) {
        self.replies.send((status, content_type, to_text(body))).unwrap();
    }
}

/// Null is the empty body.
fn to_text(body: &Value) -> String {
    if body.is_null() { String::new() } else { body.to_string() }
}

fn to_http_response((status, content_type, body): &HttpReply) -> Response {
    let status = StatusCode::from_u16(*status).unwrap();
    (status, [(header::CONTENT_TYPE, *content_type)], body.clone()).into_response()
}

/// Serves this handler. Returns its URL.
async fn serve<F, Fut>(handler: F) -> String
where
    F: Fn(HeaderMap, Bytes) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Response> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/interactions", listener.local_addr().unwrap());
    let router = Router::new().route("/interactions", post(handler));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

/// Starts a fake, a bot that has registered its commands, and an endpoint that
/// interactions are sent to.
async fn start_with_endpoint() -> (FakeDiscord, Bot, Endpoint) {
    let fake = start_fake().await;
    let bot = Bot::with_commands(&fake).await;
    let endpoint = Endpoint::start(&fake).await;
    fake.set_endpoints(vec![endpoint.url.clone()]).await.unwrap();
    (fake, bot, endpoint)
}

/// Ann uses `/go`. Returns what she sees.
async fn go(fake: &FakeDiscord) -> ActionResult {
    let (ann, games) = (fake.user("ann"), fake.channel("games"));
    fake.command(ann, games, "go", json!({})).await
}

fn message(text: &str) -> Value {
    json!({ "type": 4, "data": { "content": text } })
}

#[tokio::test]
async fn an_endpoint_must_pong_and_reject_invalid_signatures() {
    let fake = start_fake().await;
    let always = async |status: u16, content_type: &'static str, body: Value| {
        let reply = (status, content_type, to_text(&body));
        serve(move |_, _| std::future::ready(to_http_response(&reply))).await
    };
    let check = async |url: String| fake.set_endpoints(vec![url]).await.unwrap_err();
    let unreachable = check("http://127.0.0.1:1/interactions".to_owned()).await;
    assert!(matches!(unreachable, EndpointError::Unreachable(_)), "{unreachable}");
    for url in [
        always(204, JSON, Value::Null).await,
        always(200, JSON, json!({ "type": 4 })).await,
        always(200, "text/plain", json!({ "type": 1 })).await,
        always(401, JSON, json!({ "type": 1 })).await,
    ] {
        let error = check(url).await;
        assert!(matches!(error, EndpointError::NoPong { .. }), "{error}");
    }
    let error = check(always(200, JSON, json!({ "type": 1 })).await).await;
    assert!(matches!(error, EndpointError::Unverified { status: 200, .. }), "{error}");
    assert!(!fake.is_bot_online(), "none of them is used");
}

#[tokio::test]
async fn an_http_response_counts_as_a_callback() {
    let (fake, bot, mut endpoint) = start_with_endpoint().await;
    let (result, interaction) = tokio::join!(go(&fake), async {
        let interaction = endpoint.next_interaction().await;
        for (method, rest) in [("GET", "/messages/@original"), ("POST", "")] {
            let body = if method == "GET" { Value::Null } else { json!({ "content": "x" }) };
            let early = bot.request(method, &bot.webhook_path(&interaction, rest), &body).await;
            assert_code(&early, (404, 10015));
        }
        endpoint.reply(200, "application/json; charset=utf-8", &message("hello"));
        interaction
    });
    assert_eq!(result.text(), "hello");
    let path = format!("/interactions/{}/{}/callback", interaction.id, interaction.token);
    let recorded = fake.requests().into_iter().find(|it| it.path == path).unwrap();
    assert_eq!((recorded.method.as_str(), recorded.status), ("POST", 204));
    assert_eq!((&recorded.body, recorded.multipart), (&message("hello"), false));
    assert_code(&bot.respond(&interaction, &message("again")).await, (400, 40060));
    let original = bot
        .request("GET", &bot.webhook_path(&interaction, "/messages/@original"), &Value::Null)
        .await;
    assert_eq!((original.0, &original.1["content"]), (200, &json!("hello")));
}

#[tokio::test]
async fn an_invalid_http_response_fails_the_interaction() {
    let (fake, bot, mut endpoint) = start_with_endpoint().await;
    for (status, content_type, body) in [
        (200, "text/plain", message("hello")),
        (200, JSON, Value::Null),
        (200, JSON, json!({ "type": 1 })),
        (200, JSON, message(&"x".repeat(2001))),
        (201, JSON, message("hello")),
        (202, JSON, message("hello")),
        (204, JSON, Value::Null),
        (401, JSON, Value::Null),
        (500, JSON, message("hello")),
    ] {
        endpoint.reply(status, content_type, &body);
        let result = go(&fake).await;
        assert!(
            matches!(result.outcome, Outcome::NoResponse),
            "{status} {content_type} {body}: {result:?}"
        );
        let interaction = endpoint.next_interaction().await;
        assert_code(&bot.respond(&interaction, &message("again")).await, (404, 10062));
    }
    assert!(fake.messages(fake.channel("games")).is_empty());
}

#[tokio::test]
async fn after_an_empty_202_the_bot_responds_by_callback() {
    let (fake, bot, mut endpoint) = start_with_endpoint().await;
    let (result, ()) = tokio::join!(go(&fake), async {
        let interaction = endpoint.next_interaction().await;
        endpoint.reply(202, JSON, &Value::Null);
        assert_eq!(bot.respond(&interaction, &message("by callback")).await.0, 204);
    });
    assert_eq!(result.text(), "by callback");
}

#[tokio::test]
async fn a_response_after_three_seconds_is_too_late() {
    let (fake, _bot, mut endpoint) = start_with_endpoint().await;
    let (result, ()) = tokio::join!(go(&fake), async {
        endpoint.next_interaction().await;
        fake.advance(Duration::from_millis(3001));
        endpoint.reply(200, JSON, &message("late"));
    });
    assert!(matches!(result.outcome, Outcome::NoResponse), "{result:?}");
    assert!(fake.messages(fake.channel("games")).is_empty());
}

#[tokio::test]
async fn endpoints_take_turns_and_replace_unreachable_ones() {
    let fake = start_fake().await;
    let bot = Bot::with_commands(&fake).await;
    let (mut one, mut other) = (Endpoint::start(&fake).await, Endpoint::start(&fake).await);
    fake.set_endpoints(vec![one.url.clone(), other.url.clone()]).await.unwrap();
    for _ in 0..2 {
        for endpoint in [&mut one, &mut other] {
            endpoint.reply(200, JSON, &message("mine"));
            assert_eq!(go(&fake).await.text(), "mine");
            endpoint.next_interaction().await;
        }
    }
    drop(bot);
    // An endpoint that has stopped since it was accepted.
    let gone = "http://127.0.0.1:1/interactions".to_owned();
    fake.shared.endpoints.set(vec![gone, other.url.clone()]);
    for _ in 0..2 {
        other.reply(200, JSON, &message("for both"));
        assert_eq!(go(&fake).await.text(), "for both");
    }
}

#[tokio::test]
async fn with_an_endpoint_the_gateway_sends_no_interactions() {
    let (fake, mut bot, mut endpoint) = start_with_endpoint().await;
    endpoint.reply(200, JSON, &message("posted"));
    go(&fake).await;
    endpoint.next_interaction().await;
    fake.set_endpoints(Vec::new()).await.unwrap();
    let (result, second) = tokio::join!(go(&fake), async {
        let interaction = bot.next_interaction().await;
        bot.respond(&interaction, &message("by gateway")).await;
        interaction
    });
    assert_eq!(result.text(), "by gateway");
    assert_eq!(
        result.interaction.unwrap().to_string(),
        second.id,
        "the first that the gateway sent"
    );
    let log = fake.gateway_log();
    assert!(log.iter().all(|it| matches!(it, GatewayEvent::Identified { .. })), "{log:?}");
}

#[tokio::test]
async fn the_response_to_a_second_delivery_is_refused() {
    let (fake, _bot, mut endpoint) = start_with_endpoint().await;
    endpoint.reply(200, JSON, &message("once"));
    let result = go(&fake).await;
    let first = endpoint.next_interaction().await;
    fake.redeliver(result.interaction.unwrap());
    assert_eq!(endpoint.next_interaction().await.id, first.id);
    endpoint.reply(200, JSON, &message("twice"));
    while !fake.requests().iter().any(|it| it.status == 400) {
        tokio::task::yield_now().await;
    }
    assert_eq!(fake.messages(fake.channel("games")).len(), 1);
    assert_eq!(fake.messages(fake.channel("games"))[0].content, "once");
}

#[tokio::test]
async fn the_application_says_its_key_and_endpoint() {
    let (fake, bot, endpoint) = start_with_endpoint().await;
    let (status, application) = bot.request("GET", "/applications/@me", &Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(application["verify_key"], fake.public_key());
    assert_eq!(application["interactions_endpoint_url"], endpoint.url);
    assert_eq!(application["integration_types_config"], json!({ "0": {}, "1": {} }));

    fake.set_endpoints(Vec::new()).await.unwrap();
    fake.set_installation_contexts(true, false);
    fake.set_code_grant(true);
    let (_, application) = bot.request("GET", "/applications/@me", &Value::Null).await;
    assert_eq!(application["interactions_endpoint_url"], Value::Null);
    assert_eq!(application["integration_types_config"], json!({ "0": {} }));
    assert_eq!(application["bot_require_code_grant"], true);
}
