-- A rating has a place in the list while it is provisional as well: after all others.
DROP TRIGGER leaderboard_entry_added;
DROP TRIGGER leaderboard_entry_removed;
DROP TRIGGER leaderboard_entry_changed;
DROP INDEX leaderboard_entry_by_rating;

ALTER TABLE leaderboard_entry DROP COLUMN rating_key;
ALTER TABLE leaderboard_entry ADD COLUMN
    -- Whether `rating` is provisional. `rating` is NULL without a rated game in the period.
    provisional INTEGER NOT NULL DEFAULT 0 CHECK (provisional IN (0, 1));
ALTER TABLE leaderboard_entry ADD COLUMN
    rating_key INTEGER GENERATED ALWAYS AS ((1048575 + 10000 * provisional - rating) << 40) VIRTUAL;

CREATE INDEX leaderboard_entry_by_rating
ON leaderboard_entry (scope_id, period, period_number, rating_key, tie_breaker)
WHERE rating IS NOT NULL;

-- As before: they count what has changed below, too.
CREATE TRIGGER leaderboard_entry_added AFTER INSERT ON leaderboard_entry BEGIN
    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'wins', column1, new.wins_key >> column1, 1
    FROM (VALUES (40), (20), (0)) WHERE true
    ON CONFLICT DO UPDATE SET players = players + 1;

    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'rating', 40, new.rating_key >> 40, 1
    WHERE new.rating IS NOT NULL
    ON CONFLICT DO UPDATE SET players = players + 1;
END;

CREATE TRIGGER leaderboard_entry_removed AFTER DELETE ON leaderboard_entry BEGIN
    UPDATE leaderboard_count SET players = players - 1
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));

    DELETE FROM leaderboard_count
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND players = 0 AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));
END;

CREATE TRIGGER leaderboard_entry_changed AFTER UPDATE ON leaderboard_entry
WHEN old.period_number <> new.period_number OR old.wins_key <> new.wins_key
OR old.rating_key IS NOT new.rating_key BEGIN
    UPDATE leaderboard_count SET players = players - 1
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));

    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'wins', column1, new.wins_key >> column1, 1
    FROM (VALUES (40), (20), (0)) WHERE true
    ON CONFLICT DO UPDATE SET players = players + 1;

    INSERT INTO leaderboard_count
    SELECT new.scope_id, new.period, new.period_number, 'rating', 40, new.rating_key >> 40, 1
    WHERE new.rating IS NOT NULL
    ON CONFLICT DO UPDATE SET players = players + 1;

    DELETE FROM leaderboard_count
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND players = 0 AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));
END;

-- From here on, `store/export.rs` runs this after an import as well.

-- The last rated game of a player is in the period of an entry, or none is.
UPDATE leaderboard_entry SET
    rating = CAST(min(max(round(rating.value), 0), 9999) AS INTEGER),
    provisional = 1
FROM rating
WHERE leaderboard_entry.rating IS NULL
AND rating.scope_id = leaderboard_entry.scope_id
AND rating.player_id = leaderboard_entry.player_id
AND period_number = CASE period
    WHEN 'all time' THEN 0
    WHEN 'month' THEN (strftime('%Y', rated_at / 1000, 'unixepoch') - 1970) * 12
        + strftime('%m', rated_at / 1000, 'unixepoch') - 1
    ELSE (rated_at / 86400000 + 3) / 7
END;

-- Scope -1: those of scope 0 whose players have chosen to be listed.
INSERT INTO leaderboard_entry
(scope_id, period, period_number, player_id, wins, losses, draws, rating, provisional)
SELECT -1, period, period_number, player_id, wins, losses, draws, rating, provisional
FROM leaderboard_entry JOIN player USING (player_id) WHERE scope_id = 0 AND listed = 1
ON CONFLICT DO NOTHING;
