//! Production's own way: no proxy, TLS, serenity's rate limiter on.

use std::{net::SocketAddr, sync::Arc};

use clock::Clock;
use fake_discord::Playground;
use fourfall::{
    bot::{self, Equipment},
    config::Settings,
    service::Thinkers,
};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::json;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::oneshot,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
};

use crate::support::{Arcade, PATIENCE, Setup, Transport, until};

/// Stands before the stand-in as discord.com, with a certificate of its own;
/// the result is where it listens, and that certificate.
async fn discord_com(playground: &Playground) -> (SocketAddr, reqwest::Certificate) {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["discord.com".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let target = playground.url().trim_start_matches("http://").to_owned();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, target) = (acceptor.clone(), target.clone());
            tokio::spawn(async move {
                let mut inside = TcpStream::connect(target).await?;
                let mut outside = acceptor.accept(stream).await?;
                copy_bidirectional(&mut outside, &mut inside).await
            });
        }
    });
    (address, reqwest::Certificate::from_der(cert.der()).unwrap())
}

#[tokio::test]
async fn a_game_is_played_over_tls_without_a_proxy() {
    let mut arcade = Arcade::without_bot("tls").await;
    arcade.set_up(Setup { transport: Transport::Gateway, ..Setup::default() });
    let (address, certificate) = discord_com(&arcade.playground).await;
    let client = reqwest::Client::builder()
        .use_rustls_tls()
        .add_root_certificate(certificate)
        .resolve("discord.com", address)
        .build()
        .unwrap();
    let settings = Settings { proxy: None, ..arcade.settings() };
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move { stopped.await.unwrap_or(()) };
    let equipment = Equipment { client, thinkers: Thinkers::default(), listener: None };
    let clock = Clock::clone(&arcade.clock);
    let bot = tokio::spawn(bot::run_with(equipment, settings, clock, stopped));
    arcade.bot_ready().await;

    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "4").await;
    let new = arcade.command(arcade.ben, "drop", json!({ "column": "4" })).await.message().clone();
    until("the old board lost its buttons", || arcade.now(&board).labels().is_empty()).await;
    arcade.wait(std::time::Duration::from_mins(16)).await;
    let newest = arcade.command(arcade.ann, "board", json!({})).await.message().clone();
    until("so did the next, through its channel", || arcade.now(&new).labels().is_empty()).await;
    let pinging = arcade.press(arcade.ann, &newest, "3").await.message().clone();
    assert_eq!(pinging.pings, [arcade.ben], "Ann has thought for long");
    let over = arcade.moves_of([arcade.ben, arcade.ann], &pinging, "737373").await;
    assert!(over.content.contains("🔴 **Ann** wins"), "{}", over.content);

    stop.send(()).unwrap();
    tokio::time::timeout(PATIENCE, bot).await.unwrap().unwrap().unwrap();
    arcade.close().await;
}
