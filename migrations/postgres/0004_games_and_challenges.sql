-- What is new is documented in SQLite's migration.
DROP TRIGGER game_started ON game;
DROP TRIGGER game_ended ON game;
DROP FUNCTION take_seats();
DROP FUNCTION free_seats();
DROP TABLE live_seat;

CREATE UNIQUE INDEX one_live_game_per_pair ON game (
    channel_id, least(first_player_id, second_player_id), greatest(first_player_id, second_player_id),
    board_columns, board_rows, connect
) WHERE result IS NULL AND level IS NULL;

CREATE UNIQUE INDEX one_live_game_against_computer ON game (
    channel_id, coalesce(first_player_id, second_player_id), board_columns, board_rows, connect
) WHERE result IS NULL AND level IS NOT NULL;

CREATE INDEX live_game_by_first_player ON game (first_player_id, channel_id) WHERE result IS NULL;
CREATE INDEX live_game_by_second_player ON game (second_player_id, channel_id)
WHERE result IS NULL;
CREATE INDEX live_game_by_channel ON game (channel_id) WHERE result IS NULL;

ALTER TABLE guild_settings ADD COLUMN challenge_time TEXT NOT NULL DEFAULT '1 day'
CHECK (challenge_time IN ('10 minutes', '1 hour', '1 day'));

ALTER TABLE game ADD COLUMN called_off_by BIGINT
CHECK (called_off_by IS NULL OR (called_off_by IN (0, 1) AND result = 'called off'));

ALTER TABLE game ADD COLUMN notice BIGINT CHECK (notice BETWEEN 0 AND 5);
