-- By bit 0 for the first seat and bit 1 for the second: whether the player is excused for being late
-- if the channel is gone. Before this there were two bits for what each player could do in the
-- server, 2 for who manages it, and one for whether the server had installed the bot.
ALTER TABLE game RENAME COLUMN standing TO excused;

UPDATE game SET excused = CASE
    WHEN (excused & 16) = 0 THEN 0
    ELSE (CASE WHEN (excused & 3) = 2 THEN 0 ELSE 1 END)
        + (CASE WHEN (excused & 12) = 8 THEN 0 ELSE 2 END)
END
WHERE excused <> 0;

-- Not used any more. A game that ends may have no other number in it.
UPDATE game SET failed_lookups = 0 WHERE failed_lookups <> 0;
