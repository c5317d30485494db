//! Limits of a person that the deletion of their data does not end: how often they challenged
//! somebody in vain, how many rated games two people have begun today, how many one has won over the
//! other, and today's puzzle. They refer to nobody's row, and last a week at most.

use clock::Timestamp;

use crate::{
    game::{ChallengeCooldown, ChallengeId, PlayerId, PuzzleNumber},
    store::{Connection, Query, StoreResult, query},
};

/// Whether a game counts towards the daily limit of rated games. One that was called off or too
/// short does not; but one that was interrupted does, or a player could avoid losing any number of them.
macro_rules! counts_towards_rated_limit {
    () => {
        "rated = 'yes' AND counts <> 'too short' AND (result IS NULL OR result <> 'called off')"
    };
}

/// The number of rated games that two players have begun since a midnight, but for those that do
/// not count towards the limit, in either order of seats, together with those that were kept when one of them was deleted.
macro_rules! count_rated_games {
    ($one:literal, $other:literal, $midnight:literal) => {
        concat!(
            count_rated_games!(seats $one, $other, $midnight),
            " + ",
            count_rated_games!(seats $other, $one, $midnight),
            " + ",
            count_rated_games!(kept $one, $other, $midnight),
            " + ",
            count_rated_games!(kept $other, $one, $midnight)
        )
    };
    (seats $first:literal, $second:literal, $midnight:literal) => {
        concat!(
            "(SELECT count(*) FROM game WHERE ",
            counts_towards_rated_limit!(),
            " AND first_player_id = ",
            $first,
            " AND second_player_id = ",
            $second,
            " AND started_at >= ",
            $midnight,
            ")"
        )
    };
    (kept $person:literal, $other:literal, $midnight:literal) => {
        concat!(
            "coalesce((SELECT value FROM kept_limit WHERE kind = 'rated games' AND person = ",
            $person,
            " AND other = ",
            $other,
            " AND until > ",
            $midnight,
            "), 0)"
        )
    };
}

pub(in crate::store) use {count_rated_games, counts_towards_rated_limit};

/// A cooldown as it is stored.
pub(in crate::store) fn stored_cooldown(challenges: u32, until: Timestamp) -> ChallengeCooldown {
    ChallengeCooldown { challenges, last_ended_at: until.before(ChallengeCooldown::MEMORY) }
}

const COOLDOWN: &str =
    "SELECT value, until FROM kept_limit WHERE kind = 'cooldown' AND person = $1 AND other = $2";

pub(in crate::store) async fn cooldown(
    connection: &mut Connection<'_>,
    challenger: PlayerId,
    opponent: PlayerId,
) -> StoreResult<Option<ChallengeCooldown>> {
    let stored = query(COOLDOWN).bind(challenger).bind(opponent).fetch_optional(connection).await?;
    Ok(stored.map(|(challenges, until)| stored_cooldown(challenges, until)))
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

/// Stores how many wins of a player over another have counted on a day.
pub(in crate::store) fn save_wins(
    winner: Option<PlayerId>,
    loser: Option<PlayerId>,
    wins: u32,
    won_at: Timestamp,
) -> Query {
    const SAVE_WINS: &str = "\
        INSERT INTO kept_limit (kind, person, other, value, until) VALUES ('wins', $1, $2, $3, $4) \
        ON CONFLICT (kind, person, other) DO UPDATE \
        SET value = excluded.value, until = excluded.until";
    query(SAVE_WINS).bind(winner).bind(loser).bind(wins).bind(next_midnight(won_at))
}

pub(in crate::store) fn next_midnight(now: Timestamp) -> Timestamp {
    Timestamp::of_day(now.day() + 1)
}

/// Keeps the rated games of a player (`$1`) since a midnight (`$2`), by opponent, until the next
/// one (`$3`). Deleted users are left out.
const KEEP_RATED_GAMES: &str = concat!(
    "INSERT INTO kept_limit (kind, person, other, value, until) ",
    "SELECT 'rated games', CAST($1 AS BIGINT), opponent_id, count(*), CAST($3 AS BIGINT) FROM (",
    "SELECT second_player_id AS opponent_id FROM game WHERE ",
    counts_towards_rated_limit!(),
    " AND first_player_id = $1 AND started_at >= $2 UNION ALL ",
    "SELECT first_player_id FROM game WHERE ",
    counts_towards_rated_limit!(),
    " AND second_player_id = $1 AND started_at >= $2) AS rated_game ",
    "WHERE opponent_id >= 0 GROUP BY opponent_id ",
    "ON CONFLICT (kind, person, other) DO UPDATE SET value = excluded.value ",
    "+ CASE WHEN kept_limit.until > $2 THEN kept_limit.value ELSE 0 END, until = excluded.until"
);

/// Keeps what a player (`$1`) has tried in today's puzzle (`$2`) until midnight (`$3`). There is one
/// digit for each try.
const KEEP_PUZZLE: &str = "\
    INSERT INTO kept_limit (kind, person, other, value, until) \
    SELECT 'puzzle', player_id, puzzle, CAST(tries AS BIGINT), CAST($3 AS BIGINT) \
    FROM puzzle_attempt WHERE player_id = $1 AND puzzle = $2 AND length(tries) <= 18 \
    ON CONFLICT (kind, person, other) DO UPDATE SET value = excluded.value";

/// Keeps the limits of a player who is about to be deleted. Cooldowns and wins are kept anyway.
pub(in crate::store) async fn keep(
    connection: &mut Connection<'_>,
    player: PlayerId,
    now: Timestamp,
) -> StoreResult<()> {
    let midnight = now.midnight();
    let next_midnight = next_midnight(now);
    let rated_games = query(KEEP_RATED_GAMES).bind(player).bind(midnight).bind(next_midnight);
    rated_games.execute(connection).await?;
    let puzzle = query(KEEP_PUZZLE).bind(player).bind(PuzzleNumber::of_day(now));
    puzzle.bind(next_midnight).execute(connection).await?;
    Ok(())
}
