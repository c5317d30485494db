//! Who has solved a daily puzzle in a server, and how often.

use clock::Timestamp;
use connect4::Moves;

use crate::{
    game::{GuildId, GuildStreak, InteractionId, Player, PlayerId, PuzzleNumber, StandingMessage},
    store::{database::Store, prelude::*, standing_messages},
};

/// How somebody did in a puzzle, as their server sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleResult {
    pub number: PuzzleNumber,
    /// How many wrong columns they have tried, if they have solved it on its day.
    pub mistakes: Option<u8>,
    /// Whether they have shared it there.
    pub shared: bool,
}

/// One of those who have solved a puzzle, or shared that they did not.
#[derive(Clone, Debug)]
pub struct PuzzleSolver {
    pub player: Player,
    /// The number of days in a row, if it was solved on its day.
    pub streak: Option<u32>,
    pub tries: Moves,
    pub result: PuzzleResult,
}

/// Those who have solved a puzzle on its day, in a server.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSolvers {
    /// The first ones; behind them those who have shared that they did not solve it.
    pub first: Vec<PuzzleSolver>,
    /// The number of all who have solved it.
    pub count: u64,
}

/// How somebody did in the puzzles of some days.
#[derive(Clone, Debug)]
pub struct PuzzleRank {
    pub player: Player,
    pub rank: u64,
    pub days: u32,
    pub mistakes: u32,
    /// On how many days nobody in the server did better, or as well before them.
    pub crowns: u32,
}

/// Who is not hidden in the server `$1`.
macro_rules! shown {
    () => {
        "player_id NOT IN (SELECT player_id FROM hidden_player WHERE guild_id = $1)"
    };
}

macro_rules! solvers {
    ($order:literal $(, $before:literal)?) => {
        concat!(
            "SELECT solver.player_id, player.name, nickname.name AS nickname, ",
            "CAST($1 AS BIGINT) AS guild_id, streak, tries, solver.puzzle, mistakes, shared FROM (SELECT player_id, puzzle, solved_at, mistakes, shared ",
            "FROM puzzle_solver AS solver WHERE guild_id = $1 AND puzzle = $2 AND ",
            shown!(),
            " ORDER BY ",
            $($before,)?
            $order,
            " LIMIT $3) AS solver JOIN puzzle_attempt ",
            "ON puzzle_attempt.player_id = solver.player_id ",
            "AND puzzle_attempt.puzzle = solver.puzzle ",
            "JOIN player ON player.player_id = solver.player_id LEFT JOIN nickname ",
            "ON nickname.player_id = solver.player_id AND nickname.guild_id = $1 ORDER BY ",
            $order
        )
    };
}

/// The order in which a puzzle's solvers are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverOrder {
    /// Who was first; those who have shared it find room before the others.
    Time,
    /// Who made fewest mistakes, then who was first.
    Mistakes,
}

const GUILD_STREAK: &str =
    "SELECT puzzle, days, earlier, best FROM guild_streak WHERE guild_id = $1";

from_columns!(PuzzleResult { number: "puzzle", mistakes, shared });

from_columns!(PuzzleSolver { player: .., streak, tries, result: .. });

from_columns!(PuzzleRank { player: .., rank: "place", days, mistakes, crowns });

from_columns!(GuildStreak { puzzle, days, earlier, best });

impl Store {
    /// Lists how a player did in a server, if they have tried the puzzle, unless the interaction has
    /// changed something before.
    pub async fn record_puzzle_result(
        &self,
        by: InteractionId,
        guild: GuildId,
        player: PlayerId,
        result: PuzzleResult,
        now: Timestamp,
    ) -> StoreResult<()> {
        let locks = &[AdvisoryLock::Player(player), AdvisoryLock::Guild(guild)];
        let change = self.change_once(by, locks, async |connection| {
            record(connection, guild, player, result, now).await
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
        order: SolverOrder,
        limit: u8,
    ) -> StoreResult<PuzzleSolvers> {
        const BY_TIME: &str = solvers!(
            "mistakes IS NULL, solver.solved_at, solver.player_id",
            "mistakes IS NULL, shared DESC, "
        );
        const BY_MISTAKES: &str =
            solvers!("mistakes IS NULL, mistakes, solver.solved_at, solver.player_id");
        const COUNT: &str = concat!(
            "SELECT count(mistakes) FROM puzzle_solver WHERE guild_id = $1 AND puzzle = $2 AND ",
            shown!()
        );
        let text = match order {
            SolverOrder::Time => BY_TIME,
            SolverOrder::Mistakes => BY_MISTAKES,
        };
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let query_of = |text| query(text).bind(guild).bind(number);
        let first = query_of(text).bind(limit).fetch_all(connection).await?;
        let count = query_of(COUNT).fetch_one(connection).await?;
        Ok(PuzzleSolvers { first, count })
    }

    /// The first ones of those who have solved puzzles on their days in a server, and a player, by
    /// days, then by mistakes, then by who was earlier. On the last day, nobody has a crown yet.
    pub async fn puzzle_ranks(
        &self,
        guild: GuildId,
        days: (PuzzleNumber, PuzzleNumber),
        player: PlayerId,
        limit: u8,
    ) -> StoreResult<Vec<PuzzleRank>> {
        const RANKS: &str = concat!(
            "SELECT ranked.player_id, player.name, nickname.name AS nickname, ",
            "CAST($1 AS BIGINT) AS guild_id, place, days, mistakes, crowns FROM (SELECT player_id, count(*) AS days, ",
            "CAST(sum(mistakes) AS BIGINT) AS mistakes, ",
            "count(CASE WHEN day_place = 1 AND puzzle < $3 THEN 1 END) AS crowns, ",
            "row_number() OVER (ORDER BY count(*) DESC, sum(mistakes), sum(solved_at), player_id) AS place FROM ",
            "(SELECT player_id, puzzle, mistakes, solved_at, row_number() OVER ",
            "(PARTITION BY puzzle ORDER BY mistakes, solved_at, player_id) AS day_place ",
            "FROM puzzle_solver WHERE guild_id = $1 AND puzzle BETWEEN $2 AND $3 ",
            "AND mistakes IS NOT NULL AND ",
            shown!(),
            ") AS result GROUP BY player_id) AS ranked ",
            "JOIN player ON player.player_id = ranked.player_id LEFT JOIN nickname ",
            "ON nickname.player_id = ranked.player_id AND nickname.guild_id = $1 ",
            "WHERE place <= $4 OR ranked.player_id = $5 ORDER BY place"
        );
        let ranks = query(RANKS).bind(guild).bind(days.0).bind(days.1).bind(limit).bind(player);
        self.fetch_all(ranks).await
    }

    /// On how many days in a row somebody in a server has solved the day's puzzle.
    pub async fn guild_streak(&self, guild: GuildId) -> StoreResult<Option<GuildStreak>> {
        self.fetch_optional(query(GUILD_STREAK).bind(guild)).await
    }
}

/// Lists how a player did in a server. Its posts are to show that. The transaction holds the locks of
/// both.
pub(in crate::store) async fn record(
    connection: &mut Connection<'_>,
    guild: GuildId,
    player: PlayerId,
    PuzzleResult { number, mistakes, shared }: PuzzleResult,
    now: Timestamp,
) -> StoreResult<()> {
    const RECORD: &str = "\
        INSERT INTO puzzle_solver (guild_id, puzzle, player_id, solved_at, mistakes, shared) \
        SELECT $1, puzzle, player_id, coalesce(solved_at, $6), $4, $5 FROM puzzle_attempt \
        WHERE player_id = $3 AND puzzle = $2 ON CONFLICT (guild_id, puzzle, player_id) \
        DO UPDATE SET shared = excluded.shared WHERE puzzle_solver.shared < excluded.shared";
    const SAVE_STREAK: &str = "\
        INSERT INTO guild_streak (guild_id, puzzle, days, earlier, best) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (guild_id) DO UPDATE SET \
        puzzle = excluded.puzzle, days = excluded.days, earlier = excluded.earlier, \
        best = excluded.best";
    let record = query(RECORD).bind(guild).bind(number).bind(player).bind(mistakes);
    if record.bind(shared).bind(now).execute(connection).await? == 0 {
        return Ok(());
    }
    if mistakes.is_some() {
        let before = query(GUILD_STREAK).bind(guild).fetch_optional(connection).await?;
        let after = GuildStreak::after(before, number);
        if before != Some(after) {
            let save = query(SAVE_STREAK).bind(guild).bind(after.puzzle).bind(after.days);
            save.bind(after.earlier).bind(after.best).execute(connection).await?;
            // They may come each day again.
            let is_such = StandingMessage::was_weekly;
            standing_messages::reschedule(connection, guild, is_such, now).await?;
        }
    }
    standing_messages::solvers_changed(guild, number, now).execute(connection).await.map(drop)
}
