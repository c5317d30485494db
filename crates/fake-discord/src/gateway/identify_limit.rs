//! The limits of IDENTIFYs: how many in a day, and how fast.
//!
//! [Discord's rules](https://discord.com/developers/docs/events/gateway#identifying)

use std::time::Duration;

use serde_json::{Value, json};

use clock::Timestamp;

/// How many IDENTIFYs are allowed in a day.
const IDENTIFIES_PER_DAY: u64 = 1_000;

const DAY: Duration = Duration::from_hours(24);
/// The minimum time between two IDENTIFYs.
const IDENTIFY_INTERVAL: Duration = Duration::from_secs(5);

/// Why an IDENTIFY is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitError {
    /// The interval since the last one is too short.
    TooSoon,
    /// It exceeds the daily limit, for which Discord resets the token.
    TokenReset,
}

/// Counts IDENTIFYs, including those that fail for other reasons.
#[derive(Debug)]
pub(crate) struct IdentifyLimit {
    remaining: u64,
    /// When the current day ends; `None` before its first IDENTIFY.
    resets_at: Option<Timestamp>,
    last: Option<Timestamp>,
    is_token_reset: bool,
}

impl Default for IdentifyLimit {
    fn default() -> Self {
        Self { remaining: IDENTIFIES_PER_DAY, resets_at: None, last: None, is_token_reset: false }
    }
}

impl IdentifyLimit {
    /// Counts an IDENTIFY.
    pub(crate) fn count(&mut self, now: Timestamp) -> Result<(), LimitError> {
        self.reset_if_due(now);
        let Some(remaining) = self.remaining.checked_sub(1) else {
            self.is_token_reset = true;
            return Err(LimitError::TokenReset);
        };
        self.remaining = remaining;
        self.resets_at.get_or_insert(now.after(DAY));
        if self.last.is_some_and(|last| now.since(last) < IDENTIFY_INTERVAL) {
            return Err(LimitError::TooSoon);
        }
        self.last = Some(now);
        Ok(())
    }

    /// The remaining IDENTIFYs of the current day.
    pub(crate) fn remaining(&mut self, now: Timestamp) -> u64 {
        self.reset_if_due(now);
        self.remaining
    }

    /// Starts a new day with this many IDENTIFYs.
    pub(crate) fn set_remaining(&mut self, remaining: u64, now: Timestamp) {
        self.remaining = remaining;
        self.resets_at = Some(now.after(DAY));
    }

    /// Whether the bot's token was reset, which is permanent.
    pub(crate) fn is_token_reset(&self) -> bool {
        self.is_token_reset
    }

    /// The `session_start_limit` of `GET /gateway/bot`.
    pub(crate) fn session_start_limit(&mut self, now: Timestamp) -> Value {
        self.reset_if_due(now);
        let reset_after = self.resets_at.map_or(Duration::ZERO, |reset| reset.since(now));
        json!({
            "total": IDENTIFIES_PER_DAY,
            "remaining": self.remaining,
            "reset_after": u64::try_from(reset_after.as_millis()).unwrap_or(u64::MAX),
            "max_concurrency": 1,
        })
    }

    fn reset_if_due(&mut self, now: Timestamp) {
        if self.resets_at.is_some_and(|reset| reset <= now) {
            (self.remaining, self.resets_at) = (IDENTIFIES_PER_DAY, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_milliseconds(1_000);

    #[test]
    fn a_day_has_a_thousand_identifies() {
        let mut limit = IdentifyLimit::default();
        assert_eq!(limit.session_start_limit(NOON)["reset_after"], 0);
        for number in 0..IDENTIFIES_PER_DAY {
            let now = NOON.after(IDENTIFY_INTERVAL * u32::try_from(number).unwrap());
            assert_eq!(limit.count(now), Ok(()), "identify {number}");
        }
        let last = NOON.after(IDENTIFY_INTERVAL * 999);
        let expected = json!({
            "total": 1_000, "remaining": 0, "reset_after": 86_400_000 - 999 * 5_000,
            "max_concurrency": 1,
        });
        assert_eq!(limit.session_start_limit(last), expected);
        assert_eq!(limit.remaining(NOON.after(DAY)), IDENTIFIES_PER_DAY);
        assert!(!limit.is_token_reset());
    }

    #[test]
    fn exceeding_the_daily_limit_resets_the_token_for_good() {
        let mut limit = IdentifyLimit::default();
        limit.set_remaining(1, NOON);
        assert_eq!(limit.count(NOON), Ok(()));
        assert_eq!(limit.count(NOON.after(IDENTIFY_INTERVAL)), Err(LimitError::TokenReset));
        assert_eq!(limit.remaining(NOON.after(DAY)), IDENTIFIES_PER_DAY);
        assert!(limit.is_token_reset());
    }

    #[test]
    fn an_identify_that_comes_too_soon_is_counted() {
        let mut limit = IdentifyLimit::default();
        assert_eq!(limit.count(NOON), Ok(()));
        let soon = NOON.after(Duration::from_millis(4_999));
        assert_eq!(limit.count(soon), Err(LimitError::TooSoon));
        assert_eq!(limit.count(NOON.after(IDENTIFY_INTERVAL)), Ok(()));
        assert_eq!(limit.remaining(soon), IDENTIFIES_PER_DAY - 3);
    }
}
