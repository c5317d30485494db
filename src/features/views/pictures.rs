//! Draws pictures off the async threads, which drawing would block.

use tokio::sync::Semaphore;

use crate::{game::Game, message::MessageFile, picture};

/// So many pictures are drawn at a time, so that moves find a free core; others wait.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// Runs `draw` on a blocking thread. Returns `None` if it panicked, which is
/// logged: the reply is sent without the picture.
pub(crate) async fn draw(draw: impl FnOnce() -> Vec<u8> + Send + 'static) -> Option<Vec<u8>> {
    let permit = PERMITS.acquire().await.expect("the semaphore is never closed");
    // The permit goes with the drawing, which a timeout of the caller does not end.
    let drawing = tokio::task::spawn_blocking(move || {
        let picture = draw();
        drop(permit);
        picture
    });
    drawing.await.inspect_err(|error| tracing::error!(%error, "failed to draw a picture")).ok()
}

/// A file with an animation of a game. `None` if drawing it panicked.
pub(crate) async fn game_gif(game: &Game, description: String) -> Option<MessageFile> {
    let (moves, shape, theme) = (game.moves.clone(), game.config.shape, game.config.theme);
    let bytes = draw(move || picture::game_gif(&moves, shape, theme)).await?;
    Some(MessageFile { name: "game.gif".into(), description, bytes })
}
