//! Users, guilds, channels and permissions.

use std::collections::{HashMap, HashSet};

use clock::Timestamp;
use serde_json::{Value, json};

use crate::state::ids::{ChannelId, GuildId, UserId};

/// A user, who may be a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The user's id.
    pub id: UserId,
    /// The unique name, in lowercase.
    pub username: String,
    /// The display name (`global_name`).
    pub name: String,
    /// Whether the user is a bot.
    pub bot: bool,
    /// The user's [locale](https://discord.com/developers/docs/reference#locales).
    pub locale: String,
}

impl User {
    /// Discord's [user object](https://discord.com/developers/docs/resources/user#user-object).
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "username": self.username,
            "discriminator": "0",
            "global_name": self.name,
            "avatar": null,
            "bot": self.bot,
            "public_flags": 0,
            "avatar_decoration_data": null,
            "collectibles": null,
            "primary_guild": null,
        })
    }
}

/// A guild. All users are members, except those who have left.
#[derive(Clone, Debug)]
pub(crate) struct Guild {
    pub(crate) id: GuildId,
    pub(crate) name: String,
    /// Has all permissions.
    pub(crate) owner: UserId,
    pub(crate) installation: Installation,
    /// The preferred locale.
    pub(crate) locale: String,
    /// Permissions of members who have others than [`Permissions::MEMBER`].
    pub(crate) permissions: HashMap<UserId, Permissions>,
    /// Of members who have one.
    pub(crate) nicknames: HashMap<UserId, String>,
    /// The users who are not members.
    pub(crate) absent: HashSet<UserId>,
    /// Until when members are timed out (`communication_disabled_until`).
    pub(crate) timeouts: HashMap<UserId, Timestamp>,
}

/// How the application is installed to a guild.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Installation {
    None,
    /// With the scope `applications.commands` alone: the bot is not a member.
    CommandsOnly,
    /// With the scope `bot`, too: the bot is a member.
    Bot,
}

impl Guild {
    pub(crate) fn has_member(&self, user: UserId) -> bool {
        !self.absent.contains(&user)
    }

    /// Until when a member is timed out; `None` if they are not.
    pub(crate) fn timed_out_until(&self, user: UserId, now: Timestamp) -> Option<Timestamp> {
        self.timeouts.get(&user).copied().filter(|until| *until > now)
    }
}

/// A channel of any kind.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: ChannelId,
    pub(crate) name: String,
    pub(crate) topic: String,
    pub(crate) location: ChannelLocation,
}

/// Where a channel is, with the data of channels of that kind.
#[derive(Clone, Debug)]
pub(crate) enum ChannelLocation {
    /// In a guild. `permissions` are the bot's.
    Guild { guild: GuildId, permissions: Permissions, kind: GuildChannelKind },
    /// The DM channel of a user and the bot.
    BotDm { user: UserId },
    /// A DM channel of two users, or a group DM, without the bot. Users who have
    /// installed the application can use it there.
    PrivateChannel { users: Vec<UserId> },
}

/// The kind of a guild's channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuildChannelKind {
    Text,
    /// With a text chat, for those who could join the call.
    Voice,
    /// Messages are only in its posts, which are threads.
    Forum,
    Thread {
        parent: ChannelId,
        archived: bool,
        /// Only moderators open it again.
        locked: bool,
    },
}

impl Channel {
    pub(crate) const fn is_forum(&self) -> bool {
        matches!(self.location, ChannelLocation::Guild { kind: GuildChannelKind::Forum, .. })
    }

    /// The channel or forum of a thread.
    pub(crate) const fn parent(&self) -> Option<ChannelId> {
        match self.location {
            ChannelLocation::Guild { kind: GuildChannelKind::Thread { parent, .. }, .. } => {
                Some(parent)
            }
            _ => None,
        }
    }

    pub(crate) const fn is_archived(&self) -> bool {
        matches!(
            self.location,
            ChannelLocation::Guild { kind: GuildChannelKind::Thread { archived: true, .. }, .. }
        )
    }

    pub(crate) const fn is_locked(&self) -> bool {
        matches!(
            self.location,
            ChannelLocation::Guild { kind: GuildChannelKind::Thread { locked: true, .. }, .. }
        )
    }

    /// What is needed to see the channel and its messages.
    ///
    /// [Discord's rules](https://discord.com/developers/docs/topics/permissions#implicit-permissions)
    pub(crate) const fn permissions_to_see(&self) -> Permissions {
        match self.location {
            ChannelLocation::Guild { kind: GuildChannelKind::Voice, .. } => {
                Permissions::VIEW_CHANNEL.with(Permissions::CONNECT)
            }
            _ => Permissions::VIEW_CHANNEL,
        }
    }

    /// The permission to send messages without an interaction.
    pub(crate) const fn permission_to_send(&self) -> Permissions {
        match self.location {
            ChannelLocation::Guild { kind: GuildChannelKind::Thread { .. }, .. } => {
                Permissions::SEND_MESSAGES_IN_THREADS
            }
            _ => Permissions::SEND_MESSAGES,
        }
    }

    /// The [channel type](https://discord.com/developers/docs/resources/channel#channel-object-channel-types).
    pub(crate) fn type_number(&self) -> u8 {
        match &self.location {
            ChannelLocation::Guild { kind: GuildChannelKind::Text, .. } => 0,
            ChannelLocation::Guild { kind: GuildChannelKind::Voice, .. } => 2,
            ChannelLocation::Guild { kind: GuildChannelKind::Forum, .. } => 15,
            ChannelLocation::Guild { kind: GuildChannelKind::Thread { .. }, .. } => 11,
            ChannelLocation::BotDm { .. } => 1,
            ChannelLocation::PrivateChannel { users } if users.len() == 2 => 1,
            ChannelLocation::PrivateChannel { .. } => 3,
        }
    }

    pub(crate) fn guild(&self) -> Option<GuildId> {
        match self.location {
            ChannelLocation::Guild { guild, .. } => Some(guild),
            ChannelLocation::BotDm { .. } | ChannelLocation::PrivateChannel { .. } => None,
        }
    }

    /// Whether a user can see the channel, if they are a member of its guild.
    pub(crate) fn is_visible_to(&self, user: UserId) -> bool {
        match &self.location {
            ChannelLocation::Guild { .. } => true,
            ChannelLocation::BotDm { user: recipient } => *recipient == user,
            ChannelLocation::PrivateChannel { users } => users.contains(&user),
        }
    }

    /// The [interaction context type](https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-context-types).
    pub(crate) fn context(&self) -> i64 {
        match self.location {
            ChannelLocation::Guild { .. } => 0,
            ChannelLocation::BotDm { .. } => 1,
            ChannelLocation::PrivateChannel { .. } => 2,
        }
    }
}

/// A set of [permissions](https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags).
///
/// There are constants for those that the fake checks or that moderators have; use
/// [`Permissions::from_bits`] for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permissions(u64);

impl Permissions {
    /// Remove members from a guild.
    pub const KICK_MEMBERS: Self = Self(1 << 1);
    /// Ban members from a guild.
    pub const BAN_MEMBERS: Self = Self(1 << 2);
    /// Everything, in all channels.
    pub const ADMINISTRATOR: Self = Self(1 << 3);
    /// Edit and delete channels.
    pub const MANAGE_CHANNELS: Self = Self(1 << 4);
    /// Give and take roles.
    pub const MANAGE_ROLES: Self = Self(1 << 28);
    /// Archive and delete threads.
    pub const MANAGE_THREADS: Self = Self(1 << 34);
    /// Time members out.
    pub const MODERATE_MEMBERS: Self = Self(1 << 40);
    /// What members keep while they are timed out: see channels, and read the history.
    pub const TIMED_OUT: Self = Self(Self::VIEW_CHANNEL.0 | Self::READ_HISTORY.0);
    /// Change a guild's settings.
    pub const MANAGE_GUILD: Self = Self(1 << 5);
    /// See a channel.
    pub const VIEW_CHANNEL: Self = Self(1 << 10);
    /// Send messages in a channel that is not a thread.
    pub const SEND_MESSAGES: Self = Self(1 << 11);
    /// Attach files.
    pub const ATTACH_FILES: Self = Self(1 << 15);
    /// Read the message history.
    pub const READ_HISTORY: Self = Self(1 << 16);
    /// Join the calls of voice channels, and see their text chats.
    pub const CONNECT: Self = Self(1 << 20);
    /// Notify everyone with `@everyone` or `@here`.
    pub const MENTION_EVERYONE: Self = Self(1 << 17);
    /// Delete messages of others.
    pub const MANAGE_MESSAGES: Self = Self(1 << 13);
    /// Send messages in threads.
    pub const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);
    /// Post visible responses of apps that are not installed to the guild. Without
    /// it, they are ephemeral.
    pub const USE_EXTERNAL_APPS: Self = Self(1 << 50);
    /// All permissions.
    pub const ALL: Self = Self((1 << 53) - 1);
    /// The defaults of a member and of the bot: see channels, send messages (in
    /// threads too), embed links, attach files, add reactions, read the history,
    /// use external emoji, commands and external apps, and connect to voice channels.
    pub const MEMBER: Self = Self(
        1 << 6
            | 1 << 10
            | 1 << 11
            | 1 << 14
            | 1 << 15
            | 1 << 16
            | 1 << 18
            | 1 << 20
            | 1 << 31
            | 1 << 38
            | 1 << 50,
    );

    /// The set with these bits, as in Discord's API.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set's bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the set contains all of `others`.
    pub const fn contains(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// The set with `others`.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The permissions that are in both sets.
    #[must_use]
    pub const fn intersection(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// The set without `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}
