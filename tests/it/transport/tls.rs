//! The production setup: TLS, no proxy, and serenity's rate limiter.

use std::{net::SocketAddr, sync::Arc};

use clock::Clock;
use fake_discord::FakeDiscord;
use fourfall::{
    app::{self, Dependencies},
    config::Settings,
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

use crate::support::{TIMEOUT, TestBot};

/// Starts a TLS proxy to the fake that poses as discord.com. Returns its address and its
/// self-signed certificate.
async fn discord_com(discord: &FakeDiscord) -> (SocketAddr, reqwest::Certificate) {
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
    let target = discord.url().trim_start_matches("http://").to_owned();
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
    let bot = TestBot::builder("tls").hosts(&["discord.com"]).gateway().stopped().await;
    let (address, certificate) = discord_com(&bot.discord).await;
    let client = app::client_builder()
        .add_root_certificate(certificate)
        .resolve("discord.com", address)
        .build()
        .unwrap();
    let settings = Settings { proxy: None, ..bot.settings() };
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move { stopped.await.unwrap_or(()) };
    let dependencies = Dependencies { client, ..Dependencies::new(None, None).unwrap() };
    let clock = Clock::clone(&bot.clock);
    let task = tokio::spawn(app::run(dependencies, settings, clock, stopped));
    bot.wait_ready().await;

    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4").await;
    let new = bot.command(bot.ben, "drop", json!({ "column": "4" })).await.message().clone();
    bot.wait_gone(&board).await;
    bot.advance(std::time::Duration::from_mins(16)).await;
    let newest = bot.command(bot.ann, "board", json!({})).await.message().clone();
    bot.wait_gone(&new).await;
    let pinging = bot.press(bot.ann, &newest, "3").await.message().clone();
    assert_eq!(pinging.pings, [bot.ben], "a move after a long time pings");
    let over = bot.play_moves_as([bot.ben, bot.ann], &pinging, "737373").await;
    assert!(over.content.contains("## 🏆 Ann wins!"), "{}", over.content);

    stop.send(()).unwrap();
    tokio::time::timeout(TIMEOUT, task).await.unwrap().unwrap().unwrap();
    bot.close().await;
}
