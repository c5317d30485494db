use std::fmt;

use futures_util::{
    FutureExt as _,
    future::{self, BoxFuture},
};

use super::MessageUpdate;

/// Updates that follow a reply. Does nothing unless awaited.
pub struct FollowUps(BoxFuture<'static, Option<(MessageUpdate, Option<Self>)>>);

impl FollowUps {
    pub(super) const fn new(
        next: BoxFuture<'static, Option<(MessageUpdate, Option<Self>)>>,
    ) -> Self {
        Self(next)
    }

    /// Updates that are there already. `None` if there are none.
    pub(super) fn all(updates: impl DoubleEndedIterator<Item = MessageUpdate>) -> Option<Self> {
        let before = |rest, update| Some(Self(future::ready(Some((update, rest))).boxed()));
        updates.rev().fold(None, before)
    }

    /// The next update, and those that follow it.
    pub(super) async fn next(self) -> Option<(MessageUpdate, Option<Self>)> {
        self.0.await
    }

    /// Passes each update to `deliver` as it comes.
    pub async fn for_each(self, deliver: impl Fn(MessageUpdate)) {
        let mut pending = Some(self);
        while let Some(follow_ups) = pending.take()
            && let Some((update, rest)) = follow_ups.next().await
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
