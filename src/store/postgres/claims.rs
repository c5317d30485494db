//! What a change has for itself, so that others wait for it to be committed.
//!
//! These are advisory locks: PostgreSQL knows them by number alone, holds them to
//! the end of the transaction, and lets go of them when a process dies.
//! ([Explanation](https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).)

use std::{collections::BTreeSet, fmt::Write as _};

use crate::store::database::Claim;

/// Held together by all changes, and alone by one that claims everything.
const EVERYTHING: i64 = 0;

/// Discord's ids are far above these.
const RESULTS: i64 = 1;

/// What makes a transaction have what it claims.
///
/// All claim in the order of numbers, so that no two wait for each other. Moves
/// claim nothing, as each is a statement of its own; who claims everything keeps
/// them off by the table.
pub(super) fn claim(claims: &[Claim]) -> String {
    if claims.contains(&Claim::Everything) {
        return format!(
            "SELECT pg_advisory_xact_lock({EVERYTHING}); LOCK TABLE game IN EXCLUSIVE MODE"
        );
    }
    let mut text = format!("SELECT pg_advisory_xact_lock_shared({EVERYTHING})");
    let numbers: BTreeSet<i64> = claims.iter().map(number).collect();
    for number in numbers {
        write!(text, "; SELECT pg_advisory_xact_lock({number})").expect("a String takes any text");
    }
    text
}

/// Two that have the same number by chance only wait for each other at times.
fn number(claim: &Claim) -> i64 {
    match claim {
        Claim::Everything => EVERYTHING,
        Claim::Results => RESULTS,
        Claim::Player(player) => player.0.cast_signed(),
        Claim::Channel(channel) => channel.0.cast_signed(),
        Claim::Guild(guild) => guild.0.cast_signed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{ChannelId, PlayerId};

    #[test]
    fn all_claim_in_the_same_order() {
        let [one, other, here] = [
            Claim::Player(PlayerId(70)),
            Claim::Player(PlayerId(80)),
            Claim::Channel(ChannelId(75)),
        ];
        let expected = "SELECT pg_advisory_xact_lock_shared(0); \
            SELECT pg_advisory_xact_lock(70); SELECT pg_advisory_xact_lock(75); \
            SELECT pg_advisory_xact_lock(80)";
        assert_eq!(claim(&[one, other, here]), expected);
        assert_eq!(claim(&[here, other, one, one]), expected);
    }

    #[test]
    fn who_claims_everything_needs_nothing_else() {
        let text = claim(&[Claim::Results, Claim::Everything]);
        assert!(text.contains("lock(0)") && !text.contains("lock(1)"), "{text}");
    }
}
