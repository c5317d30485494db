//! The addresses that the bot listens on: whether they are free, or the bot is there.

use std::{
    io::ErrorKind,
    net::{SocketAddr, TcpListener},
};

use reqwest::StatusCode;

use super::{Diagnosis, endpoint};
use crate::{
    config::{INTERACTIONS, OPS, SettingResults, TransportSettings},
    ops::{self, Probe},
};

const SUBJECT: &str = "addresses";

pub(super) async fn examine(settings: &SettingResults) -> Vec<Diagnosis> {
    let mut diagnoses = Vec::new();
    if let Ok(Some(address)) = &settings.ops_address {
        let is_bot = ops::probe(*address, Probe::Health).await.is_ok();
        diagnoses.push(judge(OPS, *address, is_bot));
        if is_bot {
            diagnoses.push(examine_readiness(*address).await);
        }
    }
    if let Ok(TransportSettings::Http { address, .. }) = &settings.transport {
        let url = format!("http://{}/interactions", ops::loopback_if_unspecified(*address));
        let is_bot =
            endpoint::post_unsigned(&url).await.is_ok_and(|it| it == StatusCode::UNAUTHORIZED);
        diagnoses.push(judge(INTERACTIONS, *address, is_bot));
    }
    diagnoses
}

fn judge(setting: &'static str, address: SocketAddr, is_bot: bool) -> Diagnosis {
    if is_bot {
        return Diagnosis::fine(SUBJECT, format!("the bot listens on {setting}, {address}"));
    }
    match TcpListener::bind(address) {
        Ok(_) => {
            let seen = format!("{setting}, {address}, is free, as the bot is not running");
            Diagnosis::fine(SUBJECT, seen)
        }
        Err(error) => {
            let problem = match error.kind() {
                ErrorKind::AddrInUse => {
                    "is in use by another program. Stop that, or choose another."
                }
                ErrorKind::AddrNotAvailable => "is no address of this machine. Choose another.",
                ErrorKind::PermissionDenied => "is a port for root alone. Choose one above 1023.",
                _ => "does not work. Choose another.",
            };
            Diagnosis::wrong(SUBJECT, format!("{setting}, {address}, {problem}"))
        }
    }
}

async fn examine_readiness(address: SocketAddr) -> Diagnosis {
    let subject = "bot";
    match ops::probe(address, Probe::Readiness).await {
        Ok(()) => Diagnosis::fine(subject, "is running and ready"),
        Err(error) => {
            let reason = error.to_string().trim().replace('\n', ", and ");
            Diagnosis::wrong(subject, format!("is running, but not ready: {reason}. See its log."))
        }
    }
}
