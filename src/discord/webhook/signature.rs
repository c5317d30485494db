//! Verifies the signature of a request, and parses its interaction.

use std::time::Duration;

use axum::{
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, StatusCode},
};
use serde::{
    Deserialize,
    de::{DeserializeOwned, Error as _},
};
use serde_json::value::RawValue;
use serenity::{
    all::{ComponentInteraction, Interaction, InteractionType},
    interactions_endpoint::Verifier,
};

use clock::Timestamp;

use crate::discord::api_monitor::ApiMonitor;

/// The largest body that is accepted, in bytes; far more than any interaction needs.
const MAX_BODY_SIZE: usize = 256 * 1024;

/// Discord accepts a response for three seconds, so a slower request is useless.
const READ_TIMEOUT: Duration = Duration::from_secs(3);

/// How far a signature's timestamp may be off; an older request may be a replay.
const MAX_CLOCK_SKEW: Duration = Duration::from_mins(5);

/// A signature that is further off shows that the clock may be wrong.
const USUAL_CLOCK_SKEW: Duration = Duration::from_secs(10);

const SIGNATURE: &str = "x-signature-ed25519";
const TIMESTAMP: &str = "x-signature-timestamp";

/// A request whose signature is valid.
#[derive(Debug)]
pub(super) enum SignedBody {
    Ping,
    Interaction(Box<Interaction>),
}

/// Reads a request. The body is parsed only after its signature was verified.
///
/// # Errors
///
/// The HTTP status to refuse the request with.
pub(super) async fn read(
    verifier: &Verifier,
    monitor: &ApiMonitor,
    request: Request,
) -> Result<SignedBody, StatusCode> {
    let (parts, body) = request.into_parts();
    let body = tokio::time::timeout(READ_TIMEOUT, to_bytes(body, MAX_BODY_SIZE)).await;
    let body = body.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    verify(verifier, monitor, &parts.headers, &body)?;
    parse(&body)
}

fn verify(
    verifier: &Verifier,
    monitor: &ApiMonitor,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<(), StatusCode> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let signed = text(SIGNATURE)
        .zip(text(TIMESTAMP))
        .filter(|(signature, timestamp)| verifier.verify(signature, timestamp, body).is_ok());
    let Some((_, timestamp)) = signed else {
        tracing::debug!("a request without a valid signature");
        return Err(StatusCode::UNAUTHORIZED);
    };
    let skew = clock_skew(timestamp, monitor.now()).ok_or(StatusCode::UNAUTHORIZED)?;
    if skew > USUAL_CLOCK_SKEW {
        monitor.record_wrong_signing_time();
    }
    if skew > MAX_CLOCK_SKEW {
        tracing::debug!(seconds = skew.as_secs(), "a signature of another time");
        return Err(StatusCode::UNAUTHORIZED);
    }
    Ok(())
}

/// By how much a signature's timestamp, in seconds, is off. Returns `None` if it is none.
fn clock_skew(timestamp: &str, now: Timestamp) -> Option<Duration> {
    let seconds: u32 = timestamp.parse().ok()?;
    let signed_at = Timestamp::from_milliseconds(i64::from(seconds) * 1_000);
    Some(now.since(signed_at).max(signed_at.since(now)))
}

/// The fields that decide how an interaction is parsed.
#[derive(Deserialize)]
struct PartialInteraction<'a> {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(borrow)]
    message: Option<PartialMessage<'a>>,
}

/// The message whose component was used.
#[derive(Deserialize)]
struct PartialMessage<'a> {
    #[serde(borrow)]
    components: Option<&'a RawValue>,
}

/// Parses an interaction. The body is never logged, since it contains a token.
fn parse(body: &[u8]) -> Result<SignedBody, StatusCode> {
    let body = str::from_utf8(body).map_err(|it| reject(None, &serde_json::Error::custom(it)))?;
    let PartialInteraction { kind, message } =
        serde_json::from_str(body).map_err(|it| reject(None, &it))?;
    let read = match InteractionType::from(kind) {
        InteractionType::Ping => return Ok(SignedBody::Ping),
        InteractionType::Component => {
            let components = message.and_then(|message| message.components);
            parse_component(body, components).map(Interaction::Component)
        }
        InteractionType::Command => parse_model(body).map(Interaction::Command),
        InteractionType::Autocomplete => parse_model(body).map(Interaction::Autocomplete),
        InteractionType::Modal => parse_model(body).map(Interaction::Modal),
        _ => Err(serde_json::Error::custom("unknown kind")),
    };
    let interaction = read.map_err(|it| reject(Some(kind), &it))?;
    Ok(SignedBody::Interaction(Box::new(interaction)))
}

fn reject(kind: Option<u8>, error: &serde_json::Error) -> StatusCode {
    let why = error.classify();
    tracing::warn!(kind, ?why, "an interaction could not be parsed");
    StatusCode::BAD_REQUEST
}

/// Parses a component interaction, leaving out the components of its message, which
/// `components` borrows from `body`: nothing reads them, and parsing them takes as
/// long as everything else.
fn parse_component(
    body: &str,
    components: Option<&RawValue>,
) -> serde_json::Result<ComponentInteraction> {
    let Some(components) = components.map(RawValue::get) else {
        return parse_model(body);
    };
    let from = components.as_ptr().addr() - body.as_ptr().addr();
    let (before, after) = (&body[..from], &body[from + components.len()..]);
    parse_model(&[before, "[]", after].concat())
}

/// Deserializes from bytes, as serenity's REST client does. Any other deserializer
/// (text, or the `Value` inside `Interaction`) would compile all models once more.
fn parse_model<T: DeserializeOwned>(body: &str) -> serde_json::Result<T> {
    serde_json::from_slice(body.as_bytes())
}
