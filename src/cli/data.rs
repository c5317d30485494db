//! `fourfall data`: maintenance of the stored data.

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
    admin::{self, CheckReport},
    config,
    game::{GuildId, PlayerId},
    service::{SearchBackendFactory, Service},
    store::{self, DeletionResult},
};

#[derive(Subcommand)]
pub(super) enum DataCommand {
    /// Write all stored data, except tokens, as lines of JSON
    Export {
        /// The file to write; it must not be there yet
        file: PathBuf,
    },
    /// Store an export in an empty database
    Import {
        /// The file to read
        file: PathBuf,
    },
    /// Compute all games, records and ratings again, and report what differs
    Check,
    /// Copy the database into a file
    Backup {
        /// The file to write; it must not be there yet
        file: PathBuf,
    },
    /// Delete the data of a server
    ForgetGuild {
        /// The server's id, as Discord copies it
        id: u64,
    },
    /// Delete the data of a user
    ForgetUser {
        /// The user's id, as Discord copies it
        id: u64,
    },
}

pub(super) async fn run(command: DataCommand) -> anyhow::Result<()> {
    config::load_env_file()?;
    let address = config::database_address()?;
    let store = match command {
        DataCommand::Import { .. } => store::open(address.expose_secret()).await?,
        _ => store::open_existing(address.expose_secret()).await?,
    };
    let service =
        Service::new(Arc::clone(&store), Clock::system(), SearchBackendFactory::default());
    let now = service.clock().now();
    let conflict = "games kept changing; try again in a moment";
    match command {
        DataCommand::Export { file } => {
            let out = File::create_new(&file).context("the file cannot be made")?;
            let rows = admin::export(&*store, BufWriter::new(out)).await?;
            print(format_args!("exported {rows} rows"));
        }
        DataCommand::Import { file } => {
            let file = File::open(&file).context("the file cannot be opened")?;
            let rows = admin::import(&*store, BufReader::new(file)).await?;
            print(format_args!("imported {rows} rows"));
        }
        DataCommand::Check => report_check(&admin::check(&*store).await?)?,
        DataCommand::Backup { file } => {
            let file = file.to_str().context("the file's name is not valid UTF-8")?;
            store.back_up(file).await?;
            print(format_args!("copied the database"));
        }
        DataCommand::ForgetGuild { id } => {
            let ended = service.delete_guild(GuildId(id), now).await?.context(conflict)?;
            print(format_args!("forgot the server; games that ended with it: {}", ended.len()));
        }
        DataCommand::ForgetUser { id } => {
            let (result, ended) =
                service.delete_user(PlayerId(id), now).await?.context(conflict)?;
            match result {
                DeletionResult::Done => {
                    print(format_args!(
                        "forgot the person; games that ended with them: {}",
                        ended.len()
                    ));
                }
                DeletionResult::NothingStored => {
                    print(format_args!("nothing is stored of this person"));
                }
            }
        }
    }
    store.close().await;
    Ok(())
}

fn report_check(report: &CheckReport) -> anyhow::Result<()> {
    let CheckReport { games, ratings, leaderboard_entries, differences } = report;
    for difference in differences {
        print(format_args!("{difference}"));
    }
    if !differences.is_empty() {
        anyhow::bail!("{} differences", differences.len());
    }
    print(format_args!(
        "all agree: {games} games, {ratings} ratings, {leaderboard_entries} leaderboard entries"
    ));
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the command's output")]
fn print(line: std::fmt::Arguments<'_>) {
    println!("{line}");
}
