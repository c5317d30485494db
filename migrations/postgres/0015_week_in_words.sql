ALTER TABLE standing_message DROP CONSTRAINT standing_message_kind_check;
ALTER TABLE standing_message DROP CONSTRAINT standing_message_check;
ALTER TABLE standing_message
ADD CONSTRAINT standing_message_kind_check CHECK (kind IN ('leaderboard', 'puzzle', 'week')),
ADD CONSTRAINT standing_message_check CHECK (CASE kind WHEN 'puzzle' THEN puzzle IS NOT NULL
    WHEN 'leaderboard' THEN period IS NOT NULL AND sort_by IS NOT NULL ELSE true END);

CREATE UNIQUE INDEX one_week_in_words ON standing_message (guild_id) WHERE kind = 'week';

CREATE INDEX game_by_week ON game (guild_id, ended_at)
WHERE level IS NULL AND result_number IS NOT NULL AND counts <> 'too short';
