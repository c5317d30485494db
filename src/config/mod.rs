//! The settings, read from the environment. No other module reads it.

mod env_file;
mod log_filter;
mod values;

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    env,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use ed25519_dalek::VerifyingKey;
use secrecy::SecretString;
use thiserror::Error;
use tracing_subscriber::filter::{LevelFilter, Targets};

use self::values::{
    database, guild, listening_address, log_format, not_unicode, proxy, token, transport,
};
pub use self::values::{parse_token, public_key};
use crate::game::GuildId;

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
#[derive(Debug, Error, PartialEq, Eq)]
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

const DEFAULT_LEVEL: LevelFilter = LevelFilter::INFO;

/// Adds the variables of a `.env` file, in the current directory or one above it, to
/// the environment. Does not override variables. Returns the file's path, or `None` if there
/// is no file.
pub fn load_env_file() -> Result<Option<PathBuf>, SettingError> {
    let path = env_file::find();
    if let Some(path) = &path {
        env_file::load(path)?;
    }
    Ok(path)
}

/// How log lines are written, whatever else is wrong with the settings.
pub fn log_format_or_default() -> LogFormat {
    let format = variable(LOG_FORMAT).ok().flatten().map(|it| log_format(&it));
    format.and_then(Result::ok).unwrap_or_default()
}

pub fn log_settings() -> Result<LogSettings, SettingError> {
    log(&variable)
}

fn log(
    variable: &impl Fn(&'static str) -> Result<Option<String>, SettingError>,
) -> Result<LogSettings, SettingError> {
    let filter = variable(RUST_LOG)?.map(|it| log_filter::parse(&it)).transpose()?;
    let format = variable(LOG_FORMAT)?.map(|it| log_format(&it)).transpose()?;
    let filter = filter.unwrap_or_else(|| Targets::new().with_default(DEFAULT_LEVEL));
    Ok(LogSettings { filter, format: format.unwrap_or_default() })
}

/// The database URL, for commands that need no token.
pub fn database_address() -> Result<SecretString, SettingError> {
    database(variable(DATABASE_URL)?)
}

/// Whether the environment, without a `.env` file that is not loaded yet, has a setting.
pub fn is_set(name: &'static str) -> bool {
    !matches!(variable(name), Ok(None))
}

/// Whether the environment or a `.env` file has a token. So does a file that cannot be read.
pub fn has_token() -> bool {
    is_set(DISCORD_TOKEN) || has_token_in_file()
}

fn has_token_in_file() -> bool {
    let variables = env_file::find().map(|path| env_file::variables(&path));
    // One that cannot be read may have one.
    let has_token = |variables: HashMap<String, String>| {
        variables.get(DISCORD_TOKEN).is_some_and(|token| !token.is_empty())
    };
    variables.is_some_and(|variables| variables.map_or(true, has_token))
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
    /// Reads the environment.
    pub fn from_environment() -> Self {
        Self::from_variables(variable)
    }

    /// Reads the environment and this `.env` file, which is not loaded. Fails if there is a
    /// file that cannot be read.
    pub fn with_env_file(path: &Path) -> Result<Self, SettingError> {
        let file = env_file::variables(path)?;
        let in_file = |name| file.get(name).filter(|value| !value.is_empty()).cloned();
        Ok(Self::from_variables(|name| Ok(variable(name)?.or_else(|| in_file(name)))))
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

    fn from_variables(
        variable: impl Fn(&'static str) -> Result<Option<String>, SettingError>,
    ) -> Self {
        let keys = || Ok((variable(DISCORD_PUBLIC_KEY)?, variable(INTERACTIONS_ADDR)?));
        Self {
            token: variable(DISCORD_TOKEN).and_then(token),
            database: variable(DATABASE_URL).and_then(database),
            development_guild: variable(DEV_GUILD_ID)
                .and_then(|id| id.map(|id| guild(&id)).transpose()),
            proxy: variable(DISCORD_PROXY_URL).and_then(|url| url.map(proxy).transpose()),
            ops_address: variable(OPS_ADDR)
                .and_then(|it| it.map(|it| listening_address(OPS_ADDR, &it)).transpose()),
            transport: keys().and_then(|(key, address)| transport(key, address)),
            log: log(&variable),
        }
    }
}

impl Settings {
    /// Reads the environment.
    pub fn from_environment() -> Result<Self, SettingError> {
        SettingResults::from_environment().try_into()
    }
}

impl TryFrom<SettingResults> for Settings {
    type Error = SettingError;

    fn try_from(results: SettingResults) -> Result<Self, SettingError> {
        Ok(Self {
            token: results.token?,
            database: results.database?,
            development_guild: results.development_guild?,
            proxy: results.proxy?,
            ops_address: results.ops_address?,
            transport: results.transport?,
        })
    }
}

/// A variable's trimmed value. An empty variable counts as not set.
#[expect(clippy::disallowed_methods, reason = "the only place that reads the environment")]
fn variable(name: &'static str) -> Result<Option<String>, SettingError> {
    match env::var(name) {
        Ok(value) => Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty())),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(not_unicode(name)),
    }
}
