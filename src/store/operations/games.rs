//! Games, and the messages that show games and challenges.

use clock::Timestamp;

use crate::{
    game::{
        ChallengeId, ChannelId, Game, GameId, GuildId, HintedTurns, InteractionId, MessageHandle,
        MessageId, NewGame, PlayerId, Players, Reminder, Version,
    },
    store::{
        Store,
        connection::{AdvisoryLock, Either},
        error::{Constraint, StoreError},
        games::{self, ChangedColumns, RecentEnd},
        messages::{self, MessageOwner},
        save_result::SaveResult,
        transaction::Timer,
    },
};

impl Store {
    pub async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let _timer = Timer::start("load game");
        match &self.database {
            Either::Sqlite(database) => database.game(id).await,
            Either::Postgres(database) => database.game(id).await,
        }
    }

    /// The game that started from a challenge.
    pub async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError> {
        games::game_of_challenge(&mut self.reader().await?.connection(), id).await
    }

    /// The game that an interaction started without a challenge.
    pub async fn game_by_interaction(&self, id: InteractionId) -> Result<Option<Game>, StoreError> {
        games::game_by_interaction(&mut self.reader().await?.connection(), id).await
    }

    /// The player's live games in a channel, newest first.
    pub async fn live_games_in_channel(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Vec<Game>, StoreError> {
        games::live_games_in_channel(&mut self.reader().await?.connection(), channel, player).await
    }

    /// The player's game in a channel that ended last.
    pub async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        games::last_game(&mut self.reader().await?.connection(), channel, player).await
    }

    /// The player's games in a channel that have ended since a time.
    pub async fn recent_ends(
        &self,
        channel: ChannelId,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<Vec<RecentEnd>, StoreError> {
        games::recent_ends(&mut self.reader().await?.connection(), channel, player, since).await
    }

    /// All live games of a player, by the time of the last move, oldest first.
    pub async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError> {
        games::live_games(&mut self.reader().await?.connection(), player).await
    }

    /// Live games in a server, by the time of the last move, oldest first.
    pub async fn live_games_in_guild(
        &self,
        guild: GuildId,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError> {
        games::live_games_in_guild(&mut self.reader().await?.connection(), guild, limit).await
    }

    pub async fn count_live_games(&self) -> Result<u32, StoreError> {
        games::count_live_games(&mut self.reader().await?.connection()).await
    }

    /// Starts the game of an accepted challenge, or one against the computer. If it is
    /// the computer's turn, its deadline is stored as well. The game is unrated if its
    /// players have reached the daily limit of rated games.
    ///
    /// Returns `None` if the challenge is no longer pending.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if the same players have such a game in the channel, one of
    /// them has as many games as allowed or has blocked the other, the channel has as many games as
    /// its server allows, or the interaction has changed something before.
    pub async fn start_game(
        &self,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Option<Game>, StoreError> {
        let Some(mut transaction) =
            self.begin_change(new.changed_by, &locks_for_start(new)).await?
        else {
            return Err(StoreError::ConstraintViolated(Constraint::Idempotency));
        };
        let result =
            games::start(&mut transaction.connection(), new.clone(), message.clone()).await;
        transaction.end(result).await
    }

    /// Starts a game against the computer in the place of one that has ended, given as for
    /// [`Self::save_game`]. Both are stored, or neither.
    ///
    /// # Errors
    ///
    /// As [`Self::start_game`], and [`StoreError::Conflict`] if the old game has changed.
    pub async fn replace_game(
        &self,
        expected_version: Version,
        ended: &Game,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Game, StoreError> {
        let mut locks = locks_for_start(new);
        locks.extend(locks_for(ended));
        let Some(mut transaction) = self.begin_change(new.changed_by, &locks).await? else {
            return Err(StoreError::ConstraintViolated(Constraint::Idempotency));
        };
        let result = games::replace(
            &mut transaction.connection(),
            expected_version,
            ended,
            new.clone(),
            message.clone(),
        )
        .await;
        transaction.end(result).await
    }

    /// Stores a changed game if the stored version is still `expected_version`.
    ///
    /// If the game has ended, the results and ratings of two people who played each other are
    /// updated in the same transaction. If it is the computer's turn, its deadline is stored as
    /// well.
    pub async fn save_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        // One statement: no result to count, and no deadline of the computer's turn.
        if game.is_live() && game.players.are_people() {
            let _timer = Timer::start("save move");
            return match &self.database {
                Either::Sqlite(database) => database.save_live_game(expected_version, game).await,
                Either::Postgres(database) => database.save_live_game(expected_version, game).await,
            };
        }
        self.save_columns(expected_version, game, ChangedColumns::All).await
    }

    /// Like [`Self::save_game`], but leaves the board's message as stored: its id may
    /// have been recorded during the search, which does not change the version.
    pub async fn save_computer_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        self.save_columns(expected_version, game, ChangedColumns::Position).await
    }

    async fn save_columns(
        &self,
        expected_version: Version,
        game: &Game,
        columns: ChangedColumns,
    ) -> Result<SaveResult, StoreError> {
        let mut transaction = self.begin(&locks_for(game)).await?;
        let saved =
            games::save(&mut transaction.connection(), expected_version, game, columns).await;
        transaction.end(saved).await
    }

    /// Records the id of a message once Discord has returned it. Ignored for a board
    /// that has been posted again since, with another token.
    pub async fn record_message_id(
        &self,
        owner: &MessageOwner,
        message: MessageId,
    ) -> Result<(), StoreError> {
        let owner = owner.clone();
        let mut transaction = self.begin(&[]).await?;
        let result =
            messages::record_message_id(&mut transaction.connection(), owner, message).await;
        transaction.end(result).await
    }

    /// Forgets the token that was to post the message of a board or a challenge.
    pub async fn forget_token(&self, owner: &MessageOwner) -> Result<(), StoreError> {
        let owner = owner.clone();
        let mut transaction = self.begin(&[]).await?;
        let result = messages::forget_token(&mut transaction.connection(), owner).await;
        transaction.end(result).await
    }

    /// Adds turns in which a hint was taken to those of a game against the computer, unless the
    /// interaction has changed something before. Returns whether it has added them.
    pub async fn record_hints(
        &self,
        by: InteractionId,
        id: GameId,
        hints: HintedTurns,
    ) -> Result<bool, StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[]).await? else {
            return Ok(false);
        };
        let result = games::record_hints(&mut transaction.connection(), id, hints).await;
        transaction.end(result).await?;
        Ok(true)
    }

    /// Saves the message of a live game's board, which is edited with another token from
    /// now on. Ignored if the game has changed.
    pub async fn save_board_message(
        &self,
        id: GameId,
        version: Version,
        message: &MessageHandle,
    ) -> Result<(), StoreError> {
        let message = message.clone();
        let mut transaction = self.begin(&[]).await?;
        let result =
            messages::save_board_message(&mut transaction.connection(), id, version, message).await;
        transaction.end(result).await
    }

    /// Stores the message of a game's last reminder.
    pub async fn record_reminder_message(
        &self,
        game: GameId,
        reminder: Reminder,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result =
            messages::record_reminder_message(&mut transaction.connection(), game, reminder).await;
        transaction.end(result).await
    }

    /// Forgets the message of a reminder, once it is edited.
    pub async fn forget_reminder_message(
        &self,
        game: GameId,
        message: MessageId,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result =
            messages::forget_reminder_message(&mut transaction.connection(), game, message).await;
        transaction.end(result).await
    }
}

fn player_locks(players: &Players) -> impl Iterator<Item = AdvisoryLock> {
    players.people().iter().map(|player| AdvisoryLock::Player(player.id))
}

/// The locks for starting a game.
fn locks_for_start(new: &NewGame) -> Vec<AdvisoryLock> {
    let channel = AdvisoryLock::Channel(new.config.location.channel);
    player_locks(&new.players).chain([channel]).collect()
}

/// The locks for storing a game. Only an ended game affects results.
fn locks_for(game: &Game) -> Vec<AdvisoryLock> {
    let players = game.result().map(|_| player_locks(&game.players));
    players.into_iter().flatten().collect()
}
