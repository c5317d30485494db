//! Updates that are not ready with the answer.

use std::fmt;

use futures_util::{FutureExt as _, future::BoxFuture};

use crate::features::request::MessageUpdate;

/// Takes updates as they become ready.
type Deliver<'a> = &'a (dyn Fn(MessageUpdate) + Sync);

/// Updates that follow a reply, as they become ready. Nothing is shown unless awaited.
pub struct PendingUpdates(Box<dyn for<'a> FnOnce(Deliver<'a>) -> BoxFuture<'a, ()> + Send>);

impl PendingUpdates {
    pub(crate) fn new(
        updates: impl for<'a> FnOnce(Deliver<'a>) -> BoxFuture<'a, ()> + Send + 'static,
    ) -> Self {
        Self(Box::new(updates))
    }

    /// A single update, or none.
    pub(crate) fn once(
        update: impl Future<Output = Option<MessageUpdate>> + Send + 'static,
    ) -> Self {
        Self::new(|deliver| update.map(move |it| it.into_iter().for_each(deliver)).boxed())
    }

    /// Passes each update to `deliver` as it comes.
    pub async fn for_each(self, deliver: impl Fn(MessageUpdate) + Sync) {
        (self.0)(&deliver).await;
    }
}

impl fmt::Debug for PendingUpdates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingUpdates(…)")
    }
}
