//! The `fourfall` program.

use std::{net::SocketAddr, process::ExitCode};

use anyhow::Context;
use clap::{Parser, Subcommand};
use fourfall::{
    bot::{self, BotError},
    clock::Clock,
    config::{self, SettingError, Settings},
    ops,
    playground::{self, Playground},
};

/// A tenth of a move's time goes into allocating; this allocator takes less of
/// it than the system's, and gives memory back after a rush.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Four in a Row for Discord.
///
/// Settings come from the environment or from a file named .env, see
/// .env.example.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot (the default)
    Run,
    /// Play here, without Discord: the whole bot, and a web page for its players
    Playground {
        /// The port of the web page; 0 takes any that is free
        #[arg(long, default_value_t = 4444)]
        port: u16,
    },
}

/// A wrong setting or argument, as clap has it too.
const WRONG_SETTING: u8 = 2;

/// One thread carries thousands of moves a second, and waking others would cost
/// more than they help; the database has threads of its own.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command.unwrap_or(Command::Run) {
        Command::Run => run().await,
        Command::Playground { port } => playground(port).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report(&error),
    }
}

async fn run() -> anyhow::Result<()> {
    start()?;
    let settings = Settings::from_environment()?;
    bot::run(settings, Clock::system(), ops::stop_signal()?).await?;
    Ok(())
}

async fn playground(port: u16) -> anyhow::Result<()> {
    start()?;
    let stop = ops::stop_signal()?;
    let clock = Clock::system();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let options = playground::Options { address, clock: clock.clone(), ..Default::default() };
    let playground = Playground::start(options).await.context("the playground cannot start")?;
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    let settings = Settings {
        token: playground.token().to_owned().into(),
        database: format!("sqlite://{}", folder.path().join("playground.db").display()),
        development_guild: None,
        proxy: Some(playground.url()),
    };
    invite(&playground.url());
    bot::run(settings, clock, stop).await?;
    playground.stop().await;
    Ok(())
}

fn start() -> anyhow::Result<()> {
    config::load_env_file()?;
    let filter = config::log_filter()?;
    ops::start_logs(&filter).map_err(|error| {
        let problem = format!("is no log filter: {error}. Write it like info or fourfall=debug.");
        SettingError::new("RUST_LOG", problem)
    })?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this is what the user waits for")]
fn invite(url: &str) {
    println!("Play at {url} (Ctrl-C ends it)");
}

#[expect(clippy::print_stderr, reason = "the last words of the program")]
fn report(error: &anyhow::Error) -> ExitCode {
    eprintln!("fourfall: {error:#}");
    let is_setting =
        error.is::<SettingError>() || matches!(error.downcast_ref(), Some(BotError::Setting(_)));
    if is_setting { ExitCode::from(WRONG_SETTING) } else { ExitCode::FAILURE }
}
