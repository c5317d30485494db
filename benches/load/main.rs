//! What a move costs, however many games are live: `cargo bench --bench load`.
//!
//! The stand-in for Discord and all who play run in this process, the bot as
//! people run it in processes of its own. For each way to run it there are three
//! databases with different numbers of live games, played on in turns, so that
//! what the machine does besides weighs on all alike.
//!
//! PostgreSQL is measured where `TEST_POSTGRES_URL` names a server of this
//! machine; `.ci/postgres --durable FOLDER` starts one that waits for the disk.
//! A word after `--` measures only what has it in its name.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

mod bot;
mod computer;
mod cost;
mod database;
mod presses;
mod setup;
mod site;
mod table;

use std::process::Command;

use anyhow::Result;

use self::{
    computer::play_beside_the_computer,
    cost::{HEADINGS, Line},
    database::{Database, Kind},
    setup::{SETUPS, Setup},
    site::Site,
};

/// How many games are live, and nobody moves in them.
const LIVE_GAMES: [u32; 3] = [1_000, 100_000, 1_000_000];

/// How often all databases are played on.
const ROUNDS: usize = 4;

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<_> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let is_wanted =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    println!("one core of two is the players'; times are this machine's, ratios travel");
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let wanted: Vec<_> = SETUPS
            .into_iter()
            .filter(|setup| setup.database == kind && is_wanted(&setup.to_string()))
            .collect();
        if wanted.is_empty() {
            continue;
        }
        if !kind.is_there() {
            println!("\nTEST_POSTGRES_URL is not set: nothing is measured on PostgreSQL");
            continue;
        }
        let mut databases = Vec::new();
        for games in LIVE_GAMES {
            databases.push(Database::filled(kind, games).await?);
        }
        // Else the disk is busy with that for a while.
        Command::new("sync").status()?;
        println!("\n{HEADINGS}");
        for setup in wanted {
            measure(setup, &databases).await?;
        }
    }
    if is_wanted("computer") {
        println!();
        play_beside_the_computer().await?;
    }
    Ok(())
}

/// Measures one way to run the bot, on all databases in turns.
async fn measure(setup: Setup, databases: &[Database]) -> Result<()> {
    let mut sites = Vec::new();
    for database in databases {
        sites.push(Site::open(setup, database).await?);
    }
    let mut lines = Vec::new();
    for (site, database) in sites.iter().zip(databases) {
        lines.push(Line::new(setup, database.live_games, site.memory()?));
        // The first moves pay for caches and statements.
        site.play().await?;
    }
    for _ in 0..ROUNDS {
        for (site, line) in sites.iter().zip(&mut lines) {
            line.add(&site.play().await?);
        }
    }
    for ((site, line), database) in sites.iter().zip(&mut lines).zip(databases) {
        line.in_database = site.play_alone(database).await?;
        line.memory_after = site.memory()?;
    }
    let first = lines[0].cpu_per_move();
    for line in &lines {
        println!("{}", line.beside(first));
    }
    for site in sites {
        site.close().await?;
    }
    Ok(())
}
