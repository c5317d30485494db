//! What the bot asks Discord: whether it answers, and whether a channel is there.

use std::fmt;

use async_trait::async_trait;

use crate::game::{ChannelId, GuildId};

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
