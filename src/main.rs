//! The `fourfall` program.

use std::{
    fs::File,
    io::{BufReader, BufWriter},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use anyhow::Context;
use clap::{Parser, Subcommand, value_parser};
use fourfall::{
    admin::{self, Report},
    bot::{self, BotError, Equipment},
    clock::Clock,
    config::{self, SettingError, Settings, Transport},
    ops,
    play::{GuildId, PlayerId},
    playground::{self, Playground},
    service::{Service, Thinkers},
    store::{self, Forgotten},
};
use secrecy::ExposeSecret;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

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

#[derive(Subcommand)]
enum Data {
    /// Write all that is stored, but for tokens, as lines of JSON
    Export {
        /// The file to write; it must not be there yet
        file: PathBuf,
    },
    /// Store what was exported in an empty database
    Import {
        /// The file to read
        file: PathBuf,
    },
    /// Work out all games, records and ratings anew, and report what differs
    Check,
    /// Copy the database into a file
    Backup {
        /// The file to write; it must not be there yet
        file: PathBuf,
    },
    /// Remove what is known of a server
    ForgetGuild {
        /// The server's id, as Discord copies it
        id: u64,
    },
    /// Remove what is known of a person
    ForgetUser {
        /// The person's id, as Discord copies it
        id: u64,
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
        Command::Playground { port, http, replicas } => {
            playground(port, http.then_some(replicas)).await
        }
        Command::Data(work) => data(work).await,
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

/// Runs the playground, with as many replicas as take interactions by HTTP, or
/// with one bot at the gateway.
async fn playground(port: u16, replicas: Option<u16>) -> anyhow::Result<()> {
    start()?;
    let stop = ops::stop_signal()?;
    let clock = Clock::system();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let options = playground::Options { address, clock: clock.clone(), ..Default::default() };
    let playground = Playground::start(options).await.context("the playground cannot start")?;
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    let settings = Settings {
        token: playground.token().to_owned().into(),
        database: format!("sqlite://{}", folder.path().join("playground.db").display()).into(),
        development_guild: None,
        proxy: Some(playground.url()),
        ops_address: None,
        transport: Transport::Gateway,
    };
    match replicas {
        None => {
            invite(&playground.url());
            bot::run(settings, clock, stop).await?;
        }
        Some(count) => run_replicas(&playground, &settings, count, stop).await?,
    }
    playground.stop().await;
    Ok(())
}

/// Runs replicas of the bot on one database, each with an address of its own.
async fn run_replicas(
    playground: &Playground,
    settings: &Settings,
    count: u16,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    // The tables are made before several open the file at once.
    store::open(settings.database.expose_secret()).await?.close().await;
    let stopping = CancellationToken::new();
    let mut replicas = JoinSet::new();
    let mut endpoints = Vec::new();
    for _ in 0..count {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("no address is free")?;
        let address = listener.local_addr()?;
        endpoints.push(format!("http://{address}/interactions"));
        let key = config::public_key(&playground.public_key())?;
        let transport = Transport::Http { key, address };
        let equipment = Equipment::new(Some(listener))?;
        let settings = Settings { transport, ..settings.clone() };
        let (clock, stopping) = (playground.clock().clone(), stopping.clone());
        replicas.spawn(bot::run_with(equipment, settings, clock, stopping.cancelled_owned()));
    }
    playground.set_endpoints(endpoints).await?;
    invite(&playground.url());
    tokio::select! {
        () = stop => {}
        // None ends before it is told to, but by a fault.
        Some(ended) = replicas.join_next() => ended??,
    }
    stopping.cancel();
    while let Some(ended) = replicas.join_next().await {
        ended??;
    }
    Ok(())
}

async fn data(work: Data) -> anyhow::Result<()> {
    config::load_env_file()?;
    let address = config::database_address()?;
    let store = match work {
        Data::Import { .. } => store::open(address.expose_secret()).await?,
        _ => store::open_existing(address.expose_secret()).await?,
    };
    let service = Service::new(Arc::clone(&store), Clock::system(), Thinkers::default());
    let now = service.clock().now();
    let gave_up = "games kept changing; try again in a moment";
    match work {
        Data::Export { file } => {
            let out = File::create_new(&file).context("the file cannot be made")?;
            let rows = admin::export(&*store, BufWriter::new(out)).await?;
            say(format_args!("exported {rows} rows"));
        }
        Data::Import { file } => {
            let file = File::open(&file).context("the file cannot be opened")?;
            let rows = admin::import(&*store, BufReader::new(file)).await?;
            say(format_args!("imported {rows} rows"));
        }
        Data::Check => report_check(&admin::check(&*store).await?)?,
        Data::Backup { file } => {
            let file = file.to_str().context("the file's name is not readable text")?;
            store.back_up(file).await?;
            say(format_args!("copied the database"));
        }
        Data::ForgetGuild { id } => {
            let ended = service.forget_guild(GuildId(id), now).await?.context(gave_up)?;
            say(format_args!("forgot the server; games that ended with it: {}", ended.len()));
        }
        Data::ForgetUser { id } => {
            let (forgotten, ended) = service.forget(PlayerId(id), now).await?.context(gave_up)?;
            match forgotten {
                Forgotten::Done => {
                    say(format_args!(
                        "forgot the person; games that ended with them: {}",
                        ended.len()
                    ));
                }
                Forgotten::Nothing => say(format_args!("nothing is stored of this person")),
            }
        }
    }
    store.close().await;
    Ok(())
}

fn report_check(report: &Report) -> anyhow::Result<()> {
    let Report { games, ratings, standings, differences } = report;
    for difference in differences {
        say(format_args!("{difference}"));
    }
    if !differences.is_empty() {
        anyhow::bail!("{} differences", differences.len());
    }
    say(format_args!("all agree: {games} games, {ratings} ratings, {standings} standings"));
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this is what the operator asked for")]
fn say(line: std::fmt::Arguments<'_>) {
    println!("{line}");
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
