//! Button presses over HTTP, signed before they are sent.
//!
//! The fake keeps the state of Discord and validates each response, which takes longer than
//! the bot itself and would limit the throughput. So moves bypass it, and their responses
//! are validated at the end.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clock::{Clock, Stopwatch};
use fake_discord::{FakeDiscord, Message, UserId};
use reqwest::{Client, Request, StatusCode, header};
use serde_json::{Value, json};

/// The presses of one game, in order.
#[derive(Debug)]
pub(crate) struct Presses {
    client: Client,
    unsent: std::vec::IntoIter<SignedPress>,
    sent: Vec<AnsweredPress>,
}

#[derive(Debug)]
struct SignedPress {
    payload: Value,
    request: Request,
}

/// A press, and the body of its response.
#[derive(Debug)]
struct AnsweredPress {
    payload: Value,
    response: Vec<u8>,
}

impl Presses {
    /// Signs a press for each column of a new board. Players and endpoints take turns.
    pub(crate) fn sign(
        discord: &FakeDiscord,
        client: &Client,
        endpoints: &[String],
        players: [UserId; 2],
        board: &Message,
        columns: &str,
    ) -> Result<Self> {
        let button = board.buttons().next().and_then(|it| it.custom_id.clone());
        let button = button.context("the board has no buttons")?;
        let payloads = players.map(|player| {
            let press = discord.prepare_press(player, board, &button);
            discord.interaction_payload(press)
        });
        let timestamp = Clock::system().now().seconds().to_string();
        let mut presses = Vec::new();
        for (ply, column) in columns.chars().enumerate() {
            let payload = for_ply(&payloads[ply % 2], ply, column)?;
            let body = payload.to_string();
            let request = client
                .post(&endpoints[ply % endpoints.len()])
                .header(header::CONTENT_TYPE, "application/json")
                .header("x-signature-ed25519", discord.sign(&timestamp, body.as_bytes()))
                .header("x-signature-timestamp", &timestamp)
                .body(body)
                .build()?;
            presses.push(SignedPress { payload, request });
        }
        let unsent = presses.into_iter();
        Ok(Self { client: client.clone(), unsent, sent: Vec::new() })
    }

    /// Sends the next `count` presses, each after the response to the one before. Returns the
    /// latencies.
    pub(crate) async fn send(&mut self, count: usize) -> Result<Vec<Duration>> {
        let mut latencies = Vec::with_capacity(count);
        for SignedPress { payload, request } in self.unsent.by_ref().take(count) {
            let stopwatch = Stopwatch::start();
            let response = self.client.execute(request).await?;
            ensure!(response.status() == StatusCode::OK, "no response: {response:?}");
            let body = response.bytes().await?.to_vec();
            latencies.push(stopwatch.elapsed());
            self.sent.push(AnsweredPress { payload, response: body });
        }
        ensure!(latencies.len() == count, "fewer than {count} presses are left");
        Ok(latencies)
    }

    /// Checks that all responses are valid and update the board, and that the last one shows a
    /// draw.
    pub(crate) fn check(self, discord: &FakeDiscord) -> Result<()> {
        let mut content = String::new();
        for AnsweredPress { payload, response } in self.sent {
            let response: Value = serde_json::from_slice(&response)?;
            let checked = discord.check_response(&payload, &response);
            ensure!(checked.is_ok(), "Discord would reject it: {checked:?}");
            ensure!(response["type"] == UPDATE_MESSAGE, "no move: {response}");
            content = response["data"]["content"].to_string();
        }
        ensure!(content.contains("draw"), "no end: {content}");
        Ok(())
    }
}

/// The type of the [response](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object)
/// that updates the message of the component.
const UPDATE_MESSAGE: u8 = 7;

/// Turns the payload of a press on the first board into one for a later ply.
fn for_ply(payload: &Value, ply: usize, column: char) -> Result<Value> {
    let mut payload = payload.clone();
    let button = payload["data"]["custom_id"].as_str().context("no custom id")?;
    let parts: Vec<&str> = button.split(':').collect();
    let [tag, game, version, _] = parts[..] else { anyhow::bail!("no column: {button}") };
    let version = version.parse::<usize>()? + ply;
    payload["data"]["custom_id"] = json!(format!("{tag}:{game}:{version}:{column}"));
    let id: u64 = payload["id"].as_str().context("no id")?.parse()?;
    // The lowest 12 bits of an id are a counter that starts at zero in each millisecond, so
    // ids stay unique if the ply is added above them.
    payload["id"] = json!((id + ((ply as u64) << 12)).to_string());
    payload["token"] = json!(format!("{}-{ply}", payload["token"].as_str().context("no token")?));
    Ok(payload)
}
