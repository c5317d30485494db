CREATE TABLE standing_message (
    channel_id BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('leaderboard', 'puzzle', 'week')),
    guild_id BIGINT NOT NULL,
    message_id BIGINT,
    period TEXT CHECK (period IN ('all time', 'month', 'week')),
    sort_by TEXT CHECK (sort_by IN ('rating', 'wins')),
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
    CHECK (CASE kind WHEN 'puzzle' THEN puzzle IS NOT NULL
        WHEN 'leaderboard' THEN period IS NOT NULL AND sort_by IS NOT NULL ELSE true END)
);

CREATE INDEX standing_message_by_time ON standing_message (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX standing_message_by_guild ON standing_message (guild_id, kind);

CREATE UNIQUE INDEX one_week_in_words ON standing_message (guild_id) WHERE kind = 'week';

CREATE INDEX game_by_week ON game (guild_id, ended_at)
WHERE level IS NULL AND result_number IS NOT NULL AND counts <> 'too short';
