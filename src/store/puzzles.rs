//! Daily puzzles: what players have tried.

use clock::Timestamp;
use connect4::Moves;

use crate::{
    game::{
        self, GuildId, InteractionId, Player, PlayerId, PuzzleAttempt, PuzzleNumber, STREAK_MEMORY,
        SolvedDay,
    },
    store::{
        database::Store,
        players,
        prelude::*,
        puzzle_solvers::{self, PuzzleResult},
    },
};

/// One more try in a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleTry {
    pub number: PuzzleNumber,
    /// The number of tries before it.
    pub tries_before: usize,
    /// All tries, with this one.
    pub tries: Moves,
    pub tried_at: Timestamp,
    /// How many wrong columns were tried, if it solves the puzzle.
    pub mistakes: Option<u8>,
    /// The server in which it was made.
    pub guild: Option<GuildId>,
}

/// What a player (`$1`) had tried in a puzzle (`$2`) before their data was deleted, as if since
/// the start of the day.
macro_rules! kept_attempt {
    () => {
        "SELECT person AS player_id, other AS puzzle, CAST(value AS TEXT) AS tries, \
         until - 86400000 AS started_at FROM kept_limit \
         WHERE kind = 'puzzle' AND person = $1 AND other = $2"
    };
}

/// What was kept when a player's data was deleted has the same limit.
const PUZZLE_ATTEMPT: &str = concat!(
    "SELECT player_id, tries, started_at, streak FROM puzzle_attempt WHERE player_id = $1 AND puzzle = $2 ",
    "UNION ALL SELECT player_id, tries, started_at, NULL FROM (",
    kept_attempt!(),
    ") AS kept WHERE NOT EXISTS ",
    "(SELECT 1 FROM puzzle_attempt WHERE player_id = $1 AND puzzle = $2)"
);

const RESTORE_PUZZLE_ATTEMPT: &str = concat!(
    "INSERT INTO puzzle_attempt (player_id, puzzle, tries, started_at) ",
    kept_attempt!(),
    " ON CONFLICT (player_id, puzzle) DO NOTHING"
);

from_columns!(PuzzleAttempt { tries, started_at, streak });

impl Store {
    /// A player's attempt at a daily puzzle; the default if they have not tried it.
    pub async fn puzzle_attempt(
        &self,
        player: PlayerId,
        number: PuzzleNumber,
    ) -> StoreResult<PuzzleAttempt> {
        Ok(self.fetch_optional(attempt(player, number)).await?.unwrap_or_default())
    }

    /// The last puzzles before one that a player has solved on their days, the latest first, as many
    /// as say how their streak goes on.
    pub async fn solved_puzzles(
        &self,
        player: PlayerId,
        before: PuzzleNumber,
    ) -> StoreResult<Vec<SolvedDay>> {
        self.fetch_all(solved_puzzles(player, before)).await
    }

    /// Stores a try in a puzzle, if there are as many before it as it says, and the interaction
    /// has changed nothing before. One that solves the day's puzzle continues the player's streak.
    pub async fn save_puzzle_try(
        &self,
        by: InteractionId,
        player: &Player,
        new: PuzzleTry,
    ) -> StoreResult<SaveResult> {
        let own = AdvisoryLock::Player(player.id);
        let locks: Vec<_> = [own].into_iter().chain(new.guild.map(AdvisoryLock::Guild)).collect();
        let change = self.change_once(by, &locks, async |connection| {
            players::upsert(connection, player, new.tried_at).await?;
            let streak = streak_after(connection, player.id, &new).await?;
            let PuzzleTry { number, tries_before, tries, tried_at, mistakes, guild } = new;
            let solved_at = mistakes.map(|_| tried_at);
            let with_tries = |text| {
                query(text).bind(player.id).bind(number).bind(tries).bind(solved_at).bind(streak)
            };
            let save = if tries_before == 0 {
                with_tries(BEGIN_PUZZLE).bind(tried_at)
            } else {
                let restore = query(RESTORE_PUZZLE_ATTEMPT).bind(player.id).bind(number);
                restore.execute(connection).await?;
                with_tries(SAVE_PUZZLE_TRY).bind(tries_before as u64)
            };
            let saved = save.save(connection).await?;
            if let (SaveResult::Saved, Some(streak)) = (saved, streak) {
                // The next day may have been solved before this one.
                let next_day = query(CONTINUE_PUZZLE_STREAK).bind(player.id).bind(number.next());
                next_day.bind(streak + 1).execute(connection).await?;
                if let Some(guild) = guild {
                    let result = PuzzleResult { number, mistakes, shared: false };
                    puzzle_solvers::record(connection, guild, player.id, result, tried_at).await?;
                }
            }
            Ok(saved)
        });
        Ok(change.await?.unwrap_or(SaveResult::Conflict))
    }
}

fn attempt(player: PlayerId, number: PuzzleNumber) -> Query {
    query(PUZZLE_ATTEMPT).bind(player).bind(number)
}

const BEGIN_PUZZLE: &str = "\
    INSERT INTO puzzle_attempt (player_id, puzzle, tries, solved_at, streak, started_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player_id, puzzle) DO NOTHING";

const SAVE_PUZZLE_TRY: &str = "\
    UPDATE puzzle_attempt SET tries = $3, solved_at = $4, streak = $5 \
    WHERE player_id = $1 AND puzzle = $2 AND length(tries) = $6";

const SOLVED_PUZZLES: &str = "\
    SELECT puzzle, streak FROM puzzle_attempt \
    WHERE player_id = $1 AND puzzle < $2 AND streak IS NOT NULL ORDER BY puzzle DESC LIMIT $3";

fn solved_puzzles(player: PlayerId, before: PuzzleNumber) -> Query {
    query(SOLVED_PUZZLES).bind(player).bind(before).bind(STREAK_MEMORY)
}

/// The streak that a try continues or begins, if it solves the puzzle and still counts.
async fn streak_after(
    connection: &mut Connection<'_>,
    player: PlayerId,
    new: &PuzzleTry,
) -> StoreResult<Option<u32>> {
    if new.mistakes.is_none() {
        return Ok(None);
    }
    let solved: Vec<SolvedDay> = solved_puzzles(player, new.number).fetch_all(connection).await?;
    let attempt: Option<PuzzleAttempt> =
        attempt(player, new.number).fetch_optional(connection).await?;
    let started_at = attempt.and_then(|it| it.started_at).unwrap_or(new.tried_at);
    Ok(game::streak_after_solving(new.number, started_at, new.tried_at, &solved))
}

const CONTINUE_PUZZLE_STREAK: &str = "\
    UPDATE puzzle_attempt SET streak = $3 \
    WHERE player_id = $1 AND puzzle = $2 AND streak IS NOT NULL";
