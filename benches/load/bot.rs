//! The bot, in a process of its own.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use fake_discord::Playground;
use tokio::process::{Child, Command};

/// A process that runs the bot.
#[derive(Debug)]
pub(crate) struct Bot {
    child: Child,
    id: u32,
    watched_at: SocketAddr,
    endpoint: SocketAddr,
}

impl Bot {
    /// Starts one that Discord reaches by the gateway, or by HTTP.
    pub(crate) async fn start(
        playground: &Playground,
        database: &str,
        by_http: bool,
    ) -> Result<Self> {
        let (watched_at, endpoint) = (free_address()?, free_address()?);
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourfall"));
        command
            .env("DISCORD_TOKEN", playground.token())
            .env("DISCORD_PROXY_URL", playground.url())
            .env("DATABASE_URL", database)
            .env("OPS_ADDR", watched_at.to_string())
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        if by_http {
            command
                .env("DISCORD_PUBLIC_KEY", playground.public_key())
                .env("INTERACTIONS_ADDR", endpoint.to_string());
        }
        let child = command.spawn()?;
        let id = child.id().context("the bot ended at once")?;
        let mut bot = Self { child, id, watched_at, endpoint };
        while !bot.is_ready().await? {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(bot)
    }

    async fn is_ready(&mut self) -> Result<bool> {
        ensure!(self.child.try_wait()?.is_none(), "the bot ended at once");
        let answer = reqwest::get(format!("http://{}/ready", self.watched_at)).await;
        Ok(answer.is_ok_and(|answer| answer.status().is_success()))
    }

    /// Where it takes interactions, if it does.
    pub(crate) fn endpoint(&self) -> String {
        format!("http://{}/interactions", self.endpoint)
    }

    pub(crate) async fn stop(&mut self) -> Result<()> {
        let id = self.id.to_string();
        ensure!(Command::new("kill").args(["-TERM", &id]).status().await?.success());
        ensure!(self.child.wait().await?.success(), "the bot ended badly");
        Ok(())
    }

    /// CPU time so far, user and system.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.id))?;
        cpu_of(&stat, 2)
    }

    /// Resident memory in MiB.
    pub(crate) fn memory(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        let kib = line.split_whitespace().nth(1).context("no number")?;
        Ok(kib.parse::<f64>()? / 1024.0)
    }

    /// What it says of its work in the database.
    pub(crate) async fn in_database(&self) -> Result<Worked> {
        let metrics = reqwest::get(format!("http://{}/metrics", self.watched_at)).await?;
        let metrics = metrics.error_for_status()?.text().await?;
        let value = |what: &str, work: &str| {
            let name = format!("fourfall_database_seconds_{what}{{work=\"{work}\"}} ");
            let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
            line.map_or(Ok(0.0), str::parse::<f64>)
        };
        Ok(Worked {
            moves: value("count", "save move")?,
            seconds: value("sum", "load game")? + value("sum", "save move")?,
            changes: value("count", "change")?,
        })
    }
}

/// A bot's work in the database.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worked {
    /// Moves that were stored.
    pub(crate) moves: f64,
    /// How long games were loaded for them, and they were stored.
    pub(crate) seconds: f64,
    /// Other changes.
    pub(crate) changes: f64,
}

/// The time in some fields of a process's `stat`, from user time on.
pub(crate) fn cpu_of(stat: &str, fields: usize) -> Result<Duration> {
    let after_name = stat.rsplit_once(')').context("no process name")?.1;
    let ticks: Vec<u64> = after_name
        .split_whitespace()
        .skip(11)
        .take(fields)
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    // Linux counts these in hundredths of a second on every machine.
    Ok(Duration::from_millis(10 * ticks.iter().sum::<u64>()))
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
