use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::Bytes;
use futures_util::Stream;
use tokio::sync::oneshot;

/// A response body that signals when the connection has taken all of it.
#[derive(Debug)]
pub(super) struct TrackedBody {
    bytes: Option<Bytes>,
    written: Option<oneshot::Sender<()>>,
}

impl TrackedBody {
    /// Returns the body, and a receiver that completes once the body was taken. It
    /// fails if the body was dropped before.
    pub(super) fn new(bytes: Vec<u8>) -> (Self, oneshot::Receiver<()>) {
        let (written, receiver) = oneshot::channel();
        let bytes = (!bytes.is_empty()).then(|| bytes.into());
        (Self { bytes, written: Some(written) }, receiver)
    }
}

impl Stream for TrackedBody {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.bytes.take().map(Ok))
    }
}

impl Drop for TrackedBody {
    fn drop(&mut self) {
        if self.bytes.is_none()
            && let Some(written) = self.written.take()
        {
            // The receiver may have been dropped.
            written.send(()).ok();
        }
    }
}
