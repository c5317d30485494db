use std::fmt;

use futures_util::future::BoxFuture;

use super::Notice;

/// What comes after an answer that could not wait for it. Nothing happens
/// unless it is awaited.
pub struct Late(BoxFuture<'static, Option<Notice>>);

impl Late {
    pub(super) const fn new(coming: BoxFuture<'static, Option<Notice>>) -> Self {
        Self(coming)
    }

    /// Waits for it. It may come to nothing.
    pub async fn notice(self) -> Option<Notice> {
        self.0.await
    }
}

impl fmt::Debug for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Late(…)")
    }
}
