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

    /// Waits for the next update; returns it with what follows it. Returns
    /// `None` if there is nothing to update.
    pub async fn next(self) -> Option<(MessageUpdate, Option<Self>)> {
        self.0.await
    }
}

impl fmt::Debug for FollowUps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FollowUps(…)")
    }
}
