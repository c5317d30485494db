//! The computer's moves, hints, and the searches for reviews.
//!
//! The player's move is stored with a deadline for the computer's move before
//! the search begins. If this process ends, the scheduler of another one finds
//! that deadline, and so does any button press on the board.

mod engine_pool;
mod reviews;
mod search_executor;
mod search_permits;
mod searches;
mod single_flight;
#[cfg(test)]
mod tests;

use std::time::Duration;

use clock::{Clock, Timestamp};
use connect4::Advice;
pub use engine_pool::{SearchBackend, SearchBackendFactory};
use futures_util::{FutureExt, future::BoxFuture};
use reviews::MAX_REVIEWS_PER_PERSON;
pub(super) use reviews::ReviewHandle;
pub use reviews::ReviewProgress;
use searches::Searches;

use super::{
    FollowUps, MAX_ATTEMPTS, MessageUpdate, Reply, ReplyContent, ReplyMode, Service, UserRequest,
};
use crate::{
    errors,
    game::{self, Game, GameId, PlayerId, Refusal},
    store::{Deadline, SaveResult, StoreError},
};

/// How long a reply waits for a search. Discord waits three seconds for a
/// response.
const REPLY_TIMEOUT: Duration = Duration::from_secs(2);

/// The delay before an overdue turn is tried again.
const RETRY_DELAY: Duration = Duration::from_mins(1);

/// The computer player and its searches.
#[derive(Clone, Debug)]
pub(super) struct Computer {
    searches: Searches,
}

impl Computer {
    pub(super) fn new(backends: SearchBackendFactory, clock: Clock) -> Self {
        Self { searches: Searches::new(backends, clock) }
    }
}

impl Service {
    /// Makes the computer's move if it is its turn and the move is found in
    /// time. Otherwise returns the game unchanged, with the follow-ups.
    pub(super) async fn with_computer_move(
        &self,
        game: Game,
        now: Timestamp,
    ) -> (Game, Option<FollowUps>) {
        if game.computer_to_move().is_none() {
            return (game, None);
        }
        let mut computer_move = self.clone().make_computer_move(game.clone()).boxed();
        tokio::select! {
            biased;
            moved = &mut computer_move => (moved.unwrap_or(game), None),
            () = self.clock.sleep_until(now.after(REPLY_TIMEOUT)) => (game, Some(board_follow_up(computer_move))),
        }
    }

    /// Resumes a computer's turn that was abandoned. Returns `None` if it is
    /// not the computer's turn, or if the search for its move is running.
    pub(super) fn resume_computer(&self, game: &Game, now: Timestamp) -> Option<FollowUps> {
        let is_due = game.computer_due_at().is_some_and(|due_at| due_at <= now);
        let is_abandoned = is_due && !self.computer.searches.is_choosing(game);
        is_abandoned.then(|| board_follow_up(self.clone().make_computer_move(game.clone()).boxed()))
    }

    /// Makes the computer's move and returns the game with it, even if another
    /// process stored it. Returns `None` if it was not made, or if the game
    /// took another course.
    async fn make_computer_move(self, game: Game) -> Option<Game> {
        let id = game.id;
        match self.try_computer_move(game).await {
            Ok(moved) => moved,
            Err(error) => {
                let error = errors::with_causes(error);
                tracing::error!(game = id.0, error, "failed to store the computer's move");
                self.new_deadline.notify_one();
                None
            }
        }
    }

    async fn try_computer_move(&self, searched: Game) -> Result<Option<Game>, StoreError> {
        let Some(level) = searched.computer_to_move() else { return Ok(None) };
        let Some(column) = self.computer.searches.choose(&searched, level).await else {
            self.postpone_turn(searched.id).await?;
            return Ok(None);
        };
        let mut game = searched.clone();
        for _ in 0..MAX_ATTEMPTS {
            let after = match game::computer_move(&game, column, self.clock.now()) {
                Ok(after) => after,
                Err(error) => {
                    tracing::error!(game = game.id.0, %error, "the computer's move is illegal");
                    self.postpone_turn(game.id).await?;
                    return Ok(None);
                }
            };
            if self.store.save_computer_move(game.version, &after).await? == SaveResult::Saved {
                return Ok(Some(after));
            }
            let Some(newer) = self.store.game(game.id).await? else { return Ok(None) };
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
        self.postpone_turn(game.id).await?;
        Ok(None)
    }

    async fn postpone_turn(&self, id: GameId) -> Result<(), StoreError> {
        let until = self.clock.now().after(RETRY_DELAY);
        self.store.postpone(Deadline::Computer(id), until).await?;
        self.new_deadline.notify_one();
        Ok(())
    }

    /// Postpones a turn that is due, so that it is not found again at once, and
    /// resumes it.
    pub(super) async fn resume_due_turn(
        &self,
        id: GameId,
        now: Timestamp,
    ) -> Result<Option<FollowUps>, StoreError> {
        self.store.postpone(Deadline::Computer(id), now.after(RETRY_DELAY)).await?;
        match self.store.game(id).await {
            Ok(game) => Ok(game.and_then(|game| self.resume_computer(&game, now))),
            Err(StoreError::Corrupt(reason)) => {
                tracing::error!(game = id.0, reason, "the computer cannot move in a corrupt game");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) async fn hint(
        &self,
        request: &UserRequest,
        now: Timestamp,
    ) -> Result<Reply, StoreError> {
        let channel = request.location.channel;
        let Some(game) = self.store.live_game(channel, request.actor.id).await? else {
            return Ok(Reply::refused(Refusal::NoGameHere));
        };
        if let Err(refusal) = game::hint(&game, &request.actor(now)) {
            return Ok(Reply::refused(refusal).with_follow_ups(self.resume_computer(&game, now)));
        }
        let mut search = self.computer.searches.advise(&game);
        tokio::select! {
            biased;
            found = &mut search => Ok(Reply::new(match found {
                Some(advice) => ReplyContent::Hint(advice),
                None => ReplyContent::Refused { refusal: Refusal::NoHintFound, refresh: None },
            })),
            () = self.clock.sleep_until(now.after(REPLY_TIMEOUT)) => {
                let (service, request) = (self.clone(), request.clone());
                let follow_ups = async move {
                    let advice = service.checked_hint(&game, &request, now, search.await).await;
                    let message = request.message_handle(now, ReplyMode::Post);
                    let (location, locale) = (request.location, request.locale);
                    Some((MessageUpdate::Hint { message, location, locale, advice }, None))
                };
                Ok(Reply::new(ReplyContent::HintPending).with_follow_ups(Some(FollowUps::new(follow_ups.boxed()))))
            }
        }
    }

    /// Starts or joins the review of a finished game on the standard board. It
    /// runs after earlier reviews of other games, with a lower priority than
    /// all moves and hints.
    pub(super) fn review_handle(
        &self,
        game: &Game,
        person: PlayerId,
    ) -> Result<ReviewHandle, Refusal> {
        let handle = self.computer.searches.review(game, person);
        handle.ok_or(Refusal::TooManyReviews { limit: MAX_REVIEWS_PER_PERSON })
    }

    /// A hint that took longer, if it still fits the game.
    async fn checked_hint(
        &self,
        searched: &Game,
        request: &UserRequest,
        now: Timestamp,
        found: Option<Advice>,
    ) -> Result<Advice, Refusal> {
        let Ok(Some(game)) = self.store.game(searched.id).await else {
            return Err(Refusal::NoHintFound);
        };
        game::hint(&game, &request.actor(now))?;
        if game.moves != searched.moves {
            return Err(Refusal::JustChanged);
        }
        found.ok_or(Refusal::NoHintFound)
    }
}

/// Shows the computer's move once it is made.
fn board_follow_up(computer_move: BoxFuture<'static, Option<Game>>) -> FollowUps {
    FollowUps::new(
        computer_move.map(|moved| Some((MessageUpdate::BoardChanged(moved?), None))).boxed(),
    )
}
