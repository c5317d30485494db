-- All counts that a statement changes, at once: the end of a game changes twelve
-- standings, and what a trigger did for each of them took most of it.
DROP TRIGGER standing_added ON standing;
DROP TRIGGER standing_removed ON standing;
DROP TRIGGER standing_moved ON standing;
DROP FUNCTION standing_changed();
DROP FUNCTION count_standing(standing, BIGINT);

-- All counts that standings are part of.
CREATE FUNCTION counts_of(standings standing[])
RETURNS TABLE (
    scope_id BIGINT, period TEXT, period_number BIGINT, ordered_by TEXT, shift BIGINT,
    prefix BIGINT
)
LANGUAGE sql IMMUTABLE AS $$
    SELECT
        one.scope_id, one.period, one.period_number, part.ordered_by, part.shift, part.prefix
    FROM unnest(standings) AS one
    CROSS JOIN LATERAL (VALUES
        ('rating', 40::BIGINT, one.rating_key >> 40), ('wins', 0, one.wins_key),
        ('wins', 20, one.wins_key >> 20), ('wins', 40, one.wins_key >> 40)
    ) AS part (ordered_by, shift, prefix)
    WHERE part.prefix IS NOT NULL;
$$;

-- Counts standings anew that were otherwise before. Always in the same order, so
-- that of two who count none waits for the other for ever.
CREATE FUNCTION count_standings(before standing[], after standing[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    counted standing_count;
BEGIN
    FOR counted IN
        INSERT INTO standing_count
        SELECT
            scope_id, period, period_number, ordered_by, shift, prefix,
            CAST(sum(change) AS BIGINT)
        FROM (
            SELECT *, -1 AS change FROM counts_of(before)
            UNION ALL SELECT *, 1 FROM counts_of(after)
        ) AS changed
        GROUP BY scope_id, period, period_number, ordered_by, shift, prefix
        HAVING sum(change) <> 0
        ORDER BY scope_id, period, period_number, ordered_by, shift, prefix
        ON CONFLICT (scope_id, period, period_number, ordered_by, shift, prefix)
        DO UPDATE SET players = standing_count.players + excluded.players
        RETURNING standing_count.*
    LOOP
        IF counted.players = 0 THEN
            DELETE FROM standing_count
            WHERE scope_id = counted.scope_id AND period = counted.period
            AND period_number = counted.period_number AND ordered_by = counted.ordered_by
            AND shift = counted.shift AND prefix = counted.prefix;
        END IF;
    END LOOP;
END;
$$;

CREATE FUNCTION count_added_standings() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_standings(NULL, (SELECT array_agg(CAST(ROW(added.*) AS standing)) FROM added));
    RETURN NULL;
END;
$$;

CREATE FUNCTION count_removed_standings() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_standings((SELECT array_agg(CAST(ROW(removed.*) AS standing)) FROM removed), NULL);
    RETURN NULL;
END;
$$;

CREATE FUNCTION count_changed_standings() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_standings(
        (SELECT array_agg(CAST(ROW(before.*) AS standing)) FROM before),
        (SELECT array_agg(CAST(ROW(after.*) AS standing)) FROM after)
    );
    RETURN NULL;
END;
$$;

CREATE TRIGGER standings_added AFTER INSERT ON standing
REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_added_standings();

CREATE TRIGGER standings_removed AFTER DELETE ON standing
REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_removed_standings();

CREATE TRIGGER standings_changed AFTER UPDATE ON standing
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_standings();
