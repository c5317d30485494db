//! Draws pictures off the async threads, which drawing would block.

/// Runs `draw` on a blocking thread. Returns `None` if it panicked, which is
/// logged: the reply is sent without the picture.
pub(super) async fn draw(draw: impl FnOnce() -> Vec<u8> + Send + 'static) -> Option<Vec<u8>> {
    match tokio::task::spawn_blocking(draw).await {
        Ok(picture) => Some(picture),
        Err(error) => {
            tracing::error!(%error, "failed to draw a picture");
            None
        }
    }
}
