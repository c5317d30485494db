//! `fourfall data`: maintenance of the stored data.

use std::{
    fs::{File, OpenOptions},
    io::{BufReader, BufWriter},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context;
use clap::Subcommand;
use clock::Clock;
use secrecy::ExposeSecret;

use crate::{
    admin::{self, CheckReport},
    app,
    cli::output::print,
    computer::SearchBackendFactory,
    features::{self, Service, UserDeletion},
    game::{GuildId, PlayerId},
    store::{self, DeletionResult, ReadOnlyStore, StoreError},
};

/// The mode of files that hold personal data.
const PRIVATE: u32 = 0o600;

const PURGE_ATTEMPTS: u32 = 50;
const PURGE_RETRY_DELAY: Duration = Duration::from_millis(100);

#[derive(Subcommand)]
pub(super) enum DataCommand {
    /// Write all stored data, except tokens, as lines of JSON
    Export {
        /// Write what is stored about this user alone, as a ZIP archive, by their id
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=i64::MAX.cast_unsigned()))]
        player: Option<u64>,
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
    /// Copy the database, except tokens, into a file
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
        #[arg(value_parser = clap::value_parser!(u64).range(1..=i64::MAX.cast_unsigned()))]
        id: u64,
    },
}

pub(super) async fn run(command: DataCommand) -> anyhow::Result<()> {
    let address = super::read_settings()?.database?;
    let address = address.expose_secret();
    match command {
        DataCommand::Export { player, file } => export(address, player.map(PlayerId), &file).await,
        DataCommand::Import { file } => import(address, &file).await,
        DataCommand::Check => check(address).await,
        DataCommand::Backup { file } => back_up(address, &file).await,
        DataCommand::ForgetGuild { id } => forget_guild(address, GuildId(id)).await,
        DataCommand::ForgetUser { id } => forget_user(address, PlayerId(id)).await,
    }
}

/// Writes everything, or what a person can download, however large it is.
async fn export(address: &str, player: Option<PlayerId>, path: &Path) -> anyhow::Result<()> {
    let store = open_current(address).await?;
    let Some(player) = player else {
        let version = store.schema_version();
        let write = async |file: &File| admin::export(&store, BufWriter::new(file)).await;
        let rows = write_private(path, write).await?;
        print(format_args!("exported {rows} rows, schema version {version}"));
        return Ok(());
    };
    write_private(path, async |file| {
        let written = features::write_archive(&store, player, file).await?;
        written.map(drop).context("nothing is stored of this person")
    })
    .await?;
    print("exported what is stored of this person");
    Ok(())
}

async fn check(address: &str) -> anyhow::Result<()> {
    let store = open_current(address).await?;
    store.check_pages().await.map_err(open_error)?;
    let CheckReport { games, ratings, leaderboard_entries, differences } =
        admin::check(&store, Clock::system().now()).await?;
    for difference in &differences {
        print(difference);
    }
    if !differences.is_empty() {
        anyhow::bail!("{} differences", differences.len());
    }
    print(format_args!(
        "all agree: {games} games, {ratings} ratings, {leaderboard_entries} leaderboard entries, \
         schema version {}",
        store.schema_version()
    ));
    Ok(())
}

async fn back_up(address: &str, path: &Path) -> anyhow::Result<()> {
    let store = store::open_read_only(address).await.map_err(open_error)?;
    write_private(path, async |_| Ok(store.back_up(path).await?)).await?;
    print(format_args!("copied the database, schema version {}", store.schema_version()));
    Ok(())
}

async fn import(address: &str, path: &Path) -> anyhow::Result<()> {
    let file = File::open(path).context("the file cannot be opened")?;
    let store = store::open(address).await.map_err(open_error)?;
    let rows = admin::import(&store, BufReader::new(file)).await?;
    print(format_args!("imported {rows} rows"));
    // Leaderboards are fast only after it. The bot would do it as well.
    while store.clean_up(Clock::system().now()).await? {}
    store.close().await;
    Ok(())
}

/// What keeps a person or a server from being forgotten.
const CONFLICT: &str = "games kept changing; try again in a moment";

async fn forget_guild(address: &str, id: GuildId) -> anyhow::Result<()> {
    let service = open_service(address).await?;
    let deleted = features::delete_guild(&service, id, service.clock.now()).await?;
    let (ended, was_stored) = deleted.context(CONFLICT)?;
    purge(&service).await?;
    if was_stored {
        print(format_args!("forgot the server; games that ended with it: {}", ended.len()));
    } else {
        print("nothing is stored of this server");
    }
    service.store.close().await;
    Ok(())
}

async fn forget_user(address: &str, id: PlayerId) -> anyhow::Result<()> {
    let service = open_service(address).await?;
    let deleted = features::delete_user(&service, None, id, service.clock.now()).await?;
    let UserDeletion { result, ended, .. } = deleted.context(CONFLICT)?;
    purge(&service).await?;
    match result {
        DeletionResult::Done { .. } => {
            print(format_args!("forgot the person; games that ended with them: {}", ended.len()));
        }
        DeletionResult::NothingStored | DeletionResult::DoneBefore => {
            print("nothing is stored of this person");
        }
    }
    service.store.close().await;
    Ok(())
}

/// Purges what was deleted. Waits while others read the database, but not for ever.
async fn purge(service: &Service) -> anyhow::Result<()> {
    for _ in 0..PURGE_ATTEMPTS {
        if features::purge_deleted(service).await? {
            return Ok(());
        }
        tokio::time::sleep(PURGE_RETRY_DELAY).await;
    }
    print("others read the database; its -wal file has what was deleted until the next start");
    Ok(())
}

async fn open_service(address: &str) -> anyhow::Result<Service> {
    let store = store::open_existing(address).await.map_err(open_error)?;
    Ok(Service::new(store, Clock::system(), SearchBackendFactory::default()))
}

/// Opens a database of this version's schema to read its rows.
async fn open_current(address: &str) -> anyhow::Result<ReadOnlyStore> {
    let store = store::open_read_only(address).await.map_err(open_error)?;
    store.check_schema().await.map_err(open_error)?;
    Ok(store)
}

/// What cannot be opened is an error of the setting that names the database.
fn open_error(error: StoreError) -> anyhow::Error {
    app::database_setting_error(error).into()
}

/// Creates a file that only its owner can read, and writes it. Removes it again if that
/// fails. Overwrites nothing, and follows no symbolic link.
async fn write_private<T>(
    path: &Path,
    write: impl AsyncFnOnce(&File) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let file = OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(path);
    let file = file.with_context(|| format!("{} cannot be made", path.display()))?;
    let writing = async {
        let value = write(&file).await?;
        file.sync_all()?;
        anyhow::Ok(value)
    };
    writing.await.map_err(|error| match std::fs::remove_file(path) {
        Ok(()) => error,
        Err(_) => error.context(format!("{} is incomplete", path.display())),
    })
}
