-- Messages that stay in a channel and are brought up to date there: a server's leaderboards, its
-- post of the daily puzzle, with who has solved it, and its week in words, which is posted once a
-- week and changes only when people delete their data or are hidden. A row of the kind 'daily' has
-- where and when puzzles are posted.
CREATE TABLE standing_message (
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('leaderboard', 'daily', 'puzzle', 'week')),
    guild_id INTEGER NOT NULL,
    -- The last one, also if it is gone. NULL: not posted yet.
    message_id INTEGER,
    -- Which leaderboard.
    period TEXT CHECK (period IN ('all time', 'month', 'week')),
    sort_by TEXT CHECK (sort_by IN ('rating', 'wins')),
    -- The hour of the day in the server's time zone at which puzzles are posted.
    hour INTEGER CHECK (hour BETWEEN 0 AND 23),
    -- The number of the puzzle, or of the last one that was posted.
    puzzle INTEGER,
    -- NULL: there is no message, or it is gone.
    posted_at INTEGER,
    -- How long it rests after an edit once it is an hour old, in milliseconds.
    pause INTEGER NOT NULL CHECK (pause > 0),
    -- Until then it is not edited.
    rests_until INTEGER NOT NULL,
    -- When there is something to be done. NULL: nothing.
    due_at INTEGER,
    -- How often what it shows has changed, or what was done with it was recorded, so that no change
    -- during an edit is lost and nothing is done twice.
    changes INTEGER NOT NULL DEFAULT 0,
    -- A hash of what it shows. NULL: it is to be sent in any case.
    shown INTEGER,
    -- 'off': removed by a manager; 'stopped': Discord has refused it too often; 'deleted': by
    -- somebody else.
    state TEXT NOT NULL CHECK (state IN ('on', 'off', 'stopped', 'deleted')),
    -- How many times in a row Discord has refused it.
    refusals INTEGER NOT NULL CHECK (refusals >= 0),
    -- The server's language at Discord.
    guild_locale TEXT NOT NULL,
    PRIMARY KEY (channel_id, kind),
    CHECK (CASE kind WHEN 'daily' THEN hour IS NOT NULL WHEN 'puzzle' THEN puzzle IS NOT NULL
        WHEN 'leaderboard' THEN period IS NOT NULL AND sort_by IS NOT NULL ELSE true END)
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_message_by_time ON standing_message (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX standing_message_by_guild ON standing_message (guild_id, kind);

-- A server has one.
CREATE UNIQUE INDEX one_post_of_a_server ON standing_message (guild_id, kind)
WHERE kind IN ('daily', 'week');

-- A server's results of a week.
CREATE INDEX game_by_week ON game (guild_id, ended_at)
WHERE level IS NULL AND result_number IS NOT NULL AND counts <> 'too short';

-- From here on, `store/export.rs` runs this after an import as well.

-- Where and when servers have the daily puzzle posted is in that table, too. `puzzle_schedule` stays
-- for exports of earlier schemas.
INSERT INTO standing_message (
    channel_id, kind, guild_id, hour, puzzle, pause, rests_until, due_at, state, refusals,
    guild_locale
)
SELECT
    channel_id, 'daily', guild_id, hour, posted_puzzle, 600000, 0, due_at, state, refusals,
    guild_locale
FROM puzzle_schedule;

DELETE FROM puzzle_schedule;
