CREATE TABLE standing_message (
    channel_id BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('leaderboard', 'daily', 'puzzle', 'week')),
    guild_id BIGINT NOT NULL,
    message_id BIGINT,
    period TEXT CHECK (period IN ('all time', 'month', 'week')),
    sort_by TEXT CHECK (sort_by IN ('rating', 'wins')),
    hour BIGINT CHECK (hour BETWEEN 0 AND 23),
    puzzle BIGINT,
    posted_at BIGINT,
    pause BIGINT NOT NULL CHECK (pause > 0),
    rests_until BIGINT NOT NULL,
    due_at BIGINT,
    changes BIGINT NOT NULL DEFAULT 0,
    shown BIGINT,
    state TEXT NOT NULL CHECK (state IN ('on', 'off', 'stopped', 'deleted')),
    refusals BIGINT NOT NULL CHECK (refusals >= 0),
    guild_locale TEXT NOT NULL,
    PRIMARY KEY (channel_id, kind),
    CHECK (CASE kind WHEN 'daily' THEN hour IS NOT NULL WHEN 'puzzle' THEN puzzle IS NOT NULL
        WHEN 'leaderboard' THEN period IS NOT NULL AND sort_by IS NOT NULL ELSE true END)
);

CREATE INDEX standing_message_by_time ON standing_message (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX standing_message_by_guild ON standing_message (guild_id, kind);

CREATE UNIQUE INDEX one_post_of_a_server ON standing_message (guild_id, kind)
WHERE kind IN ('daily', 'week');

CREATE INDEX game_by_week ON game (guild_id, ended_at)
WHERE level IS NULL AND result_number IS NOT NULL AND counts <> 'too short';

-- From here on, `store/export.rs` runs this after an import as well.

INSERT INTO standing_message (
    channel_id, kind, guild_id, hour, puzzle, pause, rests_until, due_at, state, refusals,
    guild_locale
)
SELECT
    channel_id, 'daily', guild_id, hour, posted_puzzle, 600000, 0, due_at, state, refusals,
    guild_locale
FROM puzzle_schedule;

DELETE FROM puzzle_schedule;
