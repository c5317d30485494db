//! A game's presses by HTTP, signed before they are sent.
//!
//! The stand-in keeps Discord's whole world and checks every answer at once, which
//! takes longer than the bot takes: it could never show what the bot can carry. So
//! moves are posted past it, and their answers are checked once all are there.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clock::Clock;
use fake_discord::{Message, Playground, UserId};
use reqwest::{Client, Request, StatusCode, header};
use serde_json::{Value, json};

use crate::table::now;

/// Presses of one game, in order.
#[derive(Debug)]
pub(crate) struct Presses {
    client: Client,
    unsent: std::vec::IntoIter<Press>,
    sent: Vec<Sent>,
}

#[derive(Debug)]
struct Press {
    event: Value,
    request: Request,
}

/// A press, and the body of its answer.
#[derive(Debug)]
struct Sent {
    event: Value,
    answer: Vec<u8>,
}

impl Presses {
    /// Signs a press for each of these columns, from two players in turns, on a
    /// board that was just posted. Endpoints take turns as well.
    pub(crate) fn sign(
        playground: &Playground,
        client: &Client,
        endpoints: &[String],
        players: [UserId; 2],
        board: &Message,
        columns: &str,
    ) -> Result<Self> {
        let button = board.buttons().next().and_then(|it| it.custom_id.clone());
        let button = button.context("a board without buttons")?;
        let events = players.map(|player| {
            let press = playground.press_untold(player, board, &button);
            playground.event(press)
        });
        let timestamp = Clock::system().now().seconds().to_string();
        let mut presses = Vec::new();
        for (ply, column) in columns.chars().enumerate() {
            let event = for_ply(&events[ply % 2], ply, column)?;
            let body = event.to_string();
            let request = client
                .post(&endpoints[ply % endpoints.len()])
                .header(header::CONTENT_TYPE, "application/json")
                .header("x-signature-ed25519", playground.sign(&timestamp, body.as_bytes()))
                .header("x-signature-timestamp", &timestamp)
                .body(body)
                .build()?;
            presses.push(Press { event, request });
        }
        let unsent = presses.into_iter();
        Ok(Self { client: client.clone(), unsent, sent: Vec::new() })
    }

    /// Sends so many of them, each once the one before is answered: how long each
    /// took.
    pub(crate) async fn send(&mut self, count: usize) -> Result<Vec<Duration>> {
        let mut latencies = Vec::with_capacity(count);
        for Press { event, request } in self.unsent.by_ref().take(count) {
            let begun = now();
            let response = self.client.execute(request).await?;
            ensure!(response.status() == StatusCode::OK, "no answer: {response:?}");
            let answer = response.bytes().await?.to_vec();
            latencies.push(begun.elapsed());
            self.sent.push(Sent { event, answer });
        }
        ensure!(latencies.len() == count, "there are not so many presses");
        Ok(latencies)
    }

    /// Whether Discord would have taken all the answers, and each showed the
    /// board anew; the last one shows a draw.
    pub(crate) fn check(self, playground: &Playground) -> Result<()> {
        let mut content = String::new();
        for Sent { event, answer } in self.sent {
            let answer: Value = serde_json::from_slice(&answer)?;
            let taken = playground.check_answer(&event, &answer);
            ensure!(taken.is_ok(), "Discord would not take it: {taken:?}");
            ensure!(answer["type"] == UPDATE_MESSAGE, "no move: {answer}");
            content = answer["data"]["content"].to_string();
        }
        ensure!(content.contains("draw"), "no end: {content}");
        Ok(())
    }
}

/// [The answer](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object)
/// that changes the message that was pressed.
const UPDATE_MESSAGE: u8 = 7;

/// A press as it was sent for the first board, made one for a later.
fn for_ply(event: &Value, ply: usize, column: char) -> Result<Value> {
    let mut event = event.clone();
    let button = event["data"]["custom_id"].as_str().context("no custom id")?;
    let parts: Vec<&str> = button.split(':').collect();
    let [tag, game, version, _] = parts[..] else { anyhow::bail!("no column: {button}") };
    let version = version.parse::<usize>()? + ply;
    event["data"]["custom_id"] = json!(format!("{tag}:{game}:{version}:{column}"));
    let id: u64 = event["id"].as_str().context("no id")?.parse()?;
    // Ids count from zero in each millisecond, and that far they never come.
    event["id"] = json!((id + ((ply as u64) << 12)).to_string());
    event["token"] = json!(format!("{}-{ply}", event["token"].as_str().context("no token")?));
    Ok(event)
}
