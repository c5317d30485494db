use std::fmt;

use futures_util::future::BoxFuture;

use super::MessageUpdate;

/// Updates that follow a reply. Does nothing unless awaited.
pub struct FollowUps(BoxFuture<'static, Option<(MessageUpdate, Option<Self>)>>);

impl FollowUps {
    pub(super) const fn new(
        next: BoxFuture<'static, Option<(MessageUpdate, Option<Self>)>>,
    ) -> Self {
        Self(next)
    }

    /// Passes each update to `deliver` as it comes.
    pub async fn for_each(self, deliver: impl Fn(MessageUpdate)) {
        let mut pending = Some(self);
        while let Some(follow_ups) = pending.take()
            && let Some((update, rest)) = follow_ups.0.await
        {
            deliver(update);
            pending = rest;
        }
    }
}

impl fmt::Debug for FollowUps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FollowUps(…)")
    }
}
