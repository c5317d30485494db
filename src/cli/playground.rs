//! `fourfall playground`: the whole bot against a fake Discord, with a web page.

use std::net::SocketAddr;

use anyhow::Context;
use clock::Clock;
use fake_discord::Playground;
use secrecy::ExposeSecret;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

use super::start;
use crate::{
    bot::{self, Equipment},
    config::{self, Settings, Transport},
    ops, store,
};

/// Runs the playground, with as many replicas as take interactions by HTTP, or
/// with one bot at the gateway.
pub(super) async fn run(port: u16, replicas: Option<u16>) -> anyhow::Result<()> {
    start()?;
    let stop = ops::stop_signal()?;
    let clock = Clock::system();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let options = fake_discord::Options { address, clock: clock.clone(), ..Default::default() };
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

#[expect(clippy::print_stdout, reason = "this is what the user waits for")]
fn invite(url: &str) {
    println!("Play at {url} (Ctrl-C ends it)");
}
