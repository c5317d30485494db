//! The command line.
//!
//! It is part of the library, so that the binary itself compiles fast.

mod data;
pub mod emoji_pictures;
mod output;
mod playground;
mod setup;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, value_parser};
use clock::Clock;
use secrecy::ExposeSecret as _;

use self::{
    data::DataCommand,
    output::{print, print_links, report, warn},
};
use crate::{
    app::{self, Dependencies},
    certificates,
    config::{self, OPS_ADDR, SettingError, SettingResults, TransportSettings},
    discord::application::ApplicationError,
    doctor,
    game::ChannelId,
    ops::{self, Probe},
    store,
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
    Doctor {
        /// Also post a board in the channel with this id, edit it, and delete it again
        #[arg(long = "try", value_name = "CHANNEL", value_parser = value_parser!(u64).range(1..=i64::MAX.cast_unsigned()))]
        channel: Option<u64>,
    },
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

/// Parses the command line and runs the command. Ends the program if the line is wrong, or asks for
/// help or the version.
///
/// One thread handles thousands of moves a second, and waking others would cost more
/// than it gains; the database has threads of its own.
#[tokio::main(flavor = "current_thread")]
pub async fn execute(version: &'static str) -> ExitCode {
    let matches = Arguments::command().version(version).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if let Some(problem) = certificates::wrong_variable() {
        warn(&problem);
        let error = certificates::restart_without_variables();
        warn(&format!("the program cannot be started again without it: {error}"));
    }
    let result = match arguments.command.unwrap_or(CliCommand::Run) {
        CliCommand::Run => run().await,
        CliCommand::Setup => setup::run().await,
        CliCommand::Invite => invite().await,
        CliCommand::Doctor { channel } => match diagnose(channel.map(ChannelId)).await {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        CliCommand::Health { ready: false } => probe(Probe::HEALTH).await,
        CliCommand::Health { ready: true } => probe(Probe::READINESS).await,
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
    // If it is declined, the error says what is missing.
    if setup::is_possible() && !config::has_token() && setup::offer()? {
        return setup::run().await;
    }
    let settings = read_settings()?;
    ops::start_logs(settings.log.clone()?);
    let settings = settings.settings()?;
    if let (TransportSettings::Gateway, Some(note)) = (&settings.transport, config::proxy_note()) {
        tracing::warn!("{note}");
    }
    let dependencies = Dependencies::new(settings.proxy.as_deref(), None)?;
    app::run(dependencies, settings, Clock::system(), ops::shutdown_signal()?).await
}

/// The settings, without a database that this start would spoil.
fn read_settings() -> Result<SettingResults, SettingError> {
    let settings = SettingResults::read()?;
    let database = settings.database.and_then(|url| {
        let checked = store::check_sqlite_log(url.expose_secret());
        checked.map_or_else(|error| Err(app::database_setting_error(error.into())), |()| Ok(url))
    });
    Ok(SettingResults { database, ..settings })
}

/// Prints the links that add the bot.
async fn invite() -> anyhow::Result<()> {
    let SettingResults { token, proxy, .. } = SettingResults::read()?;
    let client = app::application_client(&token?, proxy?)?;
    let application = client.info().await.map_err(|error| match error {
        ApplicationError::WrongToken => app::wrong_token().into(),
        error => anyhow::Error::from(error),
    })?;
    print_links(&application);
    Ok(())
}

/// Prints what is wrong, and how to fix it, also with what is tried in a channel.
async fn diagnose(channel: Option<ChannelId>) -> anyhow::Result<ExitCode> {
    let settings = read_settings();
    let mut diagnoses = doctor::examine(&settings).await;
    if let Some(channel) = channel {
        diagnoses.extend(doctor::try_out(&settings, channel).await);
    }
    for diagnosis in &diagnoses {
        print(diagnosis);
    }
    match diagnoses.iter().filter(|it| it.is_wrong()).count() {
        0 => {
            print("\nNothing that was checked is wrong.");
            return Ok(ExitCode::SUCCESS);
        }
        1 => print("\nOne thing is wrong."),
        count => print(format_args!("\n{count} things are wrong.")),
    }
    Ok(ExitCode::FAILURE)
}

/// Asks the bot on this machine how it is, as containers do.
async fn probe(probe: Probe) -> anyhow::Result<()> {
    let Some(address) = SettingResults::read()?.ops_address? else {
        let problem = "is not set, so the bot cannot be asked. Set it to an address like \
                       127.0.0.1:9090, for the bot as well.";
        return Err(SettingError::new(OPS_ADDR, problem).into());
    };
    ops::probe(address, probe).await?;
    print(probe.answer);
    Ok(())
}
