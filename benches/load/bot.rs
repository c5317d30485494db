//! A bot process.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    path::Path,
    process::Stdio,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use fake_discord::FakeDiscord;
use tokio::process::{Child, Command};

/// A running bot process.
#[derive(Debug)]
pub(crate) struct Bot {
    child: Child,
    id: u32,
    ops_address: SocketAddr,
    endpoint: SocketAddr,
}

impl Bot {
    /// Starts a bot that receives interactions over HTTP or the gateway, and waits until it is
    /// ready.
    pub(crate) async fn start(
        program: &Path,
        discord: &FakeDiscord,
        database: &str,
        by_http: bool,
    ) -> Result<Self> {
        let (ops_address, endpoint) = (free_address()?, free_address()?);
        let mut command = Command::new(program);
        command
            .env("DISCORD_TOKEN", discord.token())
            .env("DISCORD_PROXY_URL", discord.url())
            .env("DATABASE_URL", database)
            .env("OPS_ADDR", ops_address.to_string())
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        if by_http {
            command
                .env("DISCORD_PUBLIC_KEY", discord.public_key())
                .env("INTERACTIONS_ADDR", endpoint.to_string());
        }
        let child = command.spawn()?;
        let id = child.id().context("the bot exited at startup")?;
        let mut bot = Self { child, id, ops_address, endpoint };
        while !bot.is_ready().await? {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(bot)
    }

    async fn is_ready(&mut self) -> Result<bool> {
        ensure!(self.child.try_wait()?.is_none(), "the bot exited at startup");
        let answer = reqwest::get(format!("http://{}/ready", self.ops_address)).await;
        Ok(answer.is_ok_and(|answer| answer.status().is_success()))
    }

    /// The URL for interactions over HTTP.
    pub(crate) fn endpoint(&self) -> String {
        format!("http://{}/interactions", self.endpoint)
    }

    pub(crate) async fn stop(&mut self) -> Result<()> {
        let id = self.id.to_string();
        ensure!(Command::new("kill").args(["-TERM", &id]).status().await?.success());
        ensure!(self.child.wait().await?.success(), "the bot failed");
        Ok(())
    }

    /// User and system CPU time so far.
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

    /// The database metrics that the bot exports.
    pub(crate) async fn database_metrics(&self) -> Result<DatabaseMetrics> {
        let metrics = reqwest::get(format!("http://{}/metrics", self.ops_address)).await?;
        let metrics = metrics.error_for_status()?.text().await?;
        let value = |what: &str, work: &str| {
            let name = format!("fourfall_database_seconds_{what}{{work=\"{work}\"}} ");
            let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
            line.map_or(Ok(0.0), str::parse::<f64>)
        };
        Ok(DatabaseMetrics {
            moves: value("count", "save move")?,
            seconds: value("sum", "load game")? + value("sum", "save move")?,
            changes: value("count", "change")?,
        })
    }
}

/// Totals of a bot's database work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DatabaseMetrics {
    /// The number of moves stored.
    pub(crate) moves: f64,
    /// Seconds spent loading games and storing moves.
    pub(crate) seconds: f64,
    /// The number of other writes.
    pub(crate) changes: f64,
}

/// The sum of the first `fields` time fields of a process's `/proc/PID/stat`: user, system,
/// and both of waited-for children.
pub(crate) fn cpu_of(stat: &str, fields: usize) -> Result<Duration> {
    let after_name = stat.rsplit_once(')').context("no process name")?.1;
    let ticks: Vec<u64> = after_name
        .split_whitespace()
        .skip(11)
        .take(fields)
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    // Linux reports these in hundredths of a second on all architectures.
    Ok(Duration::from_millis(10 * ticks.iter().sum::<u64>()))
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
