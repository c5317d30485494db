//! Statements, the same for both databases. Whole numbers are 64 bits wide, which
//! PostgreSQL must be told at times.

macro_rules! game_query {
    ($($condition:expr)?) => {
        concat!(
            "SELECT game_id, guild_id, channel_id, board_columns, board_rows, connect, ",
            "time_control, rated, theme, locale, moves, version, series_id, first_points, ",
            "second_points, offer, offer_seat, declined, ending, ending_seat, started_at, ",
            "moved_at, move_by, remind_at, ended_at, changed_by, message_id, token, ",
            "token_expires_at, ",
            "first_player_id, one.name AS first_name, ",
            "second_player_id, two.name AS second_name, level, ",
            "gain.value_before AS first_before, gain.value AS first_after, ",
            "other_gain.value_before AS second_before, other_gain.value AS second_after ",
            "FROM game ",
            "LEFT JOIN player one ON one.player_id = first_player_id ",
            "LEFT JOIN player two ON two.player_id = second_player_id ",
            "LEFT JOIN rating_change gain ON gain.scope_id = coalesce(guild_id, 0) ",
            "AND gain.player_id = first_player_id AND gain.result_id = game.result_id ",
            "LEFT JOIN rating_change other_gain ON other_gain.scope_id = coalesce(guild_id, 0) ",
            "AND other_gain.player_id = second_player_id ",
            "AND other_gain.result_id = game.result_id ",
            $($condition)?
        )
    };
}

/// Adds to standings what a JSON array of arrays says, each of a scope, a period,
/// its number, a player, wins, losses and draws. A result of an earlier period
/// than the standing's own comes too late to count there.
macro_rules! count_results {
    ($rows:literal) => {
        concat!(
            "INSERT INTO standing (scope_id, period, period_number, player_id, wins, losses, ",
            "draws) SELECT ",
            $rows,
            " ON CONFLICT (scope_id, period, player_id) DO UPDATE SET ",
            "wins = excluded.wins + CASE WHEN standing.period_number = excluded.period_number ",
            "THEN standing.wins ELSE 0 END, ",
            "losses = excluded.losses ",
            "+ CASE WHEN standing.period_number = excluded.period_number ",
            "THEN standing.losses ELSE 0 END, ",
            "draws = excluded.draws + CASE WHEN standing.period_number = excluded.period_number ",
            "THEN standing.draws ELSE 0 END, ",
            "rating = CASE WHEN standing.period_number = excluded.period_number ",
            "THEN standing.rating END, ",
            "period_number = excluded.period_number ",
            "WHERE excluded.period_number >= standing.period_number"
        )
    };
}

pub(super) use {count_results, game_query};

macro_rules! challenge_query {
    ($condition:literal) => {
        concat!(
            "SELECT challenge_id, guild_id, channel_id, board_columns, board_rows, connect, ",
            "time_control, rated, theme, locale, first, rematch_of, series_id, challenger_points, ",
            "opponent_points, state, made_at, expires_at, made_by, changed_by, message_id, ",
            "token, token_expires_at, ",
            "challenger_id, one.name AS challenger_name, ",
            "opponent_id, two.name AS opponent_name ",
            "FROM challenge ",
            "JOIN player one ON one.player_id = challenger_id ",
            "LEFT JOIN player two ON two.player_id = opponent_id ",
            $condition
        )
    };
}

pub(super) const GAME: &str = game_query!("WHERE game_id = $1");
pub(super) const GAME_OF_CHALLENGE: &str = game_query!("WHERE challenge_id = $1");
pub(super) const GAME_BEGUN_BY: &str = game_query!("WHERE begun_by = $1");
pub(super) const LIVE_GAME: &str = game_query!(
    "WHERE game_id = (SELECT game_id FROM live_seat WHERE player_id = $1 AND channel_id = $2)"
);
/// Two questions, since each then finds its answer at the end of an index.
pub(super) const LAST_GAME: &str = game_query!(
    "WHERE game_id = (SELECT game_id FROM (\
     SELECT game_id, ended_at FROM (SELECT game_id, ended_at FROM game \
     WHERE first_player_id = $1 AND channel_id = $2 AND ending IS NOT NULL \
     ORDER BY ended_at DESC LIMIT 1) AS one UNION ALL \
     SELECT game_id, ended_at FROM (SELECT game_id, ended_at FROM game \
     WHERE second_player_id = $1 AND channel_id = $2 AND ending IS NOT NULL \
     ORDER BY ended_at DESC LIMIT 1) AS other) AS last ORDER BY ended_at DESC LIMIT 1)"
);
pub(super) const LIVE_GAMES: &str = game_query!(
    "WHERE game_id IN (SELECT game_id FROM live_seat WHERE player_id = $1) \
     ORDER BY moved_at, game_id"
);

pub(super) const LIVE_GAMES_IN_GUILD: &str =
    game_query!("WHERE guild_id = $1 AND ending IS NULL ORDER BY moved_at, game_id LIMIT $2");
pub(super) const GAMES_IN_CHANNEL: &str =
    "SELECT count(DISTINCT game_id) FROM live_seat WHERE channel_id = $1";

/// How many games go on.
pub(super) const LIVE_COUNT: &str = "SELECT count(*) FROM game WHERE ending IS NULL";

pub(super) const INSERT_GAME: &str = "\
    INSERT INTO game (challenge_id, guild_id, channel_id, first_player_id, second_player_id, \
    board_columns, board_rows, connect, moves, version, declined, series_id, locale, started_at, \
    moved_at, changed_by, message_id, token, token_expires_at, level, begun_by, time_control, \
    theme, first_points, second_points, move_by, remind_at, rated) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', 0, 0, $9, $10, $11, $11, $12, $13, $14, $15, $16, \
    $17, $18, $19, $20, $21, $22, $23, $24) \
    RETURNING game_id";
pub(super) const INSERT_SEAT: &str =
    "INSERT INTO live_seat (player_id, channel_id, game_id) VALUES ($1, $2, $3)";
pub(super) const DELETE_SEATS: &str = "DELETE FROM live_seat WHERE game_id = $1";

/// A turn's time changes with the moves alone: whoever decided on something
/// else may not know that it was lengthened, or its player reminded.
pub(super) const UPDATE_GAME: &str = "\
    UPDATE game SET version = $4, moved_at = $5, \
    move_by = CASE WHEN moves = $3 THEN move_by ELSE $6 END, \
    remind_at = CASE WHEN moves = $3 THEN remind_at ELSE $7 END, \
    moves = $3, offer = $8, offer_seat = $9, declined = $10, changed_by = $11, message_id = $12, \
    token = $13, token_expires_at = $14 \
    WHERE game_id = $1 AND version = $2 AND ending IS NULL";
/// The same, but for where the board is posted, and for offers.
pub(super) const UPDATE_POSITION: &str = "\
    UPDATE game SET moves = $3, version = $4, moved_at = $5, move_by = $6, remind_at = $7 \
    WHERE game_id = $1 AND version = $2 AND ending IS NULL";
pub(super) const END_GAME: &str = "\
    UPDATE game SET ending = $3, ending_seat = $4, ended_at = $5, move_by = NULL, \
    remind_at = NULL WHERE game_id = $1 AND version = $2";
/// The condition leads SQLite to the index, which holds no other games.
pub(super) const NUMBER_RESULT: &str = "\
    UPDATE game SET result_id = (\
    SELECT coalesce(max(result_id), 0) + 1 FROM game WHERE result_id IS NOT NULL) \
    WHERE game_id = $1 RETURNING result_id";
/// Whether a changed game is what is stored.
pub(super) const IS_SAVED: &str = "\
    SELECT count(*) FROM game WHERE game_id = $1 AND version = $2 AND changed_by = $3";
/// Of the games that two have begun since a time, in both orders of seats. One
/// that was called off or stopped changes no rating.
pub(super) const RATED_SINCE: &str = "\
    SELECT (SELECT count(*) FROM game WHERE rated = 'yes' \
    AND first_player_id = $1 AND second_player_id = $2 AND started_at >= $3 \
    AND (ending IS NULL OR result_id IS NOT NULL)) \
    + (SELECT count(*) FROM game WHERE rated = 'yes' \
    AND first_player_id = $2 AND second_player_id = $1 AND started_at >= $3 \
    AND (ending IS NULL OR result_id IS NOT NULL))";

pub(super) const RATING_POINTS: &str = "\
    SELECT value, deviation, rated_at FROM rating_change \
    WHERE scope_id = $1 AND player_id = $2 ORDER BY result_id";

/// The ratings of both players that a game changes, in both scopes.
pub(super) const RATINGS: &str = "\
    SELECT scope_id, player_id, value, deviation, volatility, rated_at FROM rating \
    WHERE scope_id IN ($1, $2) AND player_id IN ($3, $4)";
/// For both players of a game at once, as are the next two.
pub(super) const RANK_RATINGS: &str = "\
    UPDATE standing SET rating = CASE player_id WHEN $2 THEN CAST($3 AS BIGINT) \
    ELSE CAST($5 AS BIGINT) END WHERE scope_id = $1 AND player_id IN ($2, $4)";
pub(super) const RATING: &str = "\
    SELECT value, deviation, volatility, rated_at FROM rating \
    WHERE scope_id = $1 AND player_id = $2";
pub(super) const SAVE_RATINGS: &str = "\
    INSERT INTO rating (scope_id, rated_at, player_id, value, deviation, volatility) \
    VALUES ($1, $2, $3, $4, $5, $6), ($1, $2, $7, $8, $9, $10) \
    ON CONFLICT (scope_id, player_id) DO UPDATE SET value = excluded.value, \
    deviation = excluded.deviation, volatility = excluded.volatility, \
    rated_at = excluded.rated_at";
pub(super) const NOTE_RATING_CHANGES: &str = "\
    INSERT INTO rating_change (scope_id, result_id, rated_at, player_id, value_before, value, \
    deviation) VALUES ($1, $2, $3, $4, $5, $6, $7), ($1, $2, $3, $8, $9, $10, $11)";

pub(super) const CHALLENGE: &str = challenge_query!("WHERE challenge_id = $1");
pub(super) const CHALLENGE_MADE_BY: &str = challenge_query!("WHERE made_by = $1");
pub(super) const INSERT_CHALLENGE: &str = "\
    INSERT INTO challenge (guild_id, channel_id, challenger_id, opponent_id, slot, board_columns, \
    board_rows, connect, first, rematch_of, series_id, locale, state, made_at, expires_at, \
    made_by, changed_by, message_id, token, token_expires_at, time_control, theme, \
    challenger_points, opponent_points, rated) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'waiting', $13, $14, $15, $15, $16, \
    $17, $18, $19, $20, $21, $22, $23) RETURNING challenge_id";
pub(super) const FREE_SLOT: &str = "\
    SELECT CAST(min(slot) AS BIGINT) FROM (SELECT 1 AS slot UNION SELECT 2 UNION SELECT 3) AS slots \
    WHERE slot NOT IN \
    (SELECT slot FROM challenge WHERE challenger_id = $1 AND state = 'waiting')";
pub(super) const END_CHALLENGE: &str = "\
    UPDATE challenge SET state = $2, changed_by = coalesce($3, changed_by), ended_at = $4 \
    WHERE challenge_id = $1 AND state = 'waiting'";

pub(super) const PLAYING_IN: &str = "\
    SELECT seat.player_id, game.guild_id, game.channel_id, game.message_id \
    FROM live_seat seat JOIN game ON game.game_id = seat.game_id \
    WHERE seat.channel_id = $1 AND seat.player_id IN ($2, $3)";
pub(super) const WAITING_WITH: &str = "\
    SELECT challenger_id, opponent_id, rematch_of, guild_id, channel_id, message_id \
    FROM challenge WHERE state = 'waiting' \
    AND (challenger_id = $1 OR (challenger_id = $2 AND opponent_id = $1))";
pub(super) const DECLINED_AT: &str = "\
    SELECT max(ended_at) FROM challenge \
    WHERE challenger_id = $1 AND opponent_id = $2 AND state = 'declined'";

pub(super) const LEARN_CHALLENGE: &str =
    "UPDATE challenge SET message_id = $2 WHERE challenge_id = $1";
pub(super) const LEARN_BOARD: &str =
    "UPDATE game SET message_id = $2 WHERE game_id = $1 AND token = $3";

pub(super) const SAVE_PLAYER: &str = "\
    INSERT INTO player (player_id, name) VALUES ($1, $2) \
    ON CONFLICT (player_id) DO UPDATE SET name = excluded.name WHERE player.name <> excluded.name";

pub(super) const RECORD: &str = "\
    SELECT wins, losses, draws FROM standing \
    WHERE scope_id = $1 AND period = 'all time' AND player_id = $2";
/// What matters of somebody's finished games, by seat.
pub(super) const PLAYED: &str = "\
    SELECT CAST(0 AS BIGINT) AS seat, result_id, ending, ending_seat, moves, level, board_columns, board_rows, \
    connect FROM game WHERE first_player_id = $1 AND result_id IS NOT NULL UNION ALL \
    SELECT 1, result_id, ending, ending_seat, moves, level, board_columns, board_rows, connect \
    FROM game WHERE second_player_id = $1 AND result_id IS NOT NULL ORDER BY result_id";

macro_rules! history_query {
    ($than:literal, $order:literal) => {
        game_query!(concat!(
            "WHERE game_id IN (SELECT game_id FROM (",
            "SELECT game_id, result_id FROM (SELECT game_id, result_id FROM game ",
            "WHERE first_player_id = $1 AND result_id ",
            $than,
            " $2 ",
            "AND ($3 = $1 OR guild_id = $4 OR second_player_id = $3) ",
            "ORDER BY result_id ",
            $order,
            " LIMIT $5) AS one UNION ALL ",
            "SELECT game_id, result_id FROM (SELECT game_id, result_id FROM game ",
            "WHERE second_player_id = $1 AND result_id ",
            $than,
            " $2 ",
            "AND ($3 = $1 OR guild_id = $4 OR first_player_id = $3) ",
            "ORDER BY result_id ",
            $order,
            " LIMIT $5) AS other ",
            "ORDER BY result_id ",
            $order,
            " LIMIT $5) AS page) ORDER BY game.result_id DESC"
        ))
    };
}

/// Somebody's last games before a result.
pub(super) const GAMES_BEFORE: &str = history_query!("<", "DESC");
/// Somebody's first games after a result.
pub(super) const GAMES_AFTER: &str = history_query!(">", "ASC");
pub(super) const RESULT_OF_GAME: &str = "SELECT result_id FROM game WHERE game_id = $1";
pub(super) const REVIEW: &str = "SELECT scores FROM review WHERE game_id = $1";
pub(super) const SAVE_REVIEW: &str = "\
    INSERT INTO review (game_id, scores) VALUES ($1, $2) \
    ON CONFLICT (game_id) DO UPDATE SET scores = excluded.scores";
pub(super) const PLAYER: &str = "SELECT player_id, name FROM player WHERE player_id = $1";

pub(super) const ENDINGS_BETWEEN: &str = "\
    SELECT ending, ending_seat, count(*) FROM game \
    WHERE first_player_id = $1 AND second_player_id = $2 \
    AND ending IN ('won', 'drawn', 'resigned', 'timed out', 'agreed') \
    GROUP BY ending, ending_seat";

macro_rules! standings_query {
    ($key:literal, $condition:literal) => {
        concat!(
            "SELECT player_id, name, listed, wins, losses, draws, rating, ",
            $key,
            " AS place_key FROM standing JOIN player USING (player_id) ",
            "WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ",
            $condition
        )
    };
}

/// Standings from a key and player on.
pub(super) const STANDINGS_BY_WINS: &str = standings_query!(
    "wins_key",
    "(wins_key, player_id) >= ($4, $5) ORDER BY wins_key, player_id LIMIT $6"
);
pub(super) const STANDINGS_BY_RATING: &str = standings_query!(
    "rating_key",
    "rating IS NOT NULL AND (rating_key, player_id) >= ($4, $5) \
     ORDER BY rating_key, player_id LIMIT $6"
);
/// Standings before a key and player, from there backwards.
pub(super) const STANDINGS_BACK_BY_WINS: &str = standings_query!(
    "wins_key",
    "(wins_key, player_id) < ($4, $5) ORDER BY wins_key DESC, player_id DESC LIMIT $6"
);
pub(super) const STANDINGS_BACK_BY_RATING: &str = standings_query!(
    "rating_key",
    "rating IS NOT NULL AND (rating_key, player_id) < ($4, $5) \
     ORDER BY rating_key DESC, player_id DESC LIMIT $6"
);
pub(super) const STANDING_BY_WINS: &str = standings_query!("wins_key", "player_id = $4");
pub(super) const STANDING_BY_RATING: &str =
    standings_query!("rating_key", "rating IS NOT NULL AND player_id = $4");
/// How many stand on a leaderboard.
pub(super) const STANDINGS_TOTAL: &str = "\
    SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM standing_count \
    WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ordered_by = $4 AND shift = 40";
/// How many stand before a key: all before its first 20 bits, all before its
/// next 20 among those, and so on.
pub(super) const STANDINGS_BEFORE: &str = "\
    SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM (\
    SELECT players FROM standing_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 40 AND prefix < ($5 >> 40) UNION ALL \
    SELECT players FROM standing_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 20 \
    AND prefix >= ($5 >> 40) << 20 AND prefix < ($5 >> 20) UNION ALL \
    SELECT players FROM standing_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 0 \
    AND prefix >= ($5 >> 20) << 20 AND prefix < $5) AS better";

pub(super) const INSERT_DEADLINE: &str =
    "INSERT INTO deadline (kind, subject_id, due_at) VALUES ($1, $2, $3)";
pub(super) const INSERT_DEADLINE_ONCE: &str = "\
    INSERT INTO deadline (kind, subject_id, due_at) VALUES ($1, $2, $3) \
    ON CONFLICT (kind, subject_id) DO NOTHING";
pub(super) const PUT_OFF: &str =
    "UPDATE deadline SET due_at = $3 WHERE kind = $1 AND subject_id = $2";
pub(super) const DELETE_DEADLINE: &str = "DELETE FROM deadline WHERE kind = $1 AND subject_id = $2";
pub(super) const NEXT_DEADLINE: &str = "\
    SELECT min(due_at) FROM (SELECT min(due_at) AS due_at FROM deadline UNION ALL \
    SELECT min(coalesce(remind_at, move_by)) FROM game WHERE move_by IS NOT NULL) AS due";
/// Clocks stand in the games themselves, since every move sets one: storing a
/// move stays one statement.
pub(super) const DUE: &str = "\
    SELECT kind, subject_id FROM (SELECT kind, subject_id, due_at FROM deadline UNION ALL \
    SELECT 'clock', game_id, coalesce(remind_at, move_by) FROM game WHERE move_by IS NOT NULL) \
    AS due WHERE due_at <= $1 ORDER BY due_at LIMIT 100";
pub(super) const PUT_OFF_CLOCK: &str = "\
    UPDATE game SET move_by = $2, remind_at = NULL WHERE game_id = $1 AND move_by IS NOT NULL";
pub(super) const NOTE_REMINDED: &str = "\
    UPDATE game SET remind_at = NULL WHERE game_id = $1 AND version = $2 AND remind_at IS NOT NULL";

pub(super) const ALIVE_AT: &str = "SELECT alive_at FROM alive";
pub(super) const NOTE_ALIVE: &str = "\
    INSERT INTO alive (alive_id, alive_at) VALUES (1, $1) \
    ON CONFLICT (alive_id) DO UPDATE SET alive_at = excluded.alive_at \
    WHERE alive.alive_at < excluded.alive_at";
pub(super) const LENGTHEN_TURNS: &str = "\
    UPDATE game SET move_by = move_by + $1, remind_at = remind_at + $1 WHERE move_by IS NOT NULL";

pub(super) const IS_PLAYER: &str = "SELECT player_id FROM player WHERE player_id = $1";
/// Live games with other people, which must end before their player goes.
pub(super) const PEOPLES_LIVE_GAMES: &str = "\
    SELECT count(*) FROM live_seat JOIN game USING (game_id) \
    WHERE live_seat.player_id = $1 AND level IS NULL";
/// Removes what is a player's alone, in this order: their games against the
/// computer, challenges that came to nothing, ratings, standings.
pub(super) const FORGET_PLAYER: [&str; 10] = [
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
    "DELETE FROM rating WHERE player_id = $1",
    "DELETE FROM rating_change WHERE player_id = $1",
    "DELETE FROM standing WHERE player_id = $1",
    "UPDATE game SET token = '', token_expires_at = 0 \
     WHERE first_player_id = $1 OR second_player_id = $1",
];
/// Puts somebody who is nobody in a player's place, whose id is below zero. Each
/// takes both ids, so that all are run alike.
pub(super) const REPLACE_PLAYER: [&str; 6] = [
    "INSERT INTO player (player_id, name) SELECT $2, '' WHERE EXISTS \
     (SELECT 1 FROM game WHERE first_player_id = $1 OR second_player_id = $1)",
    "UPDATE game SET first_player_id = $2 WHERE first_player_id = $1",
    "UPDATE game SET second_player_id = $2 WHERE second_player_id = $1",
    "UPDATE challenge SET challenger_id = $2 WHERE challenger_id = $1",
    "UPDATE challenge SET opponent_id = $2 WHERE opponent_id = $1",
    "DELETE FROM player WHERE player_id = $1 AND $2 < 0",
];
/// Removes a server. Its finished games stay, as games of nowhere.
pub(super) const FORGET_GUILD: [&str; 11] = [
    "DELETE FROM deadline WHERE kind = 'computer' AND subject_id IN \
     (SELECT game_id FROM game WHERE guild_id = $1)",
    "DELETE FROM live_seat WHERE game_id IN (SELECT game_id FROM game WHERE guild_id = $1)",
    "DELETE FROM deadline WHERE kind = 'challenge' AND subject_id IN \
     (SELECT challenge_id FROM challenge WHERE guild_id = $1)",
    "DELETE FROM challenge WHERE guild_id = $1 \
     AND NOT EXISTS (SELECT 1 FROM game WHERE game.challenge_id = challenge.challenge_id)",
    "UPDATE challenge SET guild_id = NULL, channel_id = 0, message_id = NULL, token = '' \
     WHERE guild_id = $1",
    "UPDATE game SET guild_id = NULL, channel_id = 0, message_id = NULL, token = '', \
     token_expires_at = 0 WHERE guild_id = $1",
    "DELETE FROM rating WHERE scope_id = $1",
    "DELETE FROM rating_change WHERE scope_id = $1",
    "DELETE FROM standing WHERE scope_id = $1",
    "DELETE FROM guild_settings WHERE guild_id = $1",
    "DELETE FROM registration WHERE guild_id = $1",
];
pub(super) const SET_LISTED: &str = "UPDATE player SET listed = $2 WHERE player_id = $1";
/// Asks for the right to write, and does nothing with it.
pub(super) const WRITE_NOTHING: &str = "DELETE FROM deadline WHERE subject_id IS NULL";

pub(super) const SETTINGS: &str = "\
    SELECT guild_id, theme, locale, time_control, reminders, most_games, computer_games, channels \
    FROM guild_settings WHERE guild_id = $1";
pub(super) const SAVE_SETTINGS: &str = "\
    INSERT INTO guild_settings (guild_id, theme, locale, time_control, reminders, most_games, \
    computer_games, channels) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
    ON CONFLICT (guild_id) DO UPDATE SET theme = excluded.theme, locale = excluded.locale, \
    time_control = excluded.time_control, reminders = excluded.reminders, \
    most_games = excluded.most_games, computer_games = excluded.computer_games, \
    channels = excluded.channels";

pub(super) const REGISTRATIONS: &str =
    "SELECT guild_id, hash FROM registration WHERE application_id = $1";
pub(super) const NOTE_REGISTRATION: &str = "\
    INSERT INTO registration (application_id, guild_id, hash) VALUES ($1, $2, $3) \
    ON CONFLICT (application_id, guild_id) DO UPDATE SET hash = excluded.hash";
pub(super) const FORGET_REGISTRATION: &str =
    "DELETE FROM registration WHERE application_id = $1 AND guild_id = $2";
