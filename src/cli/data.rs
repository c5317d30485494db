//! `fourfall data`: the operator's work on what is stored.

use std::{
    fs::File,
    io::{BufReader, BufWriter},
    path::PathBuf,
    sync::Arc,
};

use anyhow::Context;
use clap::Subcommand;
use clock::Clock;
use secrecy::ExposeSecret;

use crate::{
    admin::{self, Report},
    config,
    play::{GuildId, PlayerId},
    service::{Service, Thinkers},
    store::{self, Forgotten},
};

#[derive(Subcommand)]
pub(super) enum Data {
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

pub(super) async fn run(work: Data) -> anyhow::Result<()> {
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
