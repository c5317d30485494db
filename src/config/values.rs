//! What each setting's text may be.

use std::net::SocketAddr;

use data_encoding::HEXLOWER_PERMISSIVE;
use ed25519_dalek::VerifyingKey;
use secrecy::SecretString;
use tracing_subscriber::filter::{LevelFilter, Targets};

use super::{
    DATABASE_URL, DEV_GUILD_ID, DISCORD_PROXY_URL, DISCORD_PUBLIC_KEY, DISCORD_TOKEN,
    INTERACTIONS_ADDR, LOG_FORMAT, LogFormat, RUST_LOG, SettingError, TransportSettings,
};
use crate::game::GuildId;

const DEFAULT_DATABASE: &str = "sqlite://fourfall.db";

pub(super) fn token(value: Option<String>) -> Result<SecretString, SettingError> {
    let Some(token) = value else {
        return Err(SettingError::new(
            DISCORD_TOKEN,
            "is not set. Run `fourfall setup`, which asks for it, or put it into .env yourself; \
             `fourfall playground` needs none.",
        ));
    };
    parse_token(&token)
}

/// A value without the spaces and quotes around it, which `docker run --env-file` keeps.
pub(super) fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\'', '`']).trim()
}

/// Parses a token, without what is often copied along. Only Discord can tell a token from
/// other texts.
pub fn parse_token(text: &str) -> Result<SecretString, SettingError> {
    let mut token = unquoted(text);
    for prefix in ["DISCORD_TOKEN=", "Bot "] {
        token = unquoted(token.strip_prefix(prefix).unwrap_or(token));
    }
    if !token.is_empty() && token.chars().all(|c| c.is_ascii_graphic()) {
        Ok(token.into())
    } else {
        Err(SettingError::new(
            DISCORD_TOKEN,
            "has characters that no token has. Copy the token from the developer portal again.",
        ))
    }
}

pub(super) fn database(value: Option<String>) -> Result<SecretString, SettingError> {
    let address = value.unwrap_or_else(|| DEFAULT_DATABASE.to_owned());
    if address.trim_start_matches("sqlite:").trim_start_matches('/').is_empty() {
        return Err(SettingError::new(
            DATABASE_URL,
            "names no file. Write it like sqlite://fourfall.db.",
        ));
    }
    if ["sqlite:", "postgres://", "postgresql://"].iter().any(|it| address.starts_with(it)) {
        Ok(address.into())
    } else {
        Err(SettingError::new(
            DATABASE_URL,
            "names no database that Fourfall knows. Write it like sqlite://fourfall.db or \
             postgres://user:password@host/fourfall.",
        ))
    }
}

pub(super) fn guild(value: &str) -> Result<GuildId, SettingError> {
    match value.parse() {
        Ok(id) if id > 0 => Ok(GuildId(id)),
        _ => Err(SettingError::new(
            DEV_GUILD_ID,
            "is not a server's id. In Discord, turn on developer mode and use Copy Server ID.",
        )),
    }
}

pub(super) fn proxy(value: String) -> Result<String, SettingError> {
    let wrong = || {
        SettingError::new(
            DISCORD_PROXY_URL,
            "is not an address like http://127.0.0.1:3000. Correct or unset it.",
        )
    };
    let address = reqwest::Url::parse(&value).map_err(|_| wrong())?;
    if matches!(address.scheme(), "http" | "https") && address.has_host() {
        Ok(value)
    } else {
        Err(wrong())
    }
}

pub(super) fn transport(
    key: Option<String>,
    address: Option<String>,
) -> Result<TransportSettings, SettingError> {
    let missing = |name, other| {
        let problem = format!("is not set, but {other} is. Set both, or neither for the gateway.");
        SettingError::new(name, problem)
    };
    match (key, address) {
        (None, None) => Ok(TransportSettings::Gateway),
        (Some(key), Some(address)) => Ok(TransportSettings::Http {
            key: public_key(&key)?,
            address: listening_address(INTERACTIONS_ADDR, &address)?,
        }),
        (None, Some(_)) => Err(missing(DISCORD_PUBLIC_KEY, INTERACTIONS_ADDR)),
        (Some(_), None) => Err(missing(INTERACTIONS_ADDR, DISCORD_PUBLIC_KEY)),
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

pub(super) fn listening_address(
    name: &'static str,
    value: &str,
) -> Result<SocketAddr, SettingError> {
    value.parse().map_err(|_| {
        SettingError::new(
            name,
            "is not an address and a port like 0.0.0.0:8080. Correct or unset it.",
        )
    })
}

/// Parses `RUST_LOG`.
pub(super) fn log_filter(text: &str) -> Result<Targets, SettingError> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let parts: Vec<_> = parts.collect();
    // `Targets` would take it for a target, or an empty level for `error`.
    let is_misspelt = |part: &&str| match part.split_once('=') {
        None => part.parse::<LevelFilter>().is_err(),
        Some((target, level)) => target.is_empty() || level.is_empty(),
    };
    match parts.join(",").parse() {
        Ok(targets) if !parts.iter().any(is_misspelt) => Ok(targets),
        _ => Err(SettingError::new(
            RUST_LOG,
            "is no log filter. Write it like info or info,fourfall=debug.",
        )),
    }
}

pub(super) fn log_format(value: &str) -> Result<LogFormat, SettingError> {
    match value {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err(SettingError::new(LOG_FORMAT, "is neither text nor json. Correct or unset it.")),
    }
}

pub(super) fn not_unicode(name: &'static str) -> SettingError {
    SettingError::new(name, "is not valid UTF-8. Set it again.")
}
