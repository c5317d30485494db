//! From a request to an interaction that Discord has signed.

use std::time::Duration;

use axum::{
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, StatusCode},
};
use serde::{Deserialize, de::Error as _};
use serde_json::value::RawValue;
use serenity::{
    all::{ComponentInteraction, Interaction, InteractionType},
    interactions_endpoint::Verifier,
};

use clock::{Clock, Timestamp};

/// Far more than any interaction takes.
const LARGEST_BODY: usize = 256 * 1024;

/// Discord wants its answer within three seconds of sending.
const READ_WITHIN: Duration = Duration::from_secs(3);

/// How far a signature's time may be off; an older request may be somebody
/// else's copy.
const MOST_APART: Duration = Duration::from_mins(5);

const SIGNATURE: &str = "x-signature-ed25519";
const TIMESTAMP: &str = "x-signature-timestamp";

/// What Discord has sent.
#[derive(Debug)]
pub(super) enum Signed {
    /// The question whether anybody is there.
    Ping,
    /// What somebody did.
    Interaction(Box<Interaction>),
}

/// Reads a request; the error is the status to refuse it with. Nothing is made
/// of a body before its signature was found good.
pub(super) async fn read(
    verifier: &Verifier,
    clock: &Clock,
    request: Request,
) -> Result<Signed, StatusCode> {
    let (parts, body) = request.into_parts();
    let body = tokio::time::timeout(READ_WITHIN, to_bytes(body, LARGEST_BODY)).await;
    let body = body.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    verify(verifier, clock.now(), &parts.headers, &body)?;
    parse(&body)
}

fn verify(
    verifier: &Verifier,
    now: Timestamp,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<(), StatusCode> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let signed = text(SIGNATURE).zip(text(TIMESTAMP)).filter(|(signature, timestamp)| {
        verifier.verify(signature, timestamp, body).is_ok() && is_recent(timestamp, now)
    });
    signed.map(drop).ok_or_else(|| {
        tracing::debug!("a request without a good signature");
        StatusCode::UNAUTHORIZED
    })
}

fn is_recent(timestamp: &str, now: Timestamp) -> bool {
    let seconds = timestamp.parse().ok().map(|seconds: u32| i64::from(seconds) * 1_000);
    let signed_at = seconds.map(Timestamp::from_milliseconds);
    signed_at.is_some_and(|at| now.since(at) <= MOST_APART && at.since(now) <= MOST_APART)
}

/// What there is to know of an event before it is read.
#[derive(Deserialize)]
struct Outline<'a> {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(borrow)]
    message: Option<Pressed<'a>>,
}

/// The message that was pressed.
#[derive(Deserialize)]
struct Pressed<'a> {
    #[serde(borrow)]
    components: Option<&'a RawValue>,
}

/// The body itself is never logged: it holds a token.
fn parse(body: &[u8]) -> Result<Signed, StatusCode> {
    let body = str::from_utf8(body).map_err(|it| unknown(None, &serde_json::Error::custom(it)))?;
    let Outline { kind, message } = serde_json::from_str(body).map_err(|it| unknown(None, &it))?;
    let read = match InteractionType::from(kind) {
        InteractionType::Ping => return Ok(Signed::Ping),
        InteractionType::Component => {
            let buttons = message.and_then(|message| message.components);
            read_press(body, buttons).map(Interaction::Component)
        }
        _ => serde_json::from_str(body),
    };
    let interaction = read.map_err(|it| unknown(Some(kind), &it))?;
    Ok(Signed::Interaction(Box::new(interaction)))
}

fn unknown(kind: Option<u8>, error: &serde_json::Error) -> StatusCode {
    let why = error.classify();
    tracing::warn!(kind, ?why, "Discord sent what is no known interaction");
    StatusCode::BAD_REQUEST
}

/// Reads a press without the buttons of the message that was pressed, a part of its
/// body: nobody asks for them, and to make serenity's of them takes as long as all
/// the rest.
fn read_press(body: &str, buttons: Option<&RawValue>) -> serde_json::Result<ComponentInteraction> {
    let Some(buttons) = buttons.map(RawValue::get) else { return serde_json::from_str(body) };
    let from = buttons.as_ptr().addr() - body.as_ptr().addr();
    let (before, after) = (&body[..from], &body[from + buttons.len()..]);
    serde_json::from_str(&[before, "[]", after].concat())
}
