//! What the bot may do in a channel, and what changes that.

use clock::Timestamp;

use crate::state::{
    ids::{ChannelId, GuildId, UserId},
    model::{Channel, ChannelLocation, GuildChannelKind, Installation, Permissions},
    world::World,
};

impl World {
    /// Whether this is the bot's DM channel, or in a guild of which the bot is a member.
    pub(crate) fn is_bot_in(&self, channel: &Channel) -> bool {
        match channel.location {
            ChannelLocation::Guild { guild, .. } => {
                let guild = self.guilds.get(&guild);
                guild.is_some_and(|it| it.installation == Installation::Bot)
            }
            ChannelLocation::BotDm { .. } => true,
            ChannelLocation::PrivateChannel { .. } => false,
        }
    }

    /// The bot's permissions in a channel, as interactions report them.
    pub(crate) fn bot_permissions(&self, channel: ChannelId, now: Timestamp) -> Permissions {
        match self.channel(channel).location {
            ChannelLocation::Guild { permissions, .. } if self.is_bot_timed_out(channel, now) => {
                permissions.intersection(Permissions::TIMED_OUT)
            }
            ChannelLocation::Guild { permissions, .. } => permissions,
            ChannelLocation::BotDm { .. } | ChannelLocation::PrivateChannel { .. } => {
                Permissions::MEMBER
            }
        }
    }

    /// Whether the bot is timed out in the guild of a channel.
    pub(crate) fn is_bot_timed_out(&self, channel: ChannelId, now: Timestamp) -> bool {
        self.guild_of(channel).is_some_and(|it| it.timed_out_until(self.bot, now).is_some())
    }

    /// Sets the bot's permissions in a channel of a guild and in its threads.
    pub(crate) fn set_permissions(&mut self, id: ChannelId, new: Permissions) {
        for channel in self.channels.values_mut() {
            let is_meant = channel.id == id || channel.parent() == Some(id);
            if let ChannelLocation::Guild { permissions, .. } = &mut channel.location
                && is_meant
            {
                *permissions = new;
            }
        }
    }

    /// Whether a user, or the bot, cannot be timed out.
    pub(crate) fn is_administrator(&self, user: UserId, guild: GuildId) -> bool {
        let is_all_powerful = |it: Permissions| it.contains(Permissions::ADMINISTRATOR);
        if user == self.bot {
            return self.channels.values().any(|channel| match channel.location {
                ChannelLocation::Guild { guild: of, permissions, .. } => {
                    of == guild && is_all_powerful(permissions)
                }
                ChannelLocation::BotDm { .. } | ChannelLocation::PrivateChannel { .. } => false,
            });
        }
        self.guilds.get(&guild).is_some_and(|guild| {
            let permissions = guild.permissions.get(&user).copied();
            guild.owner == user || permissions.is_some_and(is_all_powerful)
        })
    }

    /// Archives a thread or opens it again. Does nothing if the channel is not a thread.
    pub(crate) fn set_archived(&mut self, thread: ChannelId, new: bool) {
        if let Some(GuildChannelKind::Thread { archived, .. }) = self.kind_mut(thread) {
            *archived = new;
        }
    }

    /// Locks or unlocks a thread. Does nothing if the channel is not a thread.
    pub(crate) fn set_locked(&mut self, thread: ChannelId, new: bool) {
        if let Some(GuildChannelKind::Thread { locked, .. }) = self.kind_mut(thread) {
            *locked = new;
        }
    }

    fn kind_mut(&mut self, channel: ChannelId) -> Option<&mut GuildChannelKind> {
        match &mut self.channels.get_mut(&channel)?.location {
            ChannelLocation::Guild { kind, .. } => Some(kind),
            ChannelLocation::BotDm { .. } | ChannelLocation::PrivateChannel { .. } => None,
        }
    }
}
