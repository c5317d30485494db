-- What refers to somebody or to a game, for whoever is forgotten: without these
-- their every game has all challenges read, to see that none refers to it.
CREATE INDEX challenge_by_opponent ON challenge (opponent_id);
CREATE INDEX challenge_by_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX game_by_second_seat ON game (second_player_id);
CREATE INDEX rating_change_by_player ON rating_change (player_id);

-- Without a time that every move would change.
DROP INDEX live_game_by_guild;
CREATE INDEX live_game_by_guild ON game (guild_id) WHERE ending IS NULL;
