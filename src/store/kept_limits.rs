//! Limits of a person that the deletion of their data does not end: how often they challenged
//! somebody in vain, how many rated games two people have finished today, how many one has won over
//! the other, and today's puzzle. They refer to nobody's row, and last a week at most.

use clock::Timestamp;

use crate::{
    game::{ChallengeCooldown, ChallengeId, PlayerId, PuzzleNumber},
    store::{database::Store, prelude::*},
};

/// The number of rated games that the players `$1` and `$2` have begun since the midnight `$3`: those
/// that live, and those that have ended, but for such as do not count towards the limit.
macro_rules! count_rated_games {
    () => {
        "CAST(coalesce((SELECT sum(value) FROM kept_limit WHERE kind = 'rated games' \
         AND person IN ($1, $2) AND other IN ($1, $2) AND until > $3), 0) \
         + (SELECT count(*) FROM game WHERE rated = 'yes' AND result IS NULL \
         AND first_player_id IN ($1, $2) AND second_player_id IN ($1, $2) \
         AND started_at >= $3) AS BIGINT)"
    };
}

pub(in crate::store) use count_rated_games;

impl FromRow for Option<ChallengeCooldown> {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let Some(challenges) = row.get("challenges_before")? else { return Ok(None) };
        Ok(Some(ChallengeCooldown { challenges, until: row.get("cooldown_until")? }))
    }
}

impl Store {
    /// The challenges of a player to another that ended without a game.
    pub async fn challenge_cooldown(
        &self,
        challenger: PlayerId,
        opponent: PlayerId,
    ) -> StoreResult<Option<ChallengeCooldown>> {
        const COOLDOWN: &str = "\
            SELECT value AS challenges_before, until AS cooldown_until FROM kept_limit \
            WHERE kind = 'cooldown' AND person = $1 AND other = $2";
        let query = query(COOLDOWN).bind(challenger).bind(opponent);
        Ok(self.fetch_optional(query).await?.flatten())
    }
}

/// Counts a challenge that ended without a game (`$1`) until `$2`, together with those that are
/// remembered at `$3`. One that expired unseen does not count.
const COUNT_IN_COOLDOWN: &str = "\
    INSERT INTO kept_limit (kind, person, other, value, until) \
    SELECT 'cooldown', challenger_id, opponent_id, 1, $2 FROM challenge \
    WHERE challenge_id = $1 AND opponent_id IS NOT NULL \
    AND (state <> 'expired' OR message_id IS NOT NULL OR shown = 1) \
    ON CONFLICT (kind, person, other) DO UPDATE SET value = excluded.value \
    + CASE WHEN kept_limit.until > $3 THEN kept_limit.value ELSE 0 END, until = excluded.until";

/// Counts a challenge that ended without a game.
pub(in crate::store) fn count_in_cooldown(challenge: ChallengeId, now: Timestamp) -> Query {
    query(COUNT_IN_COOLDOWN).bind(challenge).bind(now.after(ChallengeCooldown::MEMORY)).bind(now)
}

/// Who joins an open challenge (`$3`) was not asked by its challenger, so their cooldown goes on.
const END_COOLDOWN: &str = "\
    DELETE FROM kept_limit WHERE kind = 'cooldown' AND person = $1 AND other = $2 \
    AND NOT EXISTS (SELECT 1 FROM challenge \
    WHERE challenge_id = $3 AND opponent_id IS NULL AND challenger_id = $2)";

/// Ends the cooldowns between two players who begin a game.
pub(in crate::store) async fn end_cooldowns(
    connection: &mut Connection<'_>,
    challenge: ChallengeId,
    [one, other]: [PlayerId; 2],
) -> StoreResult<()> {
    for (from, to) in [(one, other), (other, one)] {
        query(END_COOLDOWN).bind(from).bind(to).bind(challenge).execute(connection).await?;
    }
    Ok(())
}

/// Counts one more of a kind for two people, together with those of the same day.
pub(in crate::store) fn count(
    kind: &str,
    person: PlayerId,
    other: PlayerId,
    day: Timestamp,
) -> Query {
    const COUNT: &str = "\
        INSERT INTO kept_limit (kind, person, other, value, until) VALUES ($1, $2, $3, 1, $4) \
        ON CONFLICT (kind, person, other) DO UPDATE SET value = excluded.value \
        + CASE WHEN kept_limit.until = excluded.until THEN kept_limit.value ELSE 0 END, \
        until = excluded.until";
    query(COUNT).bind(kind).bind(person).bind(other).bind(next_midnight(day))
}

pub(in crate::store) fn next_midnight(now: Timestamp) -> Timestamp {
    Timestamp::of_day(now.day() + 1)
}

/// Keeps what a player (`$1`) has tried in today's puzzle (`$2`) until midnight (`$3`). There is one
/// digit for each try.
const KEEP_PUZZLE: &str = "\
    INSERT INTO kept_limit (kind, person, other, value, until) \
    SELECT 'puzzle', player_id, puzzle, CAST(tries AS BIGINT), CAST($3 AS BIGINT) \
    FROM puzzle_attempt WHERE player_id = $1 AND puzzle = $2 AND length(tries) <= 18 \
    ON CONFLICT (kind, person, other) DO UPDATE SET value = excluded.value";

/// Keeps the puzzle of a player who is about to be deleted. All else is kept anyway.
pub(in crate::store) fn keep(player: PlayerId, now: Timestamp) -> Query {
    query(KEEP_PUZZLE).bind(player).bind(PuzzleNumber::of_day(now)).bind(next_midnight(now))
}
