//! Updates that are not ready with the answer.

use std::fmt;

use futures_util::{
    Stream, StreamExt as _,
    stream::{self, BoxStream},
};

use crate::features::request::MessageUpdate;

/// Updates that follow a reply, as they become ready. Nothing is shown unless awaited.
pub struct PendingUpdates(BoxStream<'static, MessageUpdate>);

impl PendingUpdates {
    pub(crate) fn new(updates: impl Stream<Item = MessageUpdate> + Send + 'static) -> Self {
        Self(updates.boxed())
    }

    /// A single update, or none.
    pub(crate) fn once(
        update: impl Future<Output = Option<MessageUpdate>> + Send + 'static,
    ) -> Self {
        Self::new(stream::once(update).filter_map(std::future::ready))
    }

    /// Passes each update to `deliver` as it comes.
    pub async fn for_each(mut self, deliver: impl Fn(MessageUpdate)) {
        while let Some(update) = self.0.next().await {
            deliver(update);
        }
    }
}

impl fmt::Debug for PendingUpdates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingUpdates(…)")
    }
}
