//! The real program with wrong settings: one line, and exit code 2.

use std::process::ExitStatus;

use crate::support::{Arcade, Process, Setup, Transport, recording_folder};

async fn run(settings: &[(&'static str, &str)]) -> (ExitStatus, String) {
    let settings = settings.iter().map(|&(name, value)| (name, value.to_owned()));
    Process::start(&[], settings).end().await
}

fn assert_names(setting: &str, (status, written): &(ExitStatus, String)) {
    assert_eq!(status.code(), Some(2), "{written}");
    let lines: Vec<_> = written.lines().collect();
    assert_eq!(lines.len(), 1, "{written}");
    assert!(lines[0].starts_with(&format!("fourfall: {setting} ")), "{written}");
}

#[tokio::test]
async fn a_wrong_setting_ends_the_program_with_one_line_about_it() {
    assert_names("DISCORD_TOKEN", &run(&[]).await);
    assert_names("DISCORD_TOKEN", &run(&[("DISCORD_TOKEN", "")]).await);
    let with = |name, value| [("DISCORD_TOKEN", "a.b.c"), (name, value)];
    for (name, value) in [
        ("DATABASE_URL", "mysql://localhost/fourfall"),
        ("DATABASE_URL", "postgres://localhost:port/fourfall"),
        ("DATABASE_URL", "sqlite:///no/such/folder/fourfall.db"),
        ("DEV_GUILD_ID", "my server"),
        ("DISCORD_PROXY_URL", "localhost"),
        ("RUST_LOG", "fourfall=loud"),
    ] {
        assert_names(name, &run(&with(name, value)).await);
    }
}

#[tokio::test]
async fn settings_for_http_belong_together_and_the_address_must_be_free() {
    let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken_address = taken.local_addr().unwrap().to_string();
    let database = format!("sqlite://{}", recording_folder().join("taken.db").display());
    let with = |key, address| {
        [
            ("DISCORD_TOKEN", "a.b.c"),
            ("DATABASE_URL", database.as_str()),
            ("DISCORD_PUBLIC_KEY", key),
            ("INTERACTIONS_ADDR", address),
        ]
    };
    for (wrong, key, address) in [
        ("DISCORD_PUBLIC_KEY", "", "127.0.0.1:0"),
        ("DISCORD_PUBLIC_KEY", "d75a", "127.0.0.1:0"),
        ("INTERACTIONS_ADDR", key, ""),
        ("INTERACTIONS_ADDR", key, "8080"),
        ("INTERACTIONS_ADDR", key, taken_address.as_str()),
    ] {
        assert_names(wrong, &run(&with(key, address)).await);
    }
}

#[tokio::test]
async fn a_token_that_discord_refuses_is_a_wrong_setting() {
    let mut arcade = Arcade::without_bot("wrong_token").await;
    // By HTTP it would say first where it listens.
    arcade.set_up(Setup { transport: Transport::Gateway, ..Setup::default() });
    let mut settings = arcade.variables();
    settings[0].1 = "wrong.token.here".to_owned();
    let ended = Process::start(&[], settings).end().await;
    assert_names("DISCORD_TOKEN", &ended);
    assert!(!ended.1.contains("wrong.token.here"), "{}", ended.1);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_alone() {
    let arcade = Arcade::on_a_file("corrupt_file").await;
    let garbage = "this is no database ".repeat(500);
    std::fs::write(arcade.database.path(), &garbage).unwrap();
    let ended = Process::start(&[], arcade.variables()).end().await;
    assert_names("DATABASE_URL", &ended);
    assert!(ended.1.contains("not a database"), "{}", ended.1);
    assert_eq!(std::fs::read_to_string(arcade.database.path()).unwrap(), garbage);
}

#[tokio::test]
async fn a_database_that_may_only_be_read_is_refused_at_the_start() {
    let mut arcade = Arcade::on_a_file("read_only").await;
    arcade.start_bot();
    arcade.bot_ready().await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.stop_bot().await;
    let mut settings = arcade.variables();
    settings[1].1.push_str("?mode=ro");
    let ended = Process::start(&[], settings).end().await;
    assert_names("DATABASE_URL", &ended);
    arcade.start_bot();
    arcade.connected().await;
    assert!(arcade.press(arcade.ann, &board, "4").await.is_update(), "nothing was lost");
    arcade.close().await;
}

#[tokio::test]
async fn a_line_in_the_settings_file_that_cannot_be_read_is_not_quoted() {
    let folder = recording_folder().join("broken-settings");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(".env"), "DISCORD_TOKEN 'secret\n").unwrap();
    let ended = Process::start_in(&folder, &[]).end().await;
    assert_names(".env", &ended);
    assert!(!ended.1.contains("secret"), "{}", ended.1);
}

#[tokio::test]
async fn help_and_version_are_there() {
    let (status, written) = Process::start(&["--help"], []).end().await;
    assert!(status.success() && written.contains("playground"), "{written}");
    let (status, written) = Process::start(&["--version"], []).end().await;
    assert!(status.success(), "{written}");
    assert_eq!(written.trim(), format!("fourfall {}", env!("CARGO_PKG_VERSION")));
    let (status, _) = Process::start(&["--nonsense"], []).end().await;
    assert_eq!(status.code(), Some(2));
}
