//! The command line.
//!
//! It is part of the library, so that the binary itself compiles fast.

mod data;
pub mod emoji_pictures;
mod playground;

use std::process::ExitCode;

use clap::{Parser, Subcommand, value_parser};
use clock::Clock;

use self::data::DataCommand;
use crate::{
    app::{self, AppError},
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
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
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
    Data(DataCommand),
}

/// The exit code for a wrong setting; clap uses the same for a wrong argument.
const WRONG_SETTING: u8 = 2;

/// Parses the command line and runs the command.
///
/// One thread handles thousands of moves a second, and waking others would cost more
/// than it gains; the database has threads of its own.
#[tokio::main(flavor = "current_thread")]
pub async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command.unwrap_or(CliCommand::Run) {
        CliCommand::Run => run().await,
        CliCommand::Playground { port, http, replicas } => {
            playground::run(port, http.then_some(replicas)).await
        }
        CliCommand::Data(command) => data::run(command).await,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report(&error),
    }
}

async fn run() -> anyhow::Result<()> {
    init()?;
    let settings = Settings::from_environment()?;
    app::run(settings, Clock::system(), ops::shutdown_signal()?).await?;
    Ok(())
}

/// Loads the `.env` file and starts logging.
fn init() -> anyhow::Result<()> {
    config::load_env_file()?;
    let filter = config::log_filter()?;
    ops::start_logs(&filter).map_err(|error| {
        let problem = format!("is no log filter: {error}. Write it like info or fourfall=debug.");
        SettingError::new("RUST_LOG", problem)
    })?;
    Ok(())
}

#[expect(clippy::print_stderr, reason = "the error that ends the program")]
fn report(error: &anyhow::Error) -> ExitCode {
    eprintln!("fourfall: {error:#}");
    let is_setting_error =
        error.is::<SettingError>() || matches!(error.downcast_ref(), Some(AppError::Setting(_)));
    if is_setting_error { ExitCode::from(WRONG_SETTING) } else { ExitCode::FAILURE }
}
