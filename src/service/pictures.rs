//! Drawing, which takes longer than an answer should hold up others.

/// What `draw` draws, on a thread of its own; nothing if it failed, which is
/// logged: an answer is as good as without its picture.
pub(super) async fn draw(draw: impl FnOnce() -> Vec<u8> + Send + 'static) -> Option<Vec<u8>> {
    match tokio::task::spawn_blocking(draw).await {
        Ok(picture) => Some(picture),
        Err(error) => {
            tracing::error!(%error, "a picture was not drawn");
            None
        }
    }
}
