//! People, servers and channels.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::state::ids::{ChannelId, GuildId, UserId};

/// A person, or a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: UserId,
    /// The name that is theirs alone, in small letters.
    pub username: String,
    /// The name that people see.
    pub name: String,
    /// What they are called in servers, if that differs.
    pub nick: Option<String>,
    /// Whether this is a bot.
    pub bot: bool,
    /// The language that they use Discord in.
    pub locale: String,
}

impl User {
    /// The name that is seen in servers.
    pub fn shown_name(&self) -> &str {
        self.nick.as_deref().unwrap_or(&self.name)
    }

    /// The user as Discord's JSON.
    pub fn raw(&self) -> Value {
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

/// A server.
#[derive(Clone, Debug)]
pub(crate) struct Guild {
    pub(crate) id: GuildId,
    pub(crate) name: String,
    /// Who may do everything there.
    pub(crate) owner: UserId,
    /// Whether the bot was added to it, not only brought along by a user.
    pub(crate) has_bot: bool,
    /// The language that it says it speaks.
    pub(crate) locale: String,
    /// What some of its members may do; the others have what a member has.
    pub(crate) permissions: HashMap<UserId, Permissions>,
}

/// A channel, or a conversation.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) id: ChannelId,
    pub(crate) name: String,
    pub(crate) topic: String,
    pub(crate) place: Place,
}

/// What kind of place a channel is, with what only that kind has.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// In a server, with the bot's permissions there.
    Guild { guild: GuildId, permissions: Permissions, kind: GuildChannel },
    /// Between a person and the bot.
    WithBot { person: UserId },
    /// Between two people, or a few more; the bot is not there, but they may
    /// use it.
    Between { people: Vec<UserId> },
}

/// What kind of channel of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuildChannel {
    Text,
    /// Nobody writes there but in its posts, which are threads.
    Forum,
    Thread {
        parent: ChannelId,
        archived: bool,
    },
}

impl Channel {
    pub(crate) const fn is_forum(&self) -> bool {
        matches!(self.place, Place::Guild { kind: GuildChannel::Forum, .. })
    }

    pub(crate) const fn is_archived(&self) -> bool {
        matches!(self.place, Place::Guild { kind: GuildChannel::Thread { archived: true, .. }, .. })
    }

    /// What the bot needs in order to write here of its own accord.
    pub(crate) const fn needed_to_write(&self) -> Permissions {
        match self.place {
            Place::Guild { kind: GuildChannel::Thread { .. }, .. } => {
                Permissions::SEND_MESSAGES_IN_THREADS
            }
            _ => Permissions::SEND_MESSAGES,
        }
    }

    /// Discord's number for its kind.
    pub(crate) fn number(&self) -> u8 {
        match &self.place {
            Place::Guild { kind: GuildChannel::Text, .. } => 0,
            Place::Guild { kind: GuildChannel::Forum, .. } => 15,
            Place::Guild { kind: GuildChannel::Thread { .. }, .. } => 11,
            Place::WithBot { .. } => 1,
            Place::Between { people } if people.len() == 2 => 1,
            Place::Between { .. } => 3,
        }
    }

    pub(crate) fn guild(&self) -> Option<GuildId> {
        match self.place {
            Place::Guild { guild, .. } => Some(guild),
            Place::WithBot { .. } | Place::Between { .. } => None,
        }
    }

    /// Whether this user can read what is written there.
    pub(crate) fn is_seen_by(&self, user: UserId) -> bool {
        match &self.place {
            Place::Guild { .. } => true,
            Place::WithBot { person } => *person == user,
            Place::Between { people } => people.contains(&user),
        }
    }

    /// Discord's number for a kind of place that commands can be used in.
    pub(crate) fn context(&self) -> i64 {
        match self.place {
            Place::Guild { .. } => 0,
            Place::WithBot { .. } => 1,
            Place::Between { .. } => 2,
        }
    }
}

/// A set of Discord's permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permissions(u64);

impl Permissions {
    /// May change the server's settings.
    pub const MANAGE_GUILD: Self = Self(1 << 5);
    /// May see a channel.
    pub const VIEW_CHANNEL: Self = Self(1 << 10);
    /// May write in a channel.
    pub const SEND_MESSAGES: Self = Self(1 << 11);
    /// May attach files.
    pub const ATTACH_FILES: Self = Self(1 << 15);
    /// May read what was written before.
    pub const READ_HISTORY: Self = Self(1 << 16);
    /// May mention everyone.
    pub const MENTION_EVERYONE: Self = Self(1 << 17);
    /// May delete other people's messages.
    pub const MANAGE_MESSAGES: Self = Self(1 << 13);
    /// May write in threads.
    pub const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);
    /// May show others what apps answer that the server did not add.
    pub const USE_EXTERNAL_APPS: Self = Self(1 << 50);
    /// All that Discord has.
    pub const ALL: Self = Self((1 << 53) - 1);
    /// What a member has who was given nothing: to see, to write, to add
    /// links, files and reactions, to read back, and to use commands.
    pub const MEMBER: Self = Self(
        1 << 6
            | 1 << 10
            | 1 << 11
            | 1 << 14
            | 1 << 15
            | 1 << 16
            | 1 << 18
            | 1 << 31
            | 1 << 38
            | 1 << 50,
    );

    /// The set with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set's bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether all of `others` are in the set.
    pub const fn contains(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// The set with `others`.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The set without `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}
