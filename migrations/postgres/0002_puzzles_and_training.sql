-- The columns are documented in SQLite's migration.

CREATE TABLE puzzle_attempt (
    player_id BIGINT NOT NULL REFERENCES player (player_id) DEFERRABLE,
    puzzle BIGINT NOT NULL CHECK (puzzle >= 1),
    tries TEXT NOT NULL CHECK (tries <> ''),
    started_at BIGINT NOT NULL,
    solved_at BIGINT,
    streak BIGINT CHECK (streak IS NULL OR (streak >= 1 AND solved_at IS NOT NULL)),
    PRIMARY KEY (player_id, puzzle)
);

CREATE TABLE puzzle_solver (
    guild_id BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    player_id BIGINT NOT NULL REFERENCES player (player_id) DEFERRABLE,
    solved_at BIGINT NOT NULL,
    PRIMARY KEY (guild_id, puzzle, player_id)
);

CREATE INDEX puzzle_solver_by_player ON puzzle_solver (player_id);

CREATE INDEX puzzle_solver_in_order ON puzzle_solver (guild_id, puzzle, solved_at, player_id);

CREATE INDEX puzzle_solver_by_time ON puzzle_solver (solved_at);

CREATE TABLE puzzle_schedule (
    guild_id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    hour BIGINT NOT NULL CHECK (hour BETWEEN 0 AND 23),
    state TEXT NOT NULL CHECK (state IN ('off', 'on', 'stopped')),
    refusals BIGINT NOT NULL CHECK (refusals >= 0),
    due_at BIGINT,
    posted_puzzle BIGINT,
    guild_locale TEXT NOT NULL,
    CHECK ((state = 'on') = (due_at IS NOT NULL))
);

CREATE INDEX puzzle_schedule_by_time ON puzzle_schedule (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE trainee (
    player_id BIGINT PRIMARY KEY REFERENCES player (player_id) DEFERRABLE,
    review_day BIGINT NOT NULL,
    reviews BIGINT NOT NULL CHECK (reviews >= 0),
    leased_until BIGINT
);

CREATE TABLE training_game (
    player_id BIGINT NOT NULL REFERENCES trainee (player_id) DEFERRABLE,
    game_id BIGINT NOT NULL REFERENCES game (game_id) DEFERRABLE,
    PRIMARY KEY (player_id, game_id)
);

CREATE INDEX training_game_by_game ON training_game (game_id);

CREATE TABLE training_position (
    player_id BIGINT NOT NULL,
    game_id BIGINT NOT NULL,
    ply BIGINT NOT NULL CHECK (ply >= 0),
    repetition BIGINT NOT NULL CHECK (repetition BETWEEN 0 AND 3),
    due_at BIGINT,
    tries BIGINT NOT NULL CHECK (tries >= 0),
    position TEXT NOT NULL,
    PRIMARY KEY (player_id, game_id, ply),
    FOREIGN KEY (player_id, game_id) REFERENCES training_game (player_id, game_id) DEFERRABLE
);

CREATE UNIQUE INDEX training_position_once ON training_position (player_id, position);

CREATE INDEX training_position_by_time ON training_position (player_id, due_at)
WHERE due_at IS NOT NULL;

CREATE TABLE training_try (
    player_id BIGINT NOT NULL,
    game_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    number BIGINT NOT NULL CHECK (number >= 1),
    tried_at BIGINT NOT NULL,
    solved BIGINT NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (player_id, game_id, ply, number),
    FOREIGN KEY (player_id, game_id, ply)
    REFERENCES training_position (player_id, game_id, ply) DEFERRABLE
);

CREATE INDEX training_try_by_time ON training_try (tried_at);
