//! How many sessions the bot may still begin at the gateway, and how fast.
//!
//! [Discord's rules](https://discord.com/developers/docs/events/gateway#identifying)

use std::time::Duration;

use serde_json::{Value, json};

use clock::Timestamp;

/// How many sessions may be begun in a day.
const TOTAL: u64 = 1_000;
/// How long they are counted for.
const DAY: Duration = Duration::from_hours(24);
/// How long after one session the next may be begun.
const APART: Duration = Duration::from_secs(5);

/// Why a session may not be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// The last one was begun a moment ago.
    TooSoon,
    /// It is more than a day's; the token is worth nothing any more.
    TokenReset,
}

/// The sessions that were begun, whatever became of them.
#[derive(Debug)]
pub(crate) struct Starts {
    remaining: u64,
    /// When all may be begun again, once one was.
    resets_at: Option<Timestamp>,
    last: Option<Timestamp>,
    token_is_reset: bool,
}

impl Default for Starts {
    fn default() -> Self {
        Self { remaining: TOTAL, resets_at: None, last: None, token_is_reset: false }
    }
}

impl Starts {
    /// Counts an IDENTIFY, and says why it is one too many.
    pub(crate) fn count(&mut self, now: Timestamp) -> Result<(), Excess> {
        self.begin_day(now);
        let Some(remaining) = self.remaining.checked_sub(1) else {
            self.token_is_reset = true;
            return Err(Excess::TokenReset);
        };
        self.remaining = remaining;
        self.resets_at.get_or_insert(now.after(DAY));
        if self.last.is_some_and(|last| now.since(last) < APART) {
            return Err(Excess::TooSoon);
        }
        self.last = Some(now);
        Ok(())
    }

    /// How many are left.
    pub(crate) fn remaining(&mut self, now: Timestamp) -> u64 {
        self.begin_day(now);
        self.remaining
    }

    /// Leaves this many of the day that begins now.
    pub(crate) fn leave(&mut self, remaining: u64, now: Timestamp) {
        self.remaining = remaining;
        self.resets_at = Some(now.after(DAY));
    }

    /// Whether the bot's token was taken from it.
    pub(crate) fn token_is_reset(&self) -> bool {
        self.token_is_reset
    }

    /// The `session_start_limit` of `GET /gateway/bot`.
    pub(crate) fn raw(&mut self, now: Timestamp) -> Value {
        self.begin_day(now);
        let reset_after = self.resets_at.map_or(Duration::ZERO, |reset| reset.since(now));
        json!({
            "total": TOTAL,
            "remaining": self.remaining,
            "reset_after": u64::try_from(reset_after.as_millis()).unwrap_or(u64::MAX),
            "max_concurrency": 1,
        })
    }

    fn begin_day(&mut self, now: Timestamp) {
        if self.resets_at.is_some_and(|reset| reset <= now) {
            (self.remaining, self.resets_at) = (TOTAL, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_milliseconds(1_000);

    #[test]
    fn a_day_has_a_thousand_and_begins_with_the_first() {
        let mut starts = Starts::default();
        assert_eq!(starts.raw(NOON)["reset_after"], 0);
        for number in 0..TOTAL {
            let now = NOON.after(APART * u32::try_from(number).unwrap());
            assert_eq!(starts.count(now), Ok(()), "the one after {number}");
        }
        let last = NOON.after(APART * 999);
        let left = json!({
            "total": 1_000, "remaining": 0, "reset_after": 86_400_000 - 999 * 5_000,
            "max_concurrency": 1,
        });
        assert_eq!(starts.raw(last), left);
        assert_eq!(starts.remaining(NOON.after(DAY)), TOTAL);
        assert!(!starts.token_is_reset());
    }

    #[test]
    fn one_too_many_costs_the_token_also_tomorrow() {
        let mut starts = Starts::default();
        starts.leave(1, NOON);
        assert_eq!(starts.count(NOON), Ok(()));
        assert_eq!(starts.count(NOON.after(APART)), Err(Excess::TokenReset));
        assert_eq!(starts.remaining(NOON.after(DAY)), TOTAL);
        assert!(starts.token_is_reset());
    }

    #[test]
    fn two_within_five_seconds_are_too_soon_and_both_are_counted() {
        let mut starts = Starts::default();
        assert_eq!(starts.count(NOON), Ok(()));
        let soon = NOON.after(Duration::from_millis(4_999));
        assert_eq!(starts.count(soon), Err(Excess::TooSoon));
        assert_eq!(starts.count(NOON.after(APART)), Ok(()));
        assert_eq!(starts.remaining(soon), TOTAL - 3);
    }
}
