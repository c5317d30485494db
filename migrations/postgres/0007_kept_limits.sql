-- Limits that the deletion of somebody's data does not end, so it refers to nobody's row.
CREATE TABLE kept_limit (
    kind TEXT NOT NULL CHECK (kind IN ('cooldown', 'rated games', 'puzzle')),
    -- Who has challenged, played or tried.
    person BIGINT NOT NULL,
    -- The other person, or the number of the puzzle.
    other BIGINT NOT NULL,
    -- How many challenges ended without a game since the two last played, how many rated games
    -- they have begun on the day, or one digit for each column that was tried, in order.
    value BIGINT NOT NULL CHECK (value >= 1),
    -- When it no longer counts, and is deleted. For challenges, a week after the last one ended.
    until BIGINT NOT NULL,
    PRIMARY KEY (kind, person, other)
);

CREATE INDEX kept_limit_by_time ON kept_limit (until);

INSERT INTO kept_limit (kind, person, other, value, until)
SELECT 'cooldown', challenger_id, opponent_id, challenges, last_ended_at + 604800000
FROM challenge_cooldown;

DROP TABLE challenge_cooldown;
DROP TABLE retained_limit;
DROP TABLE retained_limit_key;
