-- The interactions that have changed something other than a game, so that one that Discord delivers
-- twice is applied once: a game has the last one in its row. Kept for an hour, by the time in the id:
-- what comes a minute late is refused.
CREATE TABLE applied_interaction (
    interaction_id INTEGER PRIMARY KEY
) STRICT;
