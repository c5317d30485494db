-- Mistakes are found by what a position is worth to people, no longer by exact results alone.
ALTER TABLE training_game ADD COLUMN
    -- By which grades its mistakes were found. It is read again by the present ones.
    grading INTEGER NOT NULL DEFAULT 1;

ALTER TABLE training_position ADD COLUMN
    -- How many discs ahead the player had to look: those that the winner still had to drop. NULL: the
    -- game was not read by the present grades.
    moves_ahead INTEGER CHECK (moves_ahead >= 1);

-- What was never tried is found again.
DELETE FROM training_position WHERE tries = 0;
