//! Typed snowflake ids, which are strings in JSON.
//!
//! [Discord's format](https://discord.com/developers/docs/reference#snowflakes)

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use clock::Timestamp;

/// Discord's epoch: 2015-01-01.
const EPOCH_MILLISECONDS: i64 = 1_420_070_400_000;

/// A string is not an id: not a decimal `u64` without sign and leading zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct ParseIdError;

/// Parses decimal digits without leading zeros.
fn parse(text: &str) -> Result<u64, ParseIdError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = text == "0" || !text.starts_with('0');
    if digits && canonical { text.parse().map_err(|_| ParseIdError) } else { Err(ParseIdError) }
}

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// Creates an id from its number.
            pub const fn new(number: u64) -> Self {
                Self(number)
            }

            /// The id's number.
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                parse(text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }
    )+};
}

id! {
    /// The id of a user. A bot's is also its application's.
    UserId,
    /// The id of a guild.
    GuildId,
    /// The id of a channel, including threads and DM channels.
    ChannelId,
    /// The id of a message.
    MessageId,
    /// The id of an interaction.
    InteractionId,
    /// The id of a registered command.
    CommandId,
    /// The id of an attachment.
    AttachmentId,
    /// The id of an application's emoji.
    EmojiId,
}

/// Generates ascending ids with the time of their creation.
#[derive(Debug, Default)]
pub(crate) struct IdGenerator {
    last: u64,
}

impl IdGenerator {
    pub(crate) fn next(&mut self, now: Timestamp) -> u64 {
        let milliseconds = u64::try_from(now.milliseconds() - EPOCH_MILLISECONDS).unwrap_or(0);
        self.last = (milliseconds << 22).max(self.last + 1);
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_the_same_millisecond_ascend() {
        let mut ids = IdGenerator::default();
        let now = Timestamp::from_milliseconds(1_700_000_000_000);
        let first = ids.next(now);
        assert_eq!(ids.next(now), first + 1);
        assert_eq!(first >> 22, 1_700_000_000_000 - 1_420_070_400_000);
    }

    #[test]
    fn leading_zeros_and_signs_are_not_parsed() {
        assert_eq!("42".parse(), Ok(UserId::new(42)));
        for text in ["", "042", "-1", "+1", "4.0", "99999999999999999999999"] {
            assert_eq!(text.parse::<UserId>(), Err(ParseIdError), "{text}");
        }
    }
}
