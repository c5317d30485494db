//! Turn timers: timeouts and reminders.

use std::{sync::atomic::Ordering, time::Duration};

use clock::Timestamp;

use super::{MessageUpdate, Service};
use crate::{
    game::{self, Game, GameId},
    store::{Deadline, SaveResult, StoreError},
};

/// The delay before a corrupt game is tried again.
const RETRY_DELAY: Duration = Duration::from_hours(24);

impl Service {
    /// Extends all turns by the time in which no process ran. Until this has
    /// succeeded no turn times out, and the scheduler tries again.
    pub async fn start_turn_timers(&self) -> Result<(), StoreError> {
        if self.timers_running.load(Ordering::Relaxed) {
            return Ok(());
        }
        let gap = self.store.resume_turn_timers(self.clock.now()).await?;
        self.timers_running.store(true, Ordering::Relaxed);
        if !gap.is_zero() {
            tracing::info!(seconds = gap.as_secs(), "extended all turn deadlines by the downtime");
        }
        Ok(())
    }

    /// Records until when turn timers have run.
    pub async fn stop_turn_timers(&self) -> Result<(), StoreError> {
        self.store.heartbeat(self.clock.now()).await
    }

    /// Loads a game, and ends it if its turn has timed out.
    pub(super) async fn load_game(
        &self,
        id: GameId,
        now: Timestamp,
    ) -> Result<Option<Game>, StoreError> {
        match self.store.game(id).await? {
            Some(game) => self.apply_timeout(game, now).await.map(Some),
            None => Ok(None),
        }
    }

    /// Ends a game if its turn has timed out; otherwise returns it unchanged.
    pub(super) async fn apply_timeout(
        &self,
        game: Game,
        now: Timestamp,
    ) -> Result<Game, StoreError> {
        let may_time_out = self.timers_running.load(Ordering::Relaxed);
        let Some(after) = game::time_out(&game, now).filter(|_| may_time_out) else {
            return Ok(game);
        };
        match self.save(game.version, after.clone()).await? {
            Some(after) => Ok(after),
            // Another request has moved, or has ended the game in the same way.
            None => Ok(self.store.game(game.id).await?.unwrap_or(after)),
        }
    }

    /// Ends a game that has timed out, or sends the reminder that is due.
    pub(super) async fn check_turn_timer(
        &self,
        id: GameId,
    ) -> Result<Option<MessageUpdate>, StoreError> {
        let loaded = self.store.game(id).await;
        // Read after the load: the system clock may have been set back since
        // the game was found due, and the turn may have started after that.
        let now = self.clock.now();
        let game = match loaded {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(None),
            Err(StoreError::Corrupt(reason)) => {
                tracing::error!(game = id.0, reason, "cannot run the turn timer of a corrupt game");
                self.store.postpone(Deadline::TurnTimer(id), now.after(RETRY_DELAY)).await?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if let Some(after) = game::time_out(&game, now) {
            let saved = self.save(game.version, after).await?;
            return Ok(saved.map(MessageUpdate::BoardChanged));
        }
        let is_due = game.turn_deadline.remind_at.is_some_and(|remind_at| remind_at <= now);
        // Recorded first: better no reminder than two.
        if !is_due || self.store.record_reminder(id, game.version).await? == SaveResult::Conflict {
            return Ok(None);
        }
        let is_enabled = match game.config.location.guild {
            Some(guild) => self.store.guild_settings(guild).await?.reminders,
            None => true,
        };
        Ok(is_enabled.then_some(MessageUpdate::Reminder(game)))
    }
}
