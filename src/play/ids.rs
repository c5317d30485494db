use std::fmt;

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
    /// A person (or a bot), by Discord's id.
    PlayerId(u64);
    /// A server, by Discord's id.
    GuildId(u64);
    /// A channel, thread or direct message, by Discord's id.
    ChannelId(u64);
    /// A posted message, by Discord's id.
    MessageId(u64);
    /// One thing that somebody did, by Discord's id. Later ones have greater
    /// ids.
    InteractionId(u64);
    /// A Discord application: this bot, or another installation of it.
    ApplicationId(u64);
    /// A game of ours.
    GameId(i64);
    /// A challenge of ours.
    ChallengeId(i64);
    /// Games that follow each other by rematches: the id of the interaction
    /// that began the first of them.
    SeriesId(u64);
}

impl InteractionId {
    /// When that was, as its [number tells](https://discord.com/developers/docs/reference#snowflakes).
    pub fn made_at(self) -> Timestamp {
        /// Discord counts from the start of 2015.
        const EPOCH: i64 = 1_420_070_400_000;
        Timestamp::from_milliseconds((self.0 >> 22).cast_signed() + EPOCH)
    }
}

impl PlayerId {
    /// Whether it stands for somebody whose data was deleted: Discord's ids never
    /// have the highest bit.
    pub const fn is_deleted(self) -> bool {
        self.0.cast_signed() < 0
    }
}

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who it is.
    pub id: PlayerId,
    /// The name to show, as its owner wrote it but for control characters.
    pub name: String,
}

/// Where something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The server; none in direct messages.
    pub guild: Option<GuildId>,
    /// The channel.
    pub channel: ChannelId,
}
