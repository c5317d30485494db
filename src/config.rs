//! The settings, read from the environment. No other module reads it.

use std::{env, net::SocketAddr};

use data_encoding::HEXLOWER_PERMISSIVE;
use ed25519_dalek::VerifyingKey;
use secrecy::SecretString;
use thiserror::Error;

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
const DEVELOPMENT_GUILD: &str = "DEV_GUILD_ID";
const PROXY: &str = "DISCORD_PROXY_URL";
const LOG: &str = "RUST_LOG";

const DEFAULT_DATABASE: &str = "sqlite://fourfall.db";
const DEFAULT_LOG: &str = "info";

/// Adds the variables of a `.env` file, in the current directory or one above it, to
/// the environment. Does not override variables.
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

pub fn log_filter() -> Result<String, SettingError> {
    Ok(variable(LOG)?.unwrap_or_else(|| DEFAULT_LOG.to_owned()))
}

/// The database URL, for commands that need no token.
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
            ops_address: variable(OPS)?.map(|it| listening_address(OPS, &it)).transpose()?,
            transport: transport(variable(PUBLIC_KEY)?, variable(INTERACTIONS)?)?,
        })
    }
}

/// A variable's trimmed value. An empty variable counts as not set.
#[expect(clippy::disallowed_methods, reason = "the only place that reads the environment")]
fn variable(name: &'static str) -> Result<Option<String>, SettingError> {
    match env::var(name) {
        Ok(value) => Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty())),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => {
            Err(SettingError::new(name, "is not valid UTF-8. Set it again."))
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

fn transport(
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
            address: listening_address(INTERACTIONS, &address)?,
        }),
        (None, Some(_)) => Err(missing(PUBLIC_KEY, INTERACTIONS)),
        (Some(_), None) => Err(missing(INTERACTIONS, PUBLIC_KEY)),
    }
}

/// Parses an application's public key of 64 hex digits. Weak keys are refused, since
/// anybody can forge signatures for them.
pub fn public_key(digits: &str) -> Result<Box<VerifyingKey>, SettingError> {
    let bytes = HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).ok();
    let key = bytes.and_then(|bytes| VerifyingKey::try_from(&*bytes).ok());
    key.filter(|key| !key.is_weak()).map(Box::new).ok_or_else(|| {
        SettingError::new(
            PUBLIC_KEY,
            "is no public key of 64 hex digits. Copy it from the page General Information in the \
             developer portal.",
        )
    })
}

fn listening_address(name: &'static str, value: &str) -> Result<SocketAddr, SettingError> {
    value.parse().map_err(|_| {
        SettingError::new(
            name,
            "is not an address and a port like 0.0.0.0:8080. Correct or unset it.",
        )
    })
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    /// A key of the test vectors of RFC 8032.
    const KEY: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

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
        assert_eq!(settings.transport, TransportSettings::Gateway);
    }

    #[test]
    fn a_key_and_an_address_select_http() {
        let variables =
            [(TOKEN, "abc.def.ghi"), (PUBLIC_KEY, KEY), (INTERACTIONS, "127.0.0.1:8080")];
        let TransportSettings::Http { key, address } = read(&variables).unwrap().transport else {
            panic!("the transport is the gateway");
        };
        assert_eq!(key.to_bytes()[..3], [0xd7, 0x5a, 0x98]);
        assert_eq!(address, SocketAddr::from(([127, 0, 0, 1], 8080)));
    }

    #[test]
    fn one_of_the_two_http_settings_is_not_enough() {
        for (set, value, missing) in
            [(PUBLIC_KEY, KEY, INTERACTIONS), (INTERACTIONS, "127.0.0.1:8080", PUBLIC_KEY)]
        {
            let error = read(&[(TOKEN, "abc.def.ghi"), (set, value)]).unwrap_err();
            assert_eq!(error.name, missing);
            assert!(error.problem.starts_with(&format!("is not set, but {set} is.")), "{error}");
        }
    }

    #[test]
    fn a_public_key_is_64_hex_digits_on_the_curve() {
        let with_a_sign = format!("+d{}", &KEY[2..]);
        // A key of small order, and a number that is no point of the curve.
        let (weak, no_point) = ("0".repeat(64), format!("02{}", "0".repeat(62)));
        for wrong in [&KEY[1..], &with_a_sign, &weak, &no_point, "secret", &"é".repeat(32)] {
            let variables =
                [(TOKEN, "abc.def.ghi"), (PUBLIC_KEY, wrong), (INTERACTIONS, "127.0.0.1:8080")];
            assert_eq!(read(&variables).unwrap_err().name, PUBLIC_KEY, "{wrong}");
        }
    }

    #[test]
    fn an_error_names_the_setting_and_never_quotes_it() {
        for (name, value) in [
            (TOKEN, "secret token"),
            (DATABASE, "mysql://secret"),
            (DEVELOPMENT_GUILD, "secret"),
            (DEVELOPMENT_GUILD, "0"),
            (PROXY, "secret"),
            (PROXY, "ftp://secret"),
            (OPS, "secret"),
            (PUBLIC_KEY, "secret"),
            (INTERACTIONS, "secret"),
            (INTERACTIONS, "127.0.0.1"),
        ] {
            let mut variables = vec![(name, value)];
            variables.push((TOKEN, "abc.def.ghi"));
            variables.push((PUBLIC_KEY, KEY));
            variables.push((INTERACTIONS, "127.0.0.1:8080"));
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
    fn debug_output_hides_secrets() {
        let database = "postgres://fourfall:abc@localhost/fourfall";
        let settings = read(&[(TOKEN, "abc.def.ghi"), (DATABASE, database)]).unwrap();
        assert!(!format!("{settings:?}").contains("abc"));
    }
}
