//! Turns whose time is up, and reminders before that.

use std::{sync::atomic::Ordering, time::Duration};

use super::{Notice, Service};
use crate::{
    play::{self, Game, GameId},
    store::{Deadline, Saved, StoreError},
};
use clock::Timestamp;

/// When a game is looked at again that makes no sense.
const RETRY_AFTER: Duration = Duration::from_hours(24);

impl Service {
    /// Gives back the time in which no process ran. Until that has worked
    /// nobody's time runs out, and the sweeper tries again.
    pub async fn start_clocks(&self) -> Result<(), StoreError> {
        if self.clocks_run.load(Ordering::Relaxed) {
            return Ok(());
        }
        let gap = self.store.resume_clocks(self.clock.now()).await?;
        self.clocks_run.store(true, Ordering::Relaxed);
        if !gap.is_zero() {
            tracing::info!(seconds = gap.as_secs(), "all turns last longer by the time of absence");
        }
        Ok(())
    }

    /// Notes until when the clocks were kept.
    pub async fn stop_clocks(&self) -> Result<(), StoreError> {
        self.store.note_alive(self.clock.now()).await
    }

    /// A game as it stands at a time: its turn's time may be up.
    pub(super) async fn game_at(
        &self,
        id: GameId,
        at: Timestamp,
    ) -> Result<Option<Game>, StoreError> {
        match self.store.game(id).await? {
            Some(game) => self.in_time(game, at).await.map(Some),
            None => Ok(None),
        }
    }

    /// The game, or what the clock has made of it.
    pub(super) async fn in_time(&self, game: Game, at: Timestamp) -> Result<Game, StoreError> {
        let may_run_out = self.clocks_run.load(Ordering::Relaxed);
        let Some(after) = play::run_out(&game, at).filter(|_| may_run_out) else {
            return Ok(game);
        };
        match self.save(game.version, after.clone()).await? {
            Some(after) => Ok(after),
            // Whoever came first has moved, or ended it just so.
            None => Ok(self.store.game(game.id).await?.unwrap_or(after)),
        }
    }

    /// Does what a game's clock asks for.
    pub(super) async fn look_at_clock(&self, id: GameId) -> Result<Option<Notice>, StoreError> {
        let loaded = self.store.game(id).await;
        // Not before: the clock may have been set back since the game was found
        // due, and the turn have begun after that.
        let now = self.clock.now();
        let game = match loaded {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(None),
            Err(StoreError::Corrupt(what)) => {
                tracing::error!(game = id.0, what, "the clock cannot run in this game");
                self.store.put_off(Deadline::Clock(id), now.after(RETRY_AFTER)).await?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if let Some(after) = play::run_out(&game, now) {
            let saved = self.save(game.version, after).await?;
            return Ok(saved.map(Notice::BoardChanged));
        }
        let is_due = game.turn_time.remind_at.is_some_and(|remind_at| remind_at <= now);
        // Noted first: better no reminder than two.
        if !is_due || self.store.note_reminded(id, game.version).await? == Saved::Overtaken {
            return Ok(None);
        }
        let wanted = match game.setup.place.guild {
            Some(guild) => self.store.settings(guild).await?.reminders,
            None => true,
        };
        Ok(wanted.then_some(Notice::Reminder(game)))
    }
}
