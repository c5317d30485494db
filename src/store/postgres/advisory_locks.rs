//! Advisory locks, which serialize transactions.
//!
//! PostgreSQL identifies them by number, holds them to the end of the transaction, and
//! releases them when a process dies.
//! ([Documentation](https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).)

use std::{collections::BTreeSet, fmt::Write as _};

use crate::store::prelude::*;

/// Held shared by all transactions, and exclusively by one with
/// [`AdvisoryLock::Exclusive`].
const GLOBAL_LOCK: i64 = 0;

/// Cannot collide with Discord's ids, which are far larger.
const CLEAN_UP_LOCK: i64 = 1;

/// Held while the version of the schema is read and adopted.
pub(super) const SCHEMA_LOCK: i64 = 2;

/// The statements that acquire the locks of a transaction.
///
/// All transactions lock in ascending order, which rules out deadlocks. Moves take no
/// advisory lock, since each is a single statement; an exclusive transaction blocks them
/// with a table lock.
pub(super) fn lock_query(locks: &[AdvisoryLock]) -> String {
    if locks.contains(&AdvisoryLock::Exclusive) {
        return format!(
            "SELECT pg_advisory_xact_lock({GLOBAL_LOCK}); LOCK TABLE game IN EXCLUSIVE MODE"
        );
    }
    let mut text = format!("SELECT pg_advisory_xact_lock_shared({GLOBAL_LOCK})");
    let is_shared = |lock: &AdvisoryLock| matches!(lock, AdvisoryLock::SharedGuild(_));
    let locks: BTreeSet<_> = locks.iter().map(|lock| (lock_id(lock), is_shared(lock))).collect();
    for (lock_id, is_shared) in locks {
        let function =
            if is_shared { "pg_advisory_xact_lock_shared" } else { "pg_advisory_xact_lock" };
        write!(text, "; SELECT {function}({lock_id})").expect("writing to a String cannot fail");
    }
    text
}

/// Equal numbers for different locks do no harm: their transactions wait for each other.
fn lock_id(lock: &AdvisoryLock) -> i64 {
    match lock {
        AdvisoryLock::Exclusive => GLOBAL_LOCK,
        AdvisoryLock::CleanUp => CLEAN_UP_LOCK,
        AdvisoryLock::Player(player) => player.0.cast_signed(),
        AdvisoryLock::Channel(channel) => channel.0.cast_signed(),
        AdvisoryLock::Guild(guild) | AdvisoryLock::SharedGuild(guild) => guild.0.cast_signed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ChannelId, PlayerId};

    #[test]
    fn locks_are_always_taken_in_the_same_order() {
        let [one, other, channel] = [
            AdvisoryLock::Player(PlayerId(70)),
            AdvisoryLock::Player(PlayerId(80)),
            AdvisoryLock::Channel(ChannelId(75)),
        ];
        let expected = "SELECT pg_advisory_xact_lock_shared(0); \
            SELECT pg_advisory_xact_lock(70); SELECT pg_advisory_xact_lock(75); \
            SELECT pg_advisory_xact_lock(80)";
        assert_eq!(lock_query(&[one, other, channel]), expected);
        assert_eq!(lock_query(&[channel, other, one, one]), expected);
    }

    #[test]
    fn the_exclusive_lock_needs_no_other_locks() {
        let text = lock_query(&[AdvisoryLock::CleanUp, AdvisoryLock::Exclusive]);
        assert!(text.contains("lock(0)") && !text.contains("lock(1)"), "{text}");
    }
}
