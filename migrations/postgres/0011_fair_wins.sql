ALTER TABLE game ADD COLUMN
counts TEXT NOT NULL DEFAULT 'yes' CHECK (counts IN ('yes', 'too short', 'win limit'));

CREATE INDEX counted_game_by_pair ON game (first_player_id, second_player_id, ended_at)
WHERE counts = 'yes' AND result_number IS NOT NULL;

ALTER TABLE kept_limit DROP CONSTRAINT kept_limit_kind_check;
ALTER TABLE kept_limit ADD CONSTRAINT kept_limit_kind_check
CHECK (kind IN ('cooldown', 'rated games', 'wins', 'puzzle'));

ALTER TABLE leaderboard_entry ADD COLUMN
opponents BIGINT NOT NULL DEFAULT 0 CHECK (opponents BETWEEN 0 AND 3);

-- From here on, `store/export.rs` runs this after an import as well.

UPDATE leaderboard_entry SET opponents = (
    SELECT least(count(DISTINCT opponent_id), 3)
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
        WHEN 'month' THEN (extract(YEAR FROM to_timestamp(ended_at / 1000) AT TIME ZONE 'UTC') - 1970) * 12
            + extract(MONTH FROM to_timestamp(ended_at / 1000) AT TIME ZONE 'UTC') - 1
        ELSE (ended_at / 86400000 + 3) / 7
    END
)
WHERE opponents = 0;
