//! Discord's ids: numbers that it writes as strings, one type for each thing.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use clock::Timestamp;

/// Discord counts its ids' time from the start of 2015.
const EPOCH_MILLISECONDS: i64 = 1_420_070_400_000;

/// What a text is that should have been an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct NotAnId;

/// A snowflake is decimal digits without leading zeros, and fits 64 bits.
fn parse(text: &str) -> Result<u64, NotAnId> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = text == "0" || !text.starts_with('0');
    if digits && canonical { text.parse().map_err(|_| NotAnId) } else { Err(NotAnId) }
}

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// The id with this number.
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
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
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
    /// A person, or a bot; a bot's is its application's as well.
    UserId,
    /// A server.
    GuildId,
    /// A channel of a server, or a conversation.
    ChannelId,
    /// A message.
    MessageId,
    /// One press, command or completion.
    InteractionId,
    /// A registered command.
    CommandId,
    /// A file in a message.
    AttachmentId,
}

/// Gives out ids that grow, and that carry the time they were made at.
#[derive(Debug, Default)]
pub(crate) struct IdSource {
    last: u64,
}

impl IdSource {
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
    fn ids_made_in_the_same_millisecond_still_grow() {
        let mut source = IdSource::default();
        let now = Timestamp::from_milliseconds(1_700_000_000_000);
        let first = source.next(now);
        assert_eq!(source.next(now), first + 1);
        assert_eq!(first >> 22, 1_700_000_000_000 - 1_420_070_400_000);
    }

    #[test]
    fn a_leading_zero_or_a_sign_makes_no_id() {
        assert_eq!("42".parse(), Ok(UserId::new(42)));
        for text in ["", "042", "-1", "+1", "4.0", "99999999999999999999999"] {
            assert_eq!(text.parse::<UserId>(), Err(NotAnId), "{text}");
        }
    }
}
