-- A rating has a place in the list while it is provisional as well: after all others.
DROP INDEX leaderboard_entry_by_rating;

ALTER TABLE leaderboard_entry DROP COLUMN rating_key;
-- Whether `rating` is provisional. `rating` is NULL without a rated game in the period.
ALTER TABLE leaderboard_entry ADD COLUMN
provisional BIGINT NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1));
ALTER TABLE leaderboard_entry ADD COLUMN
rating_key BIGINT GENERATED ALWAYS AS ((1048575 + 10000 * provisional - rating) << 40) STORED;

CREATE INDEX leaderboard_entry_by_rating
ON leaderboard_entry (scope_id, period, period_number, rating_key, tie_breaker)
WHERE rating IS NOT NULL;

-- From here on, `store/export.rs` runs this after an import as well.

-- The last rated game of a player is in the period of an entry, or none is.
UPDATE leaderboard_entry SET
    rating = least(greatest(floor(rating.value + 0.5), 0), 9999),
    provisional = 1
FROM rating
WHERE leaderboard_entry.rating IS NULL
AND rating.scope_id = leaderboard_entry.scope_id
AND rating.player_id = leaderboard_entry.player_id
AND period_number = CASE period
    WHEN 'all time' THEN 0
    WHEN 'month' THEN (extract(YEAR FROM to_timestamp(rated_at / 1000) AT TIME ZONE 'UTC') - 1970) * 12
        + extract(MONTH FROM to_timestamp(rated_at / 1000) AT TIME ZONE 'UTC') - 1
    ELSE (rated_at / 86400000 + 3) / 7
END;

-- Scope -1: those of scope 0 whose players have chosen to be listed.
INSERT INTO leaderboard_entry
(scope_id, period, period_number, player_id, wins, losses, draws, rating, provisional)
SELECT -1, period, period_number, player_id, wins, losses, draws, rating, provisional
FROM leaderboard_entry JOIN player USING (player_id) WHERE scope_id = 0 AND listed = 1
ON CONFLICT DO NOTHING;
