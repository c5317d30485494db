-- A player may have several live games in a channel: who plays where follows from the games alone.
DROP TRIGGER game_started;
DROP TRIGGER game_ended;
DROP TABLE live_seat;

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

-- How long a challenge in the server waits.
ALTER TABLE guild_settings ADD COLUMN challenge_time TEXT NOT NULL DEFAULT '1 day'
CHECK (challenge_time IN ('10 minutes', '1 hour', '1 day'));

-- The seat that called the game off, by resigning before both had moved.
ALTER TABLE game ADD COLUMN called_off_by INTEGER
CHECK (called_off_by IS NULL OR (called_off_by IN (0, 1) AND result = 'called off'));

-- What the board says beside the last move: 0 and 1 that the first or second seat has taken a move
-- back; 2 and 3 that its offer of a draw has lapsed, 4 and 5 the same of a take-back.
ALTER TABLE game ADD COLUMN notice INTEGER CHECK (notice BETWEEN 0 AND 5);
