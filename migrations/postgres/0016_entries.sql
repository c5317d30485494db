DROP TRIGGER leaderboard_entries_added ON leaderboard_entry;
DROP TRIGGER leaderboard_entries_removed ON leaderboard_entry;
DROP TRIGGER leaderboard_entries_changed ON leaderboard_entry;
DROP FUNCTION count_added_entries();
DROP FUNCTION count_removed_entries();
DROP FUNCTION count_changed_entries();
DROP VIEW leaderboard_count;
DROP TABLE leaderboard_total;
DROP TABLE leaderboard_change;
DROP TABLE server_event;

ALTER TABLE leaderboard_entry ADD COLUMN medal BIGINT CHECK (medal BETWEEN 1 AND 3);

CREATE INDEX leaderboard_entry_by_medal ON leaderboard_entry (player_id) WHERE medal IS NOT NULL;

-- Those who had a medal when a season ended keep it, whatever is deleted later.
UPDATE leaderboard_entry SET medal = placed.place
FROM (
    SELECT scope_id, player_id, rank() OVER (PARTITION BY scope_id ORDER BY wins_key) AS place
    FROM leaderboard_entry
    WHERE period = 'all time'
    AND scope_id IN (SELECT -1 - season_id FROM season WHERE ended_at IS NOT NULL)
) AS placed
WHERE placed.scope_id = leaderboard_entry.scope_id
AND placed.player_id = leaderboard_entry.player_id AND period = 'all time'
AND placed.place <= 3 AND wins > 0 AND opponents >= 3;

ALTER TABLE leaderboard_entry DROP COLUMN opponents;

DROP INDEX leaderboard_entry_by_wins;
DROP INDEX leaderboard_entry_by_rating;
ALTER TABLE leaderboard_entry ALTER COLUMN wins_key DROP EXPRESSION;
ALTER TABLE leaderboard_entry ALTER COLUMN wins_key SET DEFAULT 0;
ALTER TABLE leaderboard_entry ALTER COLUMN rating_key DROP EXPRESSION;

DROP INDEX counted_game_by_pair;
ALTER TABLE game DROP CONSTRAINT game_counts_check;
ALTER TABLE game ADD CONSTRAINT game_counts_check
CHECK (counts IN ('yes', 'too short', 'win limit', 'new account'));

ALTER TABLE game ADD COLUMN lost_before BIGINT NOT NULL DEFAULT 0 CHECK (lost_before IN (0, 1));

-- Who is hidden has entries as well, which are not shown: those that were deleted come back from the
-- games.
INSERT INTO leaderboard_entry (
    scope_id, period, player_id, period_number, wins, losses, draws, rating, provisional,
    last_rated_at
)
WITH result AS (
    SELECT
        hidden_player.guild_id, hidden_player.player_id, game.result_number, ended_at, season_id,
        CASE WHEN counts = 'yes' THEN 1 ELSE 0 END AS counted,
        CASE WHEN result_seat IS NULL THEN 0
            WHEN (result IN ('won', 'claimed'))
            = (result_seat = CASE WHEN first_player_id = hidden_player.player_id THEN 0 ELSE 1 END)
            THEN 1 ELSE -1 END AS outcome,
        rating_change.value, rating_change.deviation
    FROM hidden_player
    JOIN game ON game.guild_id = hidden_player.guild_id
    AND hidden_player.player_id IN (first_player_id, second_player_id)
    LEFT JOIN rating_change ON rating_change.scope_id = hidden_player.guild_id
    AND rating_change.player_id = hidden_player.player_id
    AND rating_change.result_number = game.result_number
    LEFT JOIN reset_record ON reset_record.guild_id = hidden_player.guild_id
    AND reset_record.player_id = hidden_player.player_id
    WHERE level IS NULL AND game.result_number > coalesce(reset_record.result_number, 0)
    AND (counts = 'yes' OR (counts = 'win limit' AND rating_change.value IS NOT NULL))
),
placed AS (
    SELECT result.*, guild_id AS scope_id, 'all time' AS period, 0 AS period_number FROM result
    UNION ALL
    SELECT
        result.*, guild_id, 'month',
        CAST((extract(YEAR FROM to_timestamp(ended_at / 1000) AT TIME ZONE 'UTC') - 1970) * 12
        + extract(MONTH FROM to_timestamp(ended_at / 1000) AT TIME ZONE 'UTC') - 1 AS BIGINT)
    FROM result
    UNION ALL
    SELECT result.*, guild_id, 'week', (ended_at / 86400000 + 3) / 7 FROM result
    UNION ALL
    SELECT result.*, -1 - season_id, 'all time', 0 FROM result
    WHERE season_id IN (SELECT season_id FROM season WHERE ended_at IS NULL)
),
last AS (
    SELECT
        placed.*,
        max(period_number) OVER (PARTITION BY scope_id, period, player_id) AS last_period,
        max(CASE WHEN value IS NOT NULL THEN result_number END)
        OVER (PARTITION BY scope_id, period, player_id, period_number) AS last_rated
    FROM placed
)
SELECT
    scope_id, period, player_id, period_number,
    sum(CASE WHEN outcome = 1 THEN counted ELSE 0 END),
    sum(CASE WHEN outcome = -1 THEN counted ELSE 0 END),
    sum(CASE WHEN outcome = 0 THEN counted ELSE 0 END),
    max(CASE WHEN result_number = last_rated THEN CAST(least(greatest(floor(value + 0.5), 0), 9999) AS BIGINT) END),
    max(CASE WHEN result_number = last_rated AND deviation > 110 THEN 1 ELSE 0 END),
    max(CASE WHEN result_number = last_rated AND period = 'all time' AND scope_id > 0
        THEN ended_at END)
FROM last WHERE period_number = last_period
GROUP BY scope_id, period, player_id, period_number
ON CONFLICT DO NOTHING;

UPDATE leaderboard_entry SET
    wins_key = ((1048575 - wins) << 40) | (losses << 20) | (1048575 - draws),
    rating_key = (1048575 + 10000 * provisional - rating) << 40;
CREATE INDEX leaderboard_entry_by_wins
ON leaderboard_entry (scope_id, period, period_number, wins_key, tie_breaker);
CREATE INDEX leaderboard_entry_by_rating
ON leaderboard_entry (scope_id, period, period_number, rating_key, tie_breaker);

-- From here on, `store/export.rs` runs this after an import as well.

UPDATE game SET lost_before = 1
FROM (
    SELECT
        game_id,
        lag(lost) OVER (PARTITION BY person, level ORDER BY result_number) AS lost_before
    FROM (
        SELECT
            game_id, coalesce(first_player_id, second_player_id) AS person, level, result_number,
            CASE WHEN (result = 'won')
                = (result_seat = CASE WHEN first_player_id IS NULL THEN 0 ELSE 1 END)
                THEN 1 ELSE 0 END AS lost
        FROM game WHERE level IS NOT NULL AND result_number IS NOT NULL
    ) AS played
) AS earlier
WHERE earlier.game_id = game.game_id AND earlier.lost_before = 1;

-- Starts of seasons can no longer be undone.
DELETE FROM standing_message WHERE kind = 'season goes on';

-- How many rated games two people have finished today counts towards the daily limit: it was worked
-- out from the games before.
INSERT INTO kept_limit (kind, person, other, value, until)
SELECT 'rated games', person, other, count(*), CAST(extract(EPOCH FROM date_trunc('day', now() AT TIME ZONE 'UTC')) AS BIGINT) * 1000 + 86400000
FROM (
    SELECT
        CASE WHEN first_player_id < second_player_id THEN first_player_id
            ELSE second_player_id END AS person,
        CASE WHEN first_player_id < second_player_id THEN second_player_id
            ELSE first_player_id END AS other
    FROM game
    WHERE rated = 'yes' AND result <> 'called off' AND counts <> 'too short'
    AND started_at >= CAST(extract(EPOCH FROM date_trunc('day', now() AT TIME ZONE 'UTC')) AS BIGINT) * 1000 AND first_player_id > 0 AND second_player_id > 0
) AS rated_game
GROUP BY person, other
ON CONFLICT DO NOTHING;
