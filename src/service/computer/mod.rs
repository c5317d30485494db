//! The computer's turns, hints, and the searches for reviews.
//!
//! The player's move is stored before the search for the computer's begins, and
//! with it a deadline. So if this process ends, the sweeper of another one finds
//! the turn, and so does whoever presses the board.

mod desk;
mod reviews;
mod searches;
mod slots;
#[cfg(test)]
mod tests;
mod thinkers;

use std::time::Duration;

use futures_util::{FutureExt, future::BoxFuture};
pub use reviews::Progress;
pub(super) use reviews::Reviewing;
use searches::Searches;
pub use thinkers::{Think, Thinkers};

use super::{Answer, How, Late, MOST_TRIES, Notice, Reply, Request, Service};
use crate::{
    play::{self, Game, GameId, Refusal},
    store::{Deadline, Saved, StoreError},
};
use clock::{Clock, Timestamp};
use connect4::Advice;

/// How long an answer waits for a search. Discord waits three seconds for the
/// answer.
const WAIT: Duration = Duration::from_secs(2);

/// How long it takes until a turn is resumed that should have been over.
const RETRY_AFTER: Duration = Duration::from_mins(1);

/// What knows how to play.
#[derive(Clone, Debug)]
pub(super) struct Computer {
    searches: Searches,
}

impl Computer {
    pub(super) fn new(thinkers: Thinkers, clock: Clock) -> Self {
        Self { searches: Searches::new(thinkers, clock) }
    }
}

impl Service {
    /// A game with the computer's move in it, if it is the computer's turn and
    /// the move is found in time. Else the game as it is, and what comes later.
    pub(super) async fn answered(&self, game: Game, at: Timestamp) -> (Game, Option<Late>) {
        if game.awaits_computer().is_none() {
            return (game, None);
        }
        let mut moving = self.clone().computer_moves(game.clone()).boxed();
        tokio::select! {
            biased;
            moved = &mut moving => (moved.unwrap_or(game), None),
            () = self.clock.sleep_until(at.after(WAIT)) => (game, Some(shown_later(moving))),
        }
    }

    /// What comes later where the computer's move was forgotten; nothing if it
    /// is not its turn, or its move is being searched for.
    pub(super) fn resumed(&self, game: &Game, at: Timestamp) -> Option<Late> {
        let is_due = game.computer_due_at().is_some_and(|due_at| due_at <= at);
        let is_forgotten = is_due && !self.computer.searches.chooses(game);
        is_forgotten.then(|| shown_later(self.clone().computer_moves(game.clone()).boxed()))
    }

    /// Makes the computer's move: the game with it, whoever stored it. Nothing
    /// if it was not made, or the game went on in another way.
    async fn computer_moves(self, game: Game) -> Option<Game> {
        let id = game.id;
        match self.try_computer_move(game).await {
            Ok(moved) => moved,
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::new(error));
                tracing::error!(game = id.0, error, "the computer's move was not stored");
                self.new_deadline.notify_one();
                None
            }
        }
    }

    async fn try_computer_move(&self, looked_at: Game) -> Result<Option<Game>, StoreError> {
        let Some(level) = looked_at.awaits_computer() else { return Ok(None) };
        let Some(column) = self.computer.searches.choose(&looked_at, level).await else {
            self.try_again_later(looked_at.id).await?;
            return Ok(None);
        };
        let mut game = looked_at.clone();
        for _ in 0..MOST_TRIES {
            let after = match play::computer_move(&game, column, self.clock.now()) {
                Ok(after) => after,
                Err(error) => {
                    tracing::error!(game = game.id.0, %error, "the computer's move is not legal");
                    self.try_again_later(game.id).await?;
                    return Ok(None);
                }
            };
            if self.store.save_computer_move(game.version, &after).await? == Saved::Yes {
                return Ok(Some(after));
            }
            let Some(newer) = self.store.game(game.id).await? else { return Ok(None) };
            if newer.moves != looked_at.moves {
                // Else the player has taken the move back that was thought about.
                let went_on = newer.moves.columns().starts_with(looked_at.moves.columns());
                return Ok(went_on.then_some(newer));
            }
            if newer.awaits_computer().is_none() {
                return Ok(None);
            }
            game = newer;
        }
        self.try_again_later(game.id).await?;
        Ok(None)
    }

    async fn try_again_later(&self, id: GameId) -> Result<(), StoreError> {
        let until = self.clock.now().after(RETRY_AFTER);
        self.store.put_off(Deadline::Computer(id), until).await?;
        self.new_deadline.notify_one();
        Ok(())
    }

    /// Puts a turn off that is due, so that it is not found again at once, and
    /// gives what resumes it.
    pub(super) async fn take_turn(
        &self,
        id: GameId,
        now: Timestamp,
    ) -> Result<Option<Late>, StoreError> {
        self.store.put_off(Deadline::Computer(id), now.after(RETRY_AFTER)).await?;
        match self.store.game(id).await {
            Ok(game) => Ok(game.and_then(|game| self.resumed(&game, now))),
            Err(StoreError::Corrupt(what)) => {
                tracing::error!(game = id.0, what, "the computer cannot move in this game");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) async fn hint(&self, request: &Request, at: Timestamp) -> Result<Reply, StoreError> {
        let channel = request.place.channel;
        let Some(game) = self.store.live_game(channel, request.by.id).await? else {
            return Ok(Reply::refused(Refusal::NoGameHere));
        };
        if let Err(refusal) = play::hint(&game, &request.asked(at)) {
            return Ok(Reply::refused(refusal).later(self.resumed(&game, at)));
        }
        let mut finding = self.computer.searches.advise(&game);
        tokio::select! {
            biased;
            found = &mut finding => Ok(Reply::of(match found {
                Some(advice) => Answer::Hint(advice),
                None => Answer::Refused { refusal: Refusal::NoHintFound, repair: None },
            })),
            () = self.clock.sleep_until(at.after(WAIT)) => {
                let (service, request) = (self.clone(), request.clone());
                let late = async move {
                    let advice = service.checked_hint(&game, &request, at, finding.await).await;
                    let posting = request.posting(at, How::Post);
                    let (place, reader) = (request.place, request.locale);
                    Some((Notice::Hint { posting, place, reader, advice }, None))
                };
                Ok(Reply::of(Answer::HintLater).later(Some(Late::new(late.boxed()))))
            }
        }
    }

    /// Joins the search for all scores of a finished game on the standard board,
    /// or starts it. It waits for the reviews of other games that were asked for
    /// before, and gives way to every move and hint.
    pub(super) fn reviewing(&self, game: &Game) -> Reviewing {
        self.computer.searches.review(game)
    }

    /// A hint that took its time, if it still fits the game.
    async fn checked_hint(
        &self,
        looked_at: &Game,
        request: &Request,
        at: Timestamp,
        found: Option<Advice>,
    ) -> Result<Advice, Refusal> {
        let Ok(Some(game)) = self.store.game(looked_at.id).await else {
            return Err(Refusal::NoHintFound);
        };
        play::hint(&game, &request.asked(at))?;
        if game.moves != looked_at.moves {
            return Err(Refusal::JustChanged);
        }
        found.ok_or(Refusal::NoHintFound)
    }
}

/// Shows the computer's move once it is made.
fn shown_later(moving: BoxFuture<'static, Option<Game>>) -> Late {
    Late::new(moving.map(|moved| Some((Notice::BoardChanged(moved?), None))).boxed())
}
