-- What is due without an interaction is a column of what it is due for. A challenge is due when it
-- expires.
ALTER TABLE game ADD COLUMN
    -- When the computer's turn is overdue, if it is the computer's turn.
    computer_due_at BIGINT;
UPDATE game SET computer_due_at = (
    SELECT due_at FROM deadline WHERE kind = 'computer' AND subject_id = game_id
)
WHERE result IS NULL AND level IS NOT NULL;
DROP TRIGGER challenge_ended ON challenge;
DROP FUNCTION delete_challenge_deadline();
DROP TABLE deadline;
CREATE INDEX game_by_computer_turn ON game (computer_due_at) WHERE computer_due_at IS NOT NULL;
CREATE INDEX challenge_by_expiry ON challenge (expires_at) WHERE state = 'pending';

-- What no statement reads any more.
ALTER TABLE game DROP COLUMN failed_lookups, DROP COLUMN cell_style, DROP COLUMN reposted_by;
ALTER TABLE training_game DROP CONSTRAINT training_game_player_id_fkey,
ADD FOREIGN KEY (player_id) REFERENCES player (player_id) DEFERRABLE;
DROP TABLE trainee;
DROP TABLE puzzle_schedule;

-- Names and references like those of the other tables.
ALTER INDEX message_that_stays_pkey RENAME TO standing_message_pkey;
ALTER SEQUENCE message_that_stays_standing_message_id_seq
RENAME TO standing_message_standing_message_id_seq;
ALTER TABLE named_player ALTER CONSTRAINT named_player_player_id_fkey DEFERRABLE;
ALTER TABLE named_player ALTER CONSTRAINT named_player_standing_message_id_fkey DEFERRABLE;
ALTER TABLE channel_disc ALTER CONSTRAINT channel_disc_player_id_fkey DEFERRABLE;
