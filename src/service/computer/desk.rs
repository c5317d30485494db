//! Where searches are made: on threads of their own, few at once.

use tokio::task::{JoinError, spawn_blocking};

use super::{
    slots::Slots,
    thinkers::{Pool, Think, Thinkers},
};
use crate::play::GameId;
use clock::Clock;
use connect4::{Board, CancelToken, ColumnScores};

/// Who searches, and how many at once.
#[derive(Debug)]
pub(super) struct Desk {
    slots: Slots,
    pool: Pool,
}

/// Who judges the positions of one game. What it remembers is nobody else's, so
/// that a search that was broken off is soon made up for, and is freed with it.
pub(super) struct Judge(Box<dyn Think>);

impl Desk {
    /// A desk for so many searches at once.
    pub(super) fn new(slots: usize, thinkers: Thinkers, clock: Clock) -> Self {
        Self { slots: Slots::new(slots), pool: Pool::new(thinkers, clock) }
    }

    /// What a player's search finds; nothing if it failed, which is logged.
    pub(super) async fn search<T: Send + 'static>(
        &self,
        game: GameId,
        ply: usize,
        search: impl FnOnce(&mut dyn Think) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let slot = self.slots.next().await;
        let mut thinker = self.pool.take();
        let searched = spawn_blocking(move || {
            let found = search(&mut *thinker);
            // Not before: a search whose waiting task is gone still takes a core.
            drop(slot);
            (thinker, found)
        });
        let found = searched.await.map(|(thinker, found)| {
            self.pool.put_back(thinker);
            found
        });
        logged(game, ply, found)
    }

    /// Somebody who has judged nothing yet.
    pub(super) fn new_judge(&self) -> Judge {
        Judge(self.pool.make())
    }

    /// The scores of a position, searched for whenever no player waits for a
    /// search; and the judge, for the next position. Nothing if it failed, which is
    /// logged.
    pub(super) async fn judge(
        &self,
        game: GameId,
        board: Board,
        mut judge: Judge,
    ) -> Option<(Judge, ColumnScores)> {
        loop {
            let interrupt = RaisedOnDrop(CancelToken::default());
            match self.attempt(judge, board, &interrupt.0).await {
                Ok((back, None)) if interrupt.0.is_cancelled() => judge = back,
                done => {
                    let found = done.map(|(judge, scores)| Some((judge, scores?)));
                    return logged(game, board.plies() as usize, found);
                }
            }
        }
    }

    /// Searches until the scores are found or a player waits for the slot.
    async fn attempt(
        &self,
        Judge(mut thinker): Judge,
        board: Board,
        interrupt: &CancelToken,
    ) -> Result<(Judge, Option<ColumnScores>), JoinError> {
        let slot = self.slots.spare().await;
        let heeded = interrupt.clone();
        let mut searching = spawn_blocking(move || {
            let scores = thinker.judge(&board, &heeded);
            // Not before, as above.
            drop(slot);
            (Judge(thinker), scores)
        });
        tokio::select! {
            biased;
            searched = &mut searching => searched,
            () = self.slots.wanted() => {
                interrupt.cancel();
                searching.await
            }
        }
    }
}

/// An interrupt that is raised when nobody waits for the search any more: at the
/// end of the process, which waits for all threads.
struct RaisedOnDrop(CancelToken);

impl Drop for RaisedOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// What a search found; if nothing, says why.
fn logged<T>(game: GameId, ply: usize, found: Result<Option<T>, JoinError>) -> Option<T> {
    match found {
        Ok(Some(found)) => return Some(found),
        Ok(None) => tracing::error!(game = game.0, ply, "a search found nothing"),
        Err(error) if error.is_panic() => {
            tracing::error!(game = game.0, ply, "a search failed: a panic, reported above");
        }
        Err(_) => tracing::debug!(game = game.0, ply, "a search was cut short"),
    }
    None
}
