-- What the engine found in finished games, so that it need not search again.
CREATE TABLE review (
    game_id INTEGER PRIMARY KEY REFERENCES game (game_id),
    -- The score of each column at each ply: seven characters for each.
    scores TEXT NOT NULL
) STRICT;
