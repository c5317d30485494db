//! The addresses that the bot listens on, whether they are free or the bot is there, and the one
//! that Discord posts interactions to.

use std::{
    io::ErrorKind,
    net::{SocketAddr, TcpListener},
    time::Duration,
};

use data_encoding::HEXLOWER;
use reqwest::{Client, StatusCode, redirect::Policy};

use super::{Diagnosis, Subject};
use crate::{
    app,
    config::{
        self, DISCORD_PUBLIC_KEY, INTERACTIONS_ADDR, OPS_ADDR, SettingResults, TransportSettings,
    },
    discord::{ANSWERED_ELSEWHERE, application::ApplicationInfo},
    errors,
    ops::{self, Probe},
};

const ADDRESSES: Subject = Subject("addresses");
const BOT: Subject = Subject("bot");
const ENDPOINT: Subject = Subject("endpoint");

/// What is wrong if the bot has noticed another process.
const OTHER_PROCESS: &str = "another process with its token has answered in its place since it \
                             started. Stop that one, or reset the token in the portal.";

/// How long Discord waits for an answer.
const TIMEOUT: Duration = Duration::from_secs(3);

pub(super) async fn examine(settings: &SettingResults) -> Vec<Diagnosis> {
    let mut diagnoses = Vec::new();
    if let Ok(None) = &settings.ops_address {
        diagnoses.push(BOT.unchecked(format!("whether it runs, since {OPS_ADDR} is not set")));
    }
    if let Ok(Some(address)) = &settings.ops_address {
        let is_bot = ops::probe(*address, Probe::HEALTH).await.is_ok();
        diagnoses.push(judge(OPS_ADDR, *address, is_bot));
        if is_bot {
            diagnoses.push(match ops::probe(*address, Probe::READINESS).await {
                Ok(()) => BOT.fine("is running and ready"),
                Err(error) => BOT.wrong(format!("{error}. See its log.")),
            });
            if ops::read_counter(*address, ANSWERED_ELSEWHERE).await.is_some_and(|it| it > 0) {
                diagnoses.push(BOT.wrong(OTHER_PROCESS));
            }
        } else {
            diagnoses.push(BOT.unchecked("it does not run here"));
        }
    }
    if let Ok(TransportSettings::Http { address, .. }) = &settings.transport {
        let url = format!("http://{}/interactions", ops::loopback_if_unspecified(*address));
        let answer = post_unsigned(ops::local_client(), &url).await;
        let is_bot = answer.is_ok_and(|it| it == StatusCode::UNAUTHORIZED);
        diagnoses.push(judge(INTERACTIONS_ADDR, *address, is_bot));
    }
    diagnoses
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

/// Whether the way that Discord takes to the bot is the one that the bot listens on.
pub(super) async fn examine_endpoint(
    info: &ApplicationInfo,
    transport: &TransportSettings,
) -> Vec<Diagnosis> {
    let TransportSettings::Http { key, .. } = transport else {
        return vec![examine_gateway(info)];
    };
    let mut diagnoses = Vec::new();
    if HEXLOWER.encode(key.as_bytes()) != info.public_key().to_ascii_lowercase() {
        diagnoses.push(ENDPOINT.wrong(format!(
            "{DISCORD_PUBLIC_KEY} is not this application's, so every interaction would be \
             refused. Set it to {}.",
            info.public_key()
        )));
    }
    diagnoses.push(match info.endpoint() {
        None => ENDPOINT.wrong(
            "Discord does not know where to post interactions. With the bot running, enter \
             https://YOUR.DOMAIN/interactions as Interactions Endpoint URL on the page General \
             Information of the developer portal.",
        ),
        Some(url) => examine_url(&url).await,
    });
    diagnoses
}

fn examine_gateway(info: &ApplicationInfo) -> Diagnosis {
    match info.endpoint() {
        None => ENDPOINT.fine(
            config::proxy_note().unwrap_or_else(|| "interactions come by the gateway".to_owned()),
        ),
        Some(url) => ENDPOINT.wrong(format!(
            "Discord posts interactions to {url}, so none comes by the gateway. Clear \
             Interactions Endpoint URL on the page General Information of the developer \
             portal, or set {DISCORD_PUBLIC_KEY} and {INTERACTIONS_ADDR}."
        )),
    }
}

async fn examine_url(url: &str) -> Diagnosis {
    let client = app::client_builder().redirect(Policy::none()).timeout(TIMEOUT).build();
    match post_unsigned(client, url).await {
        Ok(StatusCode::UNAUTHORIZED) => {
            ENDPOINT.fine(format!("{url} answers, and refuses what is not signed"))
        }
        Ok(status) => ENDPOINT.wrong(format!(
            "{url} answers a request without a signature with status {}, not 401. Let the \
             load balancer pass it on to the bot, with its body and headers unchanged.",
            status.as_u16()
        )),
        Err(error) => ENDPOINT.wrong(format!(
            "{url} does not answer: {}. Start the bot, and check the load balancer, its \
             certificate and the domain.",
            errors::root_cause(error)
        )),
    }
}

/// The status of the answer to an interaction that is not signed.
async fn post_unsigned(client: reqwest::Result<Client>, url: &str) -> reqwest::Result<StatusCode> {
    Ok(client?.post(url).json(&serde_json::json!({ "type": 1 })).send().await?.status())
}
