-- The time zone of posts, by its IANA name. NULL: UTC. The hours of posts are in it.
ALTER TABLE guild_settings ADD COLUMN timezone TEXT;

-- From here on, `store/export.rs` runs this after an import as well.

-- A streak of three days or more survives one missed day in seven, which was not so before.
-- `missed` is the last day that it has survived, or one long ago.
WITH RECURSIVE counted (player_id, puzzle, streak, missed) AS (
    SELECT player_id, min(puzzle), 1, -7
    FROM puzzle_attempt WHERE streak IS NOT NULL GROUP BY player_id
    UNION ALL
    SELECT
        counted.player_id,
        solved.puzzle,
        CASE
            WHEN solved.puzzle = counted.puzzle + 1 THEN counted.streak + 1
            WHEN solved.puzzle = counted.puzzle + 2 AND counted.streak >= 3
                AND counted.puzzle + 1 >= counted.missed + 7 THEN counted.streak + 1
            ELSE 1
        END,
        CASE
            WHEN solved.puzzle = counted.puzzle + 1 THEN counted.missed
            WHEN solved.puzzle = counted.puzzle + 2 AND counted.streak >= 3
                AND counted.puzzle + 1 >= counted.missed + 7 THEN counted.puzzle + 1
            ELSE -7
        END
    FROM counted JOIN puzzle_attempt AS solved
    ON solved.player_id = counted.player_id AND solved.puzzle = (
        SELECT min(later.puzzle) FROM puzzle_attempt AS later
        WHERE later.player_id = counted.player_id AND later.puzzle > counted.puzzle
        AND later.streak IS NOT NULL
    )
)
UPDATE puzzle_attempt SET streak = counted.streak
FROM counted
WHERE puzzle_attempt.player_id = counted.player_id AND puzzle_attempt.puzzle = counted.puzzle;
