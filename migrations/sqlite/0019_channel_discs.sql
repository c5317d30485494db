-- In a game of a channel against the computer, player 0, whose name is empty, stands for everybody in
-- the channel. This is who has dropped its discs.
CREATE TABLE channel_disc (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    -- How many the channel had dropped before.
    disc INTEGER NOT NULL CHECK (disc >= 0),
    player_id INTEGER NOT NULL REFERENCES player (player_id),
    PRIMARY KEY (game_id, disc)
) STRICT, WITHOUT ROWID;

CREATE INDEX channel_disc_by_player ON channel_disc (player_id);

CREATE INDEX channel_game_by_guild ON game (guild_id, ended_at)
WHERE first_player_id = 0 OR second_player_id = 0;
