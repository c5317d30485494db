//! Requests as Discord would send them, or somebody else.

use fake_discord::Playground;

use crate::support::Arcade;

/// The headers of a request that is signed now, or so many seconds later.
pub(super) fn signed(arcade: &Arcade, body: &str, later: i64) -> Vec<(&'static str, String)> {
    let timestamp = (arcade.clock.now().seconds() + later).to_string();
    signed_at(&arcade.playground, body, timestamp)
}

/// The same of any time, in seconds.
pub(super) fn signed_at(
    playground: &Playground,
    body: &str,
    timestamp: String,
) -> Vec<(&'static str, String)> {
    let signature = playground.sign(&timestamp, body.as_bytes());
    vec![("x-signature-ed25519", signature), ("x-signature-timestamp", timestamp)]
}

/// The response to a request, whatever it says.
pub(super) async fn send(
    arcade: &Arcade,
    headers: Vec<(&'static str, String)>,
    body: impl Into<String>,
) -> reqwest::Response {
    let mut request = reqwest::Client::new().post(arcade.endpoint()).body(body.into());
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request.send().await.unwrap()
}
