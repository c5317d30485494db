-- Games against the computer.

-- SQLite cannot make a column optional, so the table is built again under its
-- name. Until the games are back, what refers to them refers to nothing; that is
-- looked at only at the end of the transaction.
PRAGMA defer_foreign_keys = ON;

-- Each game that goes and comes back asks which challenges refer to it. Without
-- an index for that, the time would grow with the square of their number.
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
    -- One digit for each column, from 1, in the order of play.
    moves TEXT NOT NULL,
    -- Raised by every change: a change is stored only over the version that it
    -- was decided on.
    version INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    -- How it ended, none while it goes on; `ending_seat` (0 or 1) is who won,
    -- or who resigned.
    ending TEXT CHECK (ending IN ('won', 'drawn', 'resigned')),
    ending_seat INTEGER CHECK (ending_seat IN (0, 1)),
    locale TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    ended_at INTEGER,
    changed_by INTEGER NOT NULL,
    message_id INTEGER,
    token TEXT NOT NULL,
    token_expires_at INTEGER NOT NULL,
    CHECK (first_player_id <> second_player_id),
    CHECK (first_player_id IS NOT NULL OR second_player_id IS NOT NULL),
    CHECK ((level IS NOT NULL) = (first_player_id IS NULL OR second_player_id IS NULL)),
    CHECK ((ending IS NULL) = (ended_at IS NULL)),
    CHECK ((ending IN ('won', 'resigned')) = (ending_seat IS NOT NULL))
) STRICT;

INSERT INTO game (
    game_id, challenge_id, guild_id, channel_id, first_player_id, second_player_id, board_columns,
    board_rows, connect, moves, version, series_id, ending, ending_seat, locale, started_at,
    moved_at, ended_at, changed_by, message_id, token, token_expires_at
)
SELECT
    game_id, challenge_id, guild_id, channel_id, first_player_id, second_player_id, board_columns,
    board_rows, connect, moves, version, series_id, ending, ending_seat, locale, started_at,
    moved_at, ended_at, changed_by, message_id, token, token_expires_at
FROM game_before;

DROP TABLE game_before;

DROP INDEX challenge_by_rematch;

CREATE INDEX game_by_pair ON game (first_player_id, second_player_id);

-- The computer's turns are due like what is to be done without a press, so that
-- a restart does not forget them.
CREATE TABLE deadline_before AS SELECT * FROM deadline;

DROP TABLE deadline;

CREATE TABLE deadline (
    kind TEXT NOT NULL CHECK (kind IN ('challenge', 'computer')),
    subject_id INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;

INSERT INTO deadline (kind, subject_id, due_at)
SELECT kind, subject_id, due_at FROM deadline_before;

DROP TABLE deadline_before;

CREATE INDEX deadline_by_time ON deadline (due_at);
