-- What is due without an interaction is a column of what it is due for. A challenge is due when it
-- expires.
ALTER TABLE game ADD COLUMN
    -- When the computer's turn is overdue, if it is the computer's turn.
    computer_due_at INTEGER;
UPDATE game SET computer_due_at = (
    SELECT due_at FROM deadline WHERE kind = 'computer' AND subject_id = game_id
)
WHERE result IS NULL AND level IS NOT NULL;
DROP TRIGGER challenge_ended;
DROP TABLE deadline;
CREATE INDEX game_by_computer_turn ON game (computer_due_at) WHERE computer_due_at IS NOT NULL;
CREATE INDEX challenge_by_expiry ON challenge (expires_at) WHERE state = 'pending';

-- What no statement reads any more. A column that a condition of the table names can only be dropped
-- without that condition, and a table that another one refers to only without the reference.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(
    replace(sql, 'CHECK (failed_lookups = 0 OR move_by IS NOT NULL),', ''),
    'player_id INTEGER NOT NULL REFERENCES trainee', 'player_id INTEGER NOT NULL REFERENCES player'
)
WHERE type = 'table' AND name IN ('game', 'training_game');
PRAGMA writable_schema = RESET;
ALTER TABLE game DROP COLUMN failed_lookups;
ALTER TABLE game DROP COLUMN cell_style;
ALTER TABLE game DROP COLUMN reposted_by;
DROP TABLE trainee;
DROP TABLE puzzle_schedule;
