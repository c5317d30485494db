ALTER TABLE game ADD COLUMN
    -- Whether the result of a game between people counts on leaderboards. `too short`: it ended
    -- with fewer than seven discs, and counts for ratings and streaks neither. `win limit`: the
    -- winner had won three games over the loser on the day (UTC). Earlier results all count.
    counts TEXT NOT NULL DEFAULT 'yes' CHECK (counts IN ('yes', 'too short', 'win limit'));

-- When two people last had a result that counts.
CREATE INDEX counted_game_by_pair ON game (first_player_id, second_player_id, ended_at)
WHERE counts = 'yes' AND result_number IS NOT NULL;

-- Wins are limited as well.
CREATE TABLE kept_limit_with_wins (
    kind TEXT NOT NULL CHECK (kind IN ('cooldown', 'rated games', 'wins', 'puzzle')),
    -- Who has challenged, played, won or tried.
    person INTEGER NOT NULL,
    -- The other person, or the number of the puzzle.
    other INTEGER NOT NULL,
    -- How many challenges ended without a game since the two last played, how many rated games
    -- they have begun on the day, how many games of seven discs the person has won on the day, or
    -- one digit for each column that was tried, in order.
    value INTEGER NOT NULL CHECK (value >= 1),
    -- When it no longer counts, and is deleted. For challenges, a week after the last one ended.
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, person, other)
) STRICT, WITHOUT ROWID;

INSERT INTO kept_limit_with_wins SELECT kind, person, other, value, until FROM kept_limit;
DROP TABLE kept_limit;
ALTER TABLE kept_limit_with_wins RENAME TO kept_limit;
CREATE INDEX kept_limit_by_time ON kept_limit (until);

ALTER TABLE leaderboard_entry ADD COLUMN
    -- How many different opponents the player has had in the results, counted up to three.
    opponents INTEGER NOT NULL DEFAULT 0 CHECK (opponents BETWEEN 0 AND 3);

-- From here on, `store/export.rs` runs this after an import as well.

UPDATE leaderboard_entry SET opponents = (
    SELECT min(count(DISTINCT opponent_id), 3)
    FROM (
        SELECT second_player_id AS opponent_id, guild_id, ended_at FROM game
        WHERE first_player_id = leaderboard_entry.player_id
        AND level IS NULL AND counts = 'yes' AND result_number IS NOT NULL
        UNION ALL
        SELECT first_player_id, guild_id, ended_at FROM game
        WHERE second_player_id = leaderboard_entry.player_id
        AND level IS NULL AND counts = 'yes' AND result_number IS NOT NULL
    ) AS met
    WHERE (scope_id <= 0 OR guild_id = scope_id)
    AND period_number = CASE period
        WHEN 'all time' THEN 0
        WHEN 'month' THEN (strftime('%Y', ended_at / 1000, 'unixepoch') - 1970) * 12
            + strftime('%m', ended_at / 1000, 'unixepoch') - 1
        ELSE (ended_at / 86400000 + 3) / 7
    END
)
WHERE opponents = 0;
