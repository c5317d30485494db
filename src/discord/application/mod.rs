//! Calls about the bot's application, for the commands that set the bot up and diagnose it.
//! Each is made once: what fails is reported, not retried.

mod info;
mod invite_links;

use std::{sync::Arc, time::Duration};

use clock::Clock;
use secrecy::SecretString;
use serenity::{http::ErrorResponse, model::gateway::BotGateway};
use thiserror::Error;

use self::info::ApplicationResponse;
pub(super) use self::info::GUILD_INSTALL;
pub use self::info::{ApplicationInfo, Installable};
pub use super::command_differences::CommandDifference;
pub use super::gateway::start_delay;
use super::{
    bot_context::DiscordConfig,
    gateway,
    interaction_client::InteractionClient,
    registration,
    retry::{RetryError, refusal},
};
use crate::{
    errors,
    features::DiscordTime,
    game::{ApplicationId, GuildId},
};

/// Longer than any single call may take, since Discord may limit the rate of some.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Why a call failed.
#[derive(Debug, Error)]
pub enum ApplicationError {
    #[error("Discord refuses the token")]
    WrongToken,
    /// Discord does not let the application do this.
    #[error("Discord refuses: {0}")]
    Refused(String),
    /// The network or Discord failed.
    #[error("Discord cannot be reached: {0}")]
    Unreachable(String),
}

impl From<anyhow::Error> for ApplicationError {
    fn from(error: anyhow::Error) -> Self {
        match RetryError::from_any(error) {
            RetryError::WrongToken => Self::WrongToken,
            RetryError::Other(error) => match refusal(&error) {
                Some(ErrorResponse { status_code, error, .. }) => Self::Refused(format!(
                    "{} (status {}, code {})",
                    error.message,
                    status_code.as_u16(),
                    error.code
                )),
                None => Self::Unreachable(errors::root_cause(&*error)),
            },
        }
    }
}

/// Calls Discord about the application that a token belongs to.
#[derive(Debug)]
pub struct ApplicationClient {
    config: DiscordConfig,
    client: Arc<InteractionClient>,
}

impl ApplicationClient {
    /// Calls go to `proxy` instead of Discord if there is one.
    pub fn new(token: SecretString, proxy: Option<String>, client: reqwest::Client) -> Self {
        let (development_guild, uploads_tiles) = (None, false);
        let config = DiscordConfig { token, proxy, development_guild, client, uploads_tiles };
        let time = DiscordTime::new(Clock::system());
        Self { client: config.clients(&time).interactions, config }
    }

    /// The application.
    pub async fn info(&self) -> Result<ApplicationInfo, ApplicationError> {
        let application: ApplicationResponse = limited(self.client.application()).await?;
        Ok(application.into())
    }

    /// By how many milliseconds Discord's clock is ahead of this one; zero if that is next to
    /// nothing. `None` if Discord does not tell.
    pub async fn clock_ahead(&self, clock: &Clock) -> Option<i64> {
        let time = DiscordTime::new(clock.clone());
        let client = self.config.clients(&time).interactions;
        tokio::time::timeout(TIMEOUT, client.ping()).await.ok()?.ok()?;
        time.ahead()
    }

    /// Where the gateway is, and how many sessions may still be started today.
    pub async fn gateway(&self) -> Result<BotGateway, ApplicationError> {
        limited(gateway::fetch(&self.client)).await
    }

    /// How the commands that are registered, in this server or globally, differ from this
    /// version's.
    pub async fn command_differences(
        &self,
        application: ApplicationId,
        guild: Option<GuildId>,
    ) -> Result<Vec<CommandDifference>, ApplicationError> {
        limited(registration::differences(&self.client, application, guild)).await
    }

    /// Registers the commands, in this server or globally.
    pub async fn register_commands(
        &self,
        application: ApplicationId,
        guild: Option<GuildId>,
    ) -> Result<(), ApplicationError> {
        limited(registration::register_once(&self.client, application, guild)).await.map(drop)
    }
}

async fn limited<T>(call: impl Future<Output = anyhow::Result<T>>) -> Result<T, ApplicationError> {
    match tokio::time::timeout(TIMEOUT, call).await {
        Ok(result) => Ok(result?),
        Err(_) => Err(ApplicationError::Unreachable("it does not answer in time".to_owned())),
    }
}
