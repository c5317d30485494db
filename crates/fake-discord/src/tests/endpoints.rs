//! Interactions that are posted: what is asked of an endpoint, and what is taken
//! as an answer.

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

use crate::tests::support::{Bot, Got, assert_code, standing};
use crate::{Answer, EndpointError, GatewayEvent, Outcome, Playground};

type Reply = (u16, &'static str, String);

/// An endpoint that verifies what comes, pongs, and answers interactions as the
/// test says.
struct Endpoint {
    url: String,
    got: mpsc::UnboundedReceiver<Got>,
    replies: mpsc::UnboundedSender<Reply>,
}

impl Endpoint {
    async fn start(playground: &Playground) -> Self {
        let (tell, got) = mpsc::unbounded_channel();
        let (replies, wanted) = mpsc::unbounded_channel();
        let wanted = Arc::new(tokio::sync::Mutex::new(wanted));
        let verifier = Verifier::new(&playground.public_key());
        let url = serve(move |headers: HeaderMap, body: Bytes| {
            let (verifier, tell, wanted) = (verifier.clone(), tell.clone(), Arc::clone(&wanted));
            async move {
                let text = |name: &str| headers[name].to_str().unwrap();
                let (signature, timestamp) =
                    (text("x-signature-ed25519"), text("x-signature-timestamp"));
                if verifier.verify(signature, timestamp, &body).is_err() {
                    return StatusCode::UNAUTHORIZED.into_response();
                }
                let body: Value = serde_json::from_slice(&body).unwrap();
                if body["type"] == 1 {
                    return reply(&(200, "application/json", body_of(&json!({ "type": 1 }))));
                }
                let text = |key: &str| body[key].as_str().unwrap().to_owned();
                tell.send(Got { id: text("id"), token: text("token") }).unwrap();
                let wanted = wanted.lock().await.recv().await;
                wanted.map_or(StatusCode::GONE.into_response(), |wanted| reply(&wanted))
            }
        });
        Self { url: url.await, got, replies }
    }

    async fn got(&mut self) -> Got {
        let got = tokio::time::timeout(Duration::from_secs(10), self.got.recv()).await;
        got.expect("an interaction comes within ten seconds").unwrap()
    }

    fn reply(&self, status: u16, kind: &'static str, body: &Value) {
        self.replies.send((status, kind, body_of(body))).unwrap();
    }
}

fn body_of(body: &Value) -> String {
    if body.is_null() { String::new() } else { body.to_string() }
}

fn reply((status, kind, body): &Reply) -> Response {
    let status = StatusCode::from_u16(*status).unwrap();
    (status, [(header::CONTENT_TYPE, *kind)], body.clone()).into_response()
}

async fn serve<Treat, Treated>(treat: Treat) -> String
where
    Treat: Fn(HeaderMap, Bytes) -> Treated + Clone + Send + Sync + 'static,
    Treated: Future<Output = Response> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/interactions", listener.local_addr().unwrap());
    let router = Router::new().route("/interactions", post(treat));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

const JSON: &str = "application/json";

/// A playground with an endpoint that was accepted. The bot registers its
/// commands, and answers by REST.
async fn posting() -> (Playground, Bot, Endpoint) {
    let playground = standing().await;
    let bot = Bot::ready(&playground).await;
    let endpoint = Endpoint::start(&playground).await;
    playground.set_endpoints(vec![endpoint.url.clone()]).await.unwrap();
    (playground, bot, endpoint)
}

/// Ann uses `/go`.
async fn go(playground: &Playground) -> Answer {
    let (ann, games) = (playground.person("ann"), playground.channel("games"));
    playground.command(ann, games, "go", json!({})).await
}

fn message(text: &str) -> Value {
    json!({ "type": 4, "data": { "content": text } })
}

#[tokio::test]
async fn an_endpoint_must_pong_and_refuse_wrong_signatures() {
    let playground = standing().await;
    let always = async |status: u16, kind: &'static str, body: Value| {
        let answer = (status, kind, body_of(&body));
        serve(move |_, _| std::future::ready(reply(&answer))).await
    };
    let check = async |url: String| playground.set_endpoints(vec![url]).await.unwrap_err();
    let nobody = check("http://127.0.0.1:1/interactions".to_owned()).await;
    assert!(matches!(nobody, EndpointError::Unreachable(_)), "{nobody}");
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
    assert!(!playground.is_bot_online(), "none of them is used");
}

#[tokio::test]
async fn an_answer_comes_with_the_response_and_counts_as_a_callback() {
    let (playground, bot, mut endpoint) = posting().await;
    let (answer, got) = tokio::join!(go(&playground), async {
        let got = endpoint.got().await;
        for (method, rest) in [("GET", "/messages/@original"), ("POST", "")] {
            let body = if method == "GET" { Value::Null } else { json!({ "content": "x" }) };
            let early = bot.call(method, &bot.webhook(&got, rest), &body).await;
            assert_code(&early, (404, 10015));
        }
        endpoint.reply(200, "application/json; charset=utf-8", &message("hello"));
        got
    });
    assert_eq!(answer.text(), "hello");
    let path = format!("/interactions/{}/{}/callback", got.id, got.token);
    let recorded = playground.requests().into_iter().find(|it| it.path == path).unwrap();
    assert_eq!((recorded.method.as_str(), recorded.status), ("POST", 204));
    assert_eq!((recorded.body, recorded.multipart), (message("hello"), false));
    assert_code(&bot.answer(&got, &message("again")).await, (400, 40060));
    let original = bot.call("GET", &bot.webhook(&got, "/messages/@original"), &Value::Null).await;
    assert_eq!((original.0, &original.1["content"]), (200, &json!("hello")));
}

#[tokio::test]
async fn whatever_is_no_answer_fails_the_interaction_for_good() {
    let (playground, bot, mut endpoint) = posting().await;
    for (status, kind, body) in [
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
        endpoint.reply(status, kind, &body);
        let answer = go(&playground).await;
        assert!(matches!(answer.outcome, Outcome::NoAnswer), "{status} {kind} {body}: {answer:?}");
        let got = endpoint.got().await;
        assert_code(&bot.answer(&got, &message("then so")).await, (404, 10062));
    }
    assert!(playground.messages(playground.channel("games")).is_empty());
}

#[tokio::test]
async fn after_202_without_a_body_the_answer_comes_by_the_callback() {
    let (playground, bot, mut endpoint) = posting().await;
    let (answer, ()) = tokio::join!(go(&playground), async {
        let got = endpoint.got().await;
        endpoint.reply(202, JSON, &Value::Null);
        assert_eq!(bot.answer(&got, &message("elsewhere")).await.0, 204);
    });
    assert_eq!(answer.text(), "elsewhere");
}

#[tokio::test]
async fn a_response_after_three_seconds_is_too_late() {
    let (playground, _bot, mut endpoint) = posting().await;
    let (answer, ()) = tokio::join!(go(&playground), async {
        endpoint.got().await;
        playground.advance(Duration::from_millis(3001));
        endpoint.reply(200, JSON, &message("late"));
    });
    assert!(matches!(answer.outcome, Outcome::NoAnswer), "{answer:?}");
    assert!(playground.messages(playground.channel("games")).is_empty());
}

#[tokio::test]
async fn endpoints_take_turns_and_stand_in_for_each_other() {
    let playground = standing().await;
    let bot = Bot::ready(&playground).await;
    let (mut one, mut other) =
        (Endpoint::start(&playground).await, Endpoint::start(&playground).await);
    playground.set_endpoints(vec![one.url.clone(), other.url.clone()]).await.unwrap();
    for _ in 0..2 {
        for endpoint in [&mut one, &mut other] {
            endpoint.reply(200, JSON, &message("mine"));
            assert_eq!(go(&playground).await.text(), "mine");
            endpoint.got().await;
        }
    }
    drop(bot);
    // One that was accepted, and is gone since.
    let gone = "http://127.0.0.1:1/interactions".to_owned();
    playground.shared.endpoints.set(vec![gone, other.url.clone()]);
    for _ in 0..2 {
        other.reply(200, JSON, &message("for both"));
        assert_eq!(go(&playground).await.text(), "for both");
    }
}

#[tokio::test]
async fn with_an_endpoint_the_gateway_is_silent() {
    let (playground, mut bot, mut endpoint) = posting().await;
    endpoint.reply(200, JSON, &message("posted"));
    go(&playground).await;
    endpoint.got().await;
    playground.set_endpoints(Vec::new()).await.unwrap();
    let (answer, second) = tokio::join!(go(&playground), async {
        let got = bot.interaction().await;
        bot.answer(&got, &message("heard")).await;
        got
    });
    assert_eq!(answer.text(), "heard");
    assert_eq!(answer.interaction.unwrap().to_string(), second.id, "the first one it heard of");
    let log = playground.gateway_log();
    assert!(log.iter().all(|it| matches!(it, GatewayEvent::Identified { .. })), "{log:?}");
}

#[tokio::test]
async fn a_second_delivery_is_posted_too_and_its_answer_refused() {
    let (playground, _bot, mut endpoint) = posting().await;
    endpoint.reply(200, JSON, &message("once"));
    let answer = go(&playground).await;
    let first = endpoint.got().await;
    playground.redeliver(answer.interaction.unwrap());
    assert_eq!(endpoint.got().await.id, first.id);
    endpoint.reply(200, JSON, &message("twice"));
    while !playground.requests().iter().any(|it| it.status == 400) {
        tokio::task::yield_now().await;
    }
    assert_eq!(playground.messages(playground.channel("games")).len(), 1);
    assert_eq!(playground.messages(playground.channel("games"))[0].content, "once");
}
