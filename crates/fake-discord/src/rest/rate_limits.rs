//! Rate limits: buckets of requests, each with a fixed window.
//!
//! [Discord's rules](https://discord.com/developers/docs/topics/rate-limits)

use std::{
    collections::{HashMap, hash_map::Entry},
    time::Duration,
};

use clock::Timestamp;

use crate::state::ids::{ChannelId, MessageId};

/// A group of requests that share a limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bucket {
    /// All requests with the bot's token.
    Global,
    /// Requests about messages of one channel, by method.
    Channel { channel: ChannelId, method: &'static str },
    /// Requests to the webhook of one interaction.
    Webhook { token: String },
    /// Edits of all messages of one channel, of which so many are allowed.
    ChannelEdits { channel: ChannelId, limit: u32 },
    /// Edits of one message, of which so many are allowed.
    MessageEdits { message: MessageId, limit: u32 },
}

impl Bucket {
    /// The number of requests, and the time in which they are allowed.
    fn limit(&self) -> (u32, Duration) {
        match self {
            Self::Global => (50, Duration::from_secs(1)),
            Self::Channel { .. } => (5, Duration::from_secs(5)),
            Self::Webhook { .. } => (5, Duration::from_secs(2)),
            Self::ChannelEdits { limit, .. } | Self::MessageEdits { limit, .. } => {
                (*limit, Duration::from_secs(5))
            }
        }
    }

    /// The value of `X-RateLimit-Bucket`, which buckets of a kind share.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Channel { method: "POST", .. } => "80c17d2f203122d936070c88c8d10f33",
            Self::Channel { .. } => "3d1b5a4c9e8f7d60b2a1c3e4f5061728",
            Self::Webhook { .. } => "5f9c2b7e1d3a48609c8b7a6d5e4f3021",
            Self::ChannelEdits { .. } => "0c4e8f1a2b6d49738e5f7a9b0c1d2e3f",
            Self::MessageEdits { .. } => "7a1b3c5d9e0f42618b7c6d5e4f3a2b1c",
        }
    }
}

/// The state of a bucket after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BucketState {
    pub(crate) allowed: bool,
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset: Timestamp,
    pub(crate) reset_after: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    ends: Timestamp,
    used: u32,
}

/// How many edits are allowed in five seconds. Discord does not document such limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditLimits {
    /// Of all messages of a channel together.
    pub per_channel: u32,
    /// Of one message.
    pub per_message: u32,
}

/// The buckets that were used recently.
#[derive(Debug, Default)]
pub(crate) struct RateLimits {
    windows: HashMap<Bucket, Window>,
}

/// The number of windows above which ended ones are removed.
const SWEEP_THRESHOLD: usize = 10_000;

impl RateLimits {
    /// Counts a request, and returns whether it is allowed.
    pub(crate) fn count(&mut self, bucket: Bucket, now: Timestamp) -> BucketState {
        if self.windows.len() > SWEEP_THRESHOLD {
            self.windows.retain(|_, window| window.ends > now);
        }
        let (limit, length) = bucket.limit();
        let fresh = Window { ends: now.after(length), used: 0 };
        let window = match self.windows.entry(bucket) {
            Entry::Occupied(entry) if entry.get().ends > now => entry.into_mut(),
            Entry::Occupied(mut entry) => {
                entry.insert(fresh);
                entry.into_mut()
            }
            Entry::Vacant(entry) => entry.insert(fresh),
        };
        let allowed = window.used < limit;
        window.used += u32::from(allowed);
        BucketState {
            allowed,
            limit,
            remaining: limit - window.used,
            reset: window.ends,
            reset_after: window.ends.since(now),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sixth_message_within_five_seconds_is_limited() {
        let mut limits = RateLimits::default();
        let bucket = Bucket::Channel { channel: ChannelId::new(1), method: "POST" };
        let start = Timestamp::from_milliseconds(1_000);
        for remaining in (0..5).rev() {
            let state = limits.count(bucket.clone(), start);
            assert!(state.allowed && state.remaining == remaining);
        }
        let refused = limits.count(bucket.clone(), start.after(Duration::from_secs(2)));
        assert!(!refused.allowed);
        assert_eq!(refused.reset_after, Duration::from_secs(3));
        assert!(limits.count(bucket, start.after(Duration::from_secs(5))).allowed);
    }

    #[test]
    fn tokens_do_not_share_a_bucket() {
        let mut limits = RateLimits::default();
        let now = Timestamp::from_milliseconds(0);
        for token in ["a", "b"] {
            for _ in 0..5 {
                assert!(limits.count(Bucket::Webhook { token: token.to_owned() }, now).allowed);
            }
        }
    }
}
