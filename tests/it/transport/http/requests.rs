//! Requests to the interactions endpoint, with valid or other signatures.

use fake_discord::FakeDiscord;

use crate::support::TestBot;

/// The signature headers of a request that is signed `offset` seconds from now.
pub(super) fn signed(bot: &TestBot, body: &str, offset: i64) -> Vec<(&'static str, String)> {
    let timestamp = (bot.clock.now().seconds() + offset).to_string();
    signed_at(&bot.discord, body, timestamp)
}

/// The same for any timestamp, valid or not.
pub(super) fn signed_at(
    discord: &FakeDiscord,
    body: &str,
    timestamp: String,
) -> Vec<(&'static str, String)> {
    let signature = discord.sign(&timestamp, body.as_bytes());
    vec![("x-signature-ed25519", signature), ("x-signature-timestamp", timestamp)]
}

/// Posts a request, and returns the response.
pub(super) async fn send(
    bot: &TestBot,
    headers: Vec<(&'static str, String)>,
    body: impl Into<String>,
) -> reqwest::Response {
    let mut request = reqwest::Client::new().post(bot.endpoint_url()).body(body.into());
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request.send().await.unwrap()
}
