//! The command line.
//!
//! It is part of the library, so that the binary itself compiles fast.

mod data;
mod doctor;
pub mod emoji_pictures;
mod health;
mod invite;
mod playground;
mod setup;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, value_parser};
use clock::Clock;

use self::data::DataCommand;
use crate::{
    app::{self, AppError},
    config::{self, LogFormat, SettingError, SettingResults, Settings},
    ops::{self, Probe},
};

/// Four in a Row for Discord.
///
/// Settings come from the environment or from a file named .env in the
/// working directory, see .env.example.
#[derive(Parser)]
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
    /// Set the bot up: ask for the token, write .env, register the commands
    Setup,
    /// Print the links that add the bot to servers and accounts
    Invite,
    /// Look for what is wrong, and say how to fix it
    Doctor,
    /// Ask the bot on this machine whether it lives, at `OPS_ADDR`
    Health {
        /// Ask whether it can take moves
        #[arg(long)]
        ready: bool,
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
pub async fn execute(version: &'static str) -> ExitCode {
    let arguments = arguments(version);
    let result = match arguments.command.unwrap_or(CliCommand::Run) {
        CliCommand::Run => run().await,
        CliCommand::Setup => setup::run().await,
        CliCommand::Invite => invite::run().await,
        CliCommand::Doctor => return doctor::run().await,
        CliCommand::Health { ready: false } => health::run(Probe::Health).await,
        CliCommand::Health { ready: true } => health::run(Probe::Readiness).await,
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

/// Parses the command line. Ends the program if it is wrong, or asks for help or the version.
fn arguments(version: &'static str) -> Arguments {
    let matches = Arguments::command().version(version).get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

async fn run() -> anyhow::Result<()> {
    if setup::is_possible() && !config::has_token() {
        // If it is declined, the error says what is missing.
        if setup::offer().await? {
            return Ok(());
        }
    }
    let settings = Settings::try_from(init()?)?;
    app::run(settings, Clock::system(), ops::shutdown_signal()?).await?;
    Ok(())
}

/// Reads the settings and starts logging.
fn init() -> Result<SettingResults, SettingError> {
    let settings = SettingResults::read()?;
    ops::start_logs(settings.log.clone()?);
    Ok(settings)
}

/// Prints a line of a command's output. Ends the program if that is impossible; a reader that
/// wants no more is no error.
#[expect(clippy::print_stderr, reason = "the error that ends the program")]
fn print(line: std::fmt::Arguments<'_>) {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("fourfall: the output cannot be written: {error}");
            std::process::exit(1);
        }
        _ => {}
    }
}

#[expect(clippy::print_stderr, reason = "the error that ends the program")]
fn report(error: &anyhow::Error) -> ExitCode {
    let error_text = format!("{error:#}").replace(char::is_control, " ");
    if config::log_format_or_default() == LogFormat::Json {
        // Not by the log, whose filter may leave it out.
        eprintln!(
            "{}",
            serde_json::json!({
                "level": "ERROR", "target": "fourfall", "message": error_text,
            })
        );
    } else {
        eprintln!("fourfall: {error_text}");
    }
    let is_setting_error =
        error.is::<SettingError>() || matches!(error.downcast_ref(), Some(AppError::Setting(_)));
    if is_setting_error { ExitCode::from(WRONG_SETTING) } else { ExitCode::FAILURE }
}
