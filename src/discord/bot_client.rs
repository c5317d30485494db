//! Requests with the bot's token that Discord counts: by serenity's rate limiter, unless a proxy
//! stands before Discord.

use std::sync::{OnceLock, atomic::AtomicBool};

use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use serenity::http::{HttpError, Ratelimiter, Request};

use super::{
    config::DiscordConfig,
    interaction_client::{InteractionClient, SendError, accepted, network_error},
    rate_limits::ADDRESS,
};
use crate::{features::DiscordTime, game::ApplicationId};

/// Sends requests to channels and to the application.
#[derive(Debug)]
pub(super) struct BotClient {
    /// serenity's, which waits. `None` with a proxy.
    limiter: Option<Ratelimiter>,
    /// Sends requests by interactions' tokens, and what else needs no limiter.
    pub(super) interactions: InteractionClient,
    /// The application, once it is known.
    pub(super) application: OnceLock<ApplicationId>,
    /// Whether a channel was not looked up since the last answer, which is logged once.
    pub(super) lookup_failed: AtomicBool,
}

impl BotClient {
    pub(super) fn new(config: &DiscordConfig, time: DiscordTime) -> Self {
        let limiter = config.proxy.is_none().then(|| {
            let token = format!("Bot {}", config.token.expose_secret());
            Ratelimiter::new(config.client.clone(), token)
        });
        let interactions = InteractionClient::new(config, time);
        let lookup_failed = AtomicBool::new(false);
        Self { limiter, interactions, application: OnceLock::new(), lookup_failed }
    }

    /// Sends a request, and reads the answer.
    pub(super) async fn fire<T: DeserializeOwned>(
        &self,
        request: Request<'_>,
    ) -> Result<T, SendError> {
        self.request(request).await?.json().await.map_err(network_error)
    }

    /// Sends a request.
    pub(super) async fn request(
        &self,
        request: Request<'_>,
    ) -> Result<reqwest::Response, SendError> {
        let Some(limiter) = &self.limiter else { return self.interactions.try_send(request).await };
        self.interactions.limits.check(&[ADDRESS.to_owned()])?;
        let response = limiter.perform(request).await.map_err(|error| match error {
            serenity::Error::Http(HttpError::Request(error)) => network_error(error),
            error => SendError::Build(Box::new(error)),
        })?;
        accepted(response).await
    }
}
