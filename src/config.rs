//! Settings: the only reader of the environment.

use std::env;

use secrecy::SecretString;
use thiserror::Error;

use crate::play::GuildId;

/// What `fourfall run` needs to know.
#[derive(Debug)]
pub struct Settings {
    /// The bot token.
    pub token: SecretString,
    /// The database's address, perhaps with a password in it.
    pub database: SecretString,
    /// The one server to register the commands in; none registers them
    /// everywhere.
    pub development_guild: Option<GuildId>,
    /// Where REST calls go in place of Discord.
    pub proxy: Option<String>,
}

/// A setting that is missing or wrong: one line that says which, what is wrong
/// with it and what to do.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{name} {problem}")]
pub struct SettingError {
    /// The environment variable.
    pub name: &'static str,
    /// What is wrong with it, and what to do.
    pub problem: String,
}

impl SettingError {
    /// A problem with a setting.
    pub fn new(name: &'static str, problem: impl Into<String>) -> Self {
        Self { name, problem: problem.into() }
    }
}

/// The bot token's variable.
pub const TOKEN: &str = "DISCORD_TOKEN";
/// The database address's variable.
pub const DATABASE: &str = "DATABASE_URL";
const DEVELOPMENT_GUILD: &str = "DEV_GUILD_ID";
const PROXY: &str = "DISCORD_PROXY_URL";
const LOG: &str = "RUST_LOG";

const DEFAULT_DATABASE: &str = "sqlite://fourfall.db";
const DEFAULT_LOG: &str = "info";

/// Adds what a file named `.env` sets, in this folder or one above it, to the
/// environment. What is set already stays.
pub fn load_env_file() -> Result<(), SettingError> {
    match dotenvy::dotenv() {
        Ok(_) => Ok(()),
        Err(error) if error.not_found() => Ok(()),
        // The error would quote the line, and with it perhaps the token.
        Err(dotenvy::Error::LineParse(..)) => Err(SettingError::new(
            ".env",
            "has a line that is not of the form NAME=value. Compare it with .env.example.",
        )),
        Err(error) => Err(SettingError::new(".env", format!("cannot be read: {error}."))),
    }
}

/// The log filter.
pub fn log_filter() -> Result<String, SettingError> {
    Ok(variable(LOG)?.unwrap_or_else(|| DEFAULT_LOG.to_owned()))
}

/// The database's address, for work on the data that needs no token.
pub fn database_address() -> Result<SecretString, SettingError> {
    database(variable(DATABASE)?)
}

impl Settings {
    /// Reads the environment.
    pub fn from_environment() -> Result<Self, SettingError> {
        Self::from_variables(variable)
    }

    fn from_variables(
        variable: impl Fn(&'static str) -> Result<Option<String>, SettingError>,
    ) -> Result<Self, SettingError> {
        Ok(Self {
            token: token(variable(TOKEN)?)?,
            database: database(variable(DATABASE)?)?,
            development_guild: variable(DEVELOPMENT_GUILD)?.map(|id| guild(&id)).transpose()?,
            proxy: variable(PROXY)?.map(proxy).transpose()?,
        })
    }
}

/// A variable's value; one that is set to nothing counts as not set.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn variable(name: &'static str) -> Result<Option<String>, SettingError> {
    match env::var(name) {
        Ok(value) => Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty())),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => {
            Err(SettingError::new(name, "is not readable text. Set it anew."))
        }
    }
}

fn token(value: Option<String>) -> Result<SecretString, SettingError> {
    let Some(token) = value else {
        return Err(SettingError::new(
            TOKEN,
            "is not set. Put the bot's token from the Discord developer portal into .env, or try \
             `fourfall playground`, which needs none.",
        ));
    };
    if token.chars().all(|c| c.is_ascii_graphic()) {
        Ok(token.into())
    } else {
        Err(SettingError::new(
            TOKEN,
            "has characters that no token has. Copy the token from the developer portal again.",
        ))
    }
}

fn database(value: Option<String>) -> Result<SecretString, SettingError> {
    let address = value.unwrap_or_else(|| DEFAULT_DATABASE.to_owned());
    if ["sqlite:", "postgres://", "postgresql://"].iter().any(|it| address.starts_with(it)) {
        Ok(address.into())
    } else {
        Err(SettingError::new(
            DATABASE,
            "names no database that Fourfall knows. Write it like sqlite://fourfall.db or \
             postgres://user:password@host/fourfall.",
        ))
    }
}

fn guild(value: &str) -> Result<GuildId, SettingError> {
    match value.parse() {
        Ok(id) if id > 0 => Ok(GuildId(id)),
        _ => Err(SettingError::new(
            DEVELOPMENT_GUILD,
            "is not a server's id. In Discord, turn on developer mode and use Copy Server ID.",
        )),
    }
}

fn proxy(value: String) -> Result<String, SettingError> {
    let wrong = || {
        SettingError::new(
            PROXY,
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

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, SettingError> {
        Settings::from_variables(|name| {
            let found = variables.iter().find(|(set, _)| *set == name);
            Ok(found.map(|(_, value)| String::from(*value)))
        })
    }

    #[test]
    fn a_token_is_enough() {
        let settings = read(&[(TOKEN, "abc.def.ghi")]).unwrap();
        assert_eq!(settings.database.expose_secret(), "sqlite://fourfall.db");
        assert_eq!(settings.development_guild, None);
        assert_eq!(settings.proxy, None);
    }

    #[test]
    fn every_wrong_setting_is_named_and_never_quoted() {
        for (name, value) in [
            (TOKEN, "secret token"),
            (DATABASE, "mysql://secret"),
            (DEVELOPMENT_GUILD, "secret"),
            (DEVELOPMENT_GUILD, "0"),
            (PROXY, "secret"),
            (PROXY, "ftp://secret"),
        ] {
            let mut variables = vec![(name, value)];
            variables.push((TOKEN, "abc.def.ghi"));
            let error = read(&variables).unwrap_err();
            assert_eq!(error.name, name);
            assert!(!error.to_string().contains("secret"), "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_missing_token_is_explained() {
        let error = read(&[]).unwrap_err();
        assert!(error.to_string().starts_with("DISCORD_TOKEN is not set."), "{error}");
    }

    #[test]
    fn settings_never_show_secrets() {
        let database = "postgres://fourfall:abc@localhost/fourfall";
        let settings = read(&[(TOKEN, "abc.def.ghi"), (DATABASE, database)]).unwrap();
        assert!(!format!("{settings:?}").contains("abc"));
    }
}
