//! `fourfall playground`: the whole bot with a fake Discord and its web page.

use std::net::SocketAddr;

use anyhow::Context;
use clock::Clock;
use fake_discord::FakeDiscord;
use secrecy::ExposeSecret;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

use super::{emoji_pictures, output::print};
use crate::{
    app::{self, Dependencies},
    config::{self, SettingResults, Settings, TransportSettings},
    ops, store,
};

/// Runs the playground: with this many replicas over HTTP, or with one bot on the
/// gateway if `replicas` is `None`.
pub(super) async fn run(port: u16, replicas: Option<u16>) -> anyhow::Result<()> {
    ops::start_logs(SettingResults::read()?.log?);
    let shutdown = ops::shutdown_signal()?;
    let clock = Clock::system();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let options = fake_discord::Options {
        address,
        clock: clock.clone(),
        bot_name: "Fourfall".to_owned(),
        emoji_pictures: emoji_pictures::ALL,
        start_command: Some("play"),
        ..Default::default()
    };
    let fake = FakeDiscord::start(options).await.context("the playground cannot start")?;
    fake.add_thread(fake.channel("games"), "side game");
    fake.add_thread(fake.add_forum("tables"), "table 1");
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    let settings = Settings {
        token: fake.token().to_owned().into(),
        database: format!("sqlite://{}", folder.path().join("playground.db").display()).into(),
        development_guild: None,
        proxy: Some(fake.url()),
        ops_address: None,
        transport: TransportSettings::Gateway,
    };
    match replicas {
        None => {
            print_url(&fake);
            let dependencies = Dependencies::new(settings.proxy.as_deref(), None)?;
            app::run(dependencies, settings, clock, shutdown).await?;
        }
        Some(count) => run_replicas(&fake, &settings, count, shutdown).await?,
    }
    fake.stop().await;
    Ok(())
}

/// Runs replicas of the bot over one database, each with an address of its own.
async fn run_replicas(
    fake: &FakeDiscord,
    settings: &Settings,
    count: u16,
    shutdown: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    // Runs the migrations before the replicas open the file at the same time.
    store::open(settings.database.expose_secret()).await?.close().await;
    let stopping = CancellationToken::new();
    let mut replicas = JoinSet::new();
    let mut endpoints = Vec::new();
    for _ in 0..count {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("no address is free")?;
        let address = listener.local_addr()?;
        endpoints.push(format!("http://{address}/interactions"));
        let key = config::public_key(&fake.public_key())?;
        let transport = TransportSettings::Http { key, address };
        let dependencies = Dependencies::new(settings.proxy.as_deref(), Some(listener))?;
        let settings = Settings { transport, ..settings.clone() };
        let (clock, stopping) = (fake.clock().clone(), stopping.clone());
        replicas.spawn(app::run(dependencies, settings, clock, stopping.cancelled_owned()));
    }
    fake.set_endpoints(endpoints).await?;
    print_url(fake);
    tokio::select! {
        () = shutdown => {}
        // A replica that ends before the shutdown has failed.
        Some(result) = replicas.join_next() => result??,
    }
    stopping.cancel();
    while let Some(result) = replicas.join_next().await {
        result??;
    }
    Ok(())
}

fn print_url(fake: &FakeDiscord) {
    print(format_args!("Play at {} (Ctrl-C ends it)", fake.url()));
}
