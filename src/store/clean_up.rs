//! What is kept for a time only.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    game::{InteractionId, SOLVED_COUNT_PERIOD},
    rating,
    store::{database::Store, prelude::*},
};

/// How many rows a statement changes at most.
const LIMIT: u64 = 1_000;

/// Each clears or deletes at most `$2` things that are kept for a time only, which was up at
/// `$1`. The inner query finds them; the outer conditions hold again when a row was locked, as
/// a move may have stored a new token meanwhile.
const CLEAN_UP: [&str; 3] = [
    "UPDATE game SET token = '', token_expires_at = 0 \
     WHERE token <> '' AND token_expires_at <= $1 AND game_id IN (SELECT game_id FROM game \
     WHERE token <> '' AND token_expires_at <= $1 ORDER BY token_expires_at LIMIT $2)",
    "UPDATE challenge SET token = '', token_expires_at = 0 \
     WHERE token <> '' AND token_expires_at <= $1 AND challenge_id IN (SELECT challenge_id \
     FROM challenge WHERE token <> '' AND token_expires_at <= $1 \
     ORDER BY token_expires_at LIMIT $2)",
    "DELETE FROM kept_limit WHERE until <= $1 AND (kind, person, other) IN \
     (SELECT kind, person, other FROM kept_limit WHERE until <= $1 ORDER BY until LIMIT $2)",
];

/// Much longer than the minute in which a request is answered, for clocks that are ahead.
const APPLIED_INTERACTIONS_KEPT_FOR: Duration = Duration::from_hours(1);

/// A month has up to 31 days. `FACTS_KEPT_FOR` of messages that stay relies on two weeks.
const PUZZLE_SOLVERS_SHOWN_FOR: Duration = Duration::from_hours(32 * 24);

impl Store {
    /// Clears and deletes what is kept for a time only, such as interaction tokens, if that
    /// is up. Returns whether there may be more.
    pub async fn clean_up(&self, now: Timestamp) -> StoreResult<bool> {
        /// Like [`CLEAN_UP`], for interactions that are so old that they are refused: their ids are
        /// at most `$1`.
        const CLEAN_UP_APPLIED_INTERACTIONS: &str = "\
            DELETE FROM applied_interaction WHERE interaction_id IN (SELECT interaction_id \
            FROM applied_interaction WHERE interaction_id <= $1 ORDER BY interaction_id LIMIT $2)";
        /// Like [`CLEAN_UP`], for the solvers of puzzles that are no longer shown.
        const CLEAN_UP_PUZZLE_SOLVERS: &str = "\
            DELETE FROM puzzle_solver WHERE solved_at <= $1 AND (guild_id, puzzle, player_id) IN \
            (SELECT guild_id, puzzle, player_id \
            FROM puzzle_solver WHERE solved_at <= $1 ORDER BY solved_at LIMIT $2)";
        /// Like [`CLEAN_UP`], for tries in training that were made by `$1`.
        const CLEAN_UP_TRIES: &str = "\
            DELETE FROM training_try WHERE tried_at <= $1 AND (player_id, game_id, ply, number) IN \
            (SELECT player_id, game_id, ply, number \
            FROM training_try WHERE tried_at <= $1 ORDER BY tried_at LIMIT $2)";
        /// Has the leaderboards that stay follow [`CLEAN_UP_RATINGS`], a minute later. `$1` is as
        /// there, 90 days ago.
        const UPDATE_STANDING_LEADERBOARDS: &str = "\
            UPDATE standing_message SET changes = changes + 1, \
            due_at = coalesce(due_at, $1 + 7776060000) WHERE kind = 'leaderboard' \
            AND state = 'on' AND period = 'all time' AND sort_by = 'rating' AND guild_id IN \
            (SELECT scope_id FROM leaderboard_entry WHERE last_rated_at <= $1 \
            ORDER BY last_rated_at LIMIT $2)";
        /// Like [`CLEAN_UP`], for ratings on leaderboards after a last rated game by `$1`.
        const CLEAN_UP_RATINGS: &str = "\
            UPDATE leaderboard_entry SET rating = NULL, rating_key = NULL, provisional = 0, \
            last_rated_at = NULL \
            WHERE last_rated_at <= $1 AND (scope_id, period, player_id) IN \
            (SELECT scope_id, period, player_id \
            FROM leaderboard_entry WHERE last_rated_at <= $1 ORDER BY last_rated_at LIMIT $2)";
        let oldest = InteractionId::first_at(now.before(APPLIED_INTERACTIONS_KEPT_FOR));
        let last_rated_at = now.before(rating::LISTED_FOR);
        let kept_until = CLEAN_UP.map(|statement| query(statement).bind(now));
        let kept_for = [
            query(CLEAN_UP_PUZZLE_SOLVERS).bind(now.before(PUZZLE_SOLVERS_SHOWN_FOR)),
            query(CLEAN_UP_TRIES).bind(now.before(2 * SOLVED_COUNT_PERIOD)),
            query(UPDATE_STANDING_LEADERBOARDS).bind(last_rated_at),
            query(CLEAN_UP_RATINGS).bind(last_rated_at),
            query(CLEAN_UP_APPLIED_INTERACTIONS).bind(oldest),
        ];
        let locks = &[AdvisoryLock::CleanUp];
        let mut has_more = false;
        // A transaction for each statement, so that none takes long.
        for query in kept_until.into_iter().chain(kept_for) {
            let query = query.bind(LIMIT);
            let changed = self.change(locks, async |connection| query.execute(connection).await);
            has_more |= changed.await? >= LIMIT;
        }
        Ok(has_more)
    }
}
