//! The cost of a move with different numbers of live games: `cargo bench --bench load`.
//!
//! The fake Discord and all users run in this process, and the bots in processes of their
//! own. Each scenario has three databases with different numbers of live games. They are
//! measured in turns, so that other load on the machine affects all of them alike.
//!
//! PostgreSQL is measured if `TEST_POSTGRES_URL` names a server on this machine;
//! `.ci/postgres --durable FOLDER` starts one that waits for the disk. Words after `--` select
//! the scenarios whose names contain one of them. `-- programs PATH…` compares programs instead,
//! such as releases, each by the gateway and by one replica, with few and with many games, on
//! databases of their own schemas; `-- standing PATH…` by 3,000 leaderboards that are due at once.
//!
//! Compare with a4e1159 as well, so that no slow slip is missed. With 1,000 live games, a move took
//! 0.168 ms of the processor there by the gateway and 0.107 by HTTP, where this version took 0.187
//! and 0.095. Of the move by the gateway, 0.036 ms are serenity's, which decodes events twice.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]

mod bot;
mod computer;
mod cost;
mod database;
mod deployment;
mod pair;
mod presses;
mod scenario;
mod standing;

use std::{path::PathBuf, process::Command};

use anyhow::Result;

use self::{
    computer::play_beside_the_computer,
    cost::{Measurement, TABLE_HEADER},
    database::{Database, DatabaseKind},
    deployment::Deployment,
    scenario::{SCENARIOS, Scenario},
    standing::compare_standing,
};

/// The numbers of idle live games.
const LIVE_GAMES: [u32; 3] = [1_000, 100_000, 1_000_000];

/// How often each database is measured.
const ROUNDS: usize = 7;

#[tokio::main]
async fn main() -> Result<()> {
    let filters: Vec<_> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let is_selected = |name: &str| {
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    };
    if let Some((first, programs)) = filters.split_first() {
        let programs: Vec<_> = programs.iter().map(PathBuf::from).collect();
        match first.as_str() {
            "programs" => return compare_programs(programs).await,
            "standing" => return compare_standing(&programs).await,
            _ => {}
        }
    }
    println!("one of two cores serves the players; compare ratios, not times, between machines");
    for kind in [DatabaseKind::Sqlite, DatabaseKind::Postgres] {
        let selected: Vec<_> = SCENARIOS
            .into_iter()
            .filter(|scenario| scenario.database == kind && is_selected(&scenario.to_string()))
            .collect();
        if selected.is_empty() {
            continue;
        }
        if !kind.is_available() {
            println!("\nTEST_POSTGRES_URL is not set: nothing is measured on PostgreSQL");
            continue;
        }
        let mut databases = Vec::new();
        for games in LIVE_GAMES {
            databases.push(Database::filled(kind, games).await?);
        }
        // Otherwise the disk is busy with writes for a while.
        Command::new("sync").status()?;
        println!("\n{TABLE_HEADER}");
        for scenario in selected {
            let program = PathBuf::from(env!("CARGO_BIN_EXE_fourfall"));
            let programs = vec![program; databases.len()];
            measure(scenario, &programs, &databases).await?;
        }
    }
    if is_selected("computer") {
        println!();
        play_beside_the_computer().await?;
    }
    Ok(())
}

/// Measures programs by the gateway and by HTTP, each on a database of its own, with few and with
/// many games. The rows are in the order of the programs.
async fn compare_programs(programs: Vec<PathBuf>) -> Result<()> {
    println!("{TABLE_HEADER}");
    for kind in [DatabaseKind::Sqlite, DatabaseKind::Postgres] {
        for games in [LIVE_GAMES[0], LIVE_GAMES[1]].into_iter().filter(|_| kind.is_available()) {
            let of_kind = SCENARIOS.into_iter().filter(|scenario| scenario.database == kind);
            let scenarios: Vec<_> = of_kind.take(2).collect();
            let mut databases = Vec::new();
            for (number, program) in programs.iter().enumerate() {
                let mut database = Database::empty(kind, &format!("program_{number}")).await?;
                // Each makes the tables that it knows.
                Deployment::open(scenarios[0], program, &database).await?.close().await?;
                database.fill(games).await?;
                databases.push(database);
            }
            for scenario in scenarios {
                measure(scenario, &programs, &databases).await?;
            }
        }
    }
    Ok(())
}

/// Measures one scenario on all databases in turns, each with its program.
async fn measure(scenario: Scenario, programs: &[PathBuf], databases: &[Database]) -> Result<()> {
    let mut deployments = Vec::new();
    for (program, database) in programs.iter().zip(databases) {
        deployments.push(Deployment::open(scenario, program, database).await?);
    }
    let mut measurements = Vec::new();
    for (deployment, database) in deployments.iter().zip(databases) {
        measurements.push(Measurement::new(scenario, database.live_games, deployment.memory()?));
        // Warms up caches and prepared statements.
        deployment.play(database).await?;
    }
    for _ in 0..ROUNDS {
        for ((deployment, database), measurement) in
            deployments.iter().zip(databases).zip(&mut measurements)
        {
            measurement.add(deployment.play(database).await?);
        }
    }
    for ((deployment, measurement), database) in
        deployments.iter().zip(&mut measurements).zip(databases)
    {
        measurement.database = deployment.measure_database(database).await?;
        measurement.memory_after = deployment.memory()?;
    }
    let base_cpu = measurements[0].cpu_per_move();
    for measurement in &measurements {
        println!("{}", measurement.table_row(base_cpu));
    }
    for deployment in deployments {
        deployment.close().await?;
    }
    Ok(())
}
