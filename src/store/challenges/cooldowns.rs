//! Cooldowns after challenges that ended without a game.

use clock::Timestamp;

use crate::{
    game::{ChallengeCooldown, ChallengeId, PlayerId},
    store::{
        error::StoreError,
        query::{DbConnection, query},
        retained_limits::{self, LimitKey},
        row,
    },
};

pub(in crate::store) const COOLDOWN: &str = "\
    SELECT challenges, last_ended_at FROM challenge_cooldown \
    WHERE challenger_id = $1 AND opponent_id = $2";

pub(in crate::store) async fn cooldown(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    challenger: PlayerId,
    opponent: PlayerId,
) -> Result<Option<ChallengeCooldown>, StoreError> {
    let retained = retained_limits::cooldown(connection, key, challenger, opponent).await?;
    let stored: Option<(i64, i64)> = query(COOLDOWN)
        .bind(challenger.0.cast_signed())
        .bind(opponent.0.cast_signed())
        .fetch_optional(connection)
        .await?;
    let stored = stored.map(|(challenges, last_at)| row::cooldown(challenges, last_at));
    Ok(merge(stored, retained))
}

/// Adds up the stored and the retained challenges of a player to another one.
pub(in crate::store) fn merge(
    stored: Option<ChallengeCooldown>,
    retained: Option<ChallengeCooldown>,
) -> Option<ChallengeCooldown> {
    match (stored, retained) {
        (Some(one), Some(other)) => Some(one.merge(other)),
        (one, other) => one.or(other),
    }
}

/// Counts a challenge that ended without a game (`$1`) at a time (`$2`), together with those
/// that ended after `$3`. One that expired unseen does not count.
pub(in crate::store) const COUNT_IN_COOLDOWN: &str = "\
    INSERT INTO challenge_cooldown (challenger_id, opponent_id, challenges, last_ended_at) \
    SELECT challenger_id, opponent_id, 1, $2 FROM challenge \
    WHERE challenge_id = $1 AND opponent_id IS NOT NULL \
    AND (state <> 'expired' OR message_id IS NOT NULL OR shown = 1) \
    ON CONFLICT (challenger_id, opponent_id) DO UPDATE SET \
    challenges = CASE WHEN challenge_cooldown.last_ended_at > $3 \
    THEN challenge_cooldown.challenges + 1 ELSE 1 END, \
    last_ended_at = excluded.last_ended_at RETURNING challenger_id, opponent_id";

/// Adds earlier challenges (`$3`) of a player to another one.
pub(in crate::store) const ADD_TO_COOLDOWN: &str = "\
    UPDATE challenge_cooldown SET challenges = challenges + $3 \
    WHERE challenger_id = $1 AND opponent_id = $2";

/// Counts a challenge that ended without a game.
pub(in crate::store) async fn count_in_cooldown(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    challenge: ChallengeId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let remembered_since = now.before(ChallengeCooldown::MEMORY);
    let counted: Option<(i64, i64)> = query(COUNT_IN_COOLDOWN)
        .bind(challenge.0)
        .bind(now.milliseconds())
        .bind(remembered_since.milliseconds())
        .fetch_optional(&mut *connection)
        .await?;
    let Some((challenger, opponent)) = counted else { return Ok(()) };
    let [from, to] = [challenger, opponent].map(|id| PlayerId(id.cast_unsigned()));
    let retained = retained_limits::take_cooldown(connection, key, from, to).await?;
    // As one cooldown, they are forgotten together.
    if let Some(retained) = retained.filter(|it| it.last_ended_at > remembered_since) {
        query(ADD_TO_COOLDOWN)
            .bind(challenger)
            .bind(opponent)
            .bind(i64::from(retained.challenges))
            .execute(connection)
            .await?;
    }
    Ok(())
}

pub(in crate::store) const END_COOLDOWN: &str =
    "DELETE FROM challenge_cooldown WHERE challenger_id = $1 AND opponent_id = $2";

pub(in crate::store) const OPEN_CHALLENGER: &str =
    "SELECT challenger_id FROM challenge WHERE challenge_id = $1 AND opponent_id IS NULL";

/// Ends the cooldowns between two players who begin a game. Who joins an open challenge was not
/// asked by its challenger, so theirs goes on.
pub(in crate::store) async fn end_cooldowns(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    challenge: ChallengeId,
    [one, other]: [PlayerId; 2],
) -> Result<(), StoreError> {
    let open: Option<i64> =
        query(OPEN_CHALLENGER).bind(challenge.0).fetch_optional_scalar(&mut *connection).await?;
    for (from, to) in [(one, other), (other, one)] {
        if open.is_some_and(|challenger| challenger != from.0.cast_signed()) {
            continue;
        }
        query(END_COOLDOWN)
            .bind(from.0.cast_signed())
            .bind(to.0.cast_signed())
            .execute(&mut *connection)
            .await?;
        retained_limits::take_cooldown(&mut *connection, key, from, to).await?;
    }
    Ok(())
}
