-- For how many milliseconds the bot could take moves, from an origin of no meaning. It is counted
-- by one process at a time: the one that has chosen `beat`, a random number, when it last did.
-- Zero if that process has stopped, so that another may go on at once.
CREATE TABLE running_time (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    running INTEGER NOT NULL,
    beat INTEGER NOT NULL
) STRICT;

-- Deadlines of turns were times at which the shards could take moves. As running time begins with
-- the last of them, they stay as they are, but those of shards that were absent by then.
INSERT INTO running_time (only_row, running, beat)
SELECT 1, max(beat_at), 0 FROM heartbeat HAVING max(beat_at) IS NOT NULL;

UPDATE game SET
    move_by = move_by + running_time.running - heartbeat.beat_at,
    remind_at = remind_at + running_time.running - heartbeat.beat_at
FROM running_time, heartbeat
WHERE move_by IS NOT NULL
AND shard_id = (coalesce(guild_id, 0) >> 22) % shard_count
AND beat_at < running_time.running;

DROP TABLE heartbeat;
