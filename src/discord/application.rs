//! The bot's application: what its owner has set in the developer portal, the links that add it,
//! and calls about it, for the commands that set the bot up and diagnose it. Each is made once: what
//! fails is reported, not retried.

use std::{collections::HashMap, time::Duration};

use clock::Clock;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::Value;
use serenity::{
    all::{ApplicationId as DiscordId, Permissions},
    model::gateway::BotGateway,
};
use thiserror::Error;

use crate::{
    discord::{
        bot_client::BotClient, config::DiscordConfig, gateway, interaction_client::SendError,
        registration::Registration,
    },
    errors,
    features::DiscordTime,
    game::{ApplicationId, GuildId},
};

pub use super::gateway::start_delay;

/// The key of the settings of an installation in a server.
const GUILD_INSTALL: &str = "0";

/// The scope that is enough to play.
const COMMANDS_SCOPE: &str = "applications.commands";

/// An application, with what its owner has set in the developer portal: what is read of
/// [Discord's object](https://discord.com/developers/docs/resources/application#application-object).
#[derive(Clone, Debug, Deserialize)]
pub struct ApplicationInfo {
    id: DiscordId,
    name: String,
    verify_key: String,
    interactions_endpoint_url: Option<String>,
    /// Whether others than its owner can add it.
    #[serde(default)]
    pub bot_public: bool,
    /// Whether invite links need a further step by a server of the owner's.
    #[serde(default)]
    pub bot_require_code_grant: bool,
    #[serde(default)]
    integration_types_config: HashMap<String, Value>,
}

/// [Installation contexts](https://discord.com/developers/docs/resources/application#application-object-application-integration-types).
const USER_INSTALL: &str = "1";

/// Its texts are as a terminal may show them.
impl ApplicationInfo {
    pub fn id(&self) -> ApplicationId {
        ApplicationId(self.id.get())
    }

    pub fn name(&self) -> String {
        self.name.replace(char::is_control, " ")
    }

    /// The key that verifies signed interactions, in hex.
    pub fn public_key(&self) -> String {
        self.verify_key.replace(char::is_control, " ")
    }

    /// Where Discord posts interactions. `None` if they come by the gateway.
    pub fn endpoint(&self) -> Option<String> {
        let url = self.interactions_endpoint_url.as_deref().filter(|url| !url.is_empty());
        url.map(|url| url.replace(char::is_control, " "))
    }

    /// Whether it can be added to servers.
    pub fn is_for_guilds(&self) -> bool {
        self.integration_types_config.contains_key(GUILD_INSTALL)
    }

    /// Whether it can be added to accounts.
    pub fn is_for_users(&self) -> bool {
        self.integration_types_config.contains_key(USER_INSTALL)
    }

    /// The links that add it, each with what it is for: to a server as a member, to a server
    /// without the member, and to an account.
    ///
    /// [Discord's parameters](https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow)
    pub fn invite_links(&self) -> [(&'static str, String); 3] {
        let permissions = Permissions::VIEW_CHANNEL
            | Permissions::SEND_MESSAGES
            | Permissions::SEND_MESSAGES_IN_THREADS;
        let member = format!("bot+{COMMANDS_SCOPE}&permissions={}", permissions.bits());
        let link = |context, scope| {
            let id = self.id;
            format!(
                "https://discord.com/oauth2/authorize?client_id={id}&integration_type={context}\
                 &scope={scope}"
            )
        };
        [
            (
                "Open this link to add the bot to a server that you manage:",
                link(GUILD_INSTALL, member.as_str()),
            ),
            (
                "Or this one for its commands alone: enough to play, but without reminders:",
                link(GUILD_INSTALL, COMMANDS_SCOPE),
            ),
            (
                "Or this one for your own account: for chats with friends, and other servers:",
                link(USER_INSTALL, COMMANDS_SCOPE),
            ),
        ]
    }
}

/// Longer than any single call may take, since Discord may limit the rate of some.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Why a call failed.
#[derive(Debug, Error)]
pub enum ApplicationError {
    #[error("Discord refuses the token")]
    WrongToken,
    /// Discord does not let the application do this.
    #[error("Discord refuses: {reason}")]
    Refused {
        /// [Discord's code](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json).
        code: Option<u64>,
        reason: String,
    },
    /// Too much was asked of Discord.
    #[error("{0}")]
    RateLimited(String),
    /// The network or Discord failed.
    #[error("{0}")]
    Unreachable(String),
}

impl From<SendError> for ApplicationError {
    fn from(error: SendError) -> Self {
        match error {
            error if error.is_of_token() => Self::WrongToken,
            SendError::RateLimited(limited) => Self::RateLimited(limited.to_string()),
            error if error.is_refusal() => {
                Self::Refused { code: error.code(), reason: error.to_string() }
            }
            SendError::Network(error) => {
                let reason = errors::root_cause(error);
                Self::Unreachable(format!("Discord cannot be reached: {reason}"))
            }
            error => Self::Unreachable(errors::with_causes(error)),
        }
    }
}

/// Calls Discord about the application that a token belongs to.
#[derive(Debug)]
pub struct ApplicationClient {
    pub(super) bot: BotClient,
    config: DiscordConfig,
}

impl ApplicationClient {
    /// Calls go to `proxy` instead of Discord if there is one.
    pub fn new(token: &SecretString, proxy: Option<String>, client: reqwest::Client) -> Self {
        let config = DiscordConfig {
            token: token.clone(),
            proxy,
            development_guild: None,
            client,
            uploads_tiles: false,
        };
        let bot = BotClient::new(&config, DiscordTime::new(Clock::system()));
        Self { bot, config }
    }

    /// Where calls go.
    pub fn server(&self) -> &str {
        self.config.proxy.as_deref().unwrap_or("https://discord.com")
    }

    /// The application.
    pub async fn info(&self) -> Result<ApplicationInfo, ApplicationError> {
        limited(self.bot.interactions.application()).await
    }

    /// By how many milliseconds Discord's clock is ahead of this one; zero if that is next to
    /// nothing. `None` if Discord does not tell.
    pub async fn clock_ahead(&self) -> Option<i64> {
        tokio::time::timeout(TIMEOUT, self.bot.interactions.ping()).await.ok()?.ok()?;
        self.bot.interactions.time.ahead()
    }

    /// Where the gateway is, and how many sessions may still be started today.
    pub async fn gateway(&self) -> Result<BotGateway, ApplicationError> {
        limited(gateway::fetch(&self.bot.interactions)).await
    }

    /// How the commands that are registered, in this server or globally, differ from this
    /// version's.
    pub async fn command_differences(
        &self,
        application: ApplicationId,
        guild: Option<GuildId>,
    ) -> Result<Vec<String>, ApplicationError> {
        limited(self.registration(application, guild).differences()).await
    }

    /// Registers the commands, in this server or globally.
    pub async fn register_commands(
        &self,
        application: ApplicationId,
        guild: Option<GuildId>,
    ) -> Result<(), ApplicationError> {
        limited(self.registration(application, guild).register_once()).await.map(drop)
    }

    fn registration(&self, application: ApplicationId, guild: Option<GuildId>) -> Registration<'_> {
        Registration { client: &self.bot.interactions, application, guild }
    }
}

pub(super) async fn limited<T, E: Into<ApplicationError>>(
    call: impl Future<Output = Result<T, E>>,
) -> Result<T, ApplicationError> {
    match tokio::time::timeout(TIMEOUT, call).await {
        Ok(result) => result.map_err(E::into),
        Err(_) => Err(ApplicationError::Unreachable("Discord does not answer in time".to_owned())),
    }
}
