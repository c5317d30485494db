//! What each setting's text may be.

use std::net::{IpAddr, SocketAddr};

use data_encoding::HEXLOWER_PERMISSIVE;
use ed25519_dalek::VerifyingKey;
use secrecy::SecretString;
use tracing_subscriber::filter::{LevelFilter, Targets};

use super::{DISCORD_PUBLIC_KEY, INTERACTIONS_ADDR, LogFormat, SettingError, TransportSettings};
use crate::game::GuildId;

/// A value, or what is wrong with its text.
type Parsed<T> = Result<T, &'static str>;

/// A value without the spaces and quotes around it, which `docker run --env-file` keeps.
pub(super) fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\'', '`']).trim()
}

/// Parses a token, without what is often copied along. Only Discord can tell a token from
/// other texts.
pub fn parse_token(text: &str) -> Parsed<SecretString> {
    let mut token = unquoted(text);
    for prefix in ["DISCORD_TOKEN=", "Bot "] {
        token = unquoted(token.strip_prefix(prefix).unwrap_or(token));
    }
    if !token.is_empty() && token.chars().all(|c| c.is_ascii_graphic()) {
        Ok(token.into())
    } else {
        Err("has characters that no token has. Copy the token from the developer portal again.")
    }
}

pub(super) fn database(address: &str) -> Parsed<SecretString> {
    if address.trim_start_matches("sqlite:").trim_start_matches('/').is_empty() {
        return Err("names no file. Write it like sqlite://fourfall.db.");
    }
    if ["sqlite:", "postgres://", "postgresql://"].iter().any(|it| address.starts_with(it)) {
        Ok(address.into())
    } else {
        Err("names no database that Fourfall knows. Write it like sqlite://fourfall.db or \
             postgres://user:password@host/fourfall.")
    }
}

pub(super) fn guild(id: &str) -> Parsed<GuildId> {
    match id.parse() {
        Ok(id) if id > 0 => Ok(GuildId(id)),
        _ => {
            Err("is not a server's id. In Discord, turn on developer mode and use Copy Server ID.")
        }
    }
}

pub(super) fn proxy(address: &str) -> Parsed<String> {
    match reqwest::Url::parse(address) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => {
            Ok(address.to_owned())
        }
        _ => Err("is not an address like http://127.0.0.1:3000. Correct or unset it."),
    }
}

/// Whether a URL leads to this machine.
pub fn is_loopback(url: &str) -> bool {
    let url = reqwest::Url::parse(url).ok();
    let host = url.as_ref().and_then(|url| url.host_str()).unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse().map(|it: IpAddr| it.to_canonical());
    let is_named_so = || format!(".{}", host.trim_end_matches('.')).ends_with(".localhost");
    address.map_or_else(|_| is_named_so(), |it| it.is_loopback() || it.is_unspecified())
}

pub(super) fn transport(
    key: Option<String>,
    address: Option<String>,
) -> Result<TransportSettings, SettingError> {
    let missing = |name, other| {
        let problem = format!("is not set, but {other} is. Set both, or neither for the gateway.");
        Err(SettingError::new(name, problem))
    };
    match (key, address) {
        (None, None) => Ok(TransportSettings::Gateway),
        (Some(key), Some(address)) => Ok(TransportSettings::Http {
            key: public_key(&key)?,
            address: listening_address(&address)
                .map_err(|problem| SettingError::new(INTERACTIONS_ADDR, problem))?,
        }),
        (None, Some(_)) => missing(DISCORD_PUBLIC_KEY, INTERACTIONS_ADDR),
        (Some(_), None) => missing(INTERACTIONS_ADDR, DISCORD_PUBLIC_KEY),
    }
}

/// Parses an application's public key of 64 hex digits. Weak keys are refused, since
/// anybody can forge signatures for them.
pub fn public_key(digits: &str) -> Result<Box<VerifyingKey>, SettingError> {
    let bytes = HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).ok();
    let key = bytes.and_then(|bytes| VerifyingKey::try_from(&*bytes).ok());
    key.filter(|key| !key.is_weak()).map(Box::new).ok_or_else(|| {
        SettingError::new(
            DISCORD_PUBLIC_KEY,
            "is no public key of 64 hex digits. Copy it from the page General Information in the \
             developer portal.",
        )
    })
}

pub(super) fn listening_address(address: &str) -> Parsed<SocketAddr> {
    address
        .parse()
        .map_err(|_| "is not an address and a port like 0.0.0.0:8080. Correct or unset it.")
}

/// Parses `RUST_LOG`.
pub(super) fn log_filter(text: &str) -> Parsed<Targets> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let parts: Vec<_> = parts.collect();
    // `Targets` would take it for a target, or an empty level for `error`.
    let is_misspelt = |part: &&str| match part.split_once('=') {
        None => part.parse::<LevelFilter>().is_err(),
        Some((target, level)) => target.is_empty() || level.is_empty(),
    };
    match parts.join(",").parse() {
        Ok(targets) if !parts.iter().any(is_misspelt) => Ok(targets),
        _ => Err("is no log filter. Write it like info or info,fourfall=debug."),
    }
}

pub(super) fn log_format(name: &str) -> Parsed<LogFormat> {
    match name {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("is neither text nor json. Correct or unset it."),
    }
}
