//! From a request to an interaction that Discord has signed.

use std::time::Duration;

use axum::{
    body::{Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, StatusCode},
};
use serde::Deserialize as _;
use serde_json::Value;
use serenity::{all::Interaction, interactions_endpoint::Verifier};

use crate::{clock::Clock, time::Timestamp};

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

const PING: u64 = 1;

/// The body itself is never logged: it holds a token.
fn parse(body: &Bytes) -> Result<Signed, StatusCode> {
    let mut event: Value = serde_json::from_slice(body).map_err(|it| unknown(None, &it))?;
    let kind = event["type"].as_u64();
    if kind == Some(PING) {
        return Ok(Signed::Ping);
    }
    leave_out_buttons(&mut event);
    let interaction = Interaction::deserialize(event).map_err(|it| unknown(kind, &it))?;
    Ok(Signed::Interaction(Box::new(interaction)))
}

fn unknown(kind: Option<u64>, error: &serde_json::Error) -> StatusCode {
    let why = error.classify();
    tracing::warn!(kind, ?why, "Discord sent what is no known interaction");
    StatusCode::BAD_REQUEST
}

/// Nobody asks for the buttons of the message that was pressed, and to make
/// serenity's of them takes as long as all the rest.
fn leave_out_buttons(event: &mut Value) {
    let message = event.get_mut("message").and_then(Value::as_object_mut);
    message.and_then(|message| message.remove("components"));
}
