//! The addresses that the bot listens on: whether they are free, or the bot is there.

use std::{
    io::ErrorKind,
    net::{SocketAddr, TcpListener},
};

use reqwest::StatusCode;

use super::{Diagnosis, Subject, endpoint};
use crate::{
    config::{INTERACTIONS_ADDR, OPS_ADDR, SettingResults, TransportSettings},
    discord::ANSWERED_ELSEWHERE,
    ops::{self, Probe},
};

const ADDRESSES: Subject = Subject("addresses");
const BOT: Subject = Subject("bot");

pub(super) async fn examine(settings: &SettingResults) -> Vec<Diagnosis> {
    let mut diagnoses = Vec::new();
    if let Ok(None) = &settings.ops_address {
        diagnoses.push(BOT.unchecked(format!("whether it runs, since {OPS_ADDR} is not set")));
    }
    if let Ok(Some(address)) = &settings.ops_address {
        let is_bot = ops::probe(*address, Probe::HEALTH).await.is_ok();
        diagnoses.push(judge(OPS_ADDR, *address, is_bot));
        if is_bot {
            diagnoses.push(examine_readiness(*address).await);
            diagnoses.extend(find_other_process(*address).await);
        } else {
            diagnoses.push(BOT.unchecked("it does not run here"));
        }
    }
    if let Ok(TransportSettings::Http { address, .. }) = &settings.transport {
        let url = format!("http://{}/interactions", ops::loopback_if_unspecified(*address));
        let is_bot = is_interactions_endpoint(&url).await;
        diagnoses.push(judge(INTERACTIONS_ADDR, *address, is_bot));
    }
    diagnoses
}

async fn is_interactions_endpoint(url: &str) -> bool {
    let Ok(client) = ops::local_client() else { return false };
    endpoint::post_unsigned(&client, url).await.is_ok_and(|it| it == StatusCode::UNAUTHORIZED)
}

fn judge(setting: &'static str, address: SocketAddr, is_bot: bool) -> Diagnosis {
    if is_bot {
        return ADDRESSES.fine(format!("the bot listens on {setting}, {address}"));
    }
    match TcpListener::bind(address) {
        Ok(_) => ADDRESSES.fine(format!("{setting}, {address}, is free")),
        Err(error) => {
            let problem = match error.kind() {
                ErrorKind::AddrInUse => {
                    "is in use by another program. Stop that, or choose another."
                }
                ErrorKind::AddrNotAvailable => "is no address of this machine. Choose another.",
                ErrorKind::PermissionDenied => "is a port for root alone. Choose one above 1023.",
                _ => "does not work. Choose another.",
            };
            ADDRESSES.wrong(format!("{setting}, {address}, {problem}"))
        }
    }
}

async fn examine_readiness(address: SocketAddr) -> Diagnosis {
    match ops::probe(address, Probe::READINESS).await {
        Ok(()) => BOT.fine("is running and ready"),
        Err(error) => BOT.wrong(format!("{error}. See its log.")),
    }
}

/// Whether the bot has noticed another process with its token.
async fn find_other_process(address: SocketAddr) -> Option<Diagnosis> {
    let problem = "another process with its token has answered in its place since it started. \
                   Stop that one, or reset the token in the portal.";
    let answers = ops::read_counter(address, ANSWERED_ELSEWHERE).await?;
    (answers > 0).then(|| BOT.wrong(problem))
}
