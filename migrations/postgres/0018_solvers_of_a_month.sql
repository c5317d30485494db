ALTER TABLE puzzle_solver ADD COLUMN mistakes BIGINT DEFAULT 0 CHECK (mistakes >= 0);

ALTER TABLE puzzle_solver ADD COLUMN shared BIGINT NOT NULL DEFAULT 0 CHECK (shared IN (0, 1));

CREATE TABLE guild_streak (
    guild_id BIGINT PRIMARY KEY,
    puzzle BIGINT NOT NULL CHECK (puzzle >= 1),
    days BIGINT NOT NULL CHECK (days >= 1),
    earlier BIGINT NOT NULL CHECK (earlier >= 0),
    best BIGINT NOT NULL CHECK (best >= days)
);
