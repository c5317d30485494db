//! The program with invalid settings prints one line and exits with code 2.

use std::{fs::Permissions, os::unix::fs::PermissionsExt as _, process::ExitStatus};

use fourfall::store;

use crate::support::{Process, TestBot, recording_folder};

async fn run(env: &[(&'static str, &str)]) -> (ExitStatus, String) {
    let env = env.iter().map(|&(name, value)| (name, value.to_owned()));
    Process::start(&[], env).output().await
}

fn assert_rejects(variable: &str, (status, output): &(ExitStatus, String)) {
    assert_eq!(status.code(), Some(2), "{output}");
    let lines: Vec<_> = output.lines().filter(|line| !line.contains(" INFO ")).collect();
    assert_eq!(lines.len(), 1, "{output}");
    assert!(lines[0].starts_with(&format!("fourfall: {variable} ")), "{output}");
}

#[tokio::test]
async fn an_invalid_setting_exits_with_one_line() {
    assert_rejects("DISCORD_TOKEN", &run(&[]).await);
    assert_rejects("DISCORD_TOKEN", &run(&[("DISCORD_TOKEN", "")]).await);
    let with = |name, value| [("DISCORD_TOKEN", "a.b.c"), (name, value)];
    for (name, value) in [
        ("DATABASE_URL", "mysql://localhost/fourfall"),
        ("DATABASE_URL", "postgres://localhost:port/fourfall"),
        ("DATABASE_URL", "sqlite:///no/such/folder/fourfall.db"),
        ("DATABASE_URL", "postgres://localhost/fourfall?sslmode=secret"),
        ("DATABASE_URL", "sqlite://fourfall.db?mode=secret"),
        ("DATABASE_URL", "sqlite://"),
        ("DEV_GUILD_ID", "my server"),
        ("DISCORD_PROXY_URL", "localhost"),
        ("RUST_LOG", "fourfall=loud"),
        ("RUST_LOG", "info,!!"),
        ("RUST_LOG", "wran"),
        ("LOG_FORMAT", "xml"),
    ] {
        let ended = run(&with(name, value)).await;
        assert_rejects(name, &ended);
        assert!(!ended.1.contains("secret"), "{}", ended.1);
        assert!(!ended.1.contains("%40"), "it has no password: {}", ended.1);
    }
}

#[tokio::test]
async fn http_needs_both_settings_and_a_free_address() {
    let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken_address = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("taken.db").display());
    let with = |key, address| {
        [
            ("DISCORD_TOKEN", "a.b.c"),
            ("DATABASE_URL", database.as_str()),
            ("DISCORD_PUBLIC_KEY", key),
            ("INTERACTIONS_ADDR", address),
        ]
    };
    for (variable, key, address) in [
        ("DISCORD_PUBLIC_KEY", "", "127.0.0.1:0"),
        ("DISCORD_PUBLIC_KEY", "d75a", "127.0.0.1:0"),
        ("INTERACTIONS_ADDR", key, ""),
        ("INTERACTIONS_ADDR", key, "8080"),
    ] {
        assert_rejects(variable, &run(&with(key, address)).await);
    }
    let ended = run(&with(key, &taken_address)).await;
    assert_rejects("INTERACTIONS_ADDR", &ended);
    assert!(ended.1.contains("already in use"), "{}", ended.1);
}

#[tokio::test]
async fn a_token_discord_rejects_is_an_invalid_setting() {
    // Over HTTP, the program first logs the address it listens on.
    let bot = TestBot::builder("wrong_token").in_real_time().gateway().stopped().await;
    let mut env = bot.env_vars();
    env[0].1 = "wrong.token.here".to_owned();
    let (status, output) = Process::start(&[], env).output().await;
    assert!(!output.contains("wrong.token.here"), "{output}");
    // The token is tried twice, with a warning in between.
    let (warning, error) = output.split_once('\n').unwrap();
    assert!(warning.ends_with("Discord refuses the token; trying again in 3 s"), "{warning}");
    assert_rejects("DISCORD_TOKEN", &(status, error.to_owned()));
    bot.close_expecting(&["401 GET /applications/@me"]).await;
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_left_unchanged() {
    let bot = TestBot::builder("corrupt_file").on_sqlite().stopped().await;
    let garbage = "this is no database ".repeat(500);
    std::fs::write(bot.database.path(), &garbage).unwrap();
    let ended = Process::start(&[], bot.env_vars()).output().await;
    assert_rejects("DATABASE_URL", &ended);
    assert!(ended.1.contains("not a database"), "{}", ended.1);
    assert_eq!(std::fs::read_to_string(bot.database.path()).unwrap(), garbage);
    bot.close().await;
}

#[tokio::test]
async fn what_cannot_be_written_is_named_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let (closed, file) = (folder.path().join("closed"), folder.path().join("read-only.db"));
    std::fs::create_dir(&closed).unwrap();
    let [old, new, missing] = ["closed/old.db", "closed/new.db", "missing/fourfall.db"]
        .map(|name| folder.path().join(name));
    for file in [&old, &file] {
        std::fs::write(file, "").unwrap();
        std::fs::set_permissions(file, Permissions::from_mode(0o600)).unwrap();
    }
    std::fs::set_permissions(&closed, Permissions::from_mode(0o500)).unwrap();
    std::fs::set_permissions(&file, Permissions::from_mode(0o400)).unwrap();
    let [denied, in_missing] = ["Permission denied", "mkdir -p"];
    for (database, culprit, reason) in [
        (&new, &closed, denied),
        (&old, &closed, denied),
        (&file, &file, denied),
        (&missing, &missing.parent().unwrap().to_owned(), in_missing),
    ] {
        let database = format!("sqlite://{}", database.display());
        let env = [("DISCORD_TOKEN", "a.b.c".to_owned()), ("DATABASE_URL", database)];
        let ended = Process::start_unprivileged("", env).output().await;
        assert_rejects("DATABASE_URL", &ended);
        assert!(ended.1.contains(&*culprit.to_string_lossy()), "{}", ended.1);
        assert!(ended.1.contains(reason), "{}", ended.1);
    }
}

#[tokio::test]
async fn a_read_only_database_is_rejected_at_startup() {
    let mut bot = TestBot::builder("read_only").on_sqlite().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.stop().await;
    let mut env = bot.env_vars();
    env[1].1.push_str("?mode=ro");
    let ended = Process::start(&[], env).output().await;
    assert_rejects("DATABASE_URL", &ended);
    bot.start();
    bot.wait_connected().await;
    assert!(bot.press(bot.ann, &board, "4").await.is_update(), "nothing was lost");
    bot.close().await;
}

#[tokio::test]
async fn a_database_of_a_later_release_ends_the_program() {
    let bot = TestBot::builder("later_release_run").on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    bot.database.sql().await.set_schema_version(9999).await;
    let ended = Process::start(&[], bot.env_vars()).output().await;
    assert_rejects("DATABASE_URL", &ended);
    assert!(ended.1.contains("schema version 9999, which is newer than version 1"), "{}", ended.1);
    bot.close().await;
}

#[tokio::test]
async fn a_malformed_env_file_line_is_not_quoted() {
    let folder = recording_folder().join("broken-settings");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(".env"), "DISCORD_TOKEN 'secret\n").unwrap();
    let ended = Process::start_in(&folder, &[]).output().await;
    assert_rejects(".env", &ended);
    assert!(!ended.1.contains("secret"), "{}", ended.1);
}

#[tokio::test]
async fn an_env_file_that_is_no_text_is_named_as_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let env = folder.path().join(".env");
    std::fs::create_dir(&env).unwrap();
    let ended = Process::start_in(folder.path(), &[]).output().await;
    assert_rejects(".env", &ended);
    assert!(ended.1.contains("It is a folder"), "{}", ended.1);
    std::fs::remove_dir(&env).unwrap();
    let utf_16 = "\u{feff}DISCORD_TOKEN=x.y.z\n".encode_utf16().flat_map(u16::to_le_bytes);
    std::fs::write(&env, utf_16.collect::<Vec<_>>()).unwrap();
    let ended = Process::start_in(folder.path(), &[]).output().await;
    assert_rejects(".env", &ended);
    assert!(ended.1.contains("Save it as UTF-8."), "{}", ended.1);
}

#[tokio::test]
async fn an_address_that_means_another_place_is_explained() {
    for (address, expected) in [
        ("sqlite://~/fourfall.db", "Write the whole path."),
        ("sqlite:///tmp", "/tmp cannot be written: is a directory"),
        ("postgres://u:se@cr/et@localhost/fourfall", "write %40 for @"),
        ("postgres://u:se#cret@localhost/fourfall", "write %40 for @"),
        ("postgres://u:se@cr/et#pw@localhost/fourfall", "write %40 for @"),
        ("postgres://u:7?pw=cret@localhost/fourfall", "%3F for ?"),
        ("postgres://u:?pw@localhost/fourfall", "%3F for ?"),
    ] {
        let ended = run(&[("DISCORD_TOKEN", "a.b.c"), ("DATABASE_URL", address)]).await;
        assert_rejects("DATABASE_URL", &ended);
        assert!(ended.1.contains(expected), "{address}: {}", ended.1);
        assert!(!ended.1.contains("se@cr") && !ended.1.contains("pw"), "{}", ended.1);
    }
}

#[tokio::test]
async fn an_env_file_in_a_folder_above_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".env"), "DISCORD_TOKEN=two words\n").unwrap();
    let own = folder.path().join("own");
    std::fs::create_dir(&own).unwrap();
    let ended = Process::start_in(&own, &[]).output().await;
    assert_rejects("DISCORD_TOKEN", &ended);
    assert!(ended.1.contains("is not set"), "{}", ended.1);
}

#[tokio::test]
async fn a_dollar_in_the_env_file_means_itself() {
    let folder = tempfile::tempdir().unwrap();
    for value in ["sqlite://pa$PATH-y.db", "\"sqlite://pa\\$PATH-y.db\"", "'sqlite://pa$PATH-y.db'"]
    {
        let text = format!("DISCORD_TOKEN=x.y.z\nDATABASE_URL={value}\n");
        std::fs::write(folder.path().join(".env"), text).unwrap();
        let (_, output) = Process::start_in(folder.path(), &["doctor"]).output().await;
        assert!(output.contains("pa$PATH-y.db"), "{value}: {output}");
    }
}

/// As under systemd and Docker.
#[tokio::test]
async fn the_last_of_two_lines_of_the_env_file_counts() {
    let folder = tempfile::tempdir().unwrap();
    let text = "DISCORD_TOKEN=\nDATABASE_URL=sqlite://first.db\nDISCORD_TOKEN=x.y.z\n\
                DATABASE_URL=sqlite://second.db\n";
    std::fs::write(folder.path().join(".env"), text).unwrap();
    let (_, output) = Process::start_in(folder.path(), &["doctor"]).output().await;
    assert!(output.contains("second.db") && !output.contains("first.db"), "{output}");
    assert!(!output.contains("DISCORD_TOKEN is not set"), "{output}");
}

#[tokio::test]
async fn no_parameter_of_the_databases_address_is_logged() {
    let bot = TestBot::builder("secret_parameter").in_real_time().gateway().stopped().await;
    let mut env = bot.env_vars();
    env[1].1 = "postgres://fourfall@127.0.0.1:1/fourfall?pass=kQ9vXz".to_owned();
    let process = Process::start(&[], env);
    process.wait_for_output("trying again").await;
    process.terminate().await;
    let (_, output) = process.output().await;
    assert!(!output.contains("kQ9vXz"), "{output}");
    let named = output.contains("has an unknown parameter name=pass");
    assert!(named, "{output}");
    bot.close().await;
}

#[tokio::test]
async fn a_nul_byte_in_the_env_file_is_not_quoted() {
    let folder = tempfile::tempdir().unwrap();
    for start in ["", "\u{feff}"] {
        let text = format!("{start}DISCORD_TOKEN=secret\0token\n");
        std::fs::write(folder.path().join(".env"), text).unwrap();
        let ended = Process::start_in(folder.path(), &[]).output().await;
        assert_rejects(".env", &ended);
        assert!(!ended.1.contains("secret"), "{}", ended.1);
    }
}

#[tokio::test]
async fn a_wrong_setting_is_reported_whatever_is_logged() {
    for (format, filter, name) in [
        ("text", "off", "DISCORD_TOKEN"),
        ("json", "off", "DISCORD_TOKEN"),
        ("json", "wran", "RUST_LOG"),
    ] {
        let (status, output) = run(&[("LOG_FORMAT", format), ("RUST_LOG", filter)]).await;
        assert_eq!(status.code(), Some(2));
        assert!(output.contains(&format!("{name} is ")), "{output}");
        let is_json = serde_json::from_str::<serde_json::Value>(&output).is_ok();
        assert_eq!(is_json, format == "json", "{output}");
    }
}

#[tokio::test]
async fn output_that_cannot_be_written_ends_the_program() {
    let (status, output) =
        Process::start_after("exec >/dev/full; set -- doctor", []).output().await;
    assert_eq!(status.code(), Some(1));
    assert!(output.starts_with("fourfall: the output cannot be written"), "{output}");
}

#[tokio::test]
async fn help_and_version_are_printed() {
    let (status, output) = Process::start(&["--help"], []).output().await;
    assert!(status.success() && output.contains("playground"), "{output}");
    let (status, output) = Process::start(&["--version"], []).output().await;
    assert!(status.success(), "{output}");
    let version = format!("fourfall {} (", env!("CARGO_PKG_VERSION"));
    assert!(output.starts_with(&version) && output.trim_end().ends_with(')'), "{output}");
    let (status, _) = Process::start(&["--nonsense"], []).output().await;
    assert_eq!(status.code(), Some(2));
}
