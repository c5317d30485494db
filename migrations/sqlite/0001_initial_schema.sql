-- Discord's ids are stored as signed 64-bit integers, times (`*_at`) as Unix
-- time in milliseconds; deadlines of turns (`move_by`, `remind_at`) as running time.

-- Display names are stored, since a player must be shown by name without an interaction
-- of theirs. A deleted user is a player with a negative id and an empty name.
CREATE TABLE player (
    player_id INTEGER PRIMARY KEY,
    -- Shown wherever the player has no nickname.
    name TEXT NOT NULL,
    -- Whether the player is shown by name on the global leaderboard.
    listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
    -- Who may challenge the player: `played` stands for people with whom they have finished a
    -- game. The other two say whether they are pinged.
    challenges TEXT NOT NULL DEFAULT 'anyone'
    CHECK (challenges IN ('anyone', 'played', 'nobody')),
    turn_pings INTEGER NOT NULL DEFAULT 1 CHECK (turn_pings IN (0, 1)),
    reminders INTEGER NOT NULL DEFAULT 1 CHECK (reminders IN (0, 1)),
    -- How many of the latest games against people the player has won in a row.
    winning_streak INTEGER NOT NULL DEFAULT 0 CHECK (winning_streak >= 0)
) STRICT;

-- People whom a player has blocked. It is the player's data alone, so it stays when the other
-- one deletes theirs.
CREATE TABLE block (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    blocked_id INTEGER NOT NULL,
    blocked_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, blocked_id),
    CHECK (player_id <> blocked_id)
) STRICT, WITHOUT ROWID;

-- What a server calls a player, for messages in that server only. No row: they have no
-- nickname there.
CREATE TABLE nickname (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (player_id, guild_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge (
    challenge_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    challenger_id INTEGER NOT NULL REFERENCES player (player_id),
    -- NULL: anyone may join.
    opponent_id INTEGER REFERENCES player (player_id),
    -- Which of the challenger's pending challenges this is. Together with
    -- `one_pending_challenge_per_slot` it limits their number.
    slot INTEGER NOT NULL CHECK (slot BETWEEN 1 AND 3),
    board_columns INTEGER NOT NULL,
    board_rows INTEGER NOT NULL,
    connect INTEGER NOT NULL,
    time_control TEXT NOT NULL
    CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days')),
    theme TEXT NOT NULL,
    rated TEXT NOT NULL CHECK (rated IN ('yes', 'no', 'no time limit')),
    first TEXT NOT NULL CHECK (first IN ('challenger', 'opponent', 'random')),
    rematch_of INTEGER REFERENCES game (game_id),
    series_id INTEGER NOT NULL,
    -- Points in the series so far, in half points.
    challenger_points INTEGER NOT NULL,
    opponent_points INTEGER NOT NULL,
    locale TEXT NOT NULL,
    state TEXT NOT NULL
    CHECK (state IN ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- The interaction that created it. Unique, so that an interaction that is
    -- delivered twice creates one challenge.
    created_by INTEGER NOT NULL UNIQUE,
    changed_by INTEGER NOT NULL,
    -- NULL until Discord has reported it. `shown` says whether the message is known to
    -- be there nevertheless.
    message_id INTEGER,
    shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1)),
    token TEXT NOT NULL,
    token_expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_pending_challenge_per_slot ON challenge (challenger_id, slot)
WHERE state = 'pending';
CREATE UNIQUE INDEX one_pending_challenge_per_pair
ON challenge (min(challenger_id, opponent_id), max(challenger_id, opponent_id))
WHERE state = 'pending' AND opponent_id IS NOT NULL;
CREATE UNIQUE INDEX one_open_challenge_per_channel ON challenge (challenger_id, channel_id)
WHERE state = 'pending' AND opponent_id IS NULL;
CREATE UNIQUE INDEX one_rematch_per_game ON challenge (rematch_of)
WHERE rematch_of IS NOT NULL AND state IN ('pending', 'accepted');

-- For deletions, which check every reference to a player or a game.
CREATE INDEX challenge_by_challenger ON challenge (challenger_id);
CREATE INDEX challenge_by_opponent ON challenge (opponent_id);
CREATE INDEX challenge_by_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;

-- Interaction tokens by their expiry, after which they are cleared.
CREATE INDEX challenge_by_token ON challenge (token_expires_at) WHERE token <> '';

-- What expires next.
CREATE INDEX challenge_by_expiry ON challenge (expires_at) WHERE state = 'pending';

CREATE TABLE game (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Unique, so that a challenge starts one game.
    challenge_id INTEGER UNIQUE REFERENCES challenge (challenge_id),
    -- The interaction that started a game without a challenge. Unique, so that an
    -- interaction that is delivered twice starts one game.
    started_by INTEGER UNIQUE,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    -- NULL: the computer plays in this seat, at `level`.
    first_player_id INTEGER REFERENCES player (player_id),
    second_player_id INTEGER REFERENCES player (player_id),
    level TEXT CHECK (level IN ('easy', 'medium', 'hard', 'perfect')),
    board_columns INTEGER NOT NULL,
    board_rows INTEGER NOT NULL,
    connect INTEGER NOT NULL,
    time_control TEXT NOT NULL
    CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days')),
    theme TEXT NOT NULL,
    -- `no time limit`: it would be rated if its moves had one.
    -- `daily limit`: it would be rated, but its players had reached the limit of rated
    -- games for the day.
    rated TEXT NOT NULL CHECK (rated IN ('yes', 'no', 'no time limit', 'daily limit')),
    moves TEXT NOT NULL,
    -- Incremented by every change except those of the turn timer and of `message_id`
    -- alone. A change is stored only if the version is still the expected one.
    version INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    -- Each seat's points in the series so far, in half points.
    first_points INTEGER NOT NULL,
    second_points INTEGER NOT NULL,
    -- The pending offer, and the seat (0 or 1) that made it.
    offer TEXT CHECK (offer IN ('draw', 'take back')),
    offer_seat INTEGER CHECK (offer_seat IN (0, 1)),
    -- Offers that may not be repeated yet, as bits: 1 and 2 are a declined draw and
    -- take-back by the first seat, 4 and 8 the same by the second; 16 to 128 are the
    -- same for withdrawn ones.
    closed_offers INTEGER NOT NULL CHECK (closed_offers BETWEEN 0 AND 255),
    -- The turns in which the player against the computer took a hint: bit n is set for a
    -- turn with n discs on the board.
    hints INTEGER NOT NULL DEFAULT 0 CHECK (hints = 0 OR (hints > 0 AND level IS NOT NULL)),
    -- Who is excused if they are late because the channel or the bot is gone, since they could not
    -- have removed it when they last acted: 1 the first seat, 2 the second, as bits.
    excused INTEGER NOT NULL DEFAULT 0 CHECK (excused BETWEEN 0 AND 31),
    -- NULL while the game is live. `result_seat` (0 or 1) is who won, resigned, ran
    -- out of time, or claimed the win.
    result TEXT CHECK (
        result IN (
            'won', 'drawn', 'resigned', 'timed out', 'draw by agreement', 'claimed',
            'called off', 'interrupted', 'ended by moderator'
        )
    ),
    result_seat INTEGER CHECK (result_seat IN (0, 1)),
    -- The seat that called the game off, by resigning before both had moved.
    called_off_by INTEGER
    CHECK (called_off_by IS NULL OR (called_off_by IN (0, 1) AND result = 'called off')),
    -- Greater than the numbers of both players' earlier results, so that each player's results
    -- are in order. NULL for what was called off or ended by a moderator.
    result_number INTEGER CHECK (result_number IS NULL OR result IS NOT NULL),
    -- How many games against people the winner had won in a row, with this one. NULL if nobody
    -- won, or the computer took part.
    winning_streak INTEGER CHECK (
        winning_streak IS NULL OR (winning_streak >= 1 AND result_number IS NOT NULL)
    ),
    -- Whether the person of a game against the computer had lost the one before it at the same level.
    lost_before INTEGER NOT NULL DEFAULT 0 CHECK (lost_before IN (0, 1)),
    -- Whether the result of a game between people counts on leaderboards. `too short`: it ended
    -- with fewer than seven discs, and counts for ratings and streaks neither. `win limit`: the
    -- winner had won three games over the loser on the day (UTC). `new account`: that of one player
    -- was less than a week old when the game began.
    counts TEXT NOT NULL DEFAULT 'yes'
    CHECK (counts IN ('yes', 'too short', 'win limit', 'new account')),
    -- The season in which the game's result counts, if one ran in its server.
    season_id INTEGER CHECK (season_id IS NULL OR result_number IS NOT NULL),
    locale TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    -- When the turn's time runs out, and when its player is to be reminded. Without a time
    -- control, when the turn counts as abandoned; NULL once it does. NULL on the computer's
    -- turn, and after the end.
    move_by INTEGER,
    remind_at INTEGER,
    -- When the computer's turn is overdue, if it is the computer's turn.
    computer_due_at INTEGER,
    ended_at INTEGER,
    changed_by INTEGER NOT NULL,
    message_id INTEGER,
    token TEXT NOT NULL,
    token_expires_at INTEGER NOT NULL,
    -- Whether the message with the newest board, or a reminder of it, pinged somebody.
    board_pinged INTEGER NOT NULL DEFAULT 0 CHECK (board_pinged IN (0, 1)),
    -- The last reminder, until it is edited, and the number of moves before its turn.
    reminder_message_id INTEGER,
    reminder_ply INTEGER CHECK (reminder_ply >= 0),
    -- What the board says beside the last move: 0 and 1 that the first or second seat has taken a
    -- move back; 2 and 3 that its offer of a draw has lapsed, 4 and 5 the same of a take-back.
    notice INTEGER CHECK (notice BETWEEN 0 AND 5),
    CHECK ((reminder_message_id IS NULL) = (reminder_ply IS NULL)),
    CHECK (first_player_id <> second_player_id),
    CHECK (first_player_id IS NOT NULL OR second_player_id IS NOT NULL),
    CHECK ((level IS NOT NULL) = (first_player_id IS NULL OR second_player_id IS NULL)),
    CHECK ((offer IS NULL) = (offer_seat IS NULL)),
    CHECK (remind_at IS NULL OR move_by IS NOT NULL),
    CHECK ((result IS NULL) = (ended_at IS NULL)),
    CHECK (result IS NULL OR (offer IS NULL AND move_by IS NULL)),
    CHECK (excused = 0 OR (result IS NULL AND level IS NULL)),
    CHECK ((result IN ('won', 'resigned', 'timed out', 'claimed')) = (result_seat IS NOT NULL))
) STRICT;
CREATE INDEX game_by_pair ON game (first_player_id, second_player_id);
CREATE INDEX game_by_second_seat ON game (second_player_id);

-- When each turn timer is due next: for a reminder, or else at its end.
CREATE INDEX game_by_turn_timer ON game (coalesce(remind_at, move_by)) WHERE move_by IS NOT NULL;

-- A player's last game in a channel.
CREATE INDEX game_by_first_player ON game (first_player_id, channel_id, ended_at)
WHERE result IS NOT NULL;
CREATE INDEX game_by_second_player ON game (second_player_id, channel_id, ended_at)
WHERE result IS NOT NULL;

-- The games that a moderator can end.
CREATE INDEX live_game_by_guild ON game (guild_id) WHERE result IS NULL;
CREATE INDEX game_by_token ON game (token_expires_at) WHERE token <> '';

-- A player's results, in order.
CREATE UNIQUE INDEX game_by_first_result ON game (first_player_id, result_number)
WHERE result_number IS NOT NULL;
CREATE UNIQUE INDEX game_by_second_result ON game (second_player_id, result_number)
WHERE result_number IS NOT NULL;

-- The number of rated games that a pair has started in a day.
CREATE INDEX rated_game_by_pair ON game (first_player_id, second_player_id, started_at)
WHERE rated = 'yes';

-- Between people at most one live game of a pair and size in a channel.
CREATE UNIQUE INDEX one_live_game_per_pair ON game (
    channel_id, min(first_player_id, second_player_id), max(first_player_id, second_player_id),
    board_columns, board_rows, connect
) WHERE result IS NULL AND level IS NULL;

-- Against the computer at most one of a person, channel and size.
CREATE UNIQUE INDEX one_live_game_against_computer ON game (
    channel_id, coalesce(first_player_id, second_player_id), board_columns, board_rows, connect
) WHERE result IS NULL AND level IS NOT NULL;

-- A player's live games, and those in a channel.
CREATE INDEX live_game_by_first_player ON game (first_player_id, channel_id) WHERE result IS NULL;
CREATE INDEX live_game_by_second_player ON game (second_player_id, channel_id)
WHERE result IS NULL;
CREATE INDEX live_game_by_channel ON game (channel_id) WHERE result IS NULL;
CREATE INDEX game_by_season ON game (season_id) WHERE season_id IS NOT NULL;
CREATE INDEX game_by_week ON game (guild_id, ended_at)
WHERE level IS NULL AND result_number IS NOT NULL AND counts <> 'too short';
CREATE INDEX channel_game_by_guild ON game (guild_id, ended_at)
WHERE first_player_id = 0 OR second_player_id = 0;

-- The computer's turns that are due next.
CREATE INDEX game_by_computer_turn ON game (computer_due_at) WHERE computer_due_at IS NOT NULL;

-- A server without a row has the default settings.
CREATE TABLE guild_settings (
    guild_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL,
    -- NULL: the server's language at Discord.
    locale TEXT,
    time_control TEXT NOT NULL
    CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days')),
    reminders INTEGER NOT NULL CHECK (reminders IN (0, 1)),
    -- The limit of live games in a channel; NULL: unlimited.
    max_games_per_channel INTEGER CHECK (max_games_per_channel >= 1),
    computer_games INTEGER NOT NULL CHECK (computer_games IN (0, 1)),
    -- Where games may start, as a JSON array of channel ids; empty: everywhere.
    channels TEXT NOT NULL CHECK (json_valid(channels)),
    -- How long a challenge waits.
    challenge_time TEXT NOT NULL DEFAULT '1 day'
    CHECK (challenge_time IN ('10 minutes', '1 hour', '1 day')),
    -- By IANA's name. NULL: UTC.
    timezone TEXT
) STRICT;

-- The engine's scores of finished games, so that a review need not be computed again.
CREATE TABLE review (
    game_id INTEGER PRIMARY KEY REFERENCES game (game_id),
    -- The score of each column at each ply: seven characters for each ply.
    scores TEXT NOT NULL
) STRICT;

-- Glicko-2 ratings, in a server or globally (scope 0).
CREATE TABLE rating (
    scope_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    -- When the last rated game ended. The deviation grows from then on.
    rated_at INTEGER NOT NULL,
    PRIMARY KEY (scope_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_by_player ON rating (player_id);

-- How each rated game changed its players' ratings.
CREATE TABLE rating_change (
    scope_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    result_number INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    value_before REAL NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (scope_id, player_id, result_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_change_by_player ON rating_change (player_id);

-- The leaderboards: results between people, in a server, globally (scope 0) or in a season (scope
-- -1 - season_id).
-- Only a player's last month and week are kept. A player who has not finished a game in
-- the current one is not on its leaderboard.
CREATE TABLE leaderboard_entry (
    scope_id INTEGER NOT NULL,
    period TEXT NOT NULL CHECK (period IN ('all time', 'month', 'week')),
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    -- Months or weeks since 1970, UTC; weeks begin on Mondays.
    period_number INTEGER NOT NULL,
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND 1048575),
    losses INTEGER NOT NULL CHECK (losses BETWEEN 0 AND 1048575),
    draws INTEGER NOT NULL CHECK (draws BETWEEN 0 AND 1048575),
    -- After the last rated game in the period, and whether it is provisional. NULL without one.
    rating INTEGER CHECK (rating BETWEEN 0 AND 9999),
    provisional INTEGER NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1)),
    -- When the last rated game ended, if `rating` is cleared some time after it: that of all time,
    -- except in a season.
    last_rated_at INTEGER CHECK (last_rated_at IS NULL OR rating IS NOT NULL),
    -- The place among the first three with which somebody has a medal of a season that has ended.
    medal INTEGER CHECK (medal BETWEEN 1 AND 3),
    -- What entries are sorted by, best first; then by a random number, since buttons show it, where
    -- no player may be named.
    wins_key INTEGER NOT NULL DEFAULT 0,
    rating_key INTEGER,
    tie_breaker INTEGER NOT NULL DEFAULT (random() & 9223372036854775807),
    PRIMARY KEY (scope_id, period, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX leaderboard_entry_by_player ON leaderboard_entry (player_id);
CREATE INDEX leaderboard_entry_by_time
ON leaderboard_entry (last_rated_at) WHERE last_rated_at IS NOT NULL;
CREATE INDEX leaderboard_entry_by_medal ON leaderboard_entry (player_id) WHERE medal IS NOT NULL;
CREATE INDEX leaderboard_entry_by_wins
ON leaderboard_entry (scope_id, period, period_number, wins_key, tie_breaker);
CREATE INDEX leaderboard_entry_by_rating
ON leaderboard_entry (scope_id, period, period_number, rating_key, tie_breaker);

-- What a player has tried in a daily puzzle. Puzzles are numbered by days, UTC.
CREATE TABLE puzzle_attempt (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    puzzle INTEGER NOT NULL CHECK (puzzle >= 1),
    -- One digit for each column that was tried, from 1, in order. With the puzzle's solution,
    -- they say which tries were right.
    tries TEXT NOT NULL CHECK (tries <> ''),
    started_at INTEGER NOT NULL,
    -- NULL: not solved yet, or failed.
    solved_at INTEGER,
    -- On how many days in a row the player has solved the day's puzzle, up to this one. NULL
    -- unless it was solved on its day.
    streak INTEGER CHECK (streak IS NULL OR (streak >= 1 AND solved_at IS NOT NULL)),
    PRIMARY KEY (player_id, puzzle)
) STRICT, WITHOUT ROWID;

-- Who has solved a puzzle on its day, in each server where they have seen it since, or has shared how
-- they did. Kept for a month.
CREATE TABLE puzzle_solver (
    guild_id INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    solved_at INTEGER NOT NULL,
    -- The wrong columns that were tried. NULL: not solved on its day.
    mistakes INTEGER DEFAULT 0 CHECK (mistakes >= 0),
    -- Whether the player has shared in the server how they did.
    shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    PRIMARY KEY (guild_id, puzzle, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_solver_by_player ON puzzle_solver (player_id);

-- A puzzle's solvers in a server, in order.
CREATE INDEX puzzle_solver_in_order ON puzzle_solver (guild_id, puzzle, solved_at, player_id);

-- For deleting those of earlier days.
CREATE INDEX puzzle_solver_by_time ON puzzle_solver (solved_at);

-- The games whose mistakes a player's training has, or that have none.
CREATE TABLE training_game (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    -- By which grades its mistakes were found. It is read again by the present ones.
    grading INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (player_id, game_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX training_game_by_game ON training_game (game_id);

-- The positions in which a player has made a mistake.
CREATE TABLE training_position (
    player_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    -- The number of moves before it.
    ply INTEGER NOT NULL CHECK (ply >= 0),
    -- How many of its repetitions, after 1, 3 and 7 days, are over.
    repetition INTEGER NOT NULL CHECK (repetition BETWEEN 0 AND 3),
    -- When it is shown next. NULL: not again.
    due_at INTEGER,
    -- How many times it was tried, so that a try counts once.
    tries INTEGER NOT NULL CHECK (tries >= 0),
    -- The board and its discs, so that the same position of two games is trained with once.
    position TEXT NOT NULL,
    -- How many discs ahead the player had to look: those that the winner still had to drop. NULL:
    -- the game was not read by the present grades.
    moves_ahead INTEGER CHECK (moves_ahead >= 1),
    PRIMARY KEY (player_id, game_id, ply),
    FOREIGN KEY (player_id, game_id) REFERENCES training_game (player_id, game_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX training_position_once ON training_position (player_id, position);
CREATE INDEX training_position_by_time ON training_position (player_id, due_at)
WHERE due_at IS NOT NULL;

-- The tries, for the numbers of a week. Kept for some days.
CREATE TABLE training_try (
    player_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    -- From 1.
    number INTEGER NOT NULL CHECK (number >= 1),
    tried_at INTEGER NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (player_id, game_id, ply, number),
    FOREIGN KEY (player_id, game_id, ply)
    REFERENCES training_position (player_id, game_id, ply)
) STRICT, WITHOUT ROWID;

-- For deleting those of earlier weeks.
CREATE INDEX training_try_by_time ON training_try (tried_at);

-- The interactions that have changed something other than a game, so that one that Discord delivers
-- twice is applied once: a game has the last one in its row. Kept for an hour, by the time in the id:
-- what comes a minute late is refused.
CREATE TABLE applied_interaction (
    interaction_id INTEGER PRIMARY KEY
) STRICT;

-- For how many milliseconds the bot could take moves, from an origin of no meaning. It is counted
-- by one process at a time: the one that has chosen `beat`, a random number, when it last did.
-- Zero if that process has stopped, so that another may go on at once.
CREATE TABLE running_time (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    running INTEGER NOT NULL,
    beat INTEGER NOT NULL
) STRICT;

-- Limits that outlive the deletion of a player's data.
CREATE TABLE kept_limit (
    kind TEXT NOT NULL CHECK (kind IN ('cooldown', 'rated games', 'wins', 'puzzle')),
    -- Who has challenged, played, won or tried.
    person INTEGER NOT NULL,
    -- The other person, or the number of the puzzle.
    other INTEGER NOT NULL,
    -- How many challenges ended without a game since the two last played, how many rated games
    -- they have begun on the day, how many games of seven discs the person has won on the day, or
    -- one digit for each column that was tried, in order.
    value INTEGER NOT NULL CHECK (value >= 1),
    -- When it no longer counts, and is deleted. For challenges, a week after the last one ended.
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_limit_by_time ON kept_limit (until);

-- A server's seasons, which follow each other without a gap. Their boards are kept.
CREATE TABLE season (
    season_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    -- From 1 in each server.
    number INTEGER NOT NULL CHECK (number >= 1),
    started_at INTEGER NOT NULL,
    -- NULL while it runs.
    ended_at INTEGER,
    UNIQUE (guild_id, number)
) STRICT;
CREATE UNIQUE INDEX one_running_season_per_guild ON season (guild_id) WHERE ended_at IS NULL;

-- How a server's seasons start, and where the end of one is posted. No row: none was ever started.
CREATE TABLE season_schedule (
    guild_id INTEGER PRIMARY KEY,
    rhythm TEXT NOT NULL CHECK (rhythm IN ('by hand', 'month', 'quarter')),
    -- When the next one starts by itself.
    due_at INTEGER,
    channel_id INTEGER NOT NULL,
    -- The server's language at Discord.
    guild_locale TEXT NOT NULL,
    CHECK ((rhythm = 'by hand') = (due_at IS NULL))
) STRICT;
CREATE INDEX season_schedule_by_time ON season_schedule (due_at) WHERE due_at IS NOT NULL;

-- People whom managers have hidden from a server's leaderboards.
CREATE TABLE hidden_player (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX hidden_player_by_player ON hidden_player (player_id);

-- Whose record managers have reset: their earlier results do not count on the server's leaderboards.
CREATE TABLE reset_record (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    -- That of the last result before it.
    result_number INTEGER NOT NULL,
    -- Whether the player has been told.
    told INTEGER NOT NULL CHECK (told IN (0, 1)),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_record_by_player ON reset_record (player_id);

-- Messages that the bot owes a channel have a row each, also those that come once: weeks in words and
-- ends of seasons.
CREATE TABLE standing_message (
    standing_message_id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id INTEGER NOT NULL,
    -- 'daily' and 'week' bring the messages of the kinds 'puzzle' and 'told week'.
    kind TEXT NOT NULL CHECK (kind IN (
        'leaderboard', 'daily', 'puzzle', 'week', 'told week', 'season end', 'season goes on'
    )),
    guild_id INTEGER NOT NULL,
    -- The last one, also if it is gone. NULL: not posted yet.
    message_id INTEGER,
    -- Which leaderboard.
    period TEXT CHECK (period IN ('all time', 'month', 'week')),
    sort_by TEXT CHECK (sort_by IN ('rating', 'wins')),
    -- The hour of the day in the server's time zone at which puzzles are posted.
    hour INTEGER CHECK (hour BETWEEN 0 AND 23),
    -- The number of the puzzle, or of the last one that was posted.
    puzzle INTEGER,
    -- The number of the week that it tells (0 has the start of 1970), or that was told last; or
    -- that of the season.
    number INTEGER,
    -- NULL: there is no message, or it is gone.
    posted_at INTEGER,
    -- Whether a new message is to take its place.
    replaced INTEGER NOT NULL DEFAULT 0 CHECK (replaced IN (0, 1)),
    -- If somebody whom it names has to go from it: how often Discord has refused that.
    removal INTEGER CHECK (removal >= 0),
    -- How often something was begun since the last result was recorded.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- How many posts were begun whose result is not recorded.
    posts INTEGER NOT NULL DEFAULT 0 CHECK (posts >= 0),
    -- How long it rests after an edit once it is an hour old, in milliseconds.
    pause INTEGER NOT NULL CHECK (pause > 0),
    -- Until then it is not edited, unless a name has to go.
    rests_until INTEGER NOT NULL,
    -- When there is something to be done. NULL: nothing.
    due_at INTEGER,
    -- How often it was changed, or what it shows was: a change is stored only over the one that it
    -- was decided on.
    changes INTEGER NOT NULL DEFAULT 0,
    -- A hash of what it shows. NULL: unknown.
    shown INTEGER,
    -- 'off': not wanted any more; 'over': the next one is there; 'stopped': Discord has refused it
    -- too often; 'deleted': by somebody.
    state TEXT NOT NULL CHECK (state IN ('on', 'off', 'over', 'stopped', 'deleted')),
    -- How many times in a row Discord has refused it, and why it did last.
    refusals INTEGER NOT NULL CHECK (refusals >= 0),
    closed TEXT CHECK (closed IN ('hidden', 'forbidden', 'archived', 'locked')),
    -- The server's language at Discord.
    guild_locale TEXT NOT NULL,
    CHECK (CASE kind WHEN 'daily' THEN hour IS NOT NULL WHEN 'puzzle' THEN puzzle IS NOT NULL
        WHEN 'leaderboard' THEN period IS NOT NULL AND sort_by IS NOT NULL
        WHEN 'week' THEN true ELSE number IS NOT NULL END)
) STRICT;
CREATE INDEX standing_message_by_time ON standing_message (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX standing_message_by_guild ON standing_message (guild_id, kind);

-- A server has one.
CREATE UNIQUE INDEX one_post_of_a_server ON standing_message (guild_id, kind)
WHERE kind IN ('daily', 'week');
CREATE UNIQUE INDEX one_leaderboard_of_a_channel ON standing_message (guild_id, channel_id)
WHERE kind = 'leaderboard' AND state <> 'off';

-- Whom a message names, or may name: those are recorded before it is sent.
CREATE TABLE named_player (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    standing_message_id INTEGER NOT NULL
    REFERENCES standing_message (standing_message_id) ON DELETE CASCADE,
    PRIMARY KEY (player_id, standing_message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX named_player_by_message ON named_player (standing_message_id);

-- On how many days in a row somebody in a server has solved the day's puzzle.
CREATE TABLE guild_streak (
    guild_id INTEGER PRIMARY KEY,
    -- The last such day.
    puzzle INTEGER NOT NULL CHECK (puzzle >= 1),
    days INTEGER NOT NULL CHECK (days >= 1),
    -- The days in a row up to the day before the one that was missed just before the streak began.
    -- A puzzle that was begun on its day may be solved just after it.
    earlier INTEGER NOT NULL CHECK (earlier >= 0),
    -- The most days in a row that there were.
    best INTEGER NOT NULL CHECK (best >= days)
) STRICT;

-- In a game of a channel against the computer, player 0, whose name is empty, stands for everybody in
-- the channel. This is who has dropped its discs.
CREATE TABLE channel_disc (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    -- How many the channel had dropped before.
    disc INTEGER NOT NULL CHECK (disc >= 0),
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    PRIMARY KEY (game_id, disc)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_disc_by_player ON channel_disc (player_id);
