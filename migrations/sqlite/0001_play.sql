-- Discord's ids are stored as 64-bit integers, times (`*_at`) as UTC in
-- milliseconds since 1970.

-- Display names are kept since the absent player's name must be shown; nothing
-- else about a person is.
CREATE TABLE player (
    player_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE challenge (
    challenge_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    challenger_id INTEGER NOT NULL REFERENCES player (player_id),
    -- None: anyone may join.
    opponent_id INTEGER REFERENCES player (player_id),
    -- Which of the challenger's few waiting challenges this one is: with the
    -- index below, the database itself keeps their number down.
    slot INTEGER NOT NULL CHECK (slot BETWEEN 1 AND 3),
    board_columns INTEGER NOT NULL,
    board_rows INTEGER NOT NULL,
    connect INTEGER NOT NULL,
    first TEXT NOT NULL CHECK (first IN ('challenger', 'opponent', 'random')),
    rematch_of INTEGER REFERENCES game (game_id),
    series_id INTEGER NOT NULL,
    locale TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'declined', 'cancelled', 'expired')),
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- Unique, so that one command delivered twice makes one challenge.
    made_by INTEGER NOT NULL UNIQUE,
    changed_by INTEGER NOT NULL,
    message_id INTEGER,
    token TEXT NOT NULL,
    token_expires_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_waiting_challenge_per_slot ON challenge (challenger_id, slot)
WHERE state = 'waiting';

CREATE UNIQUE INDEX one_waiting_challenge_per_pair
ON challenge (min(challenger_id, opponent_id), max(challenger_id, opponent_id))
WHERE state = 'waiting' AND opponent_id IS NOT NULL;

CREATE UNIQUE INDEX one_rematch_per_game ON challenge (rematch_of)
WHERE rematch_of IS NOT NULL AND state IN ('waiting', 'accepted');

CREATE INDEX challenge_by_pair ON challenge (challenger_id, opponent_id, ended_at);

CREATE TABLE game (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Unique, so that one challenge begins one game.
    challenge_id INTEGER UNIQUE REFERENCES challenge (challenge_id),
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    first_player_id INTEGER NOT NULL REFERENCES player (player_id),
    second_player_id INTEGER NOT NULL REFERENCES player (player_id),
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
    CHECK ((ending IS NULL) = (ended_at IS NULL)),
    CHECK ((ending IN ('won', 'resigned')) = (ending_seat IS NOT NULL))
) STRICT;

CREATE INDEX game_by_pair ON game (first_player_id, second_player_id);

-- Who sits where in games that go on: at most one a channel, so that a command
-- never has to ask which is meant.
CREATE TABLE live_seat (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    channel_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    PRIMARY KEY (player_id, channel_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_seat_by_game ON live_seat (game_id);

-- Finished games, counted by server; server 0 is all direct messages.
CREATE TABLE record (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX record_by_rank ON record (guild_id, wins DESC, losses, draws DESC, player_id);
CREATE INDEX record_by_player ON record (player_id);

-- What is to be done when nobody presses anything.
CREATE TABLE deadline (
    kind TEXT NOT NULL CHECK (kind IN ('challenge')),
    subject_id INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadline_by_time ON deadline (due_at);

-- The commands that Discord was last told, as a hash: for an application in one
-- server, or everywhere (server 0).
CREATE TABLE registration (
    application_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (application_id, guild_id)
) STRICT, WITHOUT ROWID;
