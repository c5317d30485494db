//! How long to wait before beginning sessions, so that the day's are never used
//! up.
//!
//! Discord takes the bot's token away when more are begun than it allows, and a
//! loop of crashes, in which a supervisor starts the program every few seconds,
//! begins that many within hours.
//!
//! [Discord's rule](https://discord.com/developers/docs/events/gateway#identifying)

use std::time::Duration;

/// How many sessions may still be begun: each IDENTIFY counts, whatever follows.
///
/// [Discord's object](https://discord.com/developers/docs/events/gateway#session-start-limit-object)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// How many a day has.
    pub(super) total: u64,
    /// How many of them are left.
    pub(super) remaining: u64,
    /// How long it takes until there are as many again as a day has.
    pub(super) reset_after: Duration,
}

impl Limit {
    /// How many are left to spend before the reset: a tenth of a day's is for
    /// what nobody foresaw.
    fn left(self) -> u64 {
        self.remaining.saturating_sub(self.total / 10)
    }
}

/// How long to wait before so many sessions are begun.
///
/// Not at all while more than half of a day's are left; else so long that what
/// is left lasts until the reset, if it goes on like that. Where it is too
/// little, until the reset.
pub(super) fn pause(limit: Limit, sessions: u64) -> Duration {
    let Limit { total, remaining, reset_after } = limit;
    let left = limit.left();
    let is_untouched = remaining >= total;
    if sessions == 0 || is_untouched {
        Duration::ZERO
    } else if left < sessions {
        reset_after
    } else if remaining > total / 2 {
        Duration::ZERO
    } else {
        share(reset_after, sessions, left)
    }
}

/// `part` of `whole` of a duration.
fn share(of: Duration, part: u64, whole: u64) -> Duration {
    let milliseconds = of.as_millis() * u128::from(part) / u128::from(whole);
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    fn day(remaining: u64) -> Limit {
        Limit { total: 1000, remaining, reset_after: DAY }
    }

    #[test]
    fn what_is_left_after_half_a_day_s_lasts_until_the_reset() {
        let hours = Duration::from_hours;
        for (remaining, reset_after, sessions, expected) in [
            (1000, Duration::ZERO, 1, Duration::ZERO),
            (999, hours(24), 4, Duration::ZERO),
            (501, hours(1), 1, Duration::ZERO),
            (501, hours(1), 402, hours(1)),
            (500, hours(20), 1, Duration::from_mins(3)),
            (500, hours(20), 4, Duration::from_mins(12)),
            (500, hours(20), 0, Duration::ZERO),
            (110, hours(20), 1, hours(2)),
            (104, hours(20), 4, hours(20)),
            (103, hours(20), 4, hours(20)),
            (101, hours(20), 1, hours(20)),
            (100, hours(20), 1, hours(20)),
            (0, hours(20), 1, hours(20)),
        ] {
            let limit = Limit { total: 1000, remaining, reset_after };
            assert_eq!(pause(limit, sessions), expected, "{limit:?}, {sessions} sessions");
        }
    }

    #[test]
    fn more_shards_than_most_of_a_day_s_may_connect_on_a_fresh_day() {
        assert_eq!(pause(day(1000), 950), Duration::ZERO);
        assert_eq!(pause(day(999), 950), DAY);
    }

    #[test]
    fn less_left_or_more_wanted_never_waits_shorter() {
        for sessions in 0..50 {
            for remaining in 0..=1000 {
                let this = pause(day(remaining), sessions);
                assert!(this <= DAY);
                assert!(pause(day(remaining), sessions + 1) >= this);
                if remaining > 0 {
                    assert!(pause(day(remaining - 1), sessions) >= this, "{remaining} left");
                }
            }
        }
    }

    /// Connects as soon as it may for three days; how few were ever left, and how
    /// often it connected.
    fn loop_of_crashes(shards: u64, crashes_after: Duration) -> (u64, u64) {
        let (mut now, mut day_began, mut remaining) = (Duration::ZERO, Duration::ZERO, 1000);
        let (mut fewest, mut connected) = (remaining, 0);
        while now < 3 * DAY {
            let limit = Limit {
                total: 1000,
                remaining,
                reset_after: (day_began + DAY).saturating_sub(now),
            };
            now += pause(limit, shards);
            if now >= day_began + DAY {
                (day_began, remaining) = (now, 1000);
            }
            remaining -= shards;
            fewest = fewest.min(remaining);
            connected += 1;
            now = (now + crashes_after).min(day_began + DAY);
        }
        (fewest, connected)
    }

    #[test]
    fn a_loop_of_crashes_never_touches_the_last_tenth() {
        for shards in [1, 2, 4, 7, 16, 150, 400, 800] {
            for crashes_after in [Duration::ZERO, Duration::from_secs(5), Duration::from_mins(10)] {
                let (fewest, connected) = loop_of_crashes(shards, crashes_after);
                assert!(fewest >= 100, "{shards} shards: {fewest} left");
                assert!(connected >= 3, "{shards} shards: {connected} times");
            }
        }
    }
}
