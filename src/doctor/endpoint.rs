//! Whether the way that Discord takes to the bot is the one that the bot listens on.

use std::time::Duration;

use data_encoding::HEXLOWER;
use reqwest::{Client, StatusCode, redirect::Policy};

use super::{Diagnosis, Subject};
use crate::{
    config::{DISCORD_PUBLIC_KEY, INTERACTIONS_ADDR, TransportSettings},
    discord::application::ApplicationInfo,
    errors,
};

/// As long as Discord would wait.
const TIMEOUT: Duration = Duration::from_secs(3);

const ENDPOINT: Subject = Subject("endpoint");

pub(super) async fn examine(
    info: &ApplicationInfo,
    transport: &TransportSettings,
) -> Vec<Diagnosis> {
    let TransportSettings::Http { key, .. } = transport else {
        return vec![examine_gateway(info)];
    };
    let mut diagnoses = Vec::new();
    if HEXLOWER.encode(key.as_bytes()) != info.public_key.to_ascii_lowercase() {
        diagnoses.push(ENDPOINT.wrong(format!(
            "{DISCORD_PUBLIC_KEY} is not this application's, so every interaction would be \
             refused. Set it to {}.",
            info.public_key
        )));
    }
    diagnoses.push(match &info.endpoint {
        None => ENDPOINT.wrong(
            "Discord does not know where to post interactions. With the bot running, enter \
             https://YOUR.DOMAIN/interactions as Interactions Endpoint URL on the page General \
             Information of the developer portal.",
        ),
        Some(url) => examine_url(url).await,
    });
    diagnoses
}

fn examine_gateway(info: &ApplicationInfo) -> Diagnosis {
    match &info.endpoint {
        None => ENDPOINT.fine("interactions come by the gateway"),
        Some(url) => ENDPOINT.wrong(format!(
            "Discord posts interactions to {url}, so none comes by the gateway. Clear \
             Interactions Endpoint URL on the page General Information of the developer \
             portal, or set {DISCORD_PUBLIC_KEY} and {INTERACTIONS_ADDR}."
        )),
    }
}

async fn examine_url(url: &str) -> Diagnosis {
    let posting = async { post_unsigned(&public_client()?, url).await };
    match posting.await {
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

fn public_client() -> reqwest::Result<Client> {
    Client::builder().use_rustls_tls().redirect(Policy::none()).timeout(TIMEOUT).build()
}

/// The status of the answer to an interaction that is not signed.
pub(super) async fn post_unsigned(client: &Client, url: &str) -> reqwest::Result<StatusCode> {
    Ok(client.post(url).json(&serde_json::json!({ "type": 1 })).send().await?.status())
}
