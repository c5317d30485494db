-- Clocks, offers, series and themes.

-- SQLite cannot change what a column may hold, so the table is built again under
-- its name, as before.
PRAGMA defer_foreign_keys = ON;

CREATE INDEX challenge_by_rematch ON challenge (rematch_of);

CREATE TABLE game_before AS SELECT * FROM game;

DROP TABLE game;

CREATE TABLE game (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Unique, so that one challenge begins one game.
    challenge_id INTEGER UNIQUE REFERENCES challenge (challenge_id),
    -- The interaction that began a game without a challenge. Unique, so that one
    -- delivered twice begins one game.
    begun_by INTEGER UNIQUE,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    -- None: the computer sits there, and plays at this level.
    first_player_id INTEGER REFERENCES player (player_id),
    second_player_id INTEGER REFERENCES player (player_id),
    level TEXT CHECK (level IN ('easy', 'medium', 'hard', 'perfect')),
    board_columns INTEGER NOT NULL,
    board_rows INTEGER NOT NULL,
    connect INTEGER NOT NULL,
    time_control TEXT NOT NULL
    CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days')),
    theme TEXT NOT NULL
    CHECK (theme IN ('classic', 'red-blue', 'red-black', 'colour-blind', 'shapes')),
    -- One digit for each column, from 1, in the order of play.
    moves TEXT NOT NULL,
    -- Raised by every change but that of the turn's time: a change is stored only
    -- over the version that it was decided on.
    version INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    -- What each seat has gained in the series before, in half points.
    first_points INTEGER NOT NULL,
    second_points INTEGER NOT NULL,
    -- What a seat (0 or 1) has offered the other.
    offer TEXT CHECK (offer IN ('draw', 'take back')),
    offer_seat INTEGER CHECK (offer_seat IN (0, 1)),
    -- What may not be offered again yet, as bits: 1 a draw and 2 a take-back of
    -- the first seat's, 4 and 8 the same of the second seat's.
    declined INTEGER NOT NULL CHECK (declined BETWEEN 0 AND 15),
    -- How it ended, none while it goes on; `ending_seat` (0 or 1) is who won,
    -- who resigned, or who did not move in time.
    ending TEXT CHECK (
        ending IN ('won', 'drawn', 'resigned', 'timed out', 'agreed', 'called off', 'stopped')
    ),
    ending_seat INTEGER CHECK (ending_seat IN (0, 1)),
    locale TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    -- When the turn's time is up, and when its player is to be reminded; none
    -- without a limit, while the computer thinks, and once it is over.
    move_by INTEGER,
    remind_at INTEGER,
    ended_at INTEGER,
    changed_by INTEGER NOT NULL,
    message_id INTEGER,
    token TEXT NOT NULL,
    token_expires_at INTEGER NOT NULL,
    CHECK (first_player_id <> second_player_id),
    CHECK (first_player_id IS NOT NULL OR second_player_id IS NOT NULL),
    CHECK ((level IS NOT NULL) = (first_player_id IS NULL OR second_player_id IS NULL)),
    CHECK ((offer IS NULL) = (offer_seat IS NULL)),
    CHECK (remind_at IS NULL OR move_by IS NOT NULL),
    CHECK ((ending IS NULL) = (ended_at IS NULL)),
    CHECK (ending IS NULL OR (offer IS NULL AND move_by IS NULL)),
    CHECK ((ending IN ('won', 'resigned', 'timed out')) = (ending_seat IS NOT NULL))
) STRICT;

-- Games that began without a clock go on without one.
INSERT INTO game (
    game_id, challenge_id, begun_by, guild_id, channel_id, first_player_id, second_player_id,
    level, board_columns, board_rows, connect, time_control, theme, moves, version, series_id,
    first_points, second_points, declined, ending, ending_seat, locale, started_at, moved_at,
    ended_at, changed_by, message_id, token, token_expires_at
)
SELECT
    game_id, challenge_id, begun_by, guild_id, channel_id, first_player_id, second_player_id,
    level, board_columns, board_rows, connect, 'none', 'classic', moves, version, series_id,
    0, 0, 0, ending, ending_seat, locale, started_at, moved_at,
    ended_at, changed_by, message_id, token, token_expires_at
FROM game_before;

DROP TABLE game_before;

DROP INDEX challenge_by_rematch;

CREATE INDEX game_by_pair ON game (first_player_id, second_player_id);

-- What is due next on the clocks: a reminder, or else the end of the time.
CREATE INDEX game_by_clock ON game (coalesce(remind_at, move_by)) WHERE move_by IS NOT NULL;

-- Somebody's last game in a channel.
CREATE INDEX game_by_first_player ON game (first_player_id, channel_id, ended_at)
WHERE ending IS NOT NULL;
CREATE INDEX game_by_second_player ON game (second_player_id, channel_id, ended_at)
WHERE ending IS NOT NULL;

ALTER TABLE challenge ADD COLUMN time_control TEXT NOT NULL DEFAULT 'none'
CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days'));

ALTER TABLE challenge ADD COLUMN theme TEXT NOT NULL DEFAULT 'classic'
CHECK (theme IN ('classic', 'red-blue', 'red-black', 'colour-blind', 'shapes'));

-- What each has gained in the series before, in half points.
ALTER TABLE challenge ADD COLUMN challenger_points INTEGER NOT NULL DEFAULT 0;
ALTER TABLE challenge ADD COLUMN opponent_points INTEGER NOT NULL DEFAULT 0;

-- When some process last ran, so that nobody loses time while none does. One row.
CREATE TABLE alive (
    alive_id INTEGER PRIMARY KEY CHECK (alive_id = 1),
    alive_at INTEGER NOT NULL
) STRICT;
