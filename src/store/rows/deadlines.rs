//! Keys of deadlines.

use crate::{
    game::{ChallengeId, GameId},
    store::{Deadline, StoreError},
};

pub(in crate::store) const CHALLENGE_DEADLINE: &str = "challenge";

pub(in crate::store) const COMPUTER_DEADLINE: &str = "computer";

/// Only in the result of `sql::DUE_DEADLINES`: turn timers are columns of `game`.
const TURN_TIMER_DEADLINE: &str = "turn timer";

pub(in crate::store) const fn deadline_key(deadline: Deadline) -> (&'static str, i64) {
    match deadline {
        Deadline::Challenge(ChallengeId(id)) => (CHALLENGE_DEADLINE, id),
        Deadline::Computer(GameId(id)) => (COMPUTER_DEADLINE, id),
        Deadline::TurnTimer(GameId(id)) => (TURN_TIMER_DEADLINE, id),
    }
}

pub(in crate::store) fn deadline(kind: &str, subject: i64) -> Result<Deadline, StoreError> {
    match kind {
        CHALLENGE_DEADLINE => Ok(Deadline::Challenge(ChallengeId(subject))),
        COMPUTER_DEADLINE => Ok(Deadline::Computer(GameId(subject))),
        TURN_TIMER_DEADLINE => Ok(Deadline::TurnTimer(GameId(subject))),
        other => Err(StoreError::corrupt("a deadline", format!("unknown kind {other:?}"))),
    }
}
