//! Statements that both databases understand. Integers have 64 bits, which PostgreSQL
//! needs a cast for in places.

/// The shard that brings the interactions of a game's server; direct messages come to
/// shard 0 ([rule](https://discord.com/developers/docs/events/gateway#sharding-sharding-formula)).
macro_rules! shard_of_game {
    ($count:literal) => {
        concat!("(coalesce(guild_id, 0) >> 22) % ", $count)
    };
}

/// Whether a game counts towards the daily limit of rated games. One that was called off does
/// not; but one that was interrupted does, or a player could avoid losing any number of them.
macro_rules! is_rated_game {
    () => {
        "rated = 'yes' AND (result IS NULL OR result <> 'called off')"
    };
}

macro_rules! shift_turn_timers {
    () => {
        concat!(
            "UPDATE game SET ",
            shifted!("move_by", ""),
            ", ",
            shifted!("remind_at", " / 6 * 5"),
            ", ",
            "moved_at = CASE WHEN $1 < 0 AND moved_at > $2 THEN moved_at + $1 ELSE moved_at END "
        )
    };
}

/// A turn has the whole limit of its time control (seven days without one), in milliseconds,
/// until `move_by`, and `$part` of it until `remind_at`.
macro_rules! shifted {
    ($column:literal, $part:literal) => {
        concat!(
            $column,
            " = CASE WHEN $1 >= 0 AND $1 <= $2 - moved_at THEN ",
            $column,
            " + $1 WHEN $1 >= 0 AND moved_at < $2 THEN ",
            $column,
            " + $2 - moved_at WHEN $1 >= 0 THEN ",
            $column,
            " WHEN moved_at > $2 OR ",
            $column,
            " + $1 >= moved_at + ",
            time_limit!(),
            $part,
            " THEN ",
            $column,
            " + $1 WHEN ",
            $column,
            " IS NOT NULL THEN moved_at + ",
            time_limit!(),
            $part,
            " END"
        )
    };
}

macro_rules! time_limit {
    () => {
        "CASE time_control WHEN '5 minutes' THEN 300000 WHEN '1 hour' THEN 3600000 \
         WHEN '1 day' THEN 86400000 WHEN '3 days' THEN 259200000 ELSE 604800000 END"
    };
}

macro_rules! game_query {
    ($($condition:expr)?) => {
        concat!(
            "SELECT game_id, game.guild_id AS guild_id, channel_id, board_columns, board_rows, ",
            "connect, time_control, rated, theme, locale, moves, version, series_id, first_points, ",
            "second_points, offer, offer_seat, declined, standing, result, result_seat, started_at, ",
            "moved_at, move_by, remind_at, failed_lookups, ended_at, changed_by, reposted_by, ",
            "message_id, token, ",
            "token_expires_at, ",
            "first_player_id, one.name AS first_name, first_nickname.name AS first_nickname, ",
            "second_player_id, two.name AS second_name, second_nickname.name AS second_nickname, ",
            "level, ",
            "first_change.value_before AS first_before, first_change.value AS first_after, ",
            "first_change.deviation AS first_deviation, ",
            "second_change.value_before AS second_before, second_change.value AS second_after, ",
            "second_change.deviation AS second_deviation ",
            "FROM game ",
            "LEFT JOIN player one ON one.player_id = first_player_id ",
            "LEFT JOIN player two ON two.player_id = second_player_id ",
            "LEFT JOIN nickname first_nickname ",
            "ON first_nickname.player_id = first_player_id ",
            "AND first_nickname.guild_id = game.guild_id ",
            "LEFT JOIN nickname second_nickname ",
            "ON second_nickname.player_id = second_player_id ",
            "AND second_nickname.guild_id = game.guild_id ",
            "LEFT JOIN rating_change first_change ",
            "ON first_change.scope_id = coalesce(game.guild_id, 0) ",
            "AND first_change.player_id = first_player_id ",
            "AND first_change.result_number = game.result_number ",
            "LEFT JOIN rating_change second_change ",
            "ON second_change.scope_id = coalesce(game.guild_id, 0) ",
            "AND second_change.player_id = second_player_id ",
            "AND second_change.result_number = game.result_number ",
            $($condition)?
        )
    };
}

/// Adds results to leaderboard entries. The parameter `$1` is a JSON array of arrays, each of
/// a scope, a period, its number, a player, wins, losses, draws and the rating; `$2` is 1 if
/// the game was rated. A result of an earlier period than the entry's is not counted.
macro_rules! count_results {
    ($rows:literal) => {
        concat!(
            "INSERT INTO leaderboard_entry (scope_id, period, period_number, player_id, wins, ",
            "losses, draws, rating) SELECT ",
            $rows,
            " ON CONFLICT (scope_id, period, player_id) DO UPDATE SET ",
            "wins = CASE WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.wins ",
            "WHEN excluded.period_number = leaderboard_entry.period_number ",
            "THEN leaderboard_entry.wins + excluded.wins ELSE leaderboard_entry.wins END, ",
            "losses = CASE WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.losses ",
            "WHEN excluded.period_number = leaderboard_entry.period_number ",
            "THEN leaderboard_entry.losses + excluded.losses ELSE leaderboard_entry.losses END, ",
            "draws = CASE WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.draws ",
            "WHEN excluded.period_number = leaderboard_entry.period_number ",
            "THEN leaderboard_entry.draws + excluded.draws ELSE leaderboard_entry.draws END, ",
            "rating = CASE WHEN $2 = 1 THEN excluded.rating ",
            "WHEN excluded.period_number <= leaderboard_entry.period_number ",
            "THEN leaderboard_entry.rating END, ",
            "period_number = CASE ",
            "WHEN excluded.period_number > leaderboard_entry.period_number ",
            "THEN excluded.period_number ELSE leaderboard_entry.period_number END"
        )
    };
}

pub(super) use {count_results, game_query};

pub(super) const APPLIED_MIGRATIONS: &str =
    "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";

macro_rules! challenge_query {
    ($condition:literal) => {
        concat!(
            "SELECT challenge_id, challenge.guild_id AS guild_id, channel_id, board_columns, ",
            "board_rows, connect, time_control, rated, theme, locale, first, rematch_of, ",
            "series_id, challenger_points, opponent_points, state, created_at, expires_at, created_by, changed_by, message_id, ",
            "token, token_expires_at, ",
            "challenger_id, one.name AS challenger_name, ",
            "challenger_nickname.name AS challenger_nickname, ",
            "opponent_id, two.name AS opponent_name, opponent_nickname.name AS opponent_nickname ",
            "FROM challenge ",
            "JOIN player one ON one.player_id = challenger_id ",
            "LEFT JOIN player two ON two.player_id = opponent_id ",
            "LEFT JOIN nickname challenger_nickname ",
            "ON challenger_nickname.player_id = challenger_id ",
            "AND challenger_nickname.guild_id = challenge.guild_id ",
            "LEFT JOIN nickname opponent_nickname ",
            "ON opponent_nickname.player_id = opponent_id ",
            "AND opponent_nickname.guild_id = challenge.guild_id ",
            $condition
        )
    };
}

pub(super) const GAME: &str = game_query!("WHERE game_id = $1");
pub(super) const GAME_BY_CHALLENGE: &str = game_query!("WHERE challenge_id = $1");
/// A game, if these two play in it.
pub(super) const GAME_OF_PAIR: &str = "\
    SELECT game_id FROM game WHERE game_id = $1 \
    AND ((first_player_id = $2 AND second_player_id = $3) \
    OR (first_player_id = $3 AND second_player_id = $2))";
pub(super) const GAME_BY_INTERACTION: &str = game_query!("WHERE started_by = $1");
pub(super) const LIVE_GAME: &str = game_query!(
    "WHERE game_id = (SELECT game_id FROM live_seat WHERE player_id = $1 AND channel_id = $2)"
);
/// Two subqueries, so that each reads only the last row of an index.
pub(super) const LAST_GAME: &str = game_query!(
    "WHERE game_id = (SELECT game_id FROM (\
     SELECT game_id, ended_at FROM (SELECT game_id, ended_at FROM game \
     WHERE first_player_id = $1 AND channel_id = $2 AND result IS NOT NULL \
     ORDER BY ended_at DESC LIMIT 1) AS one UNION ALL \
     SELECT game_id, ended_at FROM (SELECT game_id, ended_at FROM game \
     WHERE second_player_id = $1 AND channel_id = $2 AND result IS NOT NULL \
     ORDER BY ended_at DESC LIMIT 1) AS other) AS last ORDER BY ended_at DESC LIMIT 1)"
);
pub(super) const LIVE_GAMES: &str = game_query!(
    "WHERE game_id IN (SELECT game_id FROM live_seat WHERE player_id = $1) \
     ORDER BY moved_at, game_id"
);

pub(super) const LIVE_GAMES_IN_GUILD: &str =
    game_query!("WHERE game.guild_id = $1 AND result IS NULL ORDER BY moved_at, game_id LIMIT $2");
pub(super) const COUNT_GAMES_IN_CHANNEL: &str =
    "SELECT count(DISTINCT game_id) FROM live_seat WHERE channel_id = $1";

pub(super) const COUNT_LIVE_GAMES: &str = "SELECT count(*) FROM game WHERE result IS NULL";

pub(super) const INSERT_GAME: &str = "\
    INSERT INTO game (challenge_id, guild_id, channel_id, first_player_id, second_player_id, \
    board_columns, board_rows, connect, moves, version, declined, series_id, locale, started_at, \
    moved_at, changed_by, message_id, token, token_expires_at, level, started_by, time_control, \
    theme, first_points, second_points, move_by, remind_at, rated) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', 0, 0, $9, $10, $11, $11, $12, $13, $14, $15, $16, \
    $17, $18, $19, $20, $21, $22, $23, $24) \
    RETURNING game_id";
/// What decides how a game begins in the channel `$1` between the players `$2` and `$3`, and
/// what its beginning changes. `$4` is the server, `$5` the challenge, `$6` the midnight before;
/// `$7`, `$8` and `$9` are the hashes of retained limits.
pub(super) const START_CONTEXT: &str = concat!(
    "SELECT (SELECT count(DISTINCT game_id) FROM live_seat WHERE channel_id = $1) ",
    "AS games_in_channel, ",
    "(SELECT count(*) FROM block WHERE player_id = $2 AND blocked_id = $3) ",
    "+ (SELECT count(*) FROM block WHERE player_id = $3 AND blocked_id = $2) AS blocks, ",
    "(SELECT name FROM player WHERE player_id = $2) AS first_name, ",
    "(SELECT name FROM nickname WHERE player_id = $2 AND guild_id = $4) AS first_nickname, ",
    "(SELECT name FROM player WHERE player_id = $3) AS second_name, ",
    "(SELECT name FROM nickname WHERE player_id = $3 AND guild_id = $4) AS second_nickname, ",
    "(SELECT count(*) FROM game WHERE ",
    is_rated_game!(),
    " AND first_player_id = $2 AND second_player_id = $3 AND started_at >= $6) ",
    "+ (SELECT count(*) FROM game WHERE ",
    is_rated_game!(),
    " AND first_player_id = $3 AND second_player_id = $2 AND started_at >= $6) ",
    "+ coalesce((SELECT amount FROM retained_limit ",
    "WHERE kind = 'rated games' AND hash = $7), 0) AS rated_games, ",
    "(SELECT count(*) FROM challenge_cooldown WHERE challenger_id = $2 AND opponent_id = $3) ",
    "+ (SELECT count(*) FROM challenge_cooldown WHERE challenger_id = $3 AND opponent_id = $2) ",
    "+ (SELECT count(*) FROM retained_limit ",
    "WHERE kind = 'challenge cooldown' AND hash IN ($8, $9)) AS cooldowns, ",
    "(SELECT count(*) FROM challenge WHERE state = 'pending' AND challenger_id IN ($2, $3) ",
    "AND channel_id = $1 AND challenge_id <> coalesce($5, 0)) AS challenges"
);
pub(super) const LIVE_SEAT: &str =
    "SELECT game_id FROM live_seat WHERE player_id = $1 AND channel_id = $2";

/// The turn timer changes only with the moves: a concurrent change that made no move
/// does not know whether the turn was extended or its player reminded. A message's id may
/// have become known since the game was loaded.
pub(super) const UPDATE_GAME: &str = "\
    UPDATE game SET version = $4, moved_at = $5, \
    move_by = CASE WHEN moves = $3 THEN move_by ELSE $6 END, \
    remind_at = CASE WHEN moves = $3 THEN remind_at ELSE $7 END, \
    failed_lookups = CASE WHEN moves = $3 THEN failed_lookups ELSE 0 END, \
    moves = $3, offer = $8, offer_seat = $9, declined = $10, changed_by = $11, \
    message_id = CASE WHEN token = $13 THEN coalesce($12, message_id) ELSE $12 END, \
    token = $13, token_expires_at = $14, reposted_by = $15, standing = $16 \
    WHERE game_id = $1 AND version = $2 AND result IS NULL";
/// Like [`UPDATE_GAME`], without offers and the board's message.
pub(super) const UPDATE_POSITION: &str = "\
    UPDATE game SET moves = $3, version = $4, moved_at = $5, move_by = $6, remind_at = $7 \
    WHERE game_id = $1 AND version = $2 AND result IS NULL";
/// Ends a game. If its result counts (`$9`), it gets a number after those of both players'
/// earlier results.
macro_rules! end_game {
    ($columns:literal) => {
        concat!(
            "UPDATE game SET moves = $3, version = $4, moved_at = $5, result = $6, ",
            "result_seat = $7, ended_at = $8, result_number = CASE WHEN $9 = 1 THEN (",
            "SELECT coalesce(max(number), 0) + 1 FROM (",
            last_result!("first_player_id", "first_player_id"),
            " UNION ALL ",
            last_result!("second_player_id", "first_player_id"),
            " UNION ALL ",
            last_result!("first_player_id", "second_player_id"),
            " UNION ALL ",
            last_result!("second_player_id", "second_player_id"),
            ") AS earlier) END, ",
            "move_by = NULL, remind_at = NULL, failed_lookups = 0, standing = 0",
            $columns,
            " WHERE game_id = $1 AND version = $2 AND result IS NULL RETURNING result_number"
        )
    };
}

/// The condition lets SQLite use a partial index.
macro_rules! last_result {
    ($seat:literal, $player:literal) => {
        concat!(
            "SELECT max(other.result_number) AS number FROM game AS other WHERE other.",
            $seat,
            " = game.",
            $player,
            " AND other.result_number IS NOT NULL"
        )
    };
}

/// Changes what [`UPDATE_GAME`] does as well.
pub(super) const END_GAME: &str = end_game!(
    ", offer = NULL, offer_seat = NULL, declined = $10, changed_by = $11, \
     message_id = CASE WHEN token = $13 THEN coalesce($12, message_id) ELSE $12 END, \
     token = $13, token_expires_at = $14, reposted_by = $15"
);
/// Like [`END_GAME`], without offers and the board's message.
pub(super) const END_POSITION: &str = end_game!("");
/// Counts 1 if exactly this change of a game is stored.
pub(super) const IS_SAVED: &str = "\
    SELECT count(*) FROM game WHERE game_id = $1 AND version = $2 AND changed_by = $3";
/// Counts the rated games of two players since a time, in either order of seats.
pub(super) const COUNT_RATED_GAMES: &str = concat!(
    "SELECT (SELECT count(*) FROM game WHERE ",
    is_rated_game!(),
    " AND first_player_id = $1 AND second_player_id = $2 AND started_at >= $3) ",
    "+ (SELECT count(*) FROM game WHERE ",
    is_rated_game!(),
    " AND first_player_id = $2 AND second_player_id = $1 AND started_at >= $3)"
);

pub(super) const RATING_POINTS: &str = "\
    SELECT value, deviation, rated_at FROM rating_change \
    WHERE scope_id = $1 AND player_id = $2 ORDER BY result_number";

/// The ratings of both players of a game, in both scopes.
pub(super) const RATINGS: &str = "\
    SELECT scope_id, player_id, value, deviation, volatility, rated_at FROM rating \
    WHERE scope_id IN ($1, $2) AND player_id IN ($3, $4)";
pub(super) const RATING: &str = "\
    SELECT value, deviation, volatility, rated_at FROM rating \
    WHERE scope_id = $1 AND player_id = $2";
/// A game changes two ratings in each of at most two scopes.
pub(super) const MAX_RATINGS_OF_GAME: usize = 4;
/// Unused rows are NULL.
pub(super) const SAVE_RATINGS: &str = "\
    INSERT INTO rating (rated_at, scope_id, player_id, value, deviation, volatility) \
    SELECT $1, column1, column2, column3, column4, column5 FROM (VALUES \
    ($2, $3, $4, $5, $6), ($7, $8, $9, $10, $11), \
    ($12, $13, $14, $15, $16), ($17, $18, $19, $20, $21)) AS rated WHERE column1 IS NOT NULL \
    ON CONFLICT (scope_id, player_id) DO UPDATE SET value = excluded.value, \
    deviation = excluded.deviation, volatility = excluded.volatility, \
    rated_at = excluded.rated_at";
/// Unused rows are NULL.
pub(super) const RECORD_RATING_CHANGES: &str = "\
    INSERT INTO rating_change (rated_at, result_number, scope_id, player_id, value_before, value, \
    deviation) SELECT $1, $2, column1, column2, column3, column4, column5 FROM (VALUES \
    ($3, $4, $5, $6, $7), ($8, $9, $10, $11, $12), \
    ($13, $14, $15, $16, $17), ($18, $19, $20, $21, $22)) AS rated WHERE column1 IS NOT NULL";

pub(super) const CHALLENGE: &str = challenge_query!("WHERE challenge_id = $1");
pub(super) const CHALLENGE_BY_INTERACTION: &str = challenge_query!("WHERE created_by = $1");
pub(super) const PENDING_CHALLENGES_OF_PLAYER: &str = challenge_query!(
    "WHERE state = 'pending' AND (challenger_id = $1 OR opponent_id = $1) ORDER BY challenge_id"
);
pub(super) const INSERT_CHALLENGE: &str = "\
    INSERT INTO challenge (guild_id, channel_id, challenger_id, opponent_id, slot, board_columns, \
    board_rows, connect, first, rematch_of, series_id, locale, state, created_at, expires_at, \
    created_by, changed_by, message_id, token, token_expires_at, time_control, theme, \
    challenger_points, opponent_points, rated) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', $13, $14, $15, $15, $16, \
    $17, $18, $19, $20, $21, $22, $23) RETURNING challenge_id";
pub(super) const FREE_SLOT: &str = "\
    SELECT CAST(min(slot) AS BIGINT) \
    FROM (SELECT 1 AS slot UNION SELECT 2 UNION SELECT 3) AS slots WHERE slot NOT IN \
    (SELECT slot FROM challenge WHERE challenger_id = $1 AND state = 'pending')";
pub(super) const END_CHALLENGE: &str = "\
    UPDATE challenge SET state = $2, changed_by = coalesce($3, changed_by), ended_at = $4 \
    WHERE challenge_id = $1 AND state = 'pending'";

pub(super) const LIVE_SEATS_IN_CHANNEL: &str = "\
    SELECT seat.player_id, game.guild_id, game.channel_id, game.message_id \
    FROM live_seat seat JOIN game ON game.game_id = seat.game_id \
    WHERE seat.channel_id = $1 AND seat.player_id IN ($2, $3)";
pub(super) const PENDING_CHALLENGES: &str = "\
    SELECT challenge_id, challenger_id, opponent_id, rematch_of, created_at, guild_id, channel_id, \
    message_id, shown FROM challenge WHERE state = 'pending' \
    AND (challenger_id = $1 OR (challenger_id = $2 AND opponent_id = $1))";
/// Cancels the challenges that players have pending in a channel.
pub(super) const CANCEL_CHALLENGES_IN_CHANNEL: &str = "\
    UPDATE challenge SET state = 'cancelled', changed_by = $4, ended_at = $5 \
    WHERE state = 'pending' AND challenger_id IN ($1, $2) AND channel_id = $3 \
    RETURNING challenge_id";

pub(super) const END_CHALLENGES_BETWEEN: &str = "\
    UPDATE challenge SET ended_at = $3, changed_by = $4, \
    state = CASE WHEN challenger_id = $1 THEN 'cancelled' ELSE 'declined' END \
    WHERE state = 'pending' AND ((challenger_id = $1 AND opponent_id = $2) \
    OR (challenger_id = $2 AND opponent_id = $1)) RETURNING challenge_id";

pub(super) const COOLDOWN: &str = "\
    SELECT challenges, last_ended_at FROM challenge_cooldown \
    WHERE challenger_id = $1 AND opponent_id = $2";
/// Counts a challenge that ended without a game (`$1`) at a time (`$2`), together with those
/// that ended after `$3`. One that expired unseen does not count.
pub(super) const COUNT_IN_COOLDOWN: &str = "\
    INSERT INTO challenge_cooldown (challenger_id, opponent_id, challenges, last_ended_at) \
    SELECT challenger_id, opponent_id, 1, $2 FROM challenge \
    WHERE challenge_id = $1 AND opponent_id IS NOT NULL \
    AND (state <> 'expired' OR message_id IS NOT NULL OR shown = 1) \
    ON CONFLICT (challenger_id, opponent_id) DO UPDATE SET \
    challenges = CASE WHEN challenge_cooldown.last_ended_at > $3 \
    THEN challenge_cooldown.challenges + 1 ELSE 1 END, \
    last_ended_at = excluded.last_ended_at RETURNING challenger_id, opponent_id";
/// Adds earlier challenges (`$3`) of a player to another one.
pub(super) const ADD_TO_COOLDOWN: &str = "\
    UPDATE challenge_cooldown SET challenges = challenges + $3 \
    WHERE challenger_id = $1 AND opponent_id = $2";
pub(super) const END_COOLDOWNS: &str = "\
    DELETE FROM challenge_cooldown \
    WHERE (challenger_id = $1 AND opponent_id = $2) OR (challenger_id = $2 AND opponent_id = $1)";

/// The rated games of a player (`$1`) since a time (`$2`), by opponent, as
/// [`COUNT_RATED_GAMES`] counts them. Deleted users are left out.
pub(super) const COUNT_RATED_GAMES_BY_OPPONENT: &str = concat!(
    "SELECT opponent_id, count(*) FROM (",
    "SELECT second_player_id AS opponent_id FROM game WHERE ",
    is_rated_game!(),
    " AND first_player_id = $1 AND started_at >= $2 UNION ALL ",
    "SELECT first_player_id FROM game WHERE ",
    is_rated_game!(),
    " AND second_player_id = $1 AND started_at >= $2) AS rated_game ",
    "WHERE opponent_id >= 0 GROUP BY opponent_id"
);
/// A player's cooldowns, in either role, that still count.
pub(super) const COOLDOWNS_OF_PLAYER: &str = "\
    SELECT challenger_id, opponent_id, challenges, last_ended_at FROM challenge_cooldown \
    WHERE (challenger_id = $1 OR opponent_id = $1) AND last_ended_at > $2";
pub(super) const RETAINED_LIMIT_KEY: &str = "SELECT secret FROM retained_limit_key WHERE id = 1";
pub(super) const RETAINED_LIMIT: &str =
    "SELECT amount, last_at FROM retained_limit WHERE kind = $1 AND hash = $2";
/// Adds to a limit, or begins it again if it had expired by `$6`.
pub(super) const RETAIN_LIMIT: &str = "\
    INSERT INTO retained_limit (kind, hash, amount, last_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (kind, hash) DO UPDATE SET \
    amount = excluded.amount \
    + CASE WHEN retained_limit.expires_at > $6 THEN retained_limit.amount ELSE 0 END, \
    last_at = CASE WHEN excluded.last_at > retained_limit.last_at \
    THEN excluded.last_at ELSE retained_limit.last_at END, \
    expires_at = CASE WHEN excluded.expires_at > retained_limit.expires_at \
    THEN excluded.expires_at ELSE retained_limit.expires_at END";
pub(super) const TAKE_RETAINED_LIMIT: &str =
    "DELETE FROM retained_limit WHERE kind = $1 AND hash = $2 RETURNING amount, last_at";
pub(super) const DELETE_RETAINED_LIMITS: &str =
    "DELETE FROM retained_limit WHERE kind = $1 AND hash IN ($2, $3)";

/// The challenge of a deleted server or player must not get a message again.
pub(super) const RECORD_CHALLENGE_MESSAGE: &str = "\
    UPDATE challenge SET message_id = $2 WHERE challenge_id = $1 AND channel_id <> 0 \
    AND challenger_id >= 0 AND coalesce(opponent_id, 0) >= 0";
pub(super) const RECORD_CHALLENGE_SHOWN: &str =
    "UPDATE challenge SET shown = $2 WHERE challenge_id = $1";
/// The game of a deleted server or player must not get a message again.
pub(super) const RECORD_BOARD_MESSAGE: &str = "\
    UPDATE game SET message_id = $2 WHERE game_id = $1 AND token = $3 AND channel_id <> 0 \
    AND coalesce(first_player_id, 0) >= 0 AND coalesce(second_player_id, 0) >= 0";

pub(super) const SAVE_PLAYER: &str = "\
    INSERT INTO player (player_id, name) VALUES ($1, $2) \
    ON CONFLICT (player_id) DO UPDATE SET name = excluded.name WHERE player.name <> excluded.name";
pub(super) const INSERT_UNKNOWN_PLAYER: &str = "\
    INSERT INTO player (player_id, name) VALUES ($1, $2) ON CONFLICT (player_id) DO NOTHING";
pub(super) const SAVE_NICKNAME: &str = "\
    INSERT INTO nickname (player_id, guild_id, name) VALUES ($1, $2, $3) \
    ON CONFLICT (player_id, guild_id) DO UPDATE SET name = excluded.name \
    WHERE nickname.name <> excluded.name";
pub(super) const DELETE_NICKNAME: &str =
    "DELETE FROM nickname WHERE player_id = $1 AND guild_id = $2";

pub(super) const RECORD: &str = "\
    SELECT wins, losses, draws FROM leaderboard_entry \
    WHERE scope_id = $1 AND period = 'all time' AND player_id = $2";
/// What statistics need of a player's finished games.
pub(super) const FINISHED_GAMES: &str = "\
    SELECT CAST(0 AS BIGINT) AS seat, result_number, result, result_seat, moves, level, \
    board_columns, board_rows, connect \
    FROM game WHERE first_player_id = $1 AND result_number IS NOT NULL UNION ALL \
    SELECT 1, result_number, result, result_seat, moves, level, board_columns, board_rows, connect \
    FROM game WHERE second_player_id = $1 AND result_number IS NOT NULL ORDER BY result_number";

macro_rules! history_query {
    ($than:literal, $order:literal) => {
        game_query!(concat!(
            "WHERE game_id IN (SELECT game_id FROM (",
            "SELECT game_id, result_number FROM (SELECT game_id, result_number FROM game ",
            "WHERE first_player_id = $1 AND result_number ",
            $than,
            " $2 ",
            "AND ($3 = $1 OR guild_id = $4 OR second_player_id = $3) ",
            "ORDER BY result_number ",
            $order,
            " LIMIT $5) AS one UNION ALL ",
            "SELECT game_id, result_number FROM (SELECT game_id, result_number FROM game ",
            "WHERE second_player_id = $1 AND result_number ",
            $than,
            " $2 ",
            "AND ($3 = $1 OR guild_id = $4 OR first_player_id = $3) ",
            "ORDER BY result_number ",
            $order,
            " LIMIT $5) AS other ",
            "ORDER BY result_number ",
            $order,
            " LIMIT $5) AS page) ORDER BY game.result_number DESC"
        ))
    };
}

/// A player's newest games before a result.
pub(super) const GAMES_BEFORE: &str = history_query!("<", "DESC");
/// A player's oldest games after a result, newest first.
pub(super) const GAMES_AFTER: &str = history_query!(">", "ASC");
pub(super) const RESULT_OF_GAME: &str = "SELECT result_number FROM game WHERE game_id = $1";
pub(super) const REVIEW: &str = "SELECT scores FROM review WHERE game_id = $1";
pub(super) const SAVE_REVIEW: &str = "\
    INSERT INTO review (game_id, scores) VALUES ($1, $2) \
    ON CONFLICT (game_id) DO UPDATE SET scores = excluded.scores";
/// A player, with the nickname in a server.
pub(super) const PLAYER: &str = "\
    SELECT player.name, nickname.name FROM player \
    LEFT JOIN nickname ON nickname.player_id = player.player_id AND guild_id = $2 \
    WHERE player.player_id = $1";

pub(super) const COUNT_RESULTS_OF_PAIR: &str = "\
    SELECT result, result_seat, count(*) FROM game \
    WHERE first_player_id = $1 AND second_player_id = $2 \
    AND result IN ('won', 'drawn', 'resigned', 'timed out', 'draw by agreement', \
    'claimed') GROUP BY result, result_seat";

macro_rules! leaderboard_query {
    ($key:literal, $condition:literal) => {
        concat!(
            "SELECT scope_id, leaderboard_entry.player_id AS player_id, player.name AS name, ",
            "nickname.name AS nickname, listed, wins, losses, draws, rating, tie_breaker, ",
            $key,
            " AS sort_key FROM leaderboard_entry ",
            "JOIN player ON player.player_id = leaderboard_entry.player_id ",
            "LEFT JOIN nickname ON nickname.player_id = leaderboard_entry.player_id ",
            "AND guild_id = scope_id ",
            "WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ",
            $condition
        )
    };
}

/// Entries from a key and tie breaker on.
pub(super) const LEADERBOARD_BY_WINS: &str = leaderboard_query!(
    "wins_key",
    "(wins_key, tie_breaker) >= ($4, $5) ORDER BY wins_key, tie_breaker LIMIT $6"
);
pub(super) const LEADERBOARD_BY_RATING: &str = leaderboard_query!(
    "rating_key",
    "rating IS NOT NULL AND (rating_key, tie_breaker) >= ($4, $5) \
     ORDER BY rating_key, tie_breaker LIMIT $6"
);
/// Entries before a key and tie breaker, in reverse order.
pub(super) const LEADERBOARD_BACKWARD_BY_WINS: &str = leaderboard_query!(
    "wins_key",
    "(wins_key, tie_breaker) < ($4, $5) ORDER BY wins_key DESC, tie_breaker DESC LIMIT $6"
);
pub(super) const LEADERBOARD_BACKWARD_BY_RATING: &str = leaderboard_query!(
    "rating_key",
    "rating IS NOT NULL AND (rating_key, tie_breaker) < ($4, $5) \
     ORDER BY rating_key DESC, tie_breaker DESC LIMIT $6"
);
pub(super) const LEADERBOARD_ENTRY_BY_WINS: &str =
    leaderboard_query!("wins_key", "leaderboard_entry.player_id = $4");
pub(super) const LEADERBOARD_ENTRY_BY_RATING: &str =
    leaderboard_query!("rating_key", "rating IS NOT NULL AND leaderboard_entry.player_id = $4");
/// Every entry is counted once at each shift, so the coarsest counts suffice.
pub(super) const COUNT_ENTRIES: &str = "\
    SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM leaderboard_count \
    WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ordered_by = $4 AND shift = 40";
/// Counts the entries before a key: those with a smaller 20-bit prefix, those with the
/// same prefix and a smaller 40-bit prefix, and so on.
pub(super) const COUNT_ENTRIES_BEFORE: &str = "\
    SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM (\
    SELECT players FROM leaderboard_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 40 AND prefix < ($5 >> 40) UNION ALL \
    SELECT players FROM leaderboard_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 20 \
    AND prefix >= ($5 >> 40) << 20 AND prefix < ($5 >> 20) UNION ALL \
    SELECT players FROM leaderboard_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 0 \
    AND prefix >= ($5 >> 20) << 20 AND prefix < $5) AS better";

pub(super) const INSERT_DEADLINE: &str =
    "INSERT INTO deadline (kind, subject_id, due_at) VALUES ($1, $2, $3)";
pub(super) const INSERT_DEADLINE_ONCE: &str = "\
    INSERT INTO deadline (kind, subject_id, due_at) VALUES ($1, $2, $3) \
    ON CONFLICT (kind, subject_id) DO NOTHING";
pub(super) const POSTPONE: &str =
    "UPDATE deadline SET due_at = $3 WHERE kind = $1 AND subject_id = $2";
pub(super) const DELETE_DEADLINE: &str = "DELETE FROM deadline WHERE kind = $1 AND subject_id = $2";
/// The first deadline after a time; what is due by then is done, or waits for a shard.
pub(super) const NEXT_DEADLINE: &str = "\
    SELECT min(due_at) FROM (SELECT min(due_at) AS due_at FROM deadline WHERE due_at > $1 \
    UNION ALL SELECT min(coalesce(remind_at, move_by)) FROM game \
    WHERE move_by IS NOT NULL AND coalesce(remind_at, move_by) > $1) AS due";
/// Turn timers are columns of `game` rather than rows of `deadline`, so that storing a
/// move takes one statement. They are due only up to the heartbeat of the game's shard.
macro_rules! due_query {
    ($columns:literal, $order:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM (SELECT kind, subject_id, due_at FROM deadline UNION ALL ",
            "SELECT 'turn timer', game_id, coalesce(remind_at, move_by) ",
            "FROM game JOIN heartbeat ON shard_id = ",
            shard_of_game!("shard_count"),
            " WHERE move_by IS NOT NULL AND coalesce(remind_at, move_by) <= beat_at) AS due ",
            "WHERE due_at <= $1",
            $order
        )
    };
}
pub(super) const DUE_DEADLINES: &str = due_query!("kind, subject_id", " ORDER BY due_at LIMIT 100");
pub(super) const OLDEST_DUE: &str = due_query!("min(due_at)", "");
/// Never shortens a turn, and leaves a later one alone.
pub(super) const POSTPONE_TURN_TIMER: &str = "\
    UPDATE game SET move_by = CASE WHEN remind_at IS NULL THEN $2 ELSE move_by END, \
    remind_at = CASE WHEN remind_at IS NULL THEN NULL ELSE $2 END \
    WHERE game_id = $1 AND coalesce(remind_at, move_by) < $2";
/// Extends a late turn, since Discord did not say what has kept its player from moving. Of
/// several processes that failed to find out, one counts.
pub(super) const RECORD_FAILED_LOOKUP: &str = "\
    UPDATE game SET move_by = $4, remind_at = NULL, failed_lookups = failed_lookups + 1 \
    WHERE game_id = $1 AND version = $2 AND failed_lookups = $3 AND move_by < $4";
pub(super) const RECORD_REMINDER: &str = "\
    UPDATE game SET remind_at = NULL WHERE game_id = $1 AND version = $2 AND remind_at IS NOT NULL";
/// Without a time control, a turn that is abandoned has no deadline any more. It must be
/// abandoned by the heartbeat `$3` of its game's shard.
pub(super) const RECORD_ABANDONED: &str = "\
    UPDATE game SET move_by = NULL, failed_lookups = 0 \
    WHERE game_id = $1 AND version = $2 AND move_by <= $3";

pub(super) const HEARTBEATS: &str =
    "SELECT shard_id, shard_count, beat_at FROM heartbeat ORDER BY shard_id";
/// Moves a heartbeat forward, but not over a gap that another process has made meanwhile.
pub(super) const RECORD_HEARTBEAT: &str = "\
    UPDATE heartbeat SET beat_at = $1 WHERE beat_at < $1 AND beat_at >= $2 AND shard_id = $3";
pub(super) const TAKE_HEARTBEATS_BACK: &str =
    "UPDATE heartbeat SET beat_at = $2 WHERE beat_at > $2 AND beat_at <= $1";
pub(super) const LAST_HEARTBEAT: &str = "\
    SELECT beat_at FROM heartbeat WHERE shard_id = (CAST($1 AS BIGINT) >> 22) % shard_count";
pub(super) const DELETE_HEARTBEATS: &str = "DELETE FROM heartbeat";
pub(super) const INSERT_HEARTBEAT: &str =
    "INSERT INTO heartbeat (shard_id, shard_count, beat_at) VALUES ($1, $2, $3)";
/// Shifts turn timers by $1; $2 is the present. A turn that has begun in the gap is shifted
/// by the time since then. If $1 is negative, because a clock was fast, a turn that seems to
/// have begun in the future is shifted as a whole. No other is left less than its limit: it
/// may have begun in a process whose clock was right.
pub(super) const SHIFT_TURN_TIMERS: &str =
    concat!(shift_turn_timers!(), "WHERE move_by IS NOT NULL");
pub(super) const SHIFT_TURN_TIMERS_OF_SHARD: &str =
    concat!(shift_turn_timers!(), "WHERE move_by IS NOT NULL AND ", shard_of_game!("$3"), " = $4");

/// Each clears or deletes at most `$2` things that are kept for a time only, which was up at
/// `$1`. The inner query finds them; the outer conditions hold again when a row was locked, as
/// a move may have stored a new token meanwhile.
pub(super) const CLEAN_UP: [&str; 3] = [
    "UPDATE game SET token = '', token_expires_at = 0 \
     WHERE token <> '' AND token_expires_at <= $1 AND game_id IN (SELECT game_id FROM game \
     WHERE token <> '' AND token_expires_at <= $1 ORDER BY token_expires_at LIMIT $2)",
    "UPDATE challenge SET token = '', token_expires_at = 0 \
     WHERE token <> '' AND token_expires_at <= $1 AND challenge_id IN (SELECT challenge_id \
     FROM challenge WHERE token <> '' AND token_expires_at <= $1 \
     ORDER BY token_expires_at LIMIT $2)",
    "DELETE FROM retained_limit WHERE expires_at <= $1 AND (kind, hash) IN \
     (SELECT kind, hash FROM retained_limit WHERE expires_at <= $1 \
     ORDER BY expires_at LIMIT $2)",
];
/// Like [`CLEAN_UP`], for cooldowns whose last challenge had ended by `$1`.
pub(super) const CLEAN_UP_COOLDOWNS: &str = "\
    DELETE FROM challenge_cooldown WHERE last_ended_at <= $1 \
    AND (challenger_id, opponent_id) IN (SELECT challenger_id, opponent_id \
    FROM challenge_cooldown WHERE last_ended_at <= $1 ORDER BY last_ended_at LIMIT $2)";

pub(super) const PLAYER_EXISTS: &str = "SELECT player_id FROM player WHERE player_id = $1";
/// Live games with other people, which must end before a player is deleted.
pub(super) const COUNT_LIVE_GAMES_BETWEEN_PEOPLE: &str = "\
    SELECT count(*) FROM live_seat JOIN game USING (game_id) \
    WHERE live_seat.player_id = $1 AND level IS NULL";
/// Deletes what belongs to a player alone: nicknames, games against the computer, challenges
/// without a game, ratings, leaderboard entries, blocks; and what leads to the messages that
/// show the player's name. The order respects references.
pub(super) const DELETE_PLAYER: [&str; 14] = [
    "DELETE FROM nickname WHERE player_id = $1",
    "DELETE FROM deadline WHERE kind = 'computer' AND subject_id IN (SELECT game_id FROM game \
     WHERE level IS NOT NULL AND (first_player_id = $1 OR second_player_id = $1))",
    "DELETE FROM live_seat WHERE player_id = $1",
    "DELETE FROM review WHERE game_id IN (SELECT game_id FROM game \
     WHERE level IS NOT NULL AND (first_player_id = $1 OR second_player_id = $1))",
    "DELETE FROM game WHERE level IS NOT NULL AND (first_player_id = $1 OR second_player_id = $1)",
    "DELETE FROM deadline WHERE kind = 'challenge' AND subject_id IN (SELECT challenge_id \
     FROM challenge WHERE challenger_id = $1 OR opponent_id = $1)",
    "DELETE FROM challenge WHERE (challenger_id = $1 OR opponent_id = $1) \
     AND NOT EXISTS (SELECT 1 FROM game WHERE game.challenge_id = challenge.challenge_id)",
    "DELETE FROM block WHERE player_id = $1",
    "DELETE FROM challenge_cooldown WHERE challenger_id = $1 OR opponent_id = $1",
    "DELETE FROM rating WHERE player_id = $1",
    "DELETE FROM rating_change WHERE player_id = $1",
    "DELETE FROM leaderboard_entry WHERE player_id = $1",
    "UPDATE game SET message_id = NULL, token = '', token_expires_at = 0 \
     WHERE first_player_id = $1 OR second_player_id = $1",
    "UPDATE challenge SET message_id = NULL, token = '', token_expires_at = 0 \
     WHERE challenger_id = $1 OR opponent_id = $1",
];
/// Replaces a player (`$1`) by a deleted user with a negative id (`$2`). Each statement
/// uses both parameters, so that all can be run alike.
pub(super) const ANONYMIZE_PLAYER: [&str; 6] = [
    "INSERT INTO player (player_id, name) SELECT $2, '' WHERE EXISTS \
     (SELECT 1 FROM game WHERE first_player_id = $1 OR second_player_id = $1)",
    "UPDATE game SET first_player_id = $2 WHERE first_player_id = $1",
    "UPDATE game SET second_player_id = $2 WHERE second_player_id = $1",
    "UPDATE challenge SET challenger_id = $2 WHERE challenger_id = $1",
    "UPDATE challenge SET opponent_id = $2 WHERE opponent_id = $1",
    "DELETE FROM player WHERE player_id = $1 AND $2 < 0",
];
/// Deletes a server. Its finished games are kept without a server.
pub(super) const DELETE_GUILD: [&str; 12] = [
    "DELETE FROM nickname WHERE guild_id = $1",
    "DELETE FROM deadline WHERE kind = 'computer' AND subject_id IN \
     (SELECT game_id FROM game WHERE guild_id = $1)",
    "DELETE FROM live_seat WHERE game_id IN (SELECT game_id FROM game WHERE guild_id = $1)",
    "DELETE FROM deadline WHERE kind = 'challenge' AND subject_id IN \
     (SELECT challenge_id FROM challenge WHERE guild_id = $1)",
    "DELETE FROM challenge WHERE guild_id = $1 \
     AND NOT EXISTS (SELECT 1 FROM game WHERE game.challenge_id = challenge.challenge_id)",
    "UPDATE challenge SET guild_id = NULL, channel_id = 0, message_id = NULL, token = '', \
     token_expires_at = 0 WHERE guild_id = $1",
    "UPDATE game SET guild_id = NULL, channel_id = 0, message_id = NULL, token = '', \
     token_expires_at = 0 WHERE guild_id = $1",
    "DELETE FROM rating WHERE scope_id = $1",
    "DELETE FROM rating_change WHERE scope_id = $1",
    "DELETE FROM leaderboard_entry WHERE scope_id = $1",
    "DELETE FROM guild_settings WHERE guild_id = $1",
    "DELETE FROM registration WHERE guild_id = $1",
];
pub(super) const NOTIFICATIONS: &str =
    "SELECT challenges, turn_pings, reminders FROM player WHERE player_id = $1";
pub(super) const SAVE_NOTIFICATIONS: &str = "\
    UPDATE player SET challenges = $2, turn_pings = $3, reminders = $4 WHERE player_id = $1";
/// What decides whether `$2` may challenge `$1`.
pub(super) const OPPONENT_CHOICES: &str = "\
    SELECT challenges, \
    (SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2) AS blocks, \
    (SELECT count(*) FROM game WHERE first_player_id = $1 AND second_player_id = $2 \
    AND result_number IS NOT NULL) \
    + (SELECT count(*) FROM game WHERE first_player_id = $2 AND second_player_id = $1 \
    AND result_number IS NOT NULL) AS games \
    FROM player WHERE player_id = $1";
/// The number of blocks between two people, in either direction.
pub(super) const COUNT_BLOCKS_BETWEEN: &str = "\
    SELECT (SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2) \
    + (SELECT count(*) FROM block WHERE player_id = $2 AND blocked_id = $1)";
pub(super) const BLOCK: &str =
    "SELECT player_id FROM block WHERE player_id = $1 AND blocked_id = $2";
pub(super) const INSERT_BLOCK: &str = "\
    INSERT INTO block (player_id, blocked_id, blocked_at) VALUES ($1, $2, $3) \
    ON CONFLICT DO NOTHING";
pub(super) const DELETE_BLOCK: &str = "DELETE FROM block WHERE player_id = $1 AND blocked_id = $2";
pub(super) const COUNT_BLOCKS: &str = "SELECT count(*) FROM block WHERE player_id = $1";
pub(super) const BLOCKED: &str = "\
    SELECT blocked_id, name FROM block LEFT JOIN player ON player.player_id = blocked_id \
    WHERE block.player_id = $1 ORDER BY blocked_at, blocked_id LIMIT $2 OFFSET $3";
pub(super) const SET_LISTED: &str = "UPDATE player SET listed = $2 WHERE player_id = $1";
/// Fails if the database is read-only; changes nothing.
pub(super) const WRITE_PROBE: &str = "DELETE FROM deadline WHERE subject_id IS NULL";

pub(super) const SETTINGS: &str = "\
    SELECT guild_id, theme, locale, time_control, reminders, max_games_per_channel, \
    computer_games, channels FROM guild_settings WHERE guild_id = $1";
pub(super) const SAVE_SETTINGS: &str = "\
    INSERT INTO guild_settings (guild_id, theme, locale, time_control, reminders, \
    max_games_per_channel, computer_games, channels) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
    ON CONFLICT (guild_id) DO UPDATE SET theme = excluded.theme, locale = excluded.locale, \
    time_control = excluded.time_control, reminders = excluded.reminders, \
    max_games_per_channel = excluded.max_games_per_channel, \
    computer_games = excluded.computer_games, channels = excluded.channels";

pub(super) const REGISTRATIONS: &str =
    "SELECT guild_id, hash FROM registration WHERE application_id = $1";
pub(super) const RECORD_REGISTRATION: &str = "\
    INSERT INTO registration (application_id, guild_id, hash) VALUES ($1, $2, $3) \
    ON CONFLICT (application_id, guild_id) DO UPDATE SET hash = excluded.hash";
pub(super) const DELETE_REGISTRATION: &str =
    "DELETE FROM registration WHERE application_id = $1 AND guild_id = $2";
