//! Asks the endpoints for monitoring of a bot that runs on this machine.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use anyhow::{anyhow, bail};
use reqwest::{Client, StatusCode, redirect::Policy};

use crate::errors;

/// Longer than the bot takes to answer.
const TIMEOUT: Duration = Duration::from_secs(4);

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    path: &'static str,
    /// What the bot answers if all is well.
    pub answer: &'static str,
}

impl Probe {
    /// Whether the process lives.
    pub const HEALTH: Self = Self { path: "health", answer: "ok" };

    /// Whether it can take moves.
    pub const READINESS: Self = Self { path: "ready", answer: "ready" };
}

/// The longest answer that is shown.
const MAX_ANSWER: usize = 1_000;

/// Asks the bot whose endpoints are at this address. One that stands for all addresses of the
/// machine is asked by the loopback address.
pub async fn probe(address: SocketAddr, probe: Probe) -> anyhow::Result<()> {
    let no_answer = |error| {
        let cause = errors::root_cause(error);
        anyhow!(
            "nothing answers at {address} ({cause}): start the bot, or set OPS_ADDR as it has it"
        )
    };
    let client = local_client().map_err(no_answer)?;
    let url = format!("http://{}/{}", loopback_if_unspecified(address), probe.path);
    let response = client.get(url).send().await.map_err(no_answer)?;
    let status = response.status();
    let text = response.text().await.map_err(no_answer)?;
    match status {
        StatusCode::OK if text.trim() == probe.answer => Ok(()),
        StatusCode::SERVICE_UNAVAILABLE if text.len() <= MAX_ANSWER => {
            let failures = text.trim().replace('\n', ", and ").replace(char::is_control, " ");
            bail!("the bot is not ready: {failures}")
        }
        _ => bail!("what answers at {address} is not the bot: set OPS_ADDR as the bot has it"),
    }
}

/// The value of a counter without labels, of the bot whose endpoints are at this address. `None`
/// if it has no such counter, or does not answer.
pub async fn read_counter(address: SocketAddr, name: &str) -> Option<u64> {
    let url = format!("http://{}/metrics", loopback_if_unspecified(address));
    let metrics = local_client().ok()?.get(url).send().await.ok()?.text().await.ok()?;
    metrics.lines().find_map(|line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

/// A client for what listens on this machine, to which a proxy for the outside does not lead.
pub fn local_client() -> reqwest::Result<Client> {
    Client::builder().no_proxy().redirect(Policy::none()).timeout(TIMEOUT).build()
}

/// The address by which this machine reaches a listener.
pub fn loopback_if_unspecified(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_all_interfaces_is_reached_by_loopback() {
        for (address, expected) in [
            ("0.0.0.0:9090", "127.0.0.1:9090"),
            ("[::]:9090", "[::1]:9090"),
            ("192.0.2.1:9090", "192.0.2.1:9090"),
        ] {
            let expected: SocketAddr = expected.parse().unwrap();
            assert_eq!(loopback_if_unspecified(address.parse().unwrap()), expected);
        }
    }
}
