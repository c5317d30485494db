//! Other web sites, and other bots, are refused.

use axum::http::header::{HOST, ORIGIN};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;

use crate::tests::support::start_fake;
use crate::{FakeDiscord, Options};

/// A path of each kind: page, file, WebSocket, API, and one that does not exist.
const PATHS: [&str; 9] = [
    "/",
    "/emoji/1f534.svg",
    "/attachments/1/board.png",
    "/live",
    "/gateway-socket",
    "/api/v10/gateway",
    "/api/v10/users/@me",
    "/api/v10/webhooks/1/token",
    "/nowhere",
];

/// A request with the bot's token, which asks for a WebSocket where there is one.
fn request(fake: &FakeDiscord, method: Method, path: &str) -> RequestBuilder {
    let request = reqwest::Client::new()
        .request(method, format!("{}{path}", fake.url()))
        .header("authorization", format!("Bot {}", fake.token()));
    if !matches!(path, "/live" | "/gateway-socket") {
        return request;
    }
    request
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==")
}

async fn send(request: RequestBuilder) -> Response {
    request.send().await.unwrap()
}

async fn assert_forbidden(case: &str, request: RequestBuilder) {
    let response = send(request).await;
    assert_eq!(response.status(), 403, "{case}");
    let text = response.text().await.unwrap();
    assert!(text.starts_with("The fake Discord answers only to this machine"), "{case}: {text}");
}

fn port(fake: &FakeDiscord) -> u16 {
    fake.shared.address.port()
}

#[tokio::test]
async fn requests_for_another_host_are_refused() {
    let fake = start_fake().await;
    for path in PATHS {
        for name in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1"]
        {
            for host in [name.to_owned(), format!("{name}:{}", port(&fake))] {
                let request = request(&fake, Method::GET, path).header(HOST, &host);
                assert_forbidden(&format!("{path} at {host}"), request).await;
            }
        }
    }
    assert!(fake.requests().is_empty(), "{:?}", fake.requests());
}

#[tokio::test]
async fn requests_of_another_origin_are_refused() {
    let fake = start_fake().await;
    let port = port(&fake);
    for path in PATHS {
        for method in [Method::GET, Method::POST, Method::OPTIONS] {
            for origin in [
                "http://evil.example".to_owned(),
                "null".to_owned(),
                "http://127.0.0.1".to_owned(),
                format!("https://127.0.0.1:{port}"),
                format!("http://localhost:{port}"),
                format!("http://127.0.0.1:{port}.evil.example"),
            ] {
                let request = request(&fake, method.clone(), path).header(ORIGIN, &origin);
                assert_forbidden(&format!("{method} {path} from {origin}"), request).await;
            }
        }
    }
    assert!(fake.requests().is_empty(), "{:?}", fake.requests());
}

#[tokio::test]
async fn loopback_names_and_their_origin_are_accepted() {
    let fake = start_fake().await;
    for name in ["localhost", "127.0.0.1", "127.0.0.2", "[::1]"] {
        for host in [name.to_owned(), format!("{name}:{}", port(&fake)), format!("{name}:8080")] {
            for (path, status) in [("/", 200), ("/api/v10/users/@me", 200), ("/live", 101)] {
                let at_host = || request(&fake, Method::GET, path).header(HOST, &host);
                assert_eq!(send(at_host()).await.status(), status, "{path} at {host}");
                let own = at_host().header(ORIGIN, format!("http://{host}"));
                assert_eq!(send(own).await.status(), status, "{path} of {host}");
            }
        }
    }
}

#[tokio::test]
async fn a_proxy_may_pose_as_discord_if_the_test_says_so() {
    let options = Options { hosts: &["discord.com"], ..Options::default() };
    for (fake, status) in
        [(start_fake().await, 403), (FakeDiscord::start(options).await.unwrap(), 200)]
    {
        let request = request(&fake, Method::GET, "/api/v10/users/@me");
        assert_eq!(send(request.header(HOST, "discord.com")).await.status(), status);
    }
}

#[tokio::test]
async fn each_fake_has_a_token_of_its_own() {
    let (one, other) = (start_fake().await, start_fake().await);
    assert_ne!(one.token(), other.token());
    let me = |fake: &FakeDiscord, token: &str| {
        let request = reqwest::Client::new().get(format!("{}/api/v10/users/@me", fake.url()));
        request.header("authorization", format!("Bot {token}"))
    };
    assert_eq!(send(me(&one, one.token())).await.status(), 200);
    let refused = send(me(&one, other.token())).await;
    assert_eq!(refused.status(), 401);
    assert_eq!(refused.json::<Value>().await.unwrap()["message"], "401: Unauthorized");
}

#[tokio::test]
async fn other_sites_cannot_frame_the_page() {
    let fake = start_fake().await;
    let page = send(request(&fake, Method::GET, "/")).await;
    assert_eq!(page.headers()["content-security-policy"], "frame-ancestors 'none'");
}
