CREATE TABLE channel_disc (
    game_id BIGINT NOT NULL REFERENCES game (game_id) DEFERRABLE,
    disc BIGINT NOT NULL CHECK (disc >= 0),
    player_id BIGINT NOT NULL REFERENCES player (player_id),
    PRIMARY KEY (game_id, disc)
);

CREATE INDEX channel_disc_by_player ON channel_disc (player_id);

CREATE INDEX channel_game_by_guild ON game (guild_id, ended_at)
WHERE first_player_id = 0 OR second_player_id = 0;
