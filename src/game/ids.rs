//! Ids of Discord and of the database, as types of their own.

use std::{fmt, time::Duration};

use clock::Timestamp;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// A Discord user.
    PlayerId(u64);
    /// A Discord server (guild).
    GuildId(u64);
    /// A Discord channel, thread or direct message.
    ChannelId(u64);
    /// A Discord message.
    MessageId(u64);
    /// A Discord interaction. Later interactions have greater ids.
    InteractionId(u64);
    /// The bot's Discord application. Several, such as one for tests, may share a
    /// database.
    ApplicationId(u64);
    /// A game.
    GameId(i64);
    /// A challenge.
    ChallengeId(i64);
    /// A season of a server.
    SeasonId(i64);
    /// A message that stays in a channel, or that is to be posted.
    StandingMessageId(i64);
    /// A series of rematches, identified by the interaction that started its
    /// first game.
    SeriesId(u64);
}

/// The start of 2015, in milliseconds since the Unix epoch.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// The timestamp in an id, a
/// [snowflake](https://discord.com/developers/docs/reference#snowflakes).
fn created_at(id: u64) -> Timestamp {
    Timestamp::from_milliseconds((id >> 22).cast_signed() + DISCORD_EPOCH)
}

/// Games of accounts that are younger are not rated: a new one costs nothing.
const MIN_ACCOUNT_AGE: Duration = Duration::from_hours(7 * 24);

impl InteractionId {
    /// The timestamp in the id.
    pub fn created_at(self) -> Timestamp {
        created_at(self.0)
    }

    /// The smallest id with a timestamp.
    pub fn first_at(time: Timestamp) -> Self {
        let since_epoch = time.milliseconds().saturating_sub(DISCORD_EPOCH).max(0);
        Self(since_epoch.cast_unsigned() << 22)
    }
}

impl MessageId {
    /// The timestamp in the id.
    pub fn created_at(self) -> Timestamp {
        created_at(self.0)
    }
}

impl PlayerId {
    /// Whether this is the placeholder of a deleted user. Discord's ids never
    /// have the highest bit set.
    pub const fn is_deleted(self) -> bool {
        self.0.cast_signed() < 0
    }

    /// Whether the account is too young for rated games.
    pub fn is_new_at(self, time: Timestamp) -> bool {
        !self.is_deleted() && time.since(created_at(self.0)) < MIN_ACCOUNT_AGE
    }
}

/// A channel and its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// `None` in direct messages.
    pub guild: Option<GuildId>,
    pub channel: ChannelId,
}
