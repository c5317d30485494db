//! Draws pictures off the async threads, which drawing would block.

use tokio::sync::Semaphore;

/// So many pictures are drawn at a time, so that moves find a free core; others wait.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// Runs `draw` on a blocking thread. Returns `None` if it panicked, which is
/// logged: the reply is sent without the picture.
pub(super) async fn draw(draw: impl FnOnce() -> Vec<u8> + Send + 'static) -> Option<Vec<u8>> {
    let _permit = PERMITS.acquire().await.expect("the semaphore is never closed");
    match tokio::task::spawn_blocking(draw).await {
        Ok(picture) => Some(picture),
        Err(error) => {
            tracing::error!(%error, "failed to draw a picture");
            None
        }
    }
}
