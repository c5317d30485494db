-- A server's seasons, which follow each other without a gap. Their boards are kept: the entries of
-- `leaderboard_entry` with the scope -1 - season_id.
CREATE TABLE season (
    season_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    -- From 1 in each server.
    number INTEGER NOT NULL CHECK (number >= 1),
    started_at INTEGER NOT NULL,
    -- NULL while it runs.
    ended_at INTEGER,
    UNIQUE (guild_id, number)
) STRICT;

CREATE UNIQUE INDEX one_running_season_per_guild ON season (guild_id) WHERE ended_at IS NULL;

-- The season in which the game's result counts, if one ran in its server.
ALTER TABLE game ADD COLUMN season_id INTEGER CHECK (season_id IS NULL OR result_number IS NOT NULL);

CREATE INDEX game_by_season ON game (season_id) WHERE season_id IS NOT NULL;

-- How a server's seasons start, and where the end of one is posted. No row: none was ever started.
CREATE TABLE season_schedule (
    guild_id INTEGER PRIMARY KEY,
    rhythm TEXT NOT NULL CHECK (rhythm IN ('by hand', 'month', 'quarter')),
    -- When the next one starts by itself.
    due_at INTEGER,
    channel_id INTEGER NOT NULL,
    -- The server's language at Discord.
    guild_locale TEXT NOT NULL,
    CHECK ((rhythm = 'by hand') = (due_at IS NULL))
) STRICT;

CREATE INDEX season_schedule_by_time ON season_schedule (due_at) WHERE due_at IS NOT NULL;

-- People whom managers have hidden from a server's leaderboards: they have no entries there.
CREATE TABLE hidden_player (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hidden_player_by_player ON hidden_player (player_id);

-- Whose record managers have reset: their earlier results do not count on the server's leaderboards.
CREATE TABLE reset_record (
    guild_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    -- That of the last result before it.
    result_number INTEGER NOT NULL,
    -- Whether the player has been told.
    told INTEGER NOT NULL CHECK (told IN (0, 1)),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reset_record_by_player ON reset_record (player_id);

-- The last changes by the managers of a server.
CREATE TABLE server_event (
    guild_id INTEGER NOT NULL,
    -- Discord's number of the press, or one of its time for what came by itself.
    event_id INTEGER NOT NULL,
    -- NULL: it came by itself.
    manager_id INTEGER,
    kind TEXT NOT NULL,
    -- Whom it was about.
    player_id INTEGER,
    -- The number of the season, or the new limit; 1 for what was turned on, and 0 for off.
    number INTEGER,
    PRIMARY KEY (guild_id, event_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX server_event_by_manager ON server_event (manager_id) WHERE manager_id IS NOT NULL;

CREATE INDEX server_event_by_player ON server_event (player_id) WHERE player_id IS NOT NULL;

ALTER TABLE leaderboard_entry ADD COLUMN
    -- When the last rated game ended, if `rating` is cleared some time after it: that of all time,
    -- except in a season.
    last_rated_at INTEGER CHECK (last_rated_at IS NULL OR rating IS NOT NULL);

CREATE INDEX leaderboard_entry_by_time
ON leaderboard_entry (last_rated_at) WHERE last_rated_at IS NOT NULL;

-- From here on, `store/export.rs` runs this after an import as well.

UPDATE leaderboard_entry SET last_rated_at = rating.rated_at FROM rating
WHERE leaderboard_entry.period = 'all time' AND leaderboard_entry.scope_id >= -1
AND leaderboard_entry.rating IS NOT NULL
AND rating.scope_id = CASE leaderboard_entry.scope_id WHEN -1 THEN 0 ELSE leaderboard_entry.scope_id END
AND rating.player_id = leaderboard_entry.player_id;
