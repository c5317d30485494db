use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::Bytes;
use futures_util::Stream;
use tokio::sync::oneshot;

/// The body of a response, which tells when the connection has taken all of it.
#[derive(Debug)]
pub(super) struct HandedOver {
    bytes: Option<Bytes>,
    tell: Option<oneshot::Sender<()>>,
}

impl HandedOver {
    /// A body, and what ends when it was taken: with an error if it never was.
    pub(super) fn new(bytes: Vec<u8>) -> (Self, oneshot::Receiver<()>) {
        let (tell, told) = oneshot::channel();
        let bytes = (!bytes.is_empty()).then(|| bytes.into());
        (Self { bytes, tell: Some(tell) }, told)
    }
}

impl Stream for HandedOver {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.bytes.take().map(Ok))
    }
}

impl Drop for HandedOver {
    fn drop(&mut self) {
        if self.bytes.is_none()
            && let Some(tell) = self.tell.take()
        {
            // It may be that nobody waits for it.
            tell.send(()).ok();
        }
    }
}
