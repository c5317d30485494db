//! Asks Discord whether it answers, and about channels, by requests with the bot's token that count
//! towards its limits.

use std::sync::atomic::Ordering;

use async_trait::async_trait;
use serenity::http::{LightMethod, Request, Route};

use super::{bot_client::BotClient, channel_messages};
use crate::{
    errors,
    features::{ChannelLookup, ChannelStatus},
    game::{ChannelId, GuildId},
};

impl BotClient {
    /// Asks for something. `Err` has the code with which Discord refuses it. `None` if Discord was not
    /// reached, is out of order, or limits the rate, or if something on the way to it has answered,
    /// without a code. The first such failure since the last answer is logged.
    async fn look_up(&self, route: Route<'_>) -> Option<Result<(), u64>> {
        let Err(error) = self.request(Request::new(route, LightMethod::Get)).await else {
            self.lookup_failed.store(false, Ordering::Relaxed);
            return Some(Ok(()));
        };
        let code = error.code().filter(|_| error.is_refusal());
        if !self.lookup_failed.swap(code.is_none(), Ordering::Relaxed) && code.is_none() {
            tracing::warn!(
                %error,
                "Discord does not say whether a channel is there; late players have time until it does"
            );
        }
        code.map(Err)
    }
}

#[async_trait]
impl ChannelLookup for BotClient {
    async fn ping(&self) -> Result<(), String> {
        self.interactions.ping().await.map_err(errors::with_causes)
    }

    /// A bot that was removed and one of which only the commands were ever installed get the same
    /// refusal. Discord tells them apart by whether the server's commands can be listed.
    async fn channel(&self, guild: GuildId, channel: ChannelId) -> Option<ChannelStatus> {
        // serenity panics at 0, which only an edited import has.
        match self.look_up(Route::Channel { channel_id: channel.0.max(1).into() }).await? {
            Ok(()) => return Some(ChannelStatus::Visible),
            Err(channel_messages::UNKNOWN_CHANNEL) => return Some(ChannelStatus::Gone),
            Err(_) => {}
        }
        let application_id = self.application.get()?.0.into();
        let route = Route::GuildCommands { application_id, guild_id: guild.0.max(1).into() };
        Some(match self.look_up(route).await? {
            Err(channel_messages::MISSING_ACCESS) => ChannelStatus::Gone,
            Ok(()) | Err(_) => ChannelStatus::Hidden,
        })
    }
}
