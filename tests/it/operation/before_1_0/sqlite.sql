-- The schema of an SQLite database as the last version before 1.0 leaves it.

CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);

CREATE TABLE player (
    player_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
    challenges TEXT NOT NULL DEFAULT 'anyone'
    CHECK (challenges IN ('anyone', 'played', 'nobody')),
    turn_pings INTEGER NOT NULL DEFAULT 1 CHECK (turn_pings IN (0, 1)),
    reminders INTEGER NOT NULL DEFAULT 1 CHECK (reminders IN (0, 1)),
    winning_streak INTEGER NOT NULL DEFAULT 0 CHECK (winning_streak >= 0)
) STRICT;

CREATE TABLE block (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    blocked_id INTEGER NOT NULL,
    blocked_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, blocked_id),
    CHECK (player_id <> blocked_id)
) STRICT, WITHOUT ROWID;

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
    opponent_id INTEGER REFERENCES player (player_id),
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
    challenger_points INTEGER NOT NULL,
    opponent_points INTEGER NOT NULL,
    locale TEXT NOT NULL,
    state TEXT NOT NULL
    CHECK (state IN ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    created_by INTEGER NOT NULL UNIQUE,
    changed_by INTEGER NOT NULL,
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

CREATE INDEX challenge_by_challenger ON challenge (challenger_id);

CREATE INDEX challenge_by_opponent ON challenge (opponent_id);

CREATE INDEX challenge_by_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE INDEX challenge_by_token ON challenge (token_expires_at) WHERE token <> '';

CREATE TABLE game (
    game_id INTEGER PRIMARY KEY AUTOINCREMENT,
    challenge_id INTEGER UNIQUE REFERENCES challenge (challenge_id),
    started_by INTEGER UNIQUE,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    first_player_id INTEGER REFERENCES player (player_id),
    second_player_id INTEGER REFERENCES player (player_id),
    level TEXT CHECK (level IN ('easy', 'medium', 'hard', 'perfect')),
    board_columns INTEGER NOT NULL,
    board_rows INTEGER NOT NULL,
    connect INTEGER NOT NULL,
    time_control TEXT NOT NULL
    CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days')),
    theme TEXT NOT NULL,
    rated TEXT NOT NULL CHECK (rated IN ('yes', 'no', 'no time limit', 'daily limit')),
    moves TEXT NOT NULL,
    version INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    first_points INTEGER NOT NULL,
    second_points INTEGER NOT NULL,
    offer TEXT CHECK (offer IN ('draw', 'take back')),
    offer_seat INTEGER CHECK (offer_seat IN (0, 1)),
    closed_offers INTEGER NOT NULL CHECK (closed_offers BETWEEN 0 AND 255),
    hints INTEGER NOT NULL DEFAULT 0 CHECK (hints = 0 OR (hints > 0 AND level IS NOT NULL)),
    excused INTEGER NOT NULL DEFAULT 0 CHECK (excused BETWEEN 0 AND 31),
    result TEXT CHECK (
        result IN (
            'won', 'drawn', 'resigned', 'timed out', 'draw by agreement', 'claimed',
            'called off', 'interrupted', 'ended by moderator'
        )
    ),
    result_seat INTEGER CHECK (result_seat IN (0, 1)),
    result_number INTEGER CHECK (result_number IS NULL OR result IS NOT NULL),
    winning_streak INTEGER CHECK (
        winning_streak IS NULL OR (winning_streak >= 1 AND result_number IS NOT NULL)
    ),
    locale TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    move_by INTEGER,
    remind_at INTEGER,
    ended_at INTEGER,
    changed_by INTEGER NOT NULL,
    message_id INTEGER,
    token TEXT NOT NULL,
    token_expires_at INTEGER NOT NULL,
    board_pinged INTEGER NOT NULL DEFAULT 0 CHECK (board_pinged IN (0, 1)),
    reminder_message_id INTEGER,
    reminder_ply INTEGER CHECK (reminder_ply >= 0), called_off_by INTEGER
CHECK (called_off_by IS NULL OR (called_off_by IN (0, 1) AND result = 'called off')), notice INTEGER CHECK (notice BETWEEN 0 AND 5), season_id INTEGER CHECK (season_id IS NULL OR result_number IS NOT NULL), counts TEXT NOT NULL DEFAULT 'yes'
    CHECK (counts IN ('yes', 'too short', 'win limit', 'new account')), lost_before INTEGER NOT NULL DEFAULT 0 CHECK (lost_before IN (0, 1)), computer_due_at INTEGER,
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

CREATE INDEX game_by_turn_timer ON game (coalesce(remind_at, move_by)) WHERE move_by IS NOT NULL;

CREATE INDEX game_by_first_player ON game (first_player_id, channel_id, ended_at)
WHERE result IS NOT NULL;

CREATE INDEX game_by_second_player ON game (second_player_id, channel_id, ended_at)
WHERE result IS NOT NULL;

CREATE INDEX live_game_by_guild ON game (guild_id) WHERE result IS NULL;

CREATE INDEX game_by_token ON game (token_expires_at) WHERE token <> '';

CREATE UNIQUE INDEX game_by_first_result ON game (first_player_id, result_number)
WHERE result_number IS NOT NULL;

CREATE UNIQUE INDEX game_by_second_result ON game (second_player_id, result_number)
WHERE result_number IS NOT NULL;

CREATE INDEX rated_game_by_pair ON game (first_player_id, second_player_id, started_at)
WHERE rated = 'yes';

CREATE TABLE guild_settings (
    guild_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL,
    locale TEXT,
    time_control TEXT NOT NULL
    CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days')),
    reminders INTEGER NOT NULL CHECK (reminders IN (0, 1)),
    max_games_per_channel INTEGER CHECK (max_games_per_channel >= 1),
    computer_games INTEGER NOT NULL CHECK (computer_games IN (0, 1)),
    channels TEXT NOT NULL CHECK (json_valid(channels))
, challenge_time TEXT NOT NULL DEFAULT '1 day'
CHECK (challenge_time IN ('10 minutes', '1 hour', '1 day')), timezone TEXT) STRICT;

CREATE TABLE review (
    game_id INTEGER PRIMARY KEY REFERENCES game (game_id),
    scores TEXT NOT NULL
) STRICT;

CREATE TABLE rating (
    scope_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    rated_at INTEGER NOT NULL,
    PRIMARY KEY (scope_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_by_player ON rating (player_id);

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

CREATE TABLE leaderboard_entry (
    scope_id INTEGER NOT NULL,
    period TEXT NOT NULL CHECK (period IN ('all time', 'month', 'week')),
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    period_number INTEGER NOT NULL,
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND 1048575),
    losses INTEGER NOT NULL CHECK (losses BETWEEN 0 AND 1048575),
    draws INTEGER NOT NULL CHECK (draws BETWEEN 0 AND 1048575),
    rating INTEGER CHECK (rating BETWEEN 0 AND 9999),
    tie_breaker INTEGER NOT NULL DEFAULT (random() & 9223372036854775807),
    provisional INTEGER NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1)), last_rated_at INTEGER CHECK (last_rated_at IS NULL OR rating IS NOT NULL), medal INTEGER CHECK (medal BETWEEN 1 AND 3), wins_key INTEGER NOT NULL DEFAULT 0, rating_key INTEGER,
    PRIMARY KEY (scope_id, period, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX leaderboard_entry_by_player ON leaderboard_entry (player_id);

CREATE TABLE puzzle_attempt (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    puzzle INTEGER NOT NULL CHECK (puzzle >= 1),
    tries TEXT NOT NULL CHECK (tries <> ''),
    started_at INTEGER NOT NULL,
    solved_at INTEGER,
    streak INTEGER CHECK (streak IS NULL OR (streak >= 1 AND solved_at IS NOT NULL)),
    PRIMARY KEY (player_id, puzzle)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_solver (
    guild_id INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    solved_at INTEGER NOT NULL, mistakes INTEGER DEFAULT 0 CHECK (mistakes >= 0), shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    PRIMARY KEY (guild_id, puzzle, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_solver_by_player ON puzzle_solver (player_id);

CREATE INDEX puzzle_solver_in_order ON puzzle_solver (guild_id, puzzle, solved_at, player_id);

CREATE INDEX puzzle_solver_by_time ON puzzle_solver (solved_at);

CREATE TABLE training_game (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    game_id INTEGER NOT NULL REFERENCES game (game_id), grading INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (player_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX training_game_by_game ON training_game (game_id);

CREATE TABLE training_position (
    player_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 0),
    repetition INTEGER NOT NULL CHECK (repetition BETWEEN 0 AND 3),
    due_at INTEGER,
    tries INTEGER NOT NULL CHECK (tries >= 0),
    position TEXT NOT NULL, moves_ahead INTEGER CHECK (moves_ahead >= 1),
    PRIMARY KEY (player_id, game_id, ply),
    FOREIGN KEY (player_id, game_id) REFERENCES training_game (player_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX training_position_once ON training_position (player_id, position);

CREATE INDEX training_position_by_time ON training_position (player_id, due_at)
WHERE due_at IS NOT NULL;

CREATE TABLE training_try (
    player_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    tried_at INTEGER NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (player_id, game_id, ply, number),
    FOREIGN KEY (player_id, game_id, ply)
    REFERENCES training_position (player_id, game_id, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX training_try_by_time ON training_try (tried_at);

CREATE TABLE applied_interaction (
    interaction_id INTEGER PRIMARY KEY
) STRICT;

CREATE UNIQUE INDEX one_live_game_per_pair ON game (
    channel_id, min(first_player_id, second_player_id), max(first_player_id, second_player_id),
    board_columns, board_rows, connect
) WHERE result IS NULL AND level IS NULL;

CREATE UNIQUE INDEX one_live_game_against_computer ON game (
    channel_id, coalesce(first_player_id, second_player_id), board_columns, board_rows, connect
) WHERE result IS NULL AND level IS NOT NULL;

CREATE INDEX live_game_by_first_player ON game (first_player_id, channel_id) WHERE result IS NULL;

CREATE INDEX live_game_by_second_player ON game (second_player_id, channel_id)
WHERE result IS NULL;

CREATE INDEX live_game_by_channel ON game (channel_id) WHERE result IS NULL;

CREATE TABLE running_time (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    running INTEGER NOT NULL,
    beat INTEGER NOT NULL
) STRICT;

CREATE TABLE "kept_limit" (
    kind TEXT NOT NULL CHECK (kind IN ('cooldown', 'rated games', 'wins', 'puzzle')),
    person INTEGER NOT NULL,
    other INTEGER NOT NULL,
    value INTEGER NOT NULL CHECK (value >= 1),
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, person, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX kept_limit_by_time ON kept_limit (until);

CREATE TABLE season (
    season_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    UNIQUE (guild_id, number)
) STRICT;

CREATE UNIQUE INDEX one_running_season_per_guild ON season (guild_id) WHERE ended_at IS NULL;

CREATE INDEX game_by_season ON game (season_id) WHERE season_id IS NOT NULL;

CREATE TABLE season_schedule (
    guild_id INTEGER PRIMARY KEY,
    rhythm TEXT NOT NULL CHECK (rhythm IN ('by hand', 'month', 'quarter')),
    due_at INTEGER,
    channel_id INTEGER NOT NULL,
    guild_locale TEXT NOT NULL,
    CHECK ((rhythm = 'by hand') = (due_at IS NULL))
) STRICT;

CREATE INDEX season_schedule_by_time ON season_schedule (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE hidden_player (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hidden_player_by_player ON hidden_player (player_id);

CREATE TABLE reset_record (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    result_number INTEGER NOT NULL,
    told INTEGER NOT NULL CHECK (told IN (0, 1)),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reset_record_by_player ON reset_record (player_id);

CREATE INDEX leaderboard_entry_by_time
ON leaderboard_entry (last_rated_at) WHERE last_rated_at IS NOT NULL;

CREATE TABLE "standing_message" (
    standing_message_id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN (
        'leaderboard', 'daily', 'puzzle', 'week', 'told week', 'season end', 'season goes on'
    )),
    guild_id INTEGER NOT NULL,
    message_id INTEGER,
    period TEXT CHECK (period IN ('all time', 'month', 'week')),
    sort_by TEXT CHECK (sort_by IN ('rating', 'wins')),
    hour INTEGER CHECK (hour BETWEEN 0 AND 23),
    puzzle INTEGER,
    number INTEGER,
    posted_at INTEGER,
    replaced INTEGER NOT NULL DEFAULT 0 CHECK (replaced IN (0, 1)),
    removal INTEGER CHECK (removal >= 0),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    posts INTEGER NOT NULL DEFAULT 0 CHECK (posts >= 0),
    pause INTEGER NOT NULL CHECK (pause > 0),
    rests_until INTEGER NOT NULL,
    due_at INTEGER,
    changes INTEGER NOT NULL DEFAULT 0,
    shown INTEGER,
    state TEXT NOT NULL CHECK (state IN ('on', 'off', 'over', 'stopped', 'deleted')),
    refusals INTEGER NOT NULL CHECK (refusals >= 0),
    closed TEXT CHECK (closed IN ('hidden', 'forbidden', 'archived', 'locked')),
    guild_locale TEXT NOT NULL,
    CHECK (CASE kind WHEN 'daily' THEN hour IS NOT NULL WHEN 'puzzle' THEN puzzle IS NOT NULL
        WHEN 'leaderboard' THEN period IS NOT NULL AND sort_by IS NOT NULL
        WHEN 'week' THEN true ELSE number IS NOT NULL END)
) STRICT;

CREATE INDEX standing_message_by_time ON standing_message (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX standing_message_by_guild ON standing_message (guild_id, kind);

CREATE UNIQUE INDEX one_post_of_a_server ON standing_message (guild_id, kind)
WHERE kind IN ('daily', 'week');

CREATE UNIQUE INDEX one_leaderboard_of_a_channel ON standing_message (guild_id, channel_id)
WHERE kind = 'leaderboard' AND state <> 'off';

CREATE TABLE named_player (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    standing_message_id INTEGER NOT NULL
    REFERENCES standing_message (standing_message_id) ON DELETE CASCADE,
    PRIMARY KEY (player_id, standing_message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX named_player_by_message ON named_player (standing_message_id);

CREATE INDEX leaderboard_entry_by_medal ON leaderboard_entry (player_id) WHERE medal IS NOT NULL;

CREATE INDEX game_by_week ON game (guild_id, ended_at)
WHERE level IS NULL AND result_number IS NOT NULL AND counts <> 'too short';

CREATE INDEX leaderboard_entry_by_wins
ON leaderboard_entry (scope_id, period, period_number, wins_key, tie_breaker);

CREATE INDEX leaderboard_entry_by_rating
ON leaderboard_entry (scope_id, period, period_number, rating_key, tie_breaker);

CREATE TABLE guild_streak (
    guild_id INTEGER PRIMARY KEY,
    puzzle INTEGER NOT NULL CHECK (puzzle >= 1),
    days INTEGER NOT NULL CHECK (days >= 1),
    earlier INTEGER NOT NULL CHECK (earlier >= 0),
    best INTEGER NOT NULL CHECK (best >= days)
) STRICT;

CREATE TABLE channel_disc (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    disc INTEGER NOT NULL CHECK (disc >= 0),
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    PRIMARY KEY (game_id, disc)
) STRICT, WITHOUT ROWID;

CREATE INDEX channel_disc_by_player ON channel_disc (player_id);

CREATE INDEX channel_game_by_guild ON game (guild_id, ended_at)
WHERE first_player_id = 0 OR second_player_id = 0;

CREATE INDEX game_by_computer_turn ON game (computer_due_at) WHERE computer_due_at IS NOT NULL;

CREATE INDEX challenge_by_expiry ON challenge (expires_at) WHERE state = 'pending';


INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES
    (1, 'initial schema', true, x'04db3f2d90410edcd63443bdb71a2f3db3dfafb7b0ba01b40e54b5955bf74d4bd345f8c36b31c0295eb2c42c14dab03b', 0),
    (2, 'puzzles and training', true, x'78da9e1940fb59d81f4ed83ee7d66604a9f61930ded58a6cfe132506056876f60e95c07d2afdcd98ccbe5641190c4cba', 0),
    (3, 'applied interactions', true, x'bb6e998338eb9a0507d75a3593528692bc3c08ce464e970a56735b8678330d02b6cd6d71ca44e0e46c0a04eb65393f70', 0),
    (4, 'games and challenges', true, x'54a0279e55fec890010a5746b44b9fc6b39aa475f46ad750abd000c4ad9b8c879b6464dd00f0b2d1297ae60c7f7e9ed6', 0),
    (5, 'excused', true, x'efb14e8f49b454a83b18122110a0b6bf43ecc9ac702a0dd91ee8ed3f9598632c710e990b01c979511589d3a1cfe60428', 0),
    (6, 'registrations', true, x'b6c4ede4f3af4efc2d5827db730301aa3d3206aec63dd8983a57f3bb9d4ea6932510164e51fdd69de58c39511f801982', 0),
    (7, 'kept limits', true, x'c6994d86be7774e4ee493e1e6299b16d098fe49715c8f3ae3335afc7c4491597e3e5f9618ead5739621022bdc8e18c71', 0),
    (8, 'trainees', true, x'7ecc98c68d174f5482e0cc190c30a6df8d1b2e98396a6c3ad762954c2b78167ddeb1aa70abb251ecadd993964ea390ea', 0),
    (9, 'running time', true, x'02c0a2d20a06438f9e286a1827d94fc071aa889fdafa42366d92a2ed7cff7bb3743bb27b1af040fe0eb1c57c3acea520', 0),
    (10, 'listed players', true, x'0bbb1be0faaad8983676a2de4bae2ce7cf262fc7b9d8267b49dd39ca571a5380a44a1b9542a474b0666ad1e259b1a74d', 0),
    (11, 'fair wins', true, x'6cd067cd0a67a9809705ca594a03b172325c318cf21449f38cf6e6da4ccc3c52e1dc36fc9c1e92d926b566d765d6a5c4', 0),
    (12, 'time zones', true, x'51a0680d1bbbd33412d6fc88f6238a8af1656d9942bacebe20d389b7763169aa3397cd0ed3f1780dea471d6596216340', 0),
    (13, 'standing messages', true, x'88a56fa4e3903991b527c63c2d48a0ca8fd068a0795043348575da6b9a05fb644d1462aacf8720c36ac7906f6b5d1654', 0),
    (14, 'seasons', true, x'e725509e0f2b37ecdb9b566adbfbad0c0fa9e994399fe7b38b7aa1e0e1e26a75054a513768ae8a7138b739ac0b66f5c4', 0),
    (15, 'owed messages', true, x'ac089e0a2d12d75e58353eb9a776b2686e2fe6b25f71235ec82d52a695bb8c47648a4b1f2cb691b5e5e92f04c9db15c4', 0),
    (16, 'entries', true, x'1eab4cf3dcf43380f8ee96b01f43318e6afc8a177f93f889c7233e46ce6f0de6e99b2d056d9a29eb4930ee0b6b519762', 0),
    (17, 'mistakes of people', true, x'cb437cddeac420afdb20c2cd9d5766bac09973f48d7ed32ae306e10a0c73ec34d639ea2f4585eaae918d9a3c1ab07bbb', 0),
    (18, 'solvers of a month', true, x'f6a2f3a6753904edc613fbc6d9d0ffaec42be5f7b9bd37c1c8a6698071f870973f89066436e4be112f2bfad19a694704', 0),
    (19, 'channel discs', true, x'97d8a11f52334851606b4de484efed7803266e5b6cb39e5b43f507604a4d29b0de512854ae35e4b3db9f3b298246a23e', 0),
    (20, 'due columns', true, x'707317b0f9dead7317f77792efd8fd525b46d7bc490df73260a2a63edef6fa3837eefdb76f41e2d023f52ecc4d6ae0e1', 0);
