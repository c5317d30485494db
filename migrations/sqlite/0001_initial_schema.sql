-- Discord's ids are stored as signed 64-bit integers, times (`*_at` and `move_by`) as
-- Unix time in milliseconds.

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

-- Challenges of one player to another that ended without a game since they last played.
CREATE TABLE challenge_cooldown (
    challenger_id INTEGER NOT NULL REFERENCES player (player_id),
    opponent_id INTEGER NOT NULL REFERENCES player (player_id),
    challenges INTEGER NOT NULL CHECK (challenges >= 1),
    last_ended_at INTEGER NOT NULL,
    PRIMARY KEY (challenger_id, opponent_id),
    CHECK (challenger_id <> opponent_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX challenge_cooldown_by_opponent ON challenge_cooldown (opponent_id);

-- For deleting those that are too old to count.
CREATE INDEX challenge_cooldown_by_time ON challenge_cooldown (last_ended_at);

-- Limits of two people that outlive the deletion of one of them, so that deleting one's data
-- does not get round them: the number of rated games in a day, and of challenges that ended
-- without a game.
CREATE TABLE retained_limit (
    kind TEXT NOT NULL CHECK (kind IN ('rated games', 'challenge cooldown')),
    -- A keyed hash of the two ids and, for rated games, of the day.
    hash TEXT NOT NULL,
    -- How many rated games or challenges there were.
    amount INTEGER NOT NULL CHECK (amount >= 1),
    -- When the last challenge ended. For rated games, when they were retained.
    last_at INTEGER NOT NULL,
    -- When the limit no longer counts, and is deleted.
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (kind, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX retained_limit_by_expiry ON retained_limit (expires_at);

-- The key of these hashes. Random, and not exported: with it, somebody could try ids.
CREATE TABLE retained_limit_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    secret TEXT NOT NULL
) STRICT;

INSERT INTO retained_limit_key (id, secret) VALUES (1, hex(randomblob(32)));

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
    -- How cells are drawn on its boards, chosen when the game begins: as tiles with these
    -- names, or as Unicode.
    cell_style TEXT NOT NULL DEFAULT 'unicode'
    CHECK (cell_style IN ('readable names', 'short names', 'unicode')),
    -- One digit for each column, from 1, in the order of play.
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
    -- What the players could do in the server when they last acted, as bits: 1 is set if the
    -- first seat moderates there, 2 instead if it manages the channel or the server; 4 and 8
    -- are the same for the second; 16 is set if the bot was installed there.
    standing INTEGER NOT NULL DEFAULT 0 CHECK (standing BETWEEN 0 AND 31),
    -- NULL while the game is live. `result_seat` (0 or 1) is who won, resigned, ran
    -- out of time, or claimed the win.
    result TEXT CHECK (
        result IN (
            'won', 'drawn', 'resigned', 'timed out', 'draw by agreement', 'claimed',
            'called off', 'interrupted', 'ended by moderator'
        )
    ),
    result_seat INTEGER CHECK (result_seat IN (0, 1)),
    -- Greater than the numbers of both players' earlier results, so that each player's results
    -- are in order. NULL for what was called off or ended by a moderator.
    result_number INTEGER CHECK (result_number IS NULL OR result IS NOT NULL),
    -- How many games against people the winner had won in a row, with this one. NULL if nobody
    -- won, or the computer took part.
    winning_streak INTEGER CHECK (
        winning_streak IS NULL OR (winning_streak >= 1 AND result_number IS NOT NULL)
    ),
    locale TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    -- When the turn's time runs out, and when its player is to be reminded. Without a time
    -- control, when the turn counts as abandoned; NULL once it does. NULL on the computer's
    -- turn, and after the end.
    move_by INTEGER,
    remind_at INTEGER,
    -- The number of lookups in this turn in which Discord did not say what has kept the late
    -- player from moving.
    failed_lookups INTEGER NOT NULL DEFAULT 0 CHECK (failed_lookups >= 0),
    ended_at INTEGER,
    changed_by INTEGER NOT NULL,
    -- The interaction by which the player who waits last posted the board again in this
    -- turn.
    reposted_by INTEGER,
    message_id INTEGER,
    token TEXT NOT NULL,
    token_expires_at INTEGER NOT NULL,
    -- Whether the message with the newest board, or a reminder of it, pinged somebody.
    board_pinged INTEGER NOT NULL DEFAULT 0 CHECK (board_pinged IN (0, 1)),
    -- The last reminder, until it is edited, and the number of moves before its turn.
    reminder_message_id INTEGER,
    reminder_ply INTEGER CHECK (reminder_ply >= 0),
    CHECK ((reminder_message_id IS NULL) = (reminder_ply IS NULL)),
    CHECK (first_player_id <> second_player_id),
    CHECK (first_player_id IS NOT NULL OR second_player_id IS NOT NULL),
    CHECK ((level IS NOT NULL) = (first_player_id IS NULL OR second_player_id IS NULL)),
    CHECK ((offer IS NULL) = (offer_seat IS NULL)),
    CHECK (remind_at IS NULL OR move_by IS NOT NULL),
    CHECK ((result IS NULL) = (ended_at IS NULL)),
    CHECK (result IS NULL OR (offer IS NULL AND move_by IS NULL)),
    CHECK (standing = 0 OR (result IS NULL AND level IS NULL)),
    CHECK (failed_lookups = 0 OR move_by IS NOT NULL),
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

-- The players of live games: at most one game per player and channel, so that a
-- command never has to ask which game is meant. Triggers seat and free them.
CREATE TABLE live_seat (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    channel_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    PRIMARY KEY (player_id, channel_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_seat_by_game ON live_seat (game_id);

-- The number of live games in a channel.
CREATE INDEX live_seat_by_channel ON live_seat (channel_id, game_id);

CREATE TRIGGER game_started AFTER INSERT ON game WHEN new.result IS NULL BEGIN
    INSERT INTO live_seat (player_id, channel_id, game_id)
    SELECT new.first_player_id, new.channel_id, new.game_id
    WHERE new.first_player_id IS NOT NULL
    UNION ALL SELECT new.second_player_id, new.channel_id, new.game_id
    WHERE new.second_player_id IS NOT NULL;
END;

CREATE TRIGGER game_ended AFTER UPDATE OF result ON game WHEN new.result IS NOT NULL BEGIN
    DELETE FROM live_seat WHERE game_id = new.game_id;
END;

-- What is due without an interaction: the expiry of challenges, which is deleted when they
-- end, and the computer's turns.
CREATE TABLE deadline (
    kind TEXT NOT NULL CHECK (kind IN ('challenge', 'computer')),
    subject_id INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadline_by_time ON deadline (due_at);

CREATE TRIGGER challenge_ended AFTER UPDATE OF state ON challenge WHEN new.state <> 'pending' BEGIN
    DELETE FROM deadline WHERE kind = 'challenge' AND subject_id = new.challenge_id;
END;

-- Until when each shard of the gateway could take moves, so that turn timers stop while
-- it cannot. With signed HTTP there is one shard. All rows have the same `shard_count`.
CREATE TABLE heartbeat (
    shard_id INTEGER PRIMARY KEY,
    shard_count INTEGER NOT NULL CHECK (shard_id >= 0 AND shard_id < shard_count),
    beat_at INTEGER NOT NULL
) STRICT;

-- The commands that an application last registered in a server, or globally (server 0): a hash
-- of them, and Discord's id of each slash command, by its name.
CREATE TABLE registration (
    application_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    hash TEXT NOT NULL,
    command_ids TEXT NOT NULL CHECK (json_valid(command_ids)),
    PRIMARY KEY (application_id, guild_id)
) STRICT, WITHOUT ROWID;

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
    channels TEXT NOT NULL CHECK (json_valid(channels))
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

-- The leaderboards: results between people, in a server or globally (scope 0).
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
    -- After the last rated game in the period; NULL while it is provisional.
    rating INTEGER CHECK (rating BETWEEN 0 AND 9999),
    -- Sorts entries with equal keys. Random, since buttons show it, where no player may be
    -- named.
    tie_breaker INTEGER NOT NULL DEFAULT (random() & 9223372036854775807),
    -- Sort keys, best first: by wins, then by losses, then by draws.
    wins_key INTEGER NOT NULL GENERATED ALWAYS AS (
        ((1048575 - wins) << 40) | (losses << 20) | (1048575 - draws)
    ) STORED,
    rating_key INTEGER GENERATED ALWAYS AS ((1048575 - rating) << 40) STORED,
    PRIMARY KEY (scope_id, period, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX leaderboard_entry_by_wins
ON leaderboard_entry (scope_id, period, period_number, wins_key, tie_breaker);
CREATE INDEX leaderboard_entry_by_rating
ON leaderboard_entry (scope_id, period, period_number, rating_key, tie_breaker)
WHERE rating IS NOT NULL;
CREATE INDEX leaderboard_entry_by_player ON leaderboard_entry (player_id);

-- The number of players with each sort key, and with each prefix that is 20 or 40 bits
-- shorter: a rank is the sum of at most a few thousand of these, however many players
-- there are. Maintained only by the triggers below.
CREATE TABLE leaderboard_count (
    scope_id INTEGER NOT NULL,
    period TEXT NOT NULL,
    period_number INTEGER NOT NULL,
    ordered_by TEXT NOT NULL CHECK (ordered_by IN ('wins', 'rating')),
    -- The number of low bits cut off the key: 40, 20 or 0.
    shift INTEGER NOT NULL,
    prefix INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (scope_id, period, period_number, ordered_by, shift, prefix)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER leaderboard_entry_added AFTER INSERT ON leaderboard_entry BEGIN
    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'wins', column1, new.wins_key >> column1, 1
    FROM (VALUES (40), (20), (0)) WHERE true
    ON CONFLICT DO UPDATE SET players = players + 1;

    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'rating', 40, new.rating_key >> 40, 1
    WHERE new.rating IS NOT NULL
    ON CONFLICT DO UPDATE SET players = players + 1;
END;

CREATE TRIGGER leaderboard_entry_removed AFTER DELETE ON leaderboard_entry BEGIN
    UPDATE leaderboard_count SET players = players - 1
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));

    DELETE FROM leaderboard_count
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND players = 0 AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));
END;

CREATE TRIGGER leaderboard_entry_changed AFTER UPDATE ON leaderboard_entry
WHEN old.period_number <> new.period_number OR old.wins_key <> new.wins_key
OR old.rating_key IS NOT new.rating_key BEGIN
    UPDATE leaderboard_count SET players = players - 1
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));

    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'wins', column1, new.wins_key >> column1, 1
    FROM (VALUES (40), (20), (0)) WHERE true
    ON CONFLICT DO UPDATE SET players = players + 1;

    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'rating', 40, new.rating_key >> 40, 1
    WHERE new.rating IS NOT NULL
    ON CONFLICT DO UPDATE SET players = players + 1;

    DELETE FROM leaderboard_count
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND players = 0 AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));
END;
