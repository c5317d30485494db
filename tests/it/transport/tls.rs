//! TLS: the production setup, without a proxy and with serenity's rate limiter, and certificates
//! that only the machine trusts.

use std::{fs, net::SocketAddr, sync::Arc};

use clock::Clock;
use fake_discord::{FakeDiscord, Fault, FaultKind};
use fourfall::{
    app::{self, Dependencies},
    config::Settings,
};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
};

use crate::support::{Process, TIMEOUT, TestBot, TestDatabase};

/// What begins TLS on a connection.
#[derive(Clone, Copy, PartialEq)]
enum Opening {
    Immediate,
    /// PostgreSQL's client asks for it.
    Requested,
}

/// Starts a proxy that takes TLS and passes it on without. Returns its port and its self-signed
/// certificate.
async fn tls_proxy(target: &str, name: &str, opening: Opening) -> (u16, rcgen::Certificate) {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed([name.to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let target = target.to_owned();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let (acceptor, target) = (acceptor.clone(), target.clone());
            tokio::spawn(async move {
                let mut inside = TcpStream::connect(target).await?;
                if opening == Opening::Requested {
                    stream.read_exact(&mut [0; 8]).await?;
                    stream.write_all(b"S").await?;
                }
                let mut outside = acceptor.accept(stream).await?;
                copy_bidirectional(&mut outside, &mut inside).await
            });
        }
    });
    (port, cert)
}

/// Starts such a proxy to the fake.
async fn discord_as(name: &str, discord: &FakeDiscord) -> (u16, rcgen::Certificate) {
    tls_proxy(discord.url().trim_start_matches("http://"), name, Opening::Immediate).await
}

#[tokio::test]
async fn a_game_is_played_over_tls_without_a_proxy() {
    let bot = TestBot::builder("tls").hosts(&["discord.com"]).gateway().stopped().await;
    let (port, certificate) = discord_as("discord.com", &bot.discord).await;
    let certificate = reqwest::Certificate::from_der(certificate.der()).unwrap();
    let client = app::client_builder()
        .add_root_certificate(certificate)
        .resolve("discord.com", SocketAddr::from(([127, 0, 0, 1], port)))
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

/// A stopped bot, and where Discord is if all that goes there passes a proxy that inspects TLS,
/// with the file of that proxy's certificate.
async fn inspected(name: &str) -> (TestBot, [(&'static str, String); 1], String) {
    let bot = TestBot::builder(name).in_real_time().gateway().on_sqlite().stopped().await;
    let (port, certificate) = discord_as("localhost", &bot.discord).await;
    let body = json!({
        "url": format!("wss://localhost:{port}/gateway-socket"),
        "shards": 1,
        "session_start_limit":
            { "total": 1000, "remaining": 999, "reset_after": 9, "max_concurrency": 1 },
    });
    let kind = FaultKind::Status(200, body);
    bot.discord.inject_fault(Fault { route: "GET /gateway/bot", times: 99, kind });
    let file = bot.database.path().with_file_name("authority.pem");
    fs::write(&file, certificate.pem()).unwrap();
    let proxy = [("DISCORD_PROXY_URL", format!("https://localhost:{port}"))];
    (bot, proxy, file.display().to_string())
}

#[tokio::test]
async fn a_certificate_of_the_machine_counts_for_discord() {
    let (bot, proxy, file) = inspected("tls_machine").await;
    let env = bot.env_vars().into_iter().chain(proxy);
    let process = Process::start(&[], env.chain([("SSL_CERT_FILE", file)]));
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4").await;
    assert!(board.content.contains("🔽"), "{}", board.content);
    process.terminate().await;
    let (status, log) = process.output().await;
    assert!(status.success() && !log.contains("WARN"), "{log}");
    bot.close().await;
}

#[tokio::test]
async fn doctor_names_the_authority_that_is_not_trusted() {
    let (bot, proxy, file) = inspected("tls_doctor").await;
    let env = || bot.env_vars().into_iter().chain(proxy.clone());
    let (_, text) = Process::start(&["doctor"], env()).output().await;
    let line = text.lines().find(|it| it.starts_with("WRONG  Discord")).unwrap();
    for part in ["UnknownIssuer", "by \"CN=rcgen self signed cert\"", "SSL_CERT_FILE"] {
        assert!(line.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("firewall"), "{text}");
    // The fake's gateway is behind no proxy then.
    let plain = [("DISCORD_PROXY_URL", bot.discord.url())];
    let (_, text) = Process::start(&["doctor"], env().chain(plain)).output().await;
    let line = text.lines().find(|it| it.starts_with("WRONG  gateway")).unwrap();
    assert!(line.contains("by \"CN=rcgen self signed cert\""), "{text}");
    let (_, text) =
        Process::start(&["doctor"], env().chain([("SSL_CERT_FILE", file)])).output().await;
    assert!(text.contains("ok     gateway      can be connected to"), "{text}");
    bot.close().await;
}

#[tokio::test]
async fn a_wrong_file_of_certificates_is_told_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.pem");
    fs::write(&page, "Not found\n").unwrap();
    for (file, problem) in [
        ("/nowhere/authority.pem", "No such file"),
        (page.to_str().unwrap(), "no certificate is there"),
    ] {
        let (bot, _, _) = inspected("tls_wrong").await;
        let env = bot.env_vars().into_iter().chain([("SSL_CERT_FILE", file.to_owned())]);
        let process = Process::start(&[], env);
        // The gateway's client gets as far as without the variable.
        process.wait_for_output("UnknownIssuer").await;
        process.terminate().await;
        let (status, log) = process.output().await;
        let lines: Vec<_> = log.lines().filter(|it| it.contains("SSL_CERT_FILE")).collect();
        let [line] = lines[..] else { panic!("{log}") };
        assert!(
            line.contains("no certificates are taken from SSL_CERT_FILE: ")
                && line.contains(problem),
            "{line}"
        );
        assert!(status.success(), "{log}");
        bot.close().await;
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_certificate_of_the_machine_counts_for_postgres() {
    let database = TestDatabase::on_postgres().await;
    let mut url = reqwest::Url::parse(&database.url()).unwrap();
    let target = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
    let (port, certificate) = tls_proxy(&target, "localhost", Opening::Requested).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authority.pem");
    fs::write(&file, certificate.pem()).unwrap();
    let file = file.to_str().unwrap();
    url.set_host(Some("localhost")).unwrap();
    url.set_port(Some(port)).unwrap();
    url.set_query(Some("sslmode=verify-full"));
    let check = |url: &str, env: &[(&'static str, &str)]| {
        let env = env.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let url = [("DATABASE_URL", url.to_owned())];
        Process::start(&["data", "check"], env.chain(url)).output()
    };
    let (_, text) = check(url.as_str(), &[("SSL_CERT_FILE", file)]).await;
    assert!(text.contains("no tables"), "{text}");
    let named = format!("{url}&sslrootcert={file}");
    assert!(check(&named, &[]).await.1.contains("no tables"));
    let (status, text) = check(url.as_str(), &[]).await;
    assert!(text.contains("UnknownIssuer") && text.contains("sslrootcert=FILE"), "{text}");
    assert_eq!(status.code(), Some(2), "{text}");
    let by_address = named.replace("localhost", "127.0.0.1");
    let (status, text) = check(&by_address, &[]).await;
    assert!(text.contains("Name the server in the address as its certificate does."), "{text}");
    assert_eq!(status.code(), Some(2), "{text}");
}
