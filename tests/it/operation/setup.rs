//! `fourfall setup` at a terminal, and the invite links.

use std::{fs, os::unix::fs::PermissionsExt as _};

use fake_discord::Permissions;
use tempfile::TempDir;

use crate::support::{Process, Terminal, TestBot, free_address};

const ENTER: &str = "\r";
const DOWN: &str = "\u{1b}[B";
const CTRL_C: &str = "\u{3}";

/// A new application at Discord, and the folder in which its bot will be set up.
struct NewBot {
    bot: TestBot,
    folder: TempDir,
}

impl NewBot {
    async fn new(name: &str) -> Self {
        let bot = TestBot::builder(name).in_real_time().gateway().on_sqlite().stopped().await;
        Self { bot, folder: tempfile::tempdir().unwrap() }
    }

    /// Runs a command at a terminal, in the folder.
    fn terminal(&self, arguments: &[&str]) -> Terminal {
        let env = self.bot.env_vars().into_iter().filter(|(name, _)| *name != "DISCORD_TOKEN");
        Terminal::start(self.folder.path(), arguments, env)
    }

    fn token_line(&self) -> String {
        format!("{}{ENTER}", self.bot.discord.token())
    }

    fn env_file(&self) -> String {
        fs::read_to_string(self.folder.path().join(".env")).unwrap_or_default()
    }

    fn write_env_file(&self, text: &str) {
        fs::write(self.folder.path().join(".env"), text).unwrap();
    }

    fn has_commands(&self) -> bool {
        let requests = self.bot.discord.requests();
        requests.iter().any(|it| it.method == "PUT" && it.path.ends_with("/commands"))
    }
}

#[tokio::test]
async fn setup_leads_from_a_token_to_invite_links() {
    let new = NewBot::new("setup").await;
    let mut terminal = new.terminal(&["setup"]);
    terminal.wait_for("https://discord.com/developers/applications").await;
    terminal.answer("Token:", &new.token_line()).await;
    terminal.answer("Who connects to whom?", ENTER).await;
    terminal.answer("Start the bot now?", "n\r").await;
    let (status, text) = terminal.exit().await;
    assert!(status.success(), "{text}");
    assert!(text.contains("This is the token of Fourfall."), "{text}");
    assert!(text.contains("Registered the commands"), "{text}");
    let id = new.bot.discord.application_id();
    let link = format!("https://discord.com/oauth2/authorize?client_id={id}&integration_type=0");
    assert_eq!(text.matches(&link).count(), 2, "{text}");
    assert!(!text.contains(new.bot.discord.token()), "{text}");

    assert!(new.has_commands());
    let token = format!("\nDISCORD_TOKEN={}\n", new.bot.discord.token());
    assert!(new.env_file().contains(&token));
    assert!(new.env_file().contains("\n#DISCORD_PUBLIC_KEY=\n"));
    let metadata = fs::metadata(new.folder.path().join(".env")).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    new.bot.close().await;
}

#[tokio::test]
async fn a_bot_without_settings_offers_to_be_set_up_and_starts() {
    let new = NewBot::new("setup_offered").await;
    // As the example has it.
    new.write_env_file("DISCORD_TOKEN=\n");
    let mut terminal = new.terminal(&[]);
    terminal.answer("Set the bot up now?", "y\r").await;
    terminal.answer("Token:", &new.token_line()).await;
    terminal.answer("Who connects to whom?", ENTER).await;
    terminal.answer("Start the bot now?", "y\r").await;
    new.bot.wait_ready().await;
    terminal.wait_for("connected").await;
    let board = new.bot.start_game(new.bot.ann, new.bot.ben).await;
    new.bot.play_moves(&board, "44").await;
    terminal.terminate().await;
    let (status, text) = terminal.exit().await;
    assert!(status.success() && !text.contains(new.bot.discord.token()), "{text}");
    new.bot.close().await;
}

#[tokio::test]
async fn a_declined_setup_says_what_is_missing() {
    let new = NewBot::new("setup_declined").await;
    let mut terminal = new.terminal(&[]);
    terminal.answer("Set the bot up now?", "n\r").await;
    let (status, text) = terminal.exit().await;
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.contains("fourfall: DISCORD_TOKEN is not set."), "{text}");
    assert_eq!(new.env_file(), "");
    new.bot.close().await;
}

#[tokio::test]
async fn setup_asks_again_for_a_token_that_discord_refuses() {
    let new = NewBot::new("setup_refused").await;
    let mut terminal = new.terminal(&["setup"]);
    terminal.answer("Token:", "two words\r").await;
    terminal.wait_for("That is no token").await;
    terminal.answer("Token:", "\r").await;
    terminal.wait_for("Nothing was pasted").await;
    terminal.answer("Token:", "wrong.token\r").await;
    terminal.wait_for("Discord does not know this token.\nA token has two dots").await;
    terminal.answer("Token:", &new.token_line()).await;
    terminal.answer("Who connects to whom?", ENTER).await;
    terminal.answer("Start the bot now?", "n\r").await;
    let (status, text) = terminal.exit().await;
    assert!(status.success() && !text.contains("wrong.token"), "{text}");
    new.bot.close_expecting(&["401 GET /applications/@me"]).await;
}

#[tokio::test]
async fn an_interrupted_setup_writes_nothing() {
    let new = NewBot::new("setup_interrupted").await;
    for keys in [CTRL_C.to_owned(), format!("{}{CTRL_C}", new.token_line())] {
        let mut terminal = new.terminal(&["setup"]);
        terminal.answer("Token:", &keys).await;
        let (status, text) = terminal.exit().await;
        assert_eq!(status.code(), Some(1), "{text}");
        assert!(text.contains("nothing was written: "), "{text}");
    }
    assert_eq!(fs::read_dir(new.folder.path()).unwrap().count(), 0);
    assert!(!new.has_commands());
    new.bot.close().await;
}

#[tokio::test]
async fn setup_leaves_an_existing_file_alone_unless_told() {
    let new = NewBot::new("setup_existing").await;
    let old = "\u{feff}# Ours\nexport DISCORD_TOKEN=old.token\nRUST_LOG=warn\nINTERACTIONS_ADDR=127.0.0.1:1\n";
    new.write_env_file(old);
    let mut terminal = new.terminal(&["setup"]);
    terminal.answer("There is a .env here", ENTER).await;
    let (status, text) = terminal.exit().await;
    assert_eq!(status.code(), Some(1), "{text}");
    assert_eq!(new.env_file(), old);

    let mut terminal = new.terminal(&["setup"]);
    terminal.answer("There is a .env here", "y\r").await;
    terminal.answer("Token:", &new.token_line()).await;
    terminal.answer("Who connects to whom?", ENTER).await;
    // By now, it is too late to stop.
    terminal.answer("Start the bot now?", CTRL_C).await;
    let (status, text) = terminal.exit().await;
    assert!(status.success() && text.contains("To start it, run the program here"), "{text}");
    let token = new.bot.discord.token();
    let expected =
        format!("# Ours\nDISCORD_TOKEN={token}\nRUST_LOG=warn\n#INTERACTIONS_ADDR=127.0.0.1:1\n");
    assert_eq!(new.env_file(), expected);
    new.bot.close().await;
}

#[tokio::test]
async fn setup_for_signed_http_takes_the_key_from_discord() {
    let new = NewBot::new("setup_http").await;
    let mut terminal = new.terminal(&["setup"]);
    terminal.answer("Token:", &new.token_line()).await;
    terminal.answer("Who connects to whom?", &format!("{DOWN}{ENTER}")).await;
    let address = free_address();
    terminal.answer("Where should the bot listen?", &format!("{address}\r")).await;
    terminal.wait_for("https://YOUR.DOMAIN/interactions").await;
    terminal.answer("Start the bot now?", "y\r").await;
    terminal.wait_for("listening for interactions").await;
    let key = format!("\nDISCORD_PUBLIC_KEY={}\n", new.bot.discord.public_key());
    assert!(new.env_file().contains(&key), "{}", new.env_file());
    assert!(new.env_file().contains(&format!("\nINTERACTIONS_ADDR={address}\n")));
    let url = format!("http://{address}/interactions");
    new.bot.discord.set_endpoints(vec![url]).await.unwrap();
    new.bot.close().await;
}

#[tokio::test]
async fn setup_says_what_the_portal_keeps_people_from() {
    let new = NewBot::new("setup_portal").await;
    new.bot.discord.set_code_grant(true);
    let mut terminal = new.terminal(&["setup"]);
    terminal.answer("Token:", &new.token_line()).await;
    terminal.answer("Turn off Requires OAuth2 Code Grant", "").await;
    terminal.answer("Who connects to whom?", CTRL_C).await;
    terminal.exit().await;
    new.bot.close().await;
}

#[tokio::test]
async fn setup_checks_the_other_settings_before_it_asks() {
    let new = NewBot::new("setup_settings").await;
    let env = [("DATABASE_URL", "mysql://localhost/fourfall".to_owned())];
    let (status, text) = Terminal::start(new.folder.path(), &["setup"], env).exit().await;
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.contains("DATABASE_URL names no database") && !text.contains("Token"), "{text}");
    new.write_env_file("DISCORD_TOKEN = 'secret\n");
    let (status, text) = new.terminal(&["setup"]).exit().await;
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.contains(".env has a line") && !text.contains("secret"), "{text}");
    new.bot.close().await;
}

#[tokio::test]
async fn setup_needs_a_folder_that_can_be_written() {
    let nowhere = std::path::Path::new("/proc");
    let (status, text) = Terminal::start(nowhere, &["setup"], []).exit().await;
    assert_eq!(status.code(), Some(1), "{text}");
    assert!(text.contains("this folder cannot be written") && !text.contains("Token"), "{text}");
}

#[tokio::test]
async fn setup_offers_to_try_again_without_discord() {
    let new = NewBot::new("setup_unreachable").await;
    let env = [("DISCORD_PROXY_URL", format!("http://{}", free_address()))];
    let mut terminal = Terminal::start(new.folder.path(), &["setup"], env);
    terminal.answer("Token:", "some.token\r").await;
    terminal.wait_for("Discord cannot be reached").await;
    terminal.answer("Try again?", "n\r").await;
    let (status, text) = terminal.exit().await;
    assert_eq!(status.code(), Some(1), "{text}");
    assert_eq!(new.env_file(), "");
    new.bot.close().await;
}

#[tokio::test]
async fn setup_needs_a_terminal_and_no_token_in_the_environment() {
    let new = NewBot::new("setup_nobody").await;
    let (status, text) = Process::start_in(new.folder.path(), &["setup"]).output().await;
    assert_eq!(status.code(), Some(1));
    assert!(text.contains("needs a terminal"), "{text}");
    let env = [("DISCORD_TOKEN", "a.b.c".to_owned())];
    let (status, text) = Terminal::start(new.folder.path(), &["setup"], env).exit().await;
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.contains("DISCORD_TOKEN is set in the environment"), "{text}");
    new.bot.close().await;
}

#[tokio::test]
async fn only_settings_are_taken_from_the_env_file() {
    let new = NewBot::new("setup_variables").await;
    let mut variables = new.bot.env_vars();
    variables.push(("HTTPS_PROXY", format!("http://{}", free_address())));
    let lines = variables.into_iter().map(|(name, value)| format!("{name}={value}\n"));
    new.write_env_file(&lines.collect::<String>());
    let (_, text) = Process::start_in(new.folder.path(), &["doctor"]).output().await;
    assert!(text.contains("interactions come by the gateway\n"), "{text}");
    new.bot.close().await;
}

#[tokio::test]
async fn invite_prints_the_links_of_the_application() {
    let new = NewBot::new("invite").await;
    let (status, text) = Process::start(&["invite"], new.bot.env_vars()).output().await;
    assert!(status.success(), "{text}");
    let id = new.bot.discord.application_id();
    let links: Vec<_> = text.lines().filter(|line| line.contains("https://")).collect();
    let link = format!("  https://discord.com/oauth2/authorize?client_id={id}&integration_type=");
    assert_eq!(links.len(), 3, "{text}");
    assert!(links.iter().all(|it| it.starts_with(&link)), "{text}");
    // Not to ban members, say, which would tell the bot who was removed.
    let permissions = Permissions::VIEW_CHANNEL
        .with(Permissions::SEND_MESSAGES)
        .with(Permissions::SEND_MESSAGES_IN_THREADS);
    let scope = format!("scope=bot+applications.commands&permissions={}", permissions.bits());
    assert!(links[0].ends_with(&scope), "{text}");

    let wrong = [("DISCORD_TOKEN", "a.b.c".to_owned())];
    let env = new.bot.env_vars().into_iter().chain(wrong);
    let (status, text) = Process::start(&["invite"], env).output().await;
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.starts_with("fourfall: DISCORD_TOKEN is refused by Discord."), "{text}");
    assert!(text.contains("the environment's, which wins over .env"), "{text}");
    new.bot.close_expecting(&["401 GET /applications/@me"]).await;
}
