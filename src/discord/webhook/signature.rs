//! Reads signed requests.

use std::time::Duration;

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, StatusCode, header::CONTENT_LENGTH},
};
use clock::Timestamp;
use futures_util::StreamExt as _;
use serenity::interactions_endpoint::Verifier;
use tokio::sync::Semaphore;

use crate::discord::api_monitor::ApiMonitor;

/// The largest body that is accepted, in bytes; far more than any interaction needs.
const MAX_BODY_SIZE: usize = 256 * 1024;

/// The largest body that is read at once, in bytes: nearly all interactions are smaller.
const SMALL_BODY_SIZE: usize = 14 * 1024;

/// How many larger bodies, or bodies of unknown size, are read at the same time; others wait. With
/// a small one for each connection, bodies that are not verified yet take 8 MiB at most.
const MAX_LARGE_BODIES: usize = 4;

/// Discord accepts a response for three seconds, so a slower request is useless.
const READ_TIMEOUT: Duration = Duration::from_secs(3);

/// How far a signature's timestamp may be off; an older request may be a replay.
const MAX_CLOCK_SKEW: Duration = Duration::from_mins(5);

/// A signature that is further off shows that the clock may be wrong.
const USUAL_CLOCK_SKEW: Duration = Duration::from_secs(10);

/// Limits how many large bodies are read at once.
#[derive(Debug)]
pub(super) struct LargeBodies(Semaphore);

impl Default for LargeBodies {
    fn default() -> Self {
        Self(Semaphore::new(MAX_LARGE_BODIES))
    }
}

const SIGNATURE: &str = "x-signature-ed25519";
const TIMESTAMP: &str = "x-signature-timestamp";

/// Reads the body of a request, and verifies its signature.
///
/// # Errors
///
/// The HTTP status to refuse the request with.
pub(super) async fn read(
    verifier: &Verifier,
    monitor: &ApiMonitor,
    large_bodies: &LargeBodies,
    request: Request,
) -> Result<Vec<u8>, StatusCode> {
    let (parts, body) = request.into_parts();
    let length = parts.headers.get(CONTENT_LENGTH);
    let length: Option<usize> = length.and_then(|it| it.to_str().ok()?.parse().ok());
    if length.is_some_and(|length| length > MAX_BODY_SIZE) {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let reading = async {
        if length.is_some_and(|length| length <= SMALL_BODY_SIZE) {
            return (read_body(body, SMALL_BODY_SIZE).await, None);
        }
        let permit = large_bodies.0.acquire().await.ok();
        (read_body(body, MAX_BODY_SIZE).await, permit)
    };
    let read = tokio::time::timeout(READ_TIMEOUT, reading).await;
    let (body, _permit) = read.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let body = body.ok_or(StatusCode::PAYLOAD_TOO_LARGE)?;
    verify(verifier, monitor, &parts.headers, &body)?;
    Ok(body)
}

/// Reads a body; `None` if it is too large, or the connection failed. Each piece is copied and
/// dropped: one of a few bytes may hold a whole buffer of the connection's.
async fn read_body(body: Body, max_size: usize) -> Option<Vec<u8>> {
    let mut pieces = body.into_data_stream();
    // It does not grow, which would take twice as much.
    let mut read = Vec::with_capacity(max_size);
    while let Some(piece) = pieces.next().await {
        let piece = piece.ok()?;
        if read.len() + piece.len() > max_size {
            return None;
        }
        read.extend_from_slice(&piece);
    }
    Some(read)
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
