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

-- Those who have solved a puzzle on its day, in each server where they have seen it since.
-- Kept for some days.
CREATE TABLE puzzle_solver (
    guild_id INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    solved_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, puzzle, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_solver_by_player ON puzzle_solver (player_id);

-- A puzzle's solvers in a server, in order.
CREATE INDEX puzzle_solver_in_order ON puzzle_solver (guild_id, puzzle, solved_at, player_id);

-- For deleting those of earlier days.
CREATE INDEX puzzle_solver_by_time ON puzzle_solver (solved_at);

-- Where and when servers have the daily puzzle posted.
CREATE TABLE puzzle_schedule (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    -- The hour of the day, UTC.
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    -- 'stopped': Discord has refused too many posts in a row.
    state TEXT NOT NULL CHECK (state IN ('off', 'on', 'stopped')),
    -- How many posts in a row Discord has refused.
    refusals INTEGER NOT NULL CHECK (refusals >= 0),
    -- When the next one is due.
    due_at INTEGER,
    -- The last puzzle that was posted.
    posted_puzzle INTEGER,
    -- The server's language at Discord.
    guild_locale TEXT NOT NULL,
    CHECK ((state = 'on') = (due_at IS NOT NULL))
) STRICT;

CREATE INDEX puzzle_schedule_by_time ON puzzle_schedule (due_at) WHERE due_at IS NOT NULL;

-- People who train with positions of their own games, and how many of these were reviewed for
-- that on a day (days since 1970, UTC).
CREATE TABLE trainee (
    player_id INTEGER PRIMARY KEY REFERENCES player (player_id),
    review_day INTEGER NOT NULL,
    reviews INTEGER NOT NULL CHECK (reviews >= 0),
    -- Until then one process reviews these games.
    leased_until INTEGER
) STRICT;

-- The games whose mistakes a player's training has, or that have none.
CREATE TABLE training_game (
    player_id INTEGER NOT NULL REFERENCES trainee (player_id),
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    PRIMARY KEY (player_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX training_game_by_game ON training_game (game_id);

-- The positions in which a player has given away half a point or more.
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
