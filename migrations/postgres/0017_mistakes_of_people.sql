ALTER TABLE training_game ADD COLUMN grading BIGINT NOT NULL DEFAULT 1;

ALTER TABLE training_position ADD COLUMN moves_ahead BIGINT CHECK (moves_ahead >= 1);

DELETE FROM training_position WHERE tries = 0;
