//! Watches Discord's REST API: whether it answers the requests of
//! [`InteractionClient`](super::interaction_client::InteractionClient), and what time it is
//! there. serenity's requests are not seen.
//!
//! The bot's clock is corrected by the `Date` of the answers, which arrive over TLS, or
//! from the proxy that the operator has chosen. Two in succession must agree: one alone may
//! be wrong. Signed requests tell nothing about the time, since they may be replayed.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::UNIX_EPOCH,
};

use clock::{Clock, Timestamp};
use futures_util::FutureExt as _;
use reqwest::{
    Response, StatusCode,
    header::{DATE, HeaderMap},
};
use tokio::sync::Notify;

use crate::service::ConnectionStatus;

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
    /// How many requests were answered.
    answers: AtomicU64,
    /// How many requests were answered, and signed interactions received.
    contacts: AtomicU64,
    /// By how many milliseconds the clock would have to be corrected to fit the last answer's
    /// date, which the next has to confirm.
    unconfirmed_correction: Mutex<Option<i64>>,
    /// Notified when a request failed, or the clock may be wrong.
    probe_needed: Notify,
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
            answers: AtomicU64::new(0),
            contacts: AtomicU64::new(0),
            unconfirmed_correction: Mutex::default(),
            probe_needed: Notify::new(),
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
            return self.record_failure();
        }
        self.correct_clock(sent_at, response.headers());
        if is_served(response) && !self.has_unconfirmed_correction() {
            self.record_answer();
        }
    }

    /// Records that an interaction came as a signed request: it is answered without the
    /// REST API. That is probed nevertheless, since only its answers tell the time.
    pub(super) fn record_interaction(&self) {
        // Only then is the clock right.
        if self.answers() > 0 && !self.has_unconfirmed_correction() {
            self.0.contacts.fetch_add(1, Ordering::Relaxed);
            self.0.connection.record_contact(self.now());
        }
    }

    /// Records that a request failed.
    pub(super) fn record_failure(&self) {
        self.0.probe_needed.notify_one();
    }

    /// Records that an interaction was signed at another time than the clock shows, which
    /// is a reason to look at Discord's.
    pub(super) fn record_wrong_signing_time(&self) {
        self.0.probe_needed.notify_one();
    }

    /// Waits until there is a reason to probe Discord.
    pub(super) async fn probe_needed(&self) {
        self.0.probe_needed.notified().await;
    }

    /// Forgets that a probe was needed, since one has just been answered.
    pub(super) fn clear_probe_needed(&self) {
        self.probe_needed().now_or_never();
    }

    /// Whether the last answer's date differs from the clock, which the next has to confirm.
    pub(super) fn has_unconfirmed_correction(&self) -> bool {
        self.unconfirmed_correction().is_some()
    }

    fn unconfirmed_correction(&self) -> MutexGuard<'_, Option<i64>> {
        self.0.unconfirmed_correction.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a probe was not answered.
    pub(super) fn record_outage(&self, failure: &str) {
        self.0.connection.record_outage();
        if !self.0.outage_logged.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                error = failure,
                "Discord does not serve the bot; turn timers stand still"
            );
        }
    }

    /// The connection status that is kept up to date.
    pub(super) fn connection(&self) -> &ConnectionStatus {
        &self.0.connection
    }

    /// Waits until the clock shows this time or later.
    pub(super) async fn sleep_until(&self, time: Timestamp) {
        self.0.clock.sleep_until(time).await;
    }

    /// When a request was last answered.
    pub(super) fn answered_at(&self) -> Timestamp {
        *self.0.answered_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many requests were answered.
    pub(super) fn answers(&self) -> u64 {
        self.0.answers.load(Ordering::Relaxed)
    }

    /// How many requests were answered, and signed interactions received.
    pub(super) fn contacts(&self) -> u64 {
        self.0.contacts.load(Ordering::Relaxed)
    }

    fn record_answer(&self) {
        self.0.answers.fetch_add(1, Ordering::Relaxed);
        self.0.contacts.fetch_add(1, Ordering::Relaxed);
        *self.0.answered_at.lock().unwrap_or_else(PoisonError::into_inner) = self.now();
        self.0.connection.record_contact(self.now());
        if self.0.outage_logged.swap(false, Ordering::Relaxed) {
            tracing::info!("Discord serves the bot again");
        }
    }

    fn correct_clock(&self, sent_at: Timestamp, headers: &HeaderMap) {
        let date = headers.get(DATE).and_then(|date| parse_date(date.to_str().ok()?));
        // Held until the clock is corrected, which must not be done twice.
        let mut unconfirmed = self.unconfirmed_correction();
        let by = date.map_or(0, |date| correction(sent_at, self.now(), date));
        let before = std::mem::replace(&mut *unconfirmed, (by != 0).then_some(by));
        if by == 0 {
            return;
        }
        if before.is_none_or(|before| before.saturating_sub(by).abs() > CLOCK_TOLERANCE) {
            return self.0.probe_needed.notify_one();
        }
        *unconfirmed = None;
        self.0.clock.correct(by);
        if !self.0.wrong_clock_logged.swap(true, Ordering::Relaxed) {
            let (seconds, direction) = (by.abs() / 1_000, if by < 0 { "fast" } else { "slow" });
            tracing::warn!(
                "this machine's clock is {seconds} s {direction}; going by Discord's. Set it by NTP"
            );
        }
    }
}

/// Whether Discord serves the bot, given a response that is no server error. Those of a bot
/// that is banned come from Cloudflare and have no scope. Discord's own rate limits do not
/// apply to interactions.
///
/// [Discord's rules](https://discord.com/developers/docs/topics/rate-limits#header-format)
pub(super) fn is_served(response: &Response) -> bool {
    response.status() != StatusCode::TOO_MANY_REQUESTS
        || response.headers().contains_key("x-ratelimit-scope")
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
    use std::time::Duration;

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

    /// An answer with this date, in seconds.
    fn answer(date: Option<u64>) -> Response {
        let mut response = axum::http::Response::new("");
        if let Some(date) = date {
            let date = httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(date));
            response.headers_mut().insert(DATE, date.parse().unwrap());
        }
        response.into()
    }

    #[test]
    fn a_clock_is_corrected_once_two_dates_agree() {
        for (dates, is_contact, corrected) in [
            (vec![Some(1_000)], true, false),
            (vec![Some(1_300)], false, false),
            (vec![Some(1_300), Some(1_000)], true, false),
            (vec![Some(1_300), None], true, false),
            (vec![Some(1_300), Some(1_600)], false, false),
            (vec![Some(1_300), Some(1_300)], true, true),
            (vec![Some(1_300), Some(1_300), Some(1_300)], true, true),
        ] {
            let clock = Clock::frozen_at(Timestamp::from_milliseconds(1_000_000));
            let monitor = ApiMonitor::new(clock.clone(), ConnectionStatus::default());
            for date in &dates {
                monitor.record_response(monitor.now(), &answer(*date));
            }
            assert_eq!(monitor.connection().api_responds(), is_contact, "{dates:?}");
            assert_eq!(clock.correction() != 0, corrected, "{dates:?}");
            assert_eq!(monitor.has_unconfirmed_correction(), !is_contact, "{dates:?}");
        }
    }

    #[test]
    fn a_date_is_read_as_http_writes_it() {
        let date = parse_date("Thu, 01 Jan 1970 00:01:00 GMT");
        assert_eq!(date, Some(Timestamp::from_milliseconds(60_000)));
        assert_eq!(parse_date("yesterday"), None);
    }
}
