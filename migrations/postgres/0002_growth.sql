-- As beside SQLite's tables, which are told about there.
CREATE INDEX challenge_by_opponent ON challenge (opponent_id);
CREATE INDEX challenge_by_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX game_by_second_seat ON game (second_player_id);
