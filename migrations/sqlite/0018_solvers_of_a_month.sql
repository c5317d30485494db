-- `puzzle_solver` is kept for a month from here on, and also has those who have shared that they did
-- not solve a puzzle.
ALTER TABLE puzzle_solver ADD COLUMN
    -- The wrong columns that were tried. NULL: not solved on its day. Of rows from before, nobody
    -- knows: they count as without a mistake.
    mistakes INTEGER DEFAULT 0 CHECK (mistakes >= 0);

ALTER TABLE puzzle_solver ADD COLUMN
    -- Whether the player has shared in the server how they did.
    shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1));

-- The `number` of a standing message of the kind 'daily' is how many of its posts in a row nobody had
-- solved before the last one.

-- On how many days in a row somebody in a server has solved the day's puzzle.
CREATE TABLE guild_streak (
    guild_id INTEGER PRIMARY KEY,
    -- The last such day.
    puzzle INTEGER NOT NULL CHECK (puzzle >= 1),
    days INTEGER NOT NULL CHECK (days >= 1),
    -- The days in a row up to the day before the one that was missed just before the streak began.
    -- A puzzle that was begun on its day may be solved just after it.
    earlier INTEGER NOT NULL CHECK (earlier >= 0),
    -- The most days in a row that there were.
    best INTEGER NOT NULL CHECK (best >= days)
) STRICT;
