use std::fmt;

use futures_util::future::BoxFuture;

use super::Notice;

/// What comes after an answer that could not wait for it. Nothing happens
/// unless it is awaited.
pub struct Late(BoxFuture<'static, Option<(Notice, Option<Self>)>>);

impl Late {
    pub(super) const fn new(coming: BoxFuture<'static, Option<(Notice, Option<Self>)>>) -> Self {
        Self(coming)
    }

    /// Waits for it: a notice, and what comes after that. It may come to nothing.
    pub async fn next(self) -> Option<(Notice, Option<Self>)> {
        self.0.await
    }
}

impl fmt::Debug for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Late(…)")
    }
}
