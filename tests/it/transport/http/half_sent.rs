//! Clients that send part of a request and nothing more.

use std::{net::SocketAddr, process::Stdio, time::Duration};

use tokio::{
    io::AsyncReadExt as _,
    process::{Child, Command},
};

use super::requests::{send, signed};
use crate::support::{Process, TIMEOUT, TestBot, free_address};

/// Discord waits three seconds for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A request without the end of its head, for `printf`.
const HALF_A_HEAD: &str = r"POST /interactions HTTP/1.1\r\nHost: x\r\n";

/// A request without its body.
const ONLY_A_HEAD: &str = r"POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n";

/// Opens this many connections that each send half of a request, until the returned
/// process is dropped. They take as many file descriptors, which this one may not have.
async fn send_half_requests(address: SocketAddr, count: usize, half: &str) -> Child {
    let (host, port) = (address.ip(), address.port());
    let script = format!(
        "for _ in $(seq {count}); do \
           exec {{connection}}<>/dev/tcp/{host}/{port} && \
           printf '{half}' >&$connection || exit 1; \
         done; echo done; read -r"
    );
    let mut command = Command::new("bash");
    command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.kill_on_drop(true).spawn().unwrap();
    let mut output = [0; 5];
    let sent = child.stdout.as_mut().unwrap().read_exact(&mut output);
    tokio::time::timeout(TIMEOUT, sent).await.expect("not all were sent").unwrap();
    child
}

#[tokio::test]
async fn half_sent_requests_below_the_limits_keep_nobody_out() {
    let bot = TestBot::builder("http_half_sent").in_real_time().http(1).stopped().await;
    let ops = free_address();
    let mut env = bot.env_vars();
    env.push(("OPS_ADDR", ops.to_string()));
    let process = Process::start_after("ulimit -n 1024", env);
    bot.wait_ready().await;

    let _clients = [
        send_half_requests(ops, 12, HALF_A_HEAD).await,
        send_half_requests(bot.address(), 250, HALF_A_HEAD).await,
        send_half_requests(bot.address(), 250, ONLY_A_HEAD).await,
    ];
    let ping = r#"{"type":1}"#;
    let pinged = tokio::time::timeout(RESPONSE_TIMEOUT, send(&bot, signed(&bot, ping, 0), ping));
    assert_eq!(pinged.await.expect("no answer to a ping").status(), 200);
    let ready = reqwest::get(format!("http://{ops}/ready"));
    let ready = tokio::time::timeout(RESPONSE_TIMEOUT, ready).await;
    assert_eq!(ready.expect("/ready does not answer").unwrap().status(), 200);
    process.terminate().await;
    let (status, output) = process.output_within(Duration::from_secs(10)).await;
    assert!(status.success() && !output.contains("ERROR"), "{output}");
    bot.close().await;
}
