//! Watches Discord's REST API: whether it answers, and what time it is there.
//!
//! The bot's clock is corrected by the `Date` of the answers, which arrive over TLS, or
//! from the proxy that the operator has chosen. Signed requests tell nothing about the
//! time: they may be replayed.

use std::{
    convert::Infallible,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, UNIX_EPOCH},
};

use clock::{Clock, Timestamp};
use reqwest::{
    Response, StatusCode,
    header::{DATE, HeaderMap},
};

use super::interaction_client::{InteractionClient, SendError};
use crate::{backoff::Backoff, service::ConnectionStatus};

/// How long no request may have been answered before the API is probed.
const PROBE_INTERVAL: Duration = Duration::from_secs(30);

/// How long a probe may take, in real time.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// A difference between the clocks that is not corrected, in milliseconds: an answer's
/// date is rounded down to a second, and machines that go by NTP differ a little.
const CLOCK_TOLERANCE: i64 = 2_000;

/// What is known of Discord's REST API. Clones share their state.
#[derive(Clone, Debug)]
pub(super) struct ApiMonitor(Arc<ApiState>);

#[derive(Debug)]
struct ApiState {
    clock: Clock,
    connection: ConnectionStatus,
    /// When a request was last answered.
    answered_at: Mutex<Timestamp>,
    /// Whether any request was answered, so that the clock is right.
    has_answered: AtomicBool,
    outage_logged: AtomicBool,
    wrong_clock_logged: AtomicBool,
}

impl ApiMonitor {
    /// Corrects `clock`, and keeps `connection` up to date.
    pub(super) fn new(clock: Clock, connection: ConnectionStatus) -> Self {
        Self(Arc::new(ApiState {
            answered_at: Mutex::new(clock.now()),
            clock,
            connection,
            has_answered: AtomicBool::new(false),
            outage_logged: AtomicBool::new(false),
            wrong_clock_logged: AtomicBool::new(false),
        }))
    }

    pub(super) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Records an answer to a request that was sent at a time of [`Self::now`].
    pub(super) fn record_response(&self, sent_at: Timestamp, response: &Response) {
        if response.status().is_server_error() {
            return self.request_probe();
        }
        self.correct_clock(sent_at, response.headers());
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            return;
        }
        self.record_answer();
        self.0.has_answered.store(true, Ordering::Relaxed);
    }

    /// Records that an interaction came as a signed request: it is answered without the
    /// REST API. That is probed nevertheless, since only its answers tell the time.
    pub(super) fn record_interaction(&self) {
        if self.0.has_answered.load(Ordering::Relaxed) {
            self.0.connection.record_heard(self.now());
        }
    }

    /// Asks for a probe, since a request failed.
    pub(super) fn request_probe(&self) {
        self.0.connection.request_probe();
    }

    /// Probes the API whenever Discord was silent for a while, for ever.
    pub(super) async fn run(&self, client: &InteractionClient) -> Infallible {
        let mut backoff = Backoff::default();
        let mut probed_at = self.now();
        loop {
            if self.0.connection.api_responds() {
                backoff = Backoff::default();
                let answered_at = self.answered_at().max(probed_at);
                // The clock may have been set back.
                let silent_at = answered_at.min(self.now()).after(PROBE_INTERVAL);
                tokio::select! {
                    () = self.0.clock.sleep_until(silent_at) => {
                        if self.answered_at() > answered_at {
                            continue;
                        }
                    }
                    () = self.0.connection.probe_requested() => {}
                }
            } else {
                // In real time: a frozen clock must not prevent it.
                tokio::time::sleep(backoff.next_delay()).await;
            }
            self.probe(client).await;
            probed_at = self.now();
        }
    }

    /// Sends a request, and records whether it was answered.
    pub(super) async fn probe(&self, client: &InteractionClient) {
        let failure = match tokio::time::timeout(PROBE_TIMEOUT, client.probe()).await {
            Ok(Ok(())) => return,
            Ok(Err(SendError::Refused { status, .. })) if is_answer(status) => return,
            Ok(Err(error)) => format!("{:#}", anyhow::Error::new(error)),
            Err(_) => "it timed out".to_owned(),
        };
        self.0.connection.record_silence();
        if !self.0.outage_logged.swap(true, Ordering::Relaxed) {
            tracing::warn!(error = failure, "Discord is unreachable; the clocks stand still");
        }
    }

    fn answered_at(&self) -> Timestamp {
        *self.0.answered_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record_answer(&self) {
        *self.0.answered_at.lock().unwrap_or_else(PoisonError::into_inner) = self.now();
        self.0.connection.record_heard(self.now());
        if self.0.outage_logged.swap(false, Ordering::Relaxed) {
            tracing::info!("Discord is reachable again");
        }
    }

    fn correct_clock(&self, sent_at: Timestamp, headers: &HeaderMap) {
        let Some(date) = headers.get(DATE).and_then(|date| parse_date(date.to_str().ok()?)) else {
            return;
        };
        let by = correction(sent_at, self.now(), date);
        if by == 0 {
            return;
        }
        self.0.clock.correct(by);
        if !self.0.wrong_clock_logged.swap(true, Ordering::Relaxed) {
            let (seconds, direction) = (by.abs() / 1_000, if by < 0 { "fast" } else { "slow" });
            tracing::warn!(
                "this machine's clock is {seconds} s {direction}; going by Discord's. Set it by NTP"
            );
        }
    }
}

/// Whether a status tells that the bot is served. One that is limited as a whole, or
/// banned, is not: nobody sees what it answers.
fn is_answer(status: StatusCode) -> bool {
    !status.is_server_error() && status != StatusCode::TOO_MANY_REQUESTS
}

fn parse_date(text: &str) -> Option<Timestamp> {
    let since_epoch = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since_epoch.as_millis()).ok().map(Timestamp::from_milliseconds)
}

/// By how many milliseconds to correct a clock by which a request was sent and answered
/// at these times. Discord's clock has shown `date`, rounded down to a second, in
/// between. Zero if that fits, or if the clock was set back meanwhile.
fn correction(sent_at: Timestamp, answered_at: Timestamp, date: Timestamp) -> i64 {
    let min = date.milliseconds() - answered_at.milliseconds();
    let max = date.milliseconds() + 1_000 - sent_at.milliseconds();
    if answered_at < sent_at || (min <= CLOCK_TOLERANCE && max >= -CLOCK_TOLERANCE) {
        0
    } else {
        i64::midpoint(min, max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_corrected_to_discords_date() {
        let at = Timestamp::from_milliseconds;
        for (sent, answered, date, expected) in [
            (10_000, 10_100, 10_000, 0),
            (10_900, 11_100, 10_000, 0),
            (12_900, 12_950, 10_000, 0),
            (7_990, 8_000, 10_000, 0),
            (310_000, 310_100, 10_000, -299_550),
            (10_000, 10_100, 310_000, 300_450),
            // A slow answer may have been dated at any time in between.
            (10_000, 40_000, 10_000, 0),
            (10_000, 40_000, 39_000, 0),
            // The clock was set back after the request was sent.
            (310_000, 10_000, 10_000, 0),
        ] {
            assert_eq!(correction(at(sent), at(answered), at(date)), expected, "{sent} {answered}");
        }
    }

    #[test]
    fn a_date_is_read_as_http_writes_it() {
        let date = parse_date("Thu, 01 Jan 1970 00:01:00 GMT");
        assert_eq!(date, Some(Timestamp::from_milliseconds(60_000)));
        assert_eq!(parse_date("yesterday"), None);
    }
}
