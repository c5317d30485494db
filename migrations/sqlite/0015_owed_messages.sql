-- Messages that the bot owes a channel have a row each, also those that come once: weeks in words and
-- ends of seasons.
CREATE TABLE message_that_stays (
    standing_message_id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id INTEGER NOT NULL,
    -- 'daily' and 'week' bring the messages of the kinds 'puzzle' and 'told week'.
    kind TEXT NOT NULL CHECK (kind IN (
        'leaderboard', 'daily', 'puzzle', 'week', 'told week', 'season end', 'season goes on'
    )),
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
    -- The number of the week that it tells (0 has the start of 1970), or that was told last; or
    -- that of the season.
    number INTEGER,
    -- NULL: there is no message, or it is gone.
    posted_at INTEGER,
    -- Whether a new message is to take its place.
    replaced INTEGER NOT NULL DEFAULT 0 CHECK (replaced IN (0, 1)),
    -- If somebody whom it names has to go from it: how often Discord has refused that.
    removal INTEGER CHECK (removal >= 0),
    -- How often something was begun since the last result was recorded.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- How many posts were begun whose result is not recorded.
    posts INTEGER NOT NULL DEFAULT 0 CHECK (posts >= 0),
    -- How long it rests after an edit once it is an hour old, in milliseconds.
    pause INTEGER NOT NULL CHECK (pause > 0),
    -- Until then it is not edited, unless a name has to go.
    rests_until INTEGER NOT NULL,
    -- When there is something to be done. NULL: nothing.
    due_at INTEGER,
    -- How often it was changed, or what it shows was: a change is stored only over the one that it
    -- was decided on.
    changes INTEGER NOT NULL DEFAULT 0,
    -- A hash of what it shows. NULL: unknown.
    shown INTEGER,
    -- 'off': not wanted any more; 'over': the next one is there; 'stopped': Discord has refused it
    -- too often; 'deleted': by somebody.
    state TEXT NOT NULL CHECK (state IN ('on', 'off', 'over', 'stopped', 'deleted')),
    -- How many times in a row Discord has refused it, and why it did last.
    refusals INTEGER NOT NULL CHECK (refusals >= 0),
    closed TEXT CHECK (closed IN ('hidden', 'forbidden', 'archived', 'locked')),
    -- The server's language at Discord.
    guild_locale TEXT NOT NULL,
    CHECK (CASE kind WHEN 'daily' THEN hour IS NOT NULL WHEN 'puzzle' THEN puzzle IS NOT NULL
        WHEN 'leaderboard' THEN period IS NOT NULL AND sort_by IS NOT NULL
        WHEN 'week' THEN true ELSE number IS NOT NULL END)
) STRICT;

INSERT INTO message_that_stays (
    channel_id, kind, guild_id, message_id, period, sort_by, hour, puzzle, posted_at, pause,
    rests_until, due_at, changes, shown, state, refusals, guild_locale
)
SELECT
    channel_id, kind, guild_id, message_id, period, sort_by, hour, puzzle, posted_at, pause,
    rests_until, due_at, changes, shown, state, refusals, guild_locale
FROM standing_message ORDER BY channel_id, kind;

DROP TABLE standing_message;
ALTER TABLE message_that_stays RENAME TO standing_message;

CREATE INDEX standing_message_by_time ON standing_message (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX standing_message_by_guild ON standing_message (guild_id, kind);

-- A server has one.
CREATE UNIQUE INDEX one_post_of_a_server ON standing_message (guild_id, kind)
WHERE kind IN ('daily', 'week');

CREATE UNIQUE INDEX one_leaderboard_of_a_channel ON standing_message (guild_id, channel_id)
WHERE kind = 'leaderboard' AND state <> 'off';

-- Whom a message names, or may name: those are recorded before it is sent.
CREATE TABLE named_player (
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    standing_message_id INTEGER NOT NULL
    REFERENCES standing_message (standing_message_id) ON DELETE CASCADE,
    PRIMARY KEY (player_id, standing_message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX named_player_by_message ON named_player (standing_message_id);

-- From here on, `store/export.rs` runs this after an import as well.

-- The last week in words that was posted is a message of its own.
INSERT INTO standing_message (
    channel_id, kind, guild_id, message_id, number, posted_at, pause, rests_until, due_at, state,
    refusals, guild_locale
)
SELECT
    channel_id, 'told week', guild_id, message_id, (posted_at / 86400000 + 3) / 7 - 1, posted_at,
    pause, rests_until, rests_until, 'on', 0, guild_locale
FROM standing_message WHERE kind = 'week' AND posted_at IS NOT NULL;

UPDATE standing_message
SET number = (posted_at / 86400000 + 3) / 7 - 1, message_id = NULL, posted_at = NULL
WHERE kind = 'week' AND posted_at IS NOT NULL;

-- 1970 was a sign of it.
UPDATE standing_message SET replaced = 1, posted_at = rests_until WHERE posted_at = 0;

-- Whom they name is recorded when they are sent again. Those that Discord does not let be edited are
-- deleted, and posted anew if they were not given up.
UPDATE standing_message
SET shown = NULL, due_at = rests_until,
    removal = CASE WHEN refusals > 0 THEN coalesce(removal, 0) ELSE removal END
WHERE posted_at IS NOT NULL AND state IN ('on', 'stopped') AND NOT EXISTS (
    SELECT 1 FROM named_player
    WHERE named_player.standing_message_id = standing_message.standing_message_id
);
