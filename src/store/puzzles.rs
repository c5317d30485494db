//! Daily puzzles: what players have tried, and who has solved them on their day.

use clock::Timestamp;
use connect4::Moves;

use crate::{
    game::{
        self, GuildId, InteractionId, Player, PlayerId, PuzzleAttempt, PuzzleNumber, STREAK_MEMORY,
        SolvedDay,
    },
    store::{database::Store, players, prelude::*, standing_messages},
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
    pub is_solved: bool,
    /// The server in which it was made.
    pub guild: Option<GuildId>,
}

/// Those who have solved a puzzle on its day, in a server.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSolvers {
    /// The first ones, each with the number of days in a row.
    pub first: Vec<(Player, u32)>,
    /// The number of all.
    pub count: u64,
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
        attempt(&mut self.reader().await?.connection(), player, number).await
    }

    /// The last puzzles before one that a player has solved on their days, the latest first, as many
    /// as say how their streak goes on.
    pub async fn solved_puzzles(
        &self,
        player: PlayerId,
        before: PuzzleNumber,
    ) -> StoreResult<Vec<SolvedDay>> {
        solved_puzzles(&mut self.reader().await?.connection(), player, before).await
    }

    /// Stores a try in a puzzle, if there are as many before it as it says, and the interaction
    /// has changed nothing before. One that solves the day's puzzle continues the player's streak.
    pub async fn save_puzzle_try(
        &self,
        by: InteractionId,
        player: &Player,
        new: PuzzleTry,
    ) -> StoreResult<SaveResult> {
        let locks = &[AdvisoryLock::Player(player.id)];
        let change = self.change_once(by, locks, async |transaction| {
            save_try(&mut transaction.connection(), player, new).await
        });
        Ok(change.await?.unwrap_or(SaveResult::Conflict))
    }

    /// Lists a player among them, if they have solved it on its day, unless the interaction has
    /// changed something before.
    pub async fn record_puzzle_solver(
        &self,
        by: InteractionId,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
        now: Timestamp,
    ) -> StoreResult<()> {
        let locks = &[AdvisoryLock::Player(player)];
        let change = self.change_once(by, locks, async |transaction| {
            record_solver(&mut transaction.connection(), guild, number, player, now).await
        });
        change.await.map(drop)
    }

    /// Whether a server lists a player among a puzzle's solvers.
    pub async fn is_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> StoreResult<bool> {
        const IS_PUZZLE_SOLVER: &str = "\
            SELECT count(*) FROM puzzle_solver \
            WHERE guild_id = $1 AND puzzle = $2 AND player_id = $3";
        self.fetch_one(query(IS_PUZZLE_SOLVER).bind(guild).bind(number).bind(player)).await
    }

    /// Who has solved a puzzle on its day, in a server, without those who are hidden there.
    pub async fn puzzle_solvers(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        limit: u8,
    ) -> StoreResult<PuzzleSolvers> {
        const PUZZLE_SOLVERS: &str = "\
            SELECT solver.player_id, player.name, nickname.name AS nickname, streak \
            FROM (SELECT player_id, puzzle, solved_at FROM puzzle_solver \
            WHERE guild_id = $1 AND puzzle = $2 AND player_id NOT IN (SELECT player_id \
            FROM hidden_player WHERE guild_id = $1) \
            ORDER BY solved_at, player_id LIMIT $3) AS solver \
            JOIN puzzle_attempt ON puzzle_attempt.player_id = solver.player_id \
            AND puzzle_attempt.puzzle = solver.puzzle \
            JOIN player ON player.player_id = solver.player_id \
            LEFT JOIN nickname ON nickname.player_id = solver.player_id AND guild_id = $1 \
            ORDER BY solver.solved_at, solver.player_id";
        const COUNT_PUZZLE_SOLVERS: &str = "\
            SELECT count(*) FROM puzzle_solver WHERE guild_id = $1 AND puzzle = $2 \
            AND player_id NOT IN (SELECT player_id FROM hidden_player WHERE guild_id = $1)";
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let query_of = |text| query(text).bind(guild).bind(number);
        let first: Vec<(PlayerId, String, Option<String>, u32)> =
            query_of(PUZZLE_SOLVERS).bind(limit).fetch_all(connection).await?;
        let solver = |(id, name, nickname, streak)| {
            (Player::new(id, name).in_guild(Some(guild), nickname), streak)
        };
        let first = first.into_iter().map(solver).collect();
        let count = query_of(COUNT_PUZZLE_SOLVERS).fetch_one(connection).await?;
        Ok(PuzzleSolvers { first, count })
    }
}

/// A player's attempt at a puzzle; the default if they have not tried it.
async fn attempt(
    connection: &mut Connection<'_>,
    player: PlayerId,
    number: PuzzleNumber,
) -> StoreResult<PuzzleAttempt> {
    let query = query(PUZZLE_ATTEMPT).bind(player).bind(number);
    Ok(query.fetch_optional(connection).await?.unwrap_or_default())
}

const BEGIN_PUZZLE: &str = "\
    INSERT INTO puzzle_attempt (player_id, puzzle, tries, started_at, solved_at, streak) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player_id, puzzle) DO NOTHING";

const SAVE_PUZZLE_TRY: &str = "\
    UPDATE puzzle_attempt SET tries = $3, solved_at = $4, streak = $5 \
    WHERE player_id = $1 AND puzzle = $2 AND length(tries) = $6";

/// Stores a try, if there are as many before it as it says. The transaction holds the player's
/// lock.
async fn save_try(
    connection: &mut Connection<'_>,
    player: &Player,
    new: PuzzleTry,
) -> StoreResult<SaveResult> {
    players::upsert(connection, player, new.tried_at).await?;
    let streak = streak_after(connection, player.id, &new).await?;
    let PuzzleTry { number, tries_before, tries, tried_at, is_solved, guild } = new;
    let solved_at = is_solved.then_some(tried_at);
    let save = if tries_before == 0 {
        query(BEGIN_PUZZLE)
            .bind(player.id)
            .bind(number)
            .bind(tries)
            .bind(tried_at)
            .bind(solved_at)
            .bind(streak)
    } else {
        let restore = query(RESTORE_PUZZLE_ATTEMPT).bind(player.id).bind(number);
        restore.execute(connection).await?;
        query(SAVE_PUZZLE_TRY)
            .bind(player.id)
            .bind(number)
            .bind(tries)
            .bind(solved_at)
            .bind(streak)
            .bind(tries_before as u64)
    };
    let saved = save.save(connection).await?;
    if let (SaveResult::Saved, Some(streak)) = (saved, streak) {
        // The next day may have been solved before this one.
        let next_day = query(CONTINUE_PUZZLE_STREAK).bind(player.id).bind(number.next());
        next_day.bind(streak + 1).execute(connection).await?;
        if let Some(guild) = guild {
            record_solver(connection, guild, number, player.id, tried_at).await?;
        }
    }
    Ok(saved)
}

const SOLVED_PUZZLES: &str = "\
    SELECT puzzle, streak FROM puzzle_attempt \
    WHERE player_id = $1 AND puzzle < $2 AND streak IS NOT NULL ORDER BY puzzle DESC LIMIT $3";

async fn solved_puzzles(
    connection: &mut Connection<'_>,
    player: PlayerId,
    before: PuzzleNumber,
) -> StoreResult<Vec<SolvedDay>> {
    let query = query(SOLVED_PUZZLES).bind(player).bind(before).bind(STREAK_MEMORY);
    query.fetch_all(connection).await
}

/// The streak that a try continues or begins, if it solves the puzzle and still counts.
async fn streak_after(
    connection: &mut Connection<'_>,
    player: PlayerId,
    new: &PuzzleTry,
) -> StoreResult<Option<u32>> {
    if !new.is_solved {
        return Ok(None);
    }
    let solved = solved_puzzles(connection, player, new.number).await?;
    let started_at = attempt(connection, player, new.number).await?.started_at;
    let started_at = started_at.unwrap_or(new.tried_at);
    Ok(game::streak_after_solving(new.number, started_at, new.tried_at, &solved))
}

const CONTINUE_PUZZLE_STREAK: &str = "\
    UPDATE puzzle_attempt SET streak = $3 \
    WHERE player_id = $1 AND puzzle = $2 AND streak IS NOT NULL";

const RECORD_PUZZLE_SOLVER: &str = "\
    INSERT INTO puzzle_solver (guild_id, puzzle, player_id, solved_at) \
    SELECT $1, puzzle, player_id, solved_at FROM puzzle_attempt \
    WHERE player_id = $3 AND puzzle = $2 AND streak IS NOT NULL \
    ON CONFLICT (guild_id, puzzle, player_id) DO NOTHING";

/// Lists a player among a puzzle's solvers in a server, if they have solved it on its day. Its post
/// there is to show that.
async fn record_solver(
    connection: &mut Connection<'_>,
    guild: GuildId,
    number: PuzzleNumber,
    player: PlayerId,
    now: Timestamp,
) -> StoreResult<()> {
    let query = query(RECORD_PUZZLE_SOLVER).bind(guild).bind(number).bind(player);
    query.execute(connection).await?;
    standing_messages::solvers_changed(guild, number, now).execute(connection).await.map(drop)
}
