//! Asks the endpoints for monitoring of a bot that runs on this machine.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use reqwest::{Client, StatusCode};
use thiserror::Error;

/// Longer than the bot takes to answer.
const TIMEOUT: Duration = Duration::from_secs(4);

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub enum Probe {
    /// Whether the process lives.
    Health,
    /// Whether it can take moves.
    Readiness,
}

/// Why a probe failed.
#[derive(Debug, Error)]
pub enum ProbeError {
    #[error("nothing answers at {0}")]
    NoAnswer(SocketAddr, #[source] reqwest::Error),
    /// With what the bot says.
    #[error("{0}")]
    Failed(String),
}

/// Asks the bot whose endpoints are at this address. One that stands for all addresses of the
/// machine is asked by the loopback address.
pub async fn probe(address: SocketAddr, probe: Probe) -> Result<(), ProbeError> {
    let path = match probe {
        Probe::Health => "health",
        Probe::Readiness => "ready",
    };
    let no_answer = |error| ProbeError::NoAnswer(address, error);
    // A proxy for the outside world does not lead here.
    let client = Client::builder().no_proxy().timeout(TIMEOUT).build().map_err(no_answer)?;
    let url = format!("http://{}/{path}", loopback_if_unspecified(address));
    let response = client.get(url).send().await.map_err(no_answer)?;
    let status = response.status();
    let text = response.text().await.map_err(no_answer)?;
    if status == StatusCode::OK { Ok(()) } else { Err(ProbeError::Failed(text.trim().to_owned())) }
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
