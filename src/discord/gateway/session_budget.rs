//! Computes how long to wait before starting gateway sessions, so that the daily
//! limit is never reached.
//!
//! Discord resets the bot's token when the limit is exceeded, and a crash loop, in
//! which a process supervisor restarts the program every few seconds, would reach it
//! within hours.
//!
//! [Discord's rule](https://discord.com/developers/docs/events/gateway#identifying)

use std::time::Duration;

use serenity::model::gateway::SessionStartLimit;

/// How long to wait before starting `sessions` sessions.
///
/// Zero while more than half of the daily total is left. After that, long enough for
/// the rest to last until the reset at this rate. If too few are left, until the
/// reset.
///
/// A tenth of the daily total is kept in reserve.
pub(super) fn delay(limit: &SessionStartLimit, sessions: u64) -> Duration {
    let &SessionStartLimit { total, remaining, reset_after, .. } = limit;
    let spendable = remaining.saturating_sub(total / 10);
    if sessions == 0 || remaining >= total {
        return Duration::ZERO;
    }
    Duration::from_millis(if spendable < sessions {
        reset_after
    } else if remaining > total / 2 {
        0
    } else {
        reset_after.saturating_mul(sessions) / spendable
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    fn limit(remaining: u64, reset_after: Duration) -> SessionStartLimit {
        let reset_after = u64::try_from(reset_after.as_millis()).unwrap();
        let limit = json!({
            "total": 1000,
            "remaining": remaining,
            "reset_after": reset_after,
            "max_concurrency": 1,
        });
        serde_json::from_value(limit).unwrap()
    }

    fn day(remaining: u64) -> SessionStartLimit {
        limit(remaining, DAY)
    }

    #[test]
    fn the_second_half_of_the_sessions_lasts_until_the_reset() {
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
            let limit = limit(remaining, reset_after);
            assert_eq!(delay(&limit, sessions), expected, "{limit:?}, {sessions} sessions");
        }
    }

    #[test]
    fn most_of_a_days_sessions_may_start_when_none_is_used() {
        assert_eq!(delay(&day(1000), 950), Duration::ZERO);
        assert_eq!(delay(&day(999), 950), DAY);
    }

    #[test]
    fn fewer_remaining_or_more_sessions_never_wait_less() {
        for sessions in 0..50 {
            for remaining in 0..=1000 {
                let this = delay(&day(remaining), sessions);
                assert!(this <= DAY);
                assert!(delay(&day(remaining), sessions + 1) >= this);
                if remaining > 0 {
                    assert!(delay(&day(remaining - 1), sessions) >= this, "{remaining} left");
                }
            }
        }
    }

    /// Connects as often as allowed for three days. Returns the lowest number of
    /// remaining sessions, and the number of connections.
    fn simulate_crash_loop(shards: u64, crashes_after: Duration) -> (u64, u64) {
        let (mut now, mut day_began, mut remaining) = (Duration::ZERO, Duration::ZERO, 1000);
        let (mut fewest, mut connected) = (remaining, 0);
        while now < 3 * DAY {
            let limit = limit(remaining, (day_began + DAY).saturating_sub(now));
            now += delay(&limit, shards);
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
    fn a_crash_loop_never_uses_the_reserve() {
        for shards in [1, 2, 4, 7, 16, 150, 400, 800] {
            for crashes_after in [Duration::ZERO, Duration::from_secs(5), Duration::from_mins(10)] {
                let (fewest, connected) = simulate_crash_loop(shards, crashes_after);
                assert!(fewest >= 100, "{shards} shards: {fewest} left");
                assert!(connected >= 3, "{shards} shards: {connected} times");
            }
        }
    }
}
