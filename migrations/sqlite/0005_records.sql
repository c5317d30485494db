-- Ratings, leaderboards and who shows on them.

-- Whether somebody shows by name on the leaderboard of all servers.
ALTER TABLE player ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));

ALTER TABLE challenge ADD COLUMN rated TEXT NOT NULL DEFAULT 'no' CHECK (rated IN ('yes', 'no'));

-- `enough today`: it would be rated, but the two had begun as many rated games
-- that day as count.
ALTER TABLE game ADD COLUMN rated TEXT NOT NULL DEFAULT 'no'
CHECK (rated IN ('yes', 'no', 'enough today'));

-- The order in which games ended that count as results, from 1.
ALTER TABLE game ADD COLUMN result_id INTEGER CHECK (result_id IS NULL OR ending IS NOT NULL);

UPDATE game SET result_id = numbered.place
FROM (
    SELECT game_id, row_number() OVER (ORDER BY ended_at, game_id) AS place FROM game
    WHERE ending IN ('won', 'drawn', 'resigned', 'timed out', 'agreed')
) AS numbered
WHERE numbered.game_id = game.game_id;

CREATE UNIQUE INDEX game_by_result ON game (result_id) WHERE result_id IS NOT NULL;

-- Somebody's results, in order.
CREATE INDEX game_by_first_result ON game (first_player_id, result_id) WHERE result_id IS NOT NULL;
CREATE INDEX game_by_second_result ON game (second_player_id, result_id)
WHERE result_id IS NOT NULL;

-- How many rated games two have begun in a day.
CREATE INDEX rated_game_by_pair ON game (first_player_id, second_player_id, started_at)
WHERE rated = 'yes';

-- Ratings by Glicko-2, in a server or everywhere (scope 0).
CREATE TABLE rating (
    scope_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    -- When the last rated game ended: from then on the deviation grows.
    rated_at INTEGER NOT NULL,
    PRIMARY KEY (scope_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_by_player ON rating (player_id);

-- What each rated game did to its players' ratings.
CREATE TABLE rating_change (
    scope_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    result_id INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    value_before REAL NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (scope_id, player_id, result_id)
) STRICT, WITHOUT ROWID;

-- The leaderboards: results among people, in a server or everywhere (scope 0).
-- Of months and weeks there is only the one in which the player last finished a
-- game; who has not in the present one is not on its leaderboard.
CREATE TABLE standing (
    scope_id INTEGER NOT NULL,
    period TEXT NOT NULL CHECK (period IN ('all time', 'month', 'week')),
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    -- Months or weeks since 1970, UTC; weeks begin on Mondays.
    period_number INTEGER NOT NULL,
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND 1048575),
    losses INTEGER NOT NULL CHECK (losses BETWEEN 0 AND 1048575),
    draws INTEGER NOT NULL CHECK (draws BETWEEN 0 AND 1048575),
    -- After the last rated game in the period; none while it is provisional.
    rating INTEGER CHECK (rating BETWEEN 0 AND 9999),
    -- The less the better: first by wins, then by losses, then by draws.
    wins_key INTEGER NOT NULL GENERATED ALWAYS AS (
        ((1048575 - wins) << 40) | (losses << 20) | (1048575 - draws)
    ) STORED,
    rating_key INTEGER GENERATED ALWAYS AS ((1048575 - rating) << 40) STORED,
    PRIMARY KEY (scope_id, period, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_by_wins
ON standing (scope_id, period, period_number, wins_key, player_id);
CREATE INDEX standing_by_rating
ON standing (scope_id, period, period_number, rating_key, player_id) WHERE rating IS NOT NULL;
CREATE INDEX standing_by_player ON standing (player_id);

-- How many players stand at each key, and at all keys that begin with the same 20
-- or 40 bits: a rank is the sum of a few thousand of these at most, however many
-- players there are. Kept by the triggers below, and by nobody else.
CREATE TABLE standing_count (
    scope_id INTEGER NOT NULL,
    period TEXT NOT NULL,
    period_number INTEGER NOT NULL,
    ordered_by TEXT NOT NULL CHECK (ordered_by IN ('wins', 'rating')),
    -- The bits that are left off at the key's end: 40, 20 or 0.
    shift INTEGER NOT NULL,
    prefix INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (scope_id, period, period_number, ordered_by, shift, prefix)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER standing_added AFTER INSERT ON standing BEGIN
    INSERT INTO standing_count
    SELECT new.scope_id, new.period, new.period_number, 'wins', column1, new.wins_key >> column1, 1
    FROM (VALUES (40), (20), (0)) WHERE true
    ON CONFLICT DO UPDATE SET players = players + 1;

    INSERT INTO standing_count
    SELECT new.scope_id, new.period, new.period_number, 'rating', 40, new.rating_key >> 40, 1
    WHERE new.rating IS NOT NULL
    ON CONFLICT DO UPDATE SET players = players + 1;
END;

CREATE TRIGGER standing_removed AFTER DELETE ON standing BEGIN
    UPDATE standing_count SET players = players - 1
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));

    DELETE FROM standing_count
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND players = 0 AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));
END;

CREATE TRIGGER standing_changed AFTER UPDATE ON standing
WHEN old.period_number <> new.period_number OR old.wins_key <> new.wins_key
OR old.rating_key IS NOT new.rating_key BEGIN
    UPDATE standing_count SET players = players - 1
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));

    INSERT INTO standing_count
    SELECT new.scope_id, new.period, new.period_number, 'wins', column1, new.wins_key >> column1, 1
    FROM (VALUES (40), (20), (0)) WHERE true
    ON CONFLICT DO UPDATE SET players = players + 1;

    INSERT INTO standing_count
    SELECT new.scope_id, new.period, new.period_number, 'rating', 40, new.rating_key >> 40, 1
    WHERE new.rating IS NOT NULL
    ON CONFLICT DO UPDATE SET players = players + 1;

    DELETE FROM standing_count
    WHERE scope_id = old.scope_id AND period = old.period AND period_number = old.period_number
    AND players = 0 AND (ordered_by, shift, prefix) IN (VALUES
        ('wins', 40, old.wins_key >> 40), ('wins', 20, old.wins_key >> 20),
        ('wins', 0, old.wins_key), ('rating', 40, old.rating_key >> 40));
END;

-- What was counted until now, by server; server 0 was all direct messages.
INSERT INTO standing (scope_id, period, player_id, period_number, wins, losses, draws)
SELECT guild_id, 'all time', player_id, 0, wins, losses, draws FROM record WHERE guild_id <> 0;

INSERT INTO standing (scope_id, period, player_id, period_number, wins, losses, draws)
SELECT 0, 'all time', player_id, 0, sum(wins), sum(losses), sum(draws) FROM record
GROUP BY player_id;

-- The results of the last month and week of each player, from the games.
CREATE TABLE result_before AS
SELECT guild_id, player_id, won, lost, month, week FROM (
    SELECT
        guild_id,
        CASE seats.seat WHEN 0 THEN first_player_id ELSE second_player_id END AS player_id,
        coalesce((ending = 'won') = (ending_seat = seats.seat), 0) AS won,
        coalesce((ending = 'won') <> (ending_seat = seats.seat), 0) AS lost,
        (strftime('%Y', ended_at / 1000, 'unixepoch') - 1970) * 12
        + strftime('%m', ended_at / 1000, 'unixepoch') - 1 AS month,
        (ended_at / 86400000 + 3) / 7 AS week
    FROM game, (SELECT 0 AS seat UNION ALL SELECT 1) AS seats
    WHERE result_id IS NOT NULL AND level IS NULL
);

INSERT INTO standing (scope_id, period, player_id, period_number, wins, losses, draws)
SELECT scope_id, period, player_id, period_number, wins, losses, draws FROM (
    SELECT
        scope_id, period, player_id, period_number, sum(won) AS wins, sum(lost) AS losses,
        sum(NOT won AND NOT lost) AS draws,
        max(period_number) OVER (PARTITION BY scope_id, period, player_id) AS last_number
    FROM (
        SELECT scope_id, spans.period, player_id, won, lost,
            CASE spans.period WHEN 'month' THEN month ELSE week END AS period_number
        FROM (
            SELECT 0 AS scope_id, * FROM result_before
            UNION ALL
            SELECT guild_id AS scope_id, * FROM result_before WHERE guild_id IS NOT NULL
        ), (SELECT 'month' AS period UNION ALL SELECT 'week') AS spans
    )
    GROUP BY scope_id, period, player_id, period_number
)
WHERE period_number = last_number;

DROP TABLE result_before;
DROP TABLE record;
