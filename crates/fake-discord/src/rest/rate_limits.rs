//! Rate limits: how many requests there may be in how much time.

use std::{
    collections::{HashMap, hash_map::Entry},
    time::Duration,
};

use crate::state::ids::ChannelId;
use clock::Timestamp;

/// Requests that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bucket {
    /// All requests with the bot's token.
    Global,
    /// One kind of request in one channel.
    Channel { channel: ChannelId, method: &'static str },
    /// All that is done with one interaction's token after its answer.
    Webhook { token: String },
}

impl Bucket {
    fn allowance(&self) -> (u32, Duration) {
        match self {
            Self::Global => (50, Duration::from_secs(1)),
            Self::Channel { .. } => (5, Duration::from_secs(5)),
            Self::Webhook { .. } => (5, Duration::from_secs(2)),
        }
    }

    /// The name that Discord gives to all buckets of a kind.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Channel { method: "POST", .. } => "80c17d2f203122d936070c88c8d10f33",
            Self::Channel { .. } => "3d1b5a4c9e8f7d60b2a1c3e4f5061728",
            Self::Webhook { .. } => "5f9c2b7e1d3a48609c8b7a6d5e4f3021",
        }
    }
}

/// How full a bucket is after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
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

/// All buckets that were used lately.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    windows: HashMap<Bucket, Window>,
}

/// Windows that have ended are swept when there are more than these.
const SWEPT_BEYOND: usize = 10_000;

impl Limits {
    /// Counts a request, and says whether it was still allowed.
    pub(crate) fn count(&mut self, bucket: Bucket, now: Timestamp) -> Standing {
        if self.windows.len() > SWEPT_BEYOND {
            self.windows.retain(|_, window| window.ends > now);
        }
        let (limit, length) = bucket.allowance();
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
        Standing {
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
    fn the_sixth_message_in_five_seconds_is_too_much_and_later_ones_are_not() {
        let mut limits = Limits::default();
        let bucket = Bucket::Channel { channel: ChannelId::new(1), method: "POST" };
        let start = Timestamp::from_milliseconds(1_000);
        for left in (0..5).rev() {
            let standing = limits.count(bucket.clone(), start);
            assert!(standing.allowed && standing.remaining == left);
        }
        let refused = limits.count(bucket.clone(), start.after(Duration::from_secs(2)));
        assert!(!refused.allowed);
        assert_eq!(refused.reset_after, Duration::from_secs(3));
        assert!(limits.count(bucket, start.after(Duration::from_secs(5))).allowed);
    }

    #[test]
    fn tokens_do_not_share_a_bucket() {
        let mut limits = Limits::default();
        let now = Timestamp::from_milliseconds(0);
        for token in ["a", "b"] {
            for _ in 0..5 {
                assert!(limits.count(Bucket::Webhook { token: token.to_owned() }, now).allowed);
            }
        }
    }
}
