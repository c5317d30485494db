//! Databases of versions before 1.0. The last of them has the schema of 1.0.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::support::{Process, TestBot, TestDatabase};

const SQLITE: &str = include_str!("before_1_0/sqlite.sql");
const POSTGRES: &str = include_str!("before_1_0/postgres.sql");

/// The statement that records the migrations before 1.0.
fn recorded(schema: &str) -> String {
    let start = schema.find("INSERT INTO _sqlx_migrations").unwrap();
    format!("DELETE FROM _sqlx_migrations; {}", &schema[start..])
}

#[tokio::test]
async fn a_database_of_the_last_version_before_1_0_goes_on() {
    let mut bot = TestBot::open("before_1_0").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let challenge = bot.challenge(bot.cleo, bot.ann).await;
    bot.wait_idle().await;
    bot.stop().await;
    let schema = if bot.database.url().starts_with("sqlite") { SQLITE } else { POSTGRES };
    let mut sql = bot.database.sql().await;
    sql.run(&recorded(schema)).await;
    for _ in 0..2 {
        bot.start();
        bot.wait_ready().await;
        assert_eq!(sql.number("SELECT max(version) FROM _sqlx_migrations").await, 1);
        bot.stop().await;
    }
    bot.start();
    bot.wait_ready().await;
    let accepted = bot.press(bot.ann, &challenge, "Accept").await;
    assert!(accepted.text().contains("your move"), "{}", accepted.text());
    let board = bot.play_moves(&board, "4").await;
    assert!(board.content.contains("<@"), "{}", board.content);
    let daily = bot.command(bot.ben, "daily", json!({})).await;
    assert!(daily.text().starts_with("🧩"), "{}", daily.text());
    bot.close().await;
}

#[tokio::test]
async fn an_earlier_version_is_to_be_started_first() {
    let bot = TestBot::builder("long_before_1_0").on_sqlite().stopped().await;
    let mut connection = empty_sqlite(&bot.database).await;
    sqlx::raw_sql(SQLITE).execute(&mut connection).await.unwrap();
    let earlier = "DELETE FROM _sqlx_migrations WHERE version = 20";
    sqlx::raw_sql(earlier).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let before = std::fs::read(bot.database.path()).unwrap();
    let (status, output) = Process::start(&[], bot.env_vars()).output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    let remedy = "is of a version before 1.0: start the one of commit 9c06b22c1260 once";
    assert!(output.contains(remedy) && output.contains("Nothing was changed"), "{output}");
    assert_eq!(std::fs::read(bot.database.path()).unwrap().len(), before.len());
    bot.close().await;
}

async fn empty_sqlite(database: &TestDatabase) -> SqliteConnection {
    std::fs::File::create_new(database.path()).unwrap();
    SqliteConnection::connect(&database.url()).await.unwrap()
}

/// What a database has beside its rows, without names that SQLite and PostgreSQL make up.
type Schema = BTreeSet<String>;

#[tokio::test]
async fn the_schema_of_1_0_is_that_of_the_version_before() {
    let [before, now] = [TestDatabase::on_sqlite(), TestDatabase::on_sqlite()];
    let mut connection = empty_sqlite(&before).await;
    sqlx::raw_sql(SQLITE).execute(&mut connection).await.unwrap();
    let before = sqlite_schema(&mut connection).await;
    fourfall::store::open(&now.url()).await.unwrap().close().await;
    let mut connection = SqliteConnection::connect(&now.url()).await.unwrap();
    let now = sqlite_schema(&mut connection).await;
    assert!(before.len() > 400, "{before:?}");
    assert_eq!(before.symmetric_difference(&now).collect::<Vec<_>>(), [] as [&String; 0]);
}

async fn sqlite_schema(connection: &mut SqliteConnection) -> Schema {
    const ITEMS: &str = "\
        SELECT item.name || ' column ' || part.name || ' ' || part.type || ' ' || \"notnull\" || ' ' \
        || coalesce(dflt_value, '') || ' ' || pk \
        FROM sqlite_schema AS item, pragma_table_info(item.name) AS part \
        WHERE item.type = 'table' UNION ALL \
        SELECT item.name || ' reference ' || \"from\" || ' ' || \"table\" || ' ' || \"to\" || on_delete \
        FROM sqlite_schema AS item, pragma_foreign_key_list(item.name) WHERE item.type = 'table' UNION ALL \
        SELECT item.name || ' unique ' || part.name FROM sqlite_schema AS item, \
        pragma_index_list(item.name) AS list, pragma_index_info(list.name) AS part \
        WHERE item.type = 'table' AND list.origin <> 'c'";
    let items: Vec<String> = sqlx::query_scalar(ITEMS).fetch_all(&mut *connection).await.unwrap();
    let texts = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL";
    let texts: Vec<(String, String, String)> =
        sqlx::query_as(texts).fetch_all(connection).await.unwrap();
    let parts = texts.iter().flat_map(|(kind, name, text)| {
        let text = without_layout(text);
        let parts = if kind == "table" { conditions(&text) } else { vec![text] };
        parts.into_iter().map(move |part| format!("{name} {part}"))
    });
    items.into_iter().chain(parts.collect::<Vec<_>>()).collect()
}

/// A statement without comments, quotes and lines.
fn without_layout(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("--").next().unwrap());
    let text = lines.collect::<Vec<_>>().join(" ").replace('"', "");
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace("( ", "(").replace(" )", ")")
}

/// The conditions of a table, and what stands behind its columns.
fn conditions(table: &str) -> Vec<String> {
    let options = table.rsplit_once(')').unwrap().1.to_owned();
    let checks = table.match_indices("CHECK (").map(|(start, opening)| {
        let mut depth = 0;
        let end = table[start + opening.len() - 1..].find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        table[start..start + opening.len() + end.unwrap()].to_owned()
    });
    checks.chain([options]).collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn the_schema_of_1_0_is_that_of_the_version_before_on_postgres() {
    let [before, now] = [TestDatabase::on_postgres().await, TestDatabase::on_postgres().await];
    let mut connection = PgConnection::connect(&before.url()).await.unwrap();
    sqlx::raw_sql(POSTGRES).execute(&mut connection).await.unwrap();
    let before = postgres_schema(&mut connection).await;
    fourfall::store::open(&now.url()).await.unwrap().close().await;
    let mut connection = PgConnection::connect(&now.url()).await.unwrap();
    let now = postgres_schema(&mut connection).await;
    assert!(before.len() > 400, "{before:?}");
    assert_eq!(before.symmetric_difference(&now).collect::<Vec<_>>(), [] as [&String; 0]);
}

async fn postgres_schema(connection: &mut PgConnection) -> Schema {
    const ITEMS: &str = "\
        SELECT relname || ' column ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' \
        || CAST(attnotnull AS TEXT) || CAST(attidentity AS TEXT) \
        || coalesce(pg_get_expr(adbin, adrelid), '') \
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum \
        WHERE relnamespace = to_regnamespace('public') AND relkind = 'r' AND attnum > 0 \
        AND NOT attisdropped UNION ALL \
        SELECT CAST(CAST(conrelid AS REGCLASS) AS TEXT) || ' ' || pg_get_constraintdef(oid) \
        FROM pg_constraint WHERE connamespace = to_regnamespace('public') UNION ALL \
        SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' UNION ALL \
        SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal UNION ALL \
        SELECT 'function ' || proname FROM pg_proc \
        WHERE pronamespace = to_regnamespace('public')";
    let items: Vec<String> =
        sqlx::query_scalar(AssertSqlSafe(ITEMS)).fetch_all(connection).await.unwrap();
    items.into_iter().collect()
}
