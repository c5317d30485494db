-- What servers settle for themselves. A server without a row has all as usual.
CREATE TABLE guild_settings (
    guild_id INTEGER PRIMARY KEY,
    theme TEXT NOT NULL
    CHECK (theme IN ('classic', 'red-blue', 'red-black', 'colour-blind', 'shapes')),
    -- None: the language that Discord says.
    locale TEXT,
    time_control TEXT NOT NULL
    CHECK (time_control IN ('none', '5 minutes', '1 hour', '1 day', '3 days')),
    reminders INTEGER NOT NULL CHECK (reminders IN (0, 1)),
    -- Live games in one channel; none: any number.
    most_games INTEGER CHECK (most_games >= 1),
    computer_games INTEGER NOT NULL CHECK (computer_games IN (0, 1)),
    -- Where games may begin, as a JSON array of numbers; empty: everywhere.
    channels TEXT NOT NULL CHECK (json_valid(channels))
) STRICT;

-- How many games go on in a channel.
CREATE INDEX live_seat_by_channel ON live_seat (channel_id, game_id);

-- The games that a moderator can end.
CREATE INDEX live_game_by_guild ON game (guild_id, moved_at) WHERE ending IS NULL;
