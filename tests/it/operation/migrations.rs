//! The SQLite schema and its migrations.

use std::{collections::BTreeSet, fs, os::unix::fs::PermissionsExt as _, path::Path};

use data_encoding::HEXLOWER;
use fourfall::store;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sqlx::{Connection, SqliteConnection};

use crate::support::TestBot;

#[tokio::test]
async fn reopening_a_database_keeps_its_games() {
    let mut bot = TestBot::builder("migrations").on_sqlite().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4455").await;
    bot.stop().await;
    for _ in 0..2 {
        store::open(&bot.database_url()).await.unwrap().close().await;
    }
    bot.start();
    bot.wait_connected().await;
    let again = bot.command(bot.ann, "board", json!({})).await;
    assert_eq!(again.text(), board.content);
    bot.close().await;
}

#[tokio::test]
async fn a_database_of_a_later_release_is_rejected() {
    let bot = TestBot::builder("later_release").on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap();
    bot.database.sql().await.set_schema_version(9999).await;
    let refused = store::open(&bot.database_url()).await.unwrap_err();
    let newer = "the database has schema version 9999, which is newer than version 20 of this";
    assert!(refused.to_string().starts_with(newer), "{refused}");
    bot.close().await;
}

#[tokio::test]
async fn a_database_with_another_initial_schema_is_rejected() {
    let bot = TestBot::builder("other_schema").on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    let mut connection = SqliteConnection::connect(&bot.database_url()).await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1")
        .execute(&mut connection)
        .await
        .unwrap();
    let refused = store::open(&bot.database_url()).await.unwrap_err();
    let different = "the database has schema version 20 of a development build";
    assert!(refused.to_string().starts_with(different), "{refused}");
    bot.close().await;
}

#[tokio::test]
async fn a_link_may_lead_to_a_database_that_is_not_there_yet() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (folder.path().join("link.db"), folder.path().join("real.db"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    store::open(&format!("sqlite://{}", link.display())).await.unwrap().close().await;
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn wal_and_foreign_keys_are_enabled() {
    let bot = TestBot::builder("pragmas").on_sqlite().open().await;
    bot.start_game(bot.ann, bot.ben).await;
    let mut connection = SqliteConnection::connect(&bot.database_url()).await.unwrap();
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
    assert_eq!(mode, "wal");
    let orphan = sqlx::query("DELETE FROM player").execute(&mut connection).await;
    assert!(orphan.is_err(), "players of games cannot be deleted");
    bot.close().await;
}

#[tokio::test]
async fn a_game_needs_two_players_or_one_and_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", folder.path().join("seats.db").display());
    store::open(&address).await.unwrap();
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    sqlx::query("INSERT INTO player (player_id, name) VALUES (1, 'Ann'), (2, 'Ben')")
        .execute(&mut connection)
        .await
        .unwrap();
    for (channel, (first, second, level, fits)) in (20..).zip([
        (Some(1), Some(2), None, true),
        (Some(1), None, Some("easy"), true),
        (None, Some(1), Some("perfect"), true),
        (Some(1), Some(2), Some("easy"), false),
        (Some(1), Some(1), None, false),
        (Some(1), None, None, false),
        (None, None, Some("easy"), false),
        (Some(1), None, Some("godlike"), false),
    ]) {
        let stored = sqlx::query(
            "INSERT INTO game (channel_id, first_player_id, second_player_id, level, \
             board_columns, board_rows, connect, time_control, theme, rated, moves, version, \
             series_id, first_points, second_points, closed_offers, locale, started_at, moved_at, changed_by, \
             token, token_expires_at) \
             VALUES ($4, $1, $2, $3, 7, 6, 4, 'none', 'classic', 'no', '', 0, 1, 0, 0, 0, 'en-US', 0, 0, \
             1, 't', 0)",
        )
        .bind(first)
        .bind(second)
        .bind(level)
        .bind(channel)
        .execute(&mut connection)
        .await;
        assert_eq!(stored.is_ok(), fits, "{first:?} against {second:?} at {level:?}");
    }
}

/// The file names of a database's migrations.
fn migrations(database: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
    let files = fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[tokio::test]
async fn both_databases_have_all_embedded_migrations() {
    let bot = TestBot::builder("built_in").on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    let mut connection = SqliteConnection::connect(&bot.database_url()).await.unwrap();
    let applied: Vec<(i64, String)> =
        sqlx::query_as("SELECT version, description FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let applied: BTreeSet<String> = applied
        .into_iter()
        .map(|(version, description)| format!("{version:04}_{}.sql", description.replace(' ', "_")))
        .collect();
    assert_eq!(applied, migrations("sqlite"));
    assert_eq!(applied, migrations("postgres"));
    bot.close().await;
}

/// All migrations, with their SHA-256.
const MIGRATIONS: [(&str, &str); 40] = [
    (
        "postgres/0001_initial_schema.sql",
        "c4decc952ebe0703a3a6b135846189d4e931cde08eb9ac65655966a6a2c5d4e2",
    ),
    (
        "postgres/0002_puzzles_and_training.sql",
        "3f0345e52d3c570bf79fbd93801df4802d8243b9754aa0c4b69f01cb2ccbb751",
    ),
    (
        "postgres/0003_applied_interactions.sql",
        "9a71071febf436304c77ffc3166912f395d95a3aeb735b102c59de316e0f5410",
    ),
    (
        "postgres/0004_games_and_challenges.sql",
        "e232ffc4bdc39de21a46184bf1207e26152cfc437a8aac4e4f4af22eaf281a57",
    ),
    (
        "postgres/0005_excused.sql",
        "95b6ac7dcd0b8d91c7441e5df53c25a94d414c2eb8a34309582a94d40b996ce5",
    ),
    (
        "postgres/0006_registrations.sql",
        "25094cb826cdccc19b2fded27f6af02a7b9777e4d7f9c6c508eb3f75ac7b32c7",
    ),
    (
        "postgres/0007_kept_limits.sql",
        "9a7ee3b3cff6d54afad409f201916060d301b11d69d10f3891e7f5ca3be5cd66",
    ),
    (
        "postgres/0008_trainees.sql",
        "0c1d2c63b4056c52ac16004b9c200dd443c5a0a0ebffb0589acc8ef6b2e09730",
    ),
    (
        "postgres/0009_running_time.sql",
        "5ca90780c7343f1b7afff61bf9b42cc97a31189f2b7a26d1883148b4325c0f5c",
    ),
    (
        "postgres/0010_listed_players.sql",
        "46e9eec5f6c6f59f7eb792097e52785cc1ac0943fa7679668dc57c7779392d74",
    ),
    (
        "postgres/0011_fair_wins.sql",
        "7fc50d0328d3de7e84ee409b54f4f3c92cd53f1c5b6551986288a4abd903c957",
    ),
    (
        "postgres/0012_time_zones.sql",
        "0fee1a60863e880a0008fb0d73f6c369666c5bccc19e13002b4bdd266c26b7d2",
    ),
    (
        "postgres/0013_standing_messages.sql",
        "9c76aa15491f79df0795f5139ee0b6fcdf32a406fbe061cefe2749605d611627",
    ),
    (
        "postgres/0014_seasons.sql",
        "09a78d07129e7a20ccefa7ea29b24933ebc2cc0a5dca5b96dffaf27edb7807aa",
    ),
    (
        "postgres/0015_owed_messages.sql",
        "b8684494f8e3c4e5b91ac272a972ac82cd840c6bf6052d4a3caf208b0de42593",
    ),
    (
        "postgres/0016_entries.sql",
        "75808a99c39ee1ab826a12e68b1b839396727a76171fed3d516b14725aa2c77c",
    ),
    (
        "postgres/0017_mistakes_of_people.sql",
        "1699f3d652735f56769c534a9f65d0cf2eb8c89fd6b1ca19324a9c7365ae33e3",
    ),
    (
        "postgres/0018_solvers_of_a_month.sql",
        "9d178c3ba89897366e5256d317dcf208310bc2af6ee5f3007796c1adead457dd",
    ),
    (
        "postgres/0019_channel_discs.sql",
        "7372986f188589e859e0663c2f7ebf0cb4e874ce3d5acc6b4e760bebae9c3a0c",
    ),
    (
        "postgres/0020_due_columns.sql",
        "47d227f9d6e490bdb977bd1d42dea2624429e57046b7373cb37713a18ba969e1",
    ),
    (
        "sqlite/0001_initial_schema.sql",
        "8ab936aa0fb332ce09b28cb2db1fc5fdd8987aed43b51c1794f0edc0806bfec2",
    ),
    (
        "sqlite/0002_puzzles_and_training.sql",
        "468b376f5962b57faae1181d50dd9ecf58f4221c662c33163caefd3df2ce7410",
    ),
    (
        "sqlite/0003_applied_interactions.sql",
        "aa645ed68c8b0fb50c91e8193cb5a410123e3900a1b5ea13f85f0cf6af09361d",
    ),
    (
        "sqlite/0004_games_and_challenges.sql",
        "6a401416f960f3b87fd3380b1d2e2111714ec9dc27c3d104a87806b0bef11ab5",
    ),
    ("sqlite/0005_excused.sql", "95b6ac7dcd0b8d91c7441e5df53c25a94d414c2eb8a34309582a94d40b996ce5"),
    (
        "sqlite/0006_registrations.sql",
        "25094cb826cdccc19b2fded27f6af02a7b9777e4d7f9c6c508eb3f75ac7b32c7",
    ),
    (
        "sqlite/0007_kept_limits.sql",
        "527272c3a609a7543f12799c21a33445643f0e7926aca37e1691a60922ec5178",
    ),
    (
        "sqlite/0008_trainees.sql",
        "0c1d2c63b4056c52ac16004b9c200dd443c5a0a0ebffb0589acc8ef6b2e09730",
    ),
    (
        "sqlite/0009_running_time.sql",
        "591e0f1da969421a7ccec96dc543f007d3d46d5b1fb5d693fdaac95dcf4853bf",
    ),
    (
        "sqlite/0010_listed_players.sql",
        "21caec3932d4ca83938423c0d9f2c74991a15a5d35e1a93b2fecdc9b015f384d",
    ),
    (
        "sqlite/0011_fair_wins.sql",
        "7c61e7296a3bc7eca75a521140639fcf2e5f3aef52980944165d842286fcece8",
    ),
    (
        "sqlite/0012_time_zones.sql",
        "0d304f294bc8ba2075b2fc0deedd62256480791ec964dca29bd4b1ffd4171cce",
    ),
    (
        "sqlite/0013_standing_messages.sql",
        "522097d0a50880d4f26949b6c56e90946112164d0fa95c0b2c8909911bad80b0",
    ),
    ("sqlite/0014_seasons.sql", "a0b8e87e2cfbd78c201ade0eb5d853942dd2fd4fe9412e8146716aa8ecefe206"),
    (
        "sqlite/0015_owed_messages.sql",
        "f4d0c5ed8dc7d3909a9c7d90fa641d8e35257cc68c243929325f8ce05f80a68b",
    ),
    ("sqlite/0016_entries.sql", "f61b863f874b998e94df591c87e95d48ee1f52795dc53d5a46a8de414c8f9163"),
    (
        "sqlite/0017_mistakes_of_people.sql",
        "93da346363f138ee0f806ee775f03f0676ee6d353dd62d8ede80482adf3256ff",
    ),
    (
        "sqlite/0018_solvers_of_a_month.sql",
        "9cfe265f0327d5e99647038637dcd1777c556a59c0c7f680404e1b1501904e98",
    ),
    (
        "sqlite/0019_channel_discs.sql",
        "f70957947837304d5399bbc22064edb08bd3ada64445c9ad35e54542ba73df7c",
    ),
    (
        "sqlite/0020_due_columns.sql",
        "73196575ed26418589378c59686f3d481cc68720133693608d9eb19d24276be7",
    ),
];

/// Those of a release must not change: sqlx refuses a database whose migrations had another
/// text.
#[test]
fn released_migrations_never_change() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut found = Vec::new();
    for database in ["postgres", "sqlite"] {
        for file in fs::read_dir(folder.join(database)).unwrap() {
            let path = file.unwrap().path();
            let name = path.strip_prefix(&folder).unwrap().display().to_string();
            found.push((name, HEXLOWER.encode(&Sha256::digest(fs::read(path).unwrap()))));
        }
    }
    found.sort();
    let expected = MIGRATIONS.map(|(name, hash)| (name.to_owned(), hash.to_owned()));
    assert_eq!(found, expected);
}
