//! What the service asks Discord: whether it answers, and whether a channel is there.

use std::{fmt, time::Duration};

use async_trait::async_trait;

use super::Service;
use crate::game::{ChannelId, Game, GuildId};

/// How long Discord may take to answer.
const PING_TIMEOUT: Duration = Duration::from_secs(3);

/// Asks Discord.
#[async_trait]
pub trait ChannelLookup: fmt::Debug + Send + Sync {
    /// Asks something that changes nothing. Fails, with the reason, if Discord does not serve the
    /// bot.
    async fn ping(&self) -> Result<(), String>;

    /// The status of a channel of a server that has installed the bot; `None` if Discord does not
    /// say.
    async fn channel(&self, guild: GuildId, channel: ChannelId) -> Option<ChannelStatus>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelStatus {
    /// The bot, a member of the server, sees it.
    Visible,
    /// The bot does not see it, but its commands are installed in the server.
    Hidden,
    /// It was deleted, or the bot was removed from the server.
    Gone,
}

/// Whether Discord answers.
pub(super) async fn discord_responds(service: &Service) -> bool {
    let asked = match &service.channel_lookup {
        Some(lookup) => tokio::time::timeout(PING_TIMEOUT, lookup.ping()).await,
        None => Ok(Ok(())),
    };
    let failure = asked.unwrap_or_else(|_| Err("it timed out".to_owned())).err();
    let before = service.connection.set_api_responds(failure.is_none());
    match &failure {
        Some(error) if before != Some(false) => {
            tracing::warn!(error, "Discord does not serve the bot; turn timers stand still");
        }
        None if before == Some(false) => tracing::info!("Discord serves the bot again"),
        _ => {}
    }
    failure.is_none()
}

/// Asks about a channel for no longer than this. `None` if Discord does not say in time.
pub(super) async fn channel_status(
    service: &Service,
    guild: GuildId,
    channel: ChannelId,
    time: Duration,
) -> Option<ChannelStatus> {
    let Some(lookup) = &service.channel_lookup else { return Some(ChannelStatus::Visible) };
    tokio::time::timeout(time, lookup.channel(guild, channel)).await.ok().flatten()
}

/// Whether the channel of a game whose player to move is late is gone, if that would excuse them.
/// `None` if Discord does not say in time.
pub(super) async fn is_channel_gone(
    service: &Service,
    game: &Game,
    time: Duration,
) -> Option<bool> {
    let location = game.config.location;
    match location.guild.filter(|_| game.is_excusable()) {
        Some(guild) => {
            let status = channel_status(service, guild, location.channel, time).await?;
            Some(status == ChannelStatus::Gone)
        }
        None => Some(false),
    }
}
