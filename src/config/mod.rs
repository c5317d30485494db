//! The settings, read from the environment. No other module reads it.

mod values;

#[cfg(test)]
mod tests;

use std::{env, net::SocketAddr, path::PathBuf};

use ed25519_dalek::VerifyingKey;
use secrecy::SecretString;
use thiserror::Error;

pub use self::values::public_key;
use self::values::{
    database, guild, listening_address, log_format, not_unicode, proxy, token, transport,
};
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

/// The environment variable of the bot token.
pub const TOKEN: &str = "DISCORD_TOKEN";
/// The environment variable of the database URL.
pub const DATABASE: &str = "DATABASE_URL";
/// The environment variable of the application's public key.
pub const PUBLIC_KEY: &str = "DISCORD_PUBLIC_KEY";
/// The environment variable of the address to receive interactions on.
pub const INTERACTIONS: &str = "INTERACTIONS_ADDR";
/// The environment variable of the address of the health and metrics endpoints.
pub const OPS: &str = "OPS_ADDR";
/// The environment variable of the URL that REST calls go to.
pub const PROXY: &str = "DISCORD_PROXY_URL";
/// The environment variable of the server to register the commands in.
pub const DEVELOPMENT_GUILD: &str = "DEV_GUILD_ID";
const LOG: &str = "RUST_LOG";
const LOG_FORMAT: &str = "LOG_FORMAT";

const DEFAULT_LOG: &str = "info";

/// Adds the variables of a `.env` file, in the current directory or one above it, to
/// the environment. Does not override variables. Returns the file's path, or `None` if there
/// is no file.
pub fn load_env_file() -> Result<Option<PathBuf>, SettingError> {
    match dotenvy::dotenv() {
        Ok(path) => Ok(Some(path)),
        Err(error) if error.not_found() => Ok(None),
        // The error would quote the line, and with it perhaps the token.
        Err(dotenvy::Error::LineParse(..)) => Err(SettingError::new(
            ".env",
            "has a line that is not of the form NAME=value. Compare it with .env.example.",
        )),
        Err(error) => Err(SettingError::new(".env", format!("cannot be read: {error}."))),
    }
}

/// What is logged, and how. The filter is not parsed yet.
pub fn log_settings() -> Result<(String, LogFormat), SettingError> {
    let filter = variable(LOG)?.unwrap_or_else(|| DEFAULT_LOG.to_owned());
    let format = variable(LOG_FORMAT)?.map(|it| log_format(&it)).transpose()?;
    Ok((filter, format.unwrap_or_default()))
}

/// The database URL, for commands that need no token.
pub fn database_address() -> Result<SecretString, SettingError> {
    database(variable(DATABASE)?)
}

/// Whether the environment, without a `.env` file that is not loaded yet, has a setting.
pub fn is_set(name: &'static str) -> bool {
    !matches!(variable(name), Ok(None))
}

/// Whether the environment or a `.env` file has a token. So does a file that cannot be read.
pub fn has_token() -> bool {
    is_set(TOKEN)
        || dotenvy::dotenv_iter().is_ok_and(|mut variables| {
            variables.any(|it| it.map_or(true, |(name, value)| name == TOKEN && !value.is_empty()))
        })
}

/// Checks and wraps a token.
pub fn token_from(text: &str) -> Result<SecretString, SettingError> {
    token(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
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
}

impl SettingResults {
    /// Reads the environment.
    pub fn from_environment() -> Self {
        Self::from_variables(variable)
    }

    fn from_variables(
        variable: impl Fn(&'static str) -> Result<Option<String>, SettingError>,
    ) -> Self {
        let keys = || Ok((variable(PUBLIC_KEY)?, variable(INTERACTIONS)?));
        Self {
            token: variable(TOKEN).and_then(token),
            database: variable(DATABASE).and_then(database),
            development_guild: variable(DEVELOPMENT_GUILD)
                .and_then(|id| id.map(|id| guild(&id)).transpose()),
            proxy: variable(PROXY).and_then(|url| url.map(proxy).transpose()),
            ops_address: variable(OPS)
                .and_then(|it| it.map(|it| listening_address(OPS, &it)).transpose()),
            transport: keys().and_then(|(key, address)| transport(key, address)),
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
