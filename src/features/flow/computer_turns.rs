//! The computer's turns.
//!
//! The player's move is stored with a deadline for the computer's move before
//! the search begins. If this process ends, the scheduler of another one finds
//! that deadline, and so does any button press on the board. A move is stored only on the position
//! that was searched, so searching twice does no harm.

use std::{panic::resume_unwind, time::Duration};

use clock::Timestamp;
use futures_util::FutureExt as _;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument as _;

use crate::{
    errors,
    features::request::{
        MessageUpdate, PendingUpdates, RecentEvent, Service, context::MAX_ATTEMPTS,
    },
    game::{self, Game, GameId},
    store::{Deadline, StoreResult},
};

/// How long a reply waits for the computer's move or a hint. Discord waits three seconds for a
/// response.
pub(crate) const REPLY_TIMEOUT: Duration = Duration::from_secs(2);

/// The delay before an overdue turn is tried again.
const RETRY_DELAY: Duration = Duration::from_mins(1);

/// Has the computer move if it is its turn. The player's disc is shown first, and the
/// computer's by the update that follows. Where edits are limited, makes the move if it is
/// found in time, so that one answer shows both.
pub(crate) async fn with_computers_move(
    service: &Service,
    game: Game,
    now: Timestamp,
) -> (Game, Option<PendingUpdates>) {
    if game.computer_to_move().is_none() {
        return (game, None);
    }
    let limited = RecentEvent::LimitedEdits(game.config.location.channel);
    let is_limited = service.recent_events.recent_until(limited, now).is_some();
    if let Some(delay) = service.answer_delay.filter(|_| !is_limited) {
        let moved = make_move(service.clone(), game.clone(), delay);
        return (game, Some(board_update(service, moved)));
    }
    // A task of its own: others could not store anything while it is kept aside half-way.
    let moving = make_move(service.clone(), game.clone(), Duration::ZERO);
    let task = AbortOnDropHandle::new(tokio::spawn(moving.in_current_span()));
    let mut moved = async {
        let moved = task.await;
        moved.unwrap_or_else(|error| error.try_into_panic().map_or(None, |it| resume_unwind(it)))
    }
    .boxed();
    tokio::select! {
        biased;
        moved = &mut moved => (moved.unwrap_or(game), None),
        () = service.clock.sleep_until(now.after(REPLY_TIMEOUT)) => (game, Some(board_update(service, moved))),
    }
}

/// Resumes an overdue turn of the computer. Returns `None` if it is
/// not the computer's turn, or if the search for its move is running.
pub(crate) fn resume(service: &Service, game: &Game, now: Timestamp) -> Option<PendingUpdates> {
    let is_due = game.computer_due_at().is_some_and(|due_at| due_at <= now);
    let is_overdue = is_due && !service.searches.is_choosing(game);
    is_overdue
        .then(|| board_update(service, make_move(service.clone(), game.clone(), Duration::ZERO)))
}

/// Shows the computer's move once it is made, and the response has been sent.
fn board_update(
    service: &Service,
    moved: impl Future<Output = Option<Game>> + Send + 'static,
) -> PendingUpdates {
    let service = service.clone();
    PendingUpdates::once(async move {
        let moved = moved.await?;
        if moved.board_message.message.is_some() {
            return Some(MessageUpdate::BoardChanged(moved));
        }
        // The id of a new board has become known only after its response.
        let stored = service.store.game(moved.id).await.ok().flatten();
        Some(MessageUpdate::BoardChanged(stored.unwrap_or(moved)))
    })
}

/// Makes the computer's move once it is found, but not before `delay`, and returns the game
/// with it, even if another process stored it. Returns `None` if it was not made, or if the game
/// took another course.
async fn make_move(service: Service, game: Game, delay: Duration) -> Option<Game> {
    let id = game.id;
    try_move(&service, game, delay).await.unwrap_or_else(|error| {
        let error = errors::with_causes(error);
        tracing::error!(game = id.0, error, "failed to store the computer's move");
        service.new_deadline.notify_one();
        None
    })
}

async fn try_move(service: &Service, searched: Game, delay: Duration) -> StoreResult<Option<Game>> {
    let Some(level) = searched.computer_to_move() else { return Ok(None) };
    let not_before = service.clock.now().after(delay);
    let Some(column) = service.searches.choose(&searched, level).await else {
        return postpone_turn(service, searched.id).await;
    };
    service.clock.sleep_until(not_before).await;
    let mut game = searched.clone();
    for _ in 0..MAX_ATTEMPTS {
        let after = match game::computer_move(&game, column, service.now()) {
            Ok(after) => after,
            Err(error) => {
                tracing::error!(game = game.id.0, %error, "the computer's move is illegal");
                return postpone_turn(service, game.id).await;
            }
        };
        if let Some(moved) = service.store.save_game(game.version, &after).await? {
            return Ok(Some(moved));
        }
        let Some(newer) = service.store.game(game.id).await? else { return Ok(None) };
        if newer.moves != searched.moves {
            // Otherwise the player has taken back the move that was
            // searched.
            let goes_on = newer.moves.columns().starts_with(searched.moves.columns());
            return Ok(goes_on.then_some(newer));
        }
        if newer.computer_to_move().is_none() {
            return Ok(None);
        }
        game = newer;
    }
    postpone_turn(service, game.id).await
}

/// Has the move made later. Returns `None`, as [`try_move`] then does.
async fn postpone_turn(service: &Service, id: GameId) -> StoreResult<Option<Game>> {
    service.store.postpone(Deadline::Computer(id), service.clock.now(), RETRY_DELAY).await?;
    service.new_deadline.notify_one();
    Ok(None)
}

/// Postpones a turn that is due, so that it is not found again at once, and
/// resumes it.
pub(crate) async fn resume_due_turn(
    service: &Service,
    id: GameId,
    now: Timestamp,
) -> StoreResult<Option<PendingUpdates>> {
    service.store.postpone(Deadline::Computer(id), now, RETRY_DELAY).await?;
    let game = service.store.game(id).await?;
    Ok(game.and_then(|game| resume(service, &game, now)))
}
