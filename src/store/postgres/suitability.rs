//! Databases on which the bot would start, and then fail some people.

use sqlx::PgConnection;

use super::hot_pool::ALL_CONNECTIONS;
use crate::store::{error::SchemaError, migrations, prelude::*};

/// What matters of a database and of its user.
struct Facts {
    encoding: String,
    /// How many connections the server, the database and the user allow.
    connections: i64,
    /// The schema in which tables are made.
    schema: Option<String>,
    /// The schema in which the tables are found. `None` if there are none.
    tables_schema: Option<String>,
}

from_columns!(Facts { encoding, connections, schema, tables_schema });

const FACTS: &str = "\
    SELECT current_setting('server_encoding') AS encoding, CAST(least( \
    nullif(rolconnlimit, -1), nullif(datconnlimit, -1), \
    CAST(current_setting('max_connections') AS BIGINT) \
    - CAST(current_setting('superuser_reserved_connections') AS BIGINT)) AS BIGINT) AS connections, \
    CAST(current_schema AS TEXT) AS schema, \
    (SELECT CAST(schemaname AS TEXT) FROM pg_tables WHERE tablename = '_sqlx_migrations' \
    AND schemaname = ANY (current_schemas(false)) \
    ORDER BY array_position(current_schemas(false), schemaname) LIMIT 1) AS tables_schema \
    FROM pg_roles, pg_database WHERE rolname = session_user AND datname = current_database()";

/// A table in the first schema, of those whose names stand in the parameter, with a right that the
/// user has not.
const MISSING_RIGHT: &str = "\
    SELECT CAST(relname AS TEXT) FROM pg_class \
    WHERE relnamespace = to_regnamespace(current_schema) AND relkind = 'r' \
    AND relname = ANY (string_to_array($1, ' ')) AND EXISTS ( \
    SELECT 1 FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS wanted \
    WHERE NOT has_table_privilege(pg_class.oid, wanted)) \
    ORDER BY relname LIMIT 1";

/// Why the database would fail people, if it would. Changes nothing.
pub(in crate::store) async fn flaw(
    connection: &mut PgConnection,
) -> StoreResult<Option<SchemaError>> {
    let version = connection.server_version_num();
    let connection = &mut Connection::Postgres(connection);
    let facts = query(FACTS).fetch_one(connection).await?;
    if let Some(flaw) = judge(version, facts) {
        return Ok(Some(flaw));
    }
    let closed = query(MISSING_RIGHT).bind(table_names()).fetch_optional(connection).await?;
    Ok(closed.map(SchemaError::MissingRight))
}

/// The names of all tables that a migration has made, with spaces between them.
fn table_names() -> String {
    let migrator = migrations::postgres();
    let lines = migrator.iter().flat_map(|migration| migration.sql.as_str().lines());
    let tables = lines.filter_map(|line| line.strip_prefix("CREATE TABLE ")?.strip_suffix(" ("));
    tables.collect::<Vec<_>>().join(" ")
}

fn judge(version: Option<u32>, facts: Facts) -> Option<SchemaError> {
    if version.is_some_and(|version| version < 130_000) {
        return Some(SchemaError::OldServer);
    }
    // With SQL_ASCII, what was stored is read again byte for byte.
    if !["UTF8", "SQL_ASCII"].contains(&&*facts.encoding) {
        return Some(SchemaError::Encoding(facts.encoding));
    }
    let needed = ALL_CONNECTIONS.into();
    if facts.connections < needed {
        return Some(SchemaError::FewConnections { found: facts.connections, needed });
    }
    let (schema, found) = facts.schema.zip(facts.tables_schema)?;
    (schema != found).then_some(SchemaError::OtherSchema { schema, found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_encodings_that_lose_nothing_are_accepted() {
        for (version, encoding, expected) in [
            (Some(130_000), "UTF8", None),
            (None, "SQL_ASCII", None),
            (Some(120_022), "UTF8", Some(SchemaError::OldServer)),
            (Some(150_018), "LATIN1", Some(SchemaError::Encoding("LATIN1".to_owned()))),
        ] {
            let encoding = encoding.to_owned();
            let facts = Facts { encoding, connections: 17, schema: None, tables_schema: None };
            assert_eq!(judge(version, facts), expected);
        }
    }
}
