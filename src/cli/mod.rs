//! The command line.
//!
//! All of it stands in the library, so that the program itself is built in no
//! time.

mod data;
mod playground;

use std::process::ExitCode;

use clap::{Parser, Subcommand, value_parser};
use clock::Clock;

use self::data::Data;
use crate::{
    bot::{self, BotError},
    config::{self, SettingError, Settings},
    ops,
};

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
        /// Bring interactions by signed HTTP POST instead of the gateway
        #[arg(long)]
        http: bool,
        /// How many replicas of the bot share them, over one database
        #[arg(long, requires = "http", default_value_t = 1, value_parser = value_parser!(u16).range(1..))]
        replicas: u16,
    },
    /// Work on what is stored, also while the bot runs
    #[command(subcommand)]
    Data(Data),
}

/// A wrong setting or argument, as clap has it too.
const WRONG_SETTING: u8 = 2;

/// Does what the command line says.
///
/// One thread carries thousands of moves a second, and waking others would cost
/// more than they help; the database has threads of its own.
#[tokio::main(flavor = "current_thread")]
pub async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command.unwrap_or(Command::Run) {
        Command::Run => run().await,
        Command::Playground { port, http, replicas } => {
            playground::run(port, http.then_some(replicas)).await
        }
        Command::Data(work) => data::run(work).await,
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

fn start() -> anyhow::Result<()> {
    config::load_env_file()?;
    let filter = config::log_filter()?;
    ops::start_logs(&filter).map_err(|error| {
        let problem = format!("is no log filter: {error}. Write it like info or fourfall=debug.");
        SettingError::new("RUST_LOG", problem)
    })?;
    Ok(())
}

#[expect(clippy::print_stderr, reason = "the last words of the program")]
fn report(error: &anyhow::Error) -> ExitCode {
    eprintln!("fourfall: {error:#}");
    let is_setting =
        error.is::<SettingError>() || matches!(error.downcast_ref(), Some(BotError::Setting(_)));
    if is_setting { ExitCode::from(WRONG_SETTING) } else { ExitCode::FAILURE }
}
