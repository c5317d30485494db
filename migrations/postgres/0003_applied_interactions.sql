-- The columns are documented in SQLite's migration.

CREATE TABLE applied_interaction (
    interaction_id BIGINT PRIMARY KEY
);
