//! Whether the gateway's address can be connected to.

use std::{io, time::Duration};

use reqwest::Url;
use tokio::{net::TcpStream, time::timeout};

use super::Diagnosis;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

const SUBJECT: &str = "gateway";

/// Connects to it, without starting a session.
pub(super) async fn examine(url: &str) -> Diagnosis {
    match timeout(CONNECT_TIMEOUT, connect(url)).await {
        Ok(Ok(())) => Diagnosis::fine(SUBJECT, "can be connected to"),
        Ok(Err(error)) => wrong(url, &error.to_string()),
        Err(_) => wrong(url, "it does not answer"),
    }
}

fn wrong(url: &str, reason: &str) -> Diagnosis {
    let problem = format!(
        "{url} cannot be connected to: {reason}. Check the firewall (outgoing connections to port \
         443); discordstatus.com tells about outages."
    );
    Diagnosis::wrong(SUBJECT, problem)
}

async fn connect(url: &str) -> io::Result<()> {
    let url = Url::parse(url).map_err(io::Error::other)?;
    let host = url.host_str().ok_or_else(|| io::Error::other("it names no host"))?;
    let port = url.port_or_known_default().unwrap_or(443);
    TcpStream::connect((host.trim_matches(['[', ']']), port)).await.map(drop)
}
