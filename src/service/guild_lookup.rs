//! What the service asks Discord about a server before a late player loses, or an abandoned
//! game can be claimed.

use std::fmt;

use async_trait::async_trait;
use clock::Timestamp;
use tokio::time::Instant;

use crate::game::{ChannelId, Game, GuildId, Obstacle, ObstacleQuery, PlayerId};

/// Asks Discord about channels, servers and members.
#[async_trait]
pub trait GuildLookup: fmt::Debug + Send + Sync {
    async fn channel(&self, channel: ChannelId) -> Result<ChannelStatus, LookupFailed>;

    /// How the bot is installed in a server that had installed it.
    async fn installation(&self, guild: GuildId) -> Result<InstallationStatus, LookupFailed>;

    /// For servers of which the bot is a member.
    async fn member(&self, guild: GuildId, player: PlayerId) -> Result<MemberStatus, LookupFailed>;
}

/// Discord did not answer, or gave an answer that proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookupFailed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelStatus {
    /// The bot, a member of the server, sees it.
    Visible,
    /// The bot may not see it.
    Hidden,
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstallationStatus {
    /// The bot is a member of the server.
    Member,
    /// The bot's commands are installed, but it is not a member.
    CommandsOnly,
    Removed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberStatus {
    Present,
    /// Timed out in the server until then, by a moderator or by a rule of the server.
    CommunicationDisabledUntil(Timestamp),
    NotAMember,
}

/// Finds no obstacle, without asking Discord: the default until a lookup is set.
#[derive(Debug)]
pub(super) struct NoLookup;

#[async_trait]
impl GuildLookup for NoLookup {
    async fn channel(&self, _: ChannelId) -> Result<ChannelStatus, LookupFailed> {
        Ok(ChannelStatus::Visible)
    }

    async fn installation(&self, _: GuildId) -> Result<InstallationStatus, LookupFailed> {
        Ok(InstallationStatus::Member)
    }

    async fn member(&self, _: GuildId, _: PlayerId) -> Result<MemberStatus, LookupFailed> {
        Ok(MemberStatus::Present)
    }
}

/// Finds out what has kept the player to move from moving, if that can excuse them.
pub(super) async fn find_obstacle(
    lookup: &dyn GuildLookup,
    game: &Game,
    until: Instant,
) -> Result<Option<Obstacle>, LookupFailed> {
    let Some(query) = game.obstacle_query() else { return Ok(None) };
    let finding = ask_for_obstacle(lookup, query);
    tokio::time::timeout_at(until, finding).await.unwrap_or(Err(LookupFailed))
}

/// Asks for as little as possible.
async fn ask_for_obstacle(
    lookup: &dyn GuildLookup,
    query: ObstacleQuery,
) -> Result<Option<Obstacle>, LookupFailed> {
    let ObstacleQuery { guild, channel, player, since } = query;
    match lookup.channel(channel).await? {
        ChannelStatus::Gone => return Ok(Some(Obstacle::ChannelGone)),
        ChannelStatus::Visible => {}
        ChannelStatus::Hidden => match lookup.installation(guild).await? {
            InstallationStatus::Member => {}
            InstallationStatus::CommandsOnly => return Ok(None),
            InstallationStatus::Removed => return Ok(Some(Obstacle::BotRemoved)),
        },
    }
    let Some(player) = player else { return Ok(None) };
    let is_removed = match lookup.member(guild, player).await? {
        MemberStatus::Present => false,
        MemberStatus::CommunicationDisabledUntil(until) => until > since,
        MemberStatus::NotAMember => true,
    };
    Ok(is_removed.then_some(Obstacle::PlayerRemoved))
}
