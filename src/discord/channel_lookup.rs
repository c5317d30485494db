//! Asks Discord whether it answers, and about channels, with the bot's token.

use std::{
    num::NonZeroU64,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use async_trait::async_trait;
use reqwest::StatusCode;
use serenity::http::{LightMethod, Request, Route};

use super::{bot_client::BotClient, channel_messages, interaction_client::SendError};
use crate::{
    errors,
    features::{ChannelLookup, ChannelStatus},
    game::{ChannelId, GuildId},
};

/// Asks by requests that count towards Discord's limits.
#[derive(Debug)]
pub(super) struct HttpChannelLookup {
    bot: Arc<BotClient>,
    failure_logged: AtomicBool,
}

impl HttpChannelLookup {
    pub(super) const fn new(bot: Arc<BotClient>) -> Self {
        Self { bot, failure_logged: AtomicBool::new(false) }
    }

    /// Asks for something. `Err` has the code with which Discord refuses it. `None` if it does not
    /// answer.
    async fn get(&self, route: Route<'_>) -> Option<Result<(), u64>> {
        let answer = match self.bot.request(Request::new(route, LightMethod::Get)).await {
            Ok(_) => Ok(()),
            Err(error) => Err(refusal_code(&error).or_else(|| self.log(&error))?),
        };
        self.failure_logged.store(false, Ordering::Relaxed);
        Some(answer)
    }

    /// Logs the first failure since the last answer.
    fn log(&self, error: &SendError) -> Option<u64> {
        if !self.failure_logged.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %error,
                "Discord does not say whether a channel is there; late players have time until it does"
            );
        }
        None
    }
}

/// The code of a definite refusal; `None` if Discord was not reached, is out of order, or
/// limits the rate, or if something on the way to it has answered, without a code.
fn refusal_code(error: &SendError) -> Option<u64> {
    let SendError::Refused { status, .. } = error else { return None };
    let is_definite =
        matches!(*status, StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND);
    error.code().filter(|_| is_definite)
}

/// Discord gives no id 0; 1, which it does not know either, stands for it.
fn id<T: From<NonZeroU64>>(id: u64) -> T {
    NonZeroU64::new(id).unwrap_or(NonZeroU64::MIN).into()
}

#[async_trait]
impl ChannelLookup for HttpChannelLookup {
    async fn ping(&self) -> Result<(), String> {
        self.bot.interactions.ping().await.map_err(errors::with_causes)
    }

    /// A bot that was removed and one of which only the commands were ever installed get the same
    /// refusal. Discord tells them apart by whether the server's commands can be listed.
    async fn channel(&self, guild: GuildId, channel: ChannelId) -> Option<ChannelStatus> {
        match self.get(Route::Channel { channel_id: id(channel.0) }).await? {
            Ok(()) => return Some(ChannelStatus::Visible),
            Err(channel_messages::UNKNOWN_CHANNEL) => return Some(ChannelStatus::Gone),
            Err(_) => {}
        }
        let application_id = self.bot.application().ok()?;
        let route = Route::GuildCommands { application_id, guild_id: id(guild.0) };
        Some(match self.get(route).await? {
            Err(channel_messages::MISSING_ACCESS) => ChannelStatus::Gone,
            Ok(()) | Err(_) => ChannelStatus::Hidden,
        })
    }
}
