//! The settings, read from the environment and from `.env`. No other module reads them.

mod env_file;
mod values;

#[cfg(test)]
mod tests;

use std::{collections::HashMap, env, net::SocketAddr};

use ed25519_dalek::VerifyingKey;
use secrecy::SecretString;
use thiserror::Error;
use tracing_subscriber::filter::{LevelFilter, Targets};

use self::values::{
    database, guild, listening_address, log_filter, log_format, proxy, transport, unquoted,
};
pub use self::{
    env_file::path as env_file,
    values::{is_loopback, parse_token, public_key},
};
use crate::game::GuildId;

const NO_TOKEN: &str = "is not set. Run `fourfall setup`, which asks for it, or put it into .env \
                        yourself; `fourfall playground` needs none.";

const DEFAULT_DATABASE: &str = "sqlite://fourfall.db";

/// The settings of `fourfall run`.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot token.
    pub token: SecretString,
    /// The database URL, which may contain a password.
    pub database: SecretString,
    /// The server to register the commands in. `None` registers them globally.
    pub development_guild: Option<GuildId>,
    /// The URL that REST calls go to instead of Discord's.
    pub proxy: Option<String>,
    /// The address of the health and metrics endpoints.
    pub ops_address: Option<SocketAddr>,
    pub transport: TransportSettings,
}

/// How Discord delivers interactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransportSettings {
    /// Over the gateway's WebSocket.
    Gateway,
    /// As signed HTTP POST requests.
    Http {
        /// The application's public key, which verifies the signatures.
        key: Box<VerifyingKey>,
        /// The address to listen on.
        address: SocketAddr,
    },
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    #[default]
    Text,
    /// One JSON object for each line.
    Json,
}

/// What is logged, and how.
#[derive(Clone, Debug)]
pub struct LogSettings {
    /// Levels, and targets with levels.
    pub filter: Targets,
    pub format: LogFormat,
}

/// A missing or invalid setting. Displays as one line that names it, what is wrong and
/// what to do.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{name} {problem}")]
pub struct SettingError {
    /// The environment variable.
    pub name: &'static str,
    /// What is wrong with it, and what to do.
    pub problem: String,
}

impl SettingError {
    pub fn new(name: &'static str, problem: impl Into<String>) -> Self {
        Self { name, problem: problem.into() }
    }
}

pub const DISCORD_TOKEN: &str = "DISCORD_TOKEN";
pub const DATABASE_URL: &str = "DATABASE_URL";
pub const DEV_GUILD_ID: &str = "DEV_GUILD_ID";
pub const DISCORD_PROXY_URL: &str = "DISCORD_PROXY_URL";
pub const DISCORD_PUBLIC_KEY: &str = "DISCORD_PUBLIC_KEY";
pub const INTERACTIONS_ADDR: &str = "INTERACTIONS_ADDR";
pub const OPS_ADDR: &str = "OPS_ADDR";
pub const RUST_LOG: &str = "RUST_LOG";
pub const LOG_FORMAT: &str = "LOG_FORMAT";

/// How log lines are written, whatever else is wrong with the settings.
pub fn log_format_or_default() -> LogFormat {
    let file = env_file::variables().unwrap_or_default();
    let format = parsed(|name| variable(name, &file), LOG_FORMAT, log_format);
    format.ok().flatten().unwrap_or_default()
}

/// Whether the environment, without the file `.env`, has a setting.
pub fn is_set(name: &'static str) -> bool {
    !matches!(variable(name, &HashMap::new()), Ok(None))
}

/// What else may be wrong with a token that Discord refuses, after a space.
pub fn token_note() -> &'static str {
    let note = " It is the environment's, which wins over .env, and which docker restart keeps.";
    if is_set(DISCORD_TOKEN) { note } else { "" }
}

/// Whether the environment or the file `.env` has a token. One that cannot be read may have
/// one.
pub fn has_token() -> bool {
    let Ok(file) = env_file::variables() else { return true };
    !matches!(variable(DISCORD_TOKEN, &file), Ok(None))
}

/// Whether the environment has a variable, be it an empty one.
#[expect(clippy::disallowed_methods, reason = "config is the only reader of the environment")]
pub fn is_present(name: &str) -> bool {
    env::var_os(name).is_some()
}

/// That the gateway takes no proxy, if a variable has HTTPS calls go through one.
pub fn proxy_note() -> Option<String> {
    let names = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
    let variable = names.into_iter().find(|name| is_set(name))?;
    Some(format!("the gateway is reached directly, not through {variable}"))
}

/// Each setting by itself, so that one that is invalid does not hide the others.
#[derive(Debug)]
pub struct SettingResults {
    pub token: Result<SecretString, SettingError>,
    pub database: Result<SecretString, SettingError>,
    pub development_guild: Result<Option<GuildId>, SettingError>,
    pub proxy: Result<Option<String>, SettingError>,
    pub ops_address: Result<Option<SocketAddr>, SettingError>,
    pub transport: Result<TransportSettings, SettingError>,
    pub log: Result<LogSettings, SettingError>,
}

impl SettingResults {
    /// Reads the environment and the file `.env` in the working directory. Fails if there is
    /// a file that cannot be read.
    pub fn read() -> Result<Self, SettingError> {
        let file = env_file::variables()?;
        Ok(Self::from_variables(|name| variable(name, &file)))
    }

    /// What is invalid.
    pub fn errors(&self) -> Vec<&SettingError> {
        let Self { token, database, development_guild, proxy, ops_address, transport, log } = self;
        let errors = [
            token.as_ref().err(),
            database.as_ref().err(),
            development_guild.as_ref().err(),
            proxy.as_ref().err(),
            ops_address.as_ref().err(),
            transport.as_ref().err(),
            log.as_ref().err(),
        ];
        errors.into_iter().flatten().collect()
    }

    /// All settings, or the first that is invalid.
    pub fn settings(self) -> Result<Settings, SettingError> {
        Ok(Settings {
            token: self.token?,
            database: self.database?,
            development_guild: self.development_guild?,
            proxy: self.proxy?,
            ops_address: self.ops_address?,
            transport: self.transport?,
        })
    }

    fn from_variables(
        variable: impl Fn(&'static str) -> Result<Option<String>, SettingError>,
    ) -> Self {
        let keys = || Ok((variable(DISCORD_PUBLIC_KEY)?, variable(INTERACTIONS_ADDR)?));
        let log = || {
            let filter = parsed(&variable, RUST_LOG, log_filter)?;
            let filter = filter.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
            let format = parsed(&variable, LOG_FORMAT, log_format)?.unwrap_or_default();
            Ok(LogSettings { filter, format })
        };
        Self {
            token: parsed(&variable, DISCORD_TOKEN, parse_token)
                .and_then(|token| token.ok_or_else(|| SettingError::new(DISCORD_TOKEN, NO_TOKEN))),
            database: parsed(&variable, DATABASE_URL, database)
                .map(|address| address.unwrap_or_else(|| DEFAULT_DATABASE.into())),
            development_guild: parsed(&variable, DEV_GUILD_ID, guild),
            proxy: parsed(&variable, DISCORD_PROXY_URL, proxy),
            ops_address: parsed(&variable, OPS_ADDR, listening_address),
            transport: keys().and_then(|(key, address)| transport(key, address)),
            log: log(),
        }
    }
}

/// The value of a setting, if it is set.
fn parsed<T>(
    variable: impl Fn(&'static str) -> Result<Option<String>, SettingError>,
    name: &'static str,
    parse: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<Option<T>, SettingError> {
    let value = variable(name)?.map(|text| parse(&text)).transpose();
    value.map_err(|problem| SettingError::new(name, problem))
}

/// A variable's value in the environment, or else in a file with these variables. An empty
/// variable counts as not set.
#[expect(clippy::disallowed_methods, reason = "the only place that reads the environment")]
fn variable(
    name: &'static str,
    file: &HashMap<String, String>,
) -> Result<Option<String>, SettingError> {
    let value = |text: &str| Some(unquoted(text).to_owned()).filter(|value| !value.is_empty());
    let in_environment = match env::var(name) {
        Ok(text) => value(&text),
        Err(env::VarError::NotPresent) => None,
        Err(env::VarError::NotUnicode(_)) => {
            return Err(SettingError::new(name, "is not valid UTF-8. Set it again."));
        }
    };
    Ok(in_environment.or_else(|| value(file.get(name)?)))
}
