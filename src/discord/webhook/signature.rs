//! Reads signed requests. Nothing of a body is parsed before its signature is verified, over the very
//! bytes that were received.

use std::time::Duration;

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, StatusCode, header::CONTENT_LENGTH},
};
use clock::Timestamp;
use futures_util::StreamExt as _;
use serenity::interactions_endpoint::Verifier;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::features::DiscordTime;

/// The largest body that is accepted, in bytes; far more than any interaction needs.
const MAX_BODY_SIZE: usize = 256 * 1024;

/// How much of a body is read at once, in bytes: nearly all interactions are smaller.
const SMALL_BODY_SIZE: usize = 14 * 1024;

/// How many larger bodies are read on at the same time; others wait. With a small one for each
/// connection, bodies that are not verified yet take 8 MiB at most.
pub(super) const MAX_LARGE_BODIES: usize = 4;

/// Discord accepts a response for three seconds, so a slower request is useless.
const READ_TIMEOUT: Duration = Duration::from_secs(3);

/// How far a signature's timestamp may be off; an older request may be a replay.
const MAX_CLOCK_SKEW: Duration = Duration::from_mins(5);

const SIGNATURE: &str = "x-signature-ed25519";
const TIMESTAMP: &str = "x-signature-timestamp";

/// Reads the body of a request, and verifies its signature.
///
/// # Errors
///
/// The HTTP status to refuse the request with.
pub(super) async fn read(
    verifier: &Verifier,
    time: &DiscordTime,
    large_bodies: &Semaphore,
    request: Request,
) -> Result<Vec<u8>, StatusCode> {
    let (parts, body) = request.into_parts();
    let length = parts.headers.get(CONTENT_LENGTH);
    let length: Option<usize> = length.and_then(|it| it.to_str().ok()?.parse().ok());
    if length.is_some_and(|length| length > MAX_BODY_SIZE) {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let mut permit = None;
    let read = tokio::time::timeout(READ_TIMEOUT, read_body(body, large_bodies, &mut permit)).await;
    let body = read.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let body = body.ok_or(StatusCode::PAYLOAD_TOO_LARGE)?;
    verify(verifier, time, &parts.headers, &body)?;
    Ok(body)
}

/// Reads a body; `None` if it is too large, or the connection failed. Takes a permit for what goes
/// beyond a small one, so that nobody who sends nothing holds one. Each piece is copied and
/// dropped: one of a few bytes may hold a whole buffer of the connection's.
async fn read_body<'a>(
    body: Body,
    large_bodies: &'a Semaphore,
    permit: &mut Option<SemaphorePermit<'a>>,
) -> Option<Vec<u8>> {
    let mut pieces = body.into_data_stream();
    // Neither grows, which would take twice as much.
    let mut read = Vec::with_capacity(SMALL_BODY_SIZE);
    while let Some(piece) = pieces.next().await {
        let piece = piece.ok()?;
        let size = read.len() + piece.len();
        if size > MAX_BODY_SIZE {
            return None;
        }
        if size > SMALL_BODY_SIZE && permit.is_none() {
            *permit = Some(large_bodies.acquire().await.ok()?);
            let small = std::mem::replace(&mut read, Vec::with_capacity(MAX_BODY_SIZE));
            read.extend(small);
        }
        read.extend_from_slice(&piece);
    }
    Some(read)
}

fn verify(
    verifier: &Verifier,
    time: &DiscordTime,
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
    let seconds: u32 = timestamp.parse().map_err(|_| StatusCode::UNAUTHORIZED)?;
    let signed_at = Timestamp::from_milliseconds(i64::from(seconds) * 1_000);
    let now = time.now();
    let skew = now.since(signed_at).max(signed_at.since(now));
    if skew > MAX_CLOCK_SKEW {
        tracing::debug!(seconds = skew.as_secs(), "a signature of another time");
        return Err(StatusCode::UNAUTHORIZED);
    }
    Ok(())
}
