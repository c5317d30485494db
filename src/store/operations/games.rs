//! Games, and the messages that show games and challenges.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{
        ChallengeId, ChannelId, Game, GameId, GuildId, HintedTurns, InteractionId, MessageHandle,
        MessageId, NewGame, PlayerId, Players, Reminder, Version,
    },
    store::{
        database::{AdvisoryLock, Database},
        error::{Constraint, StoreError},
        games::{self, ChangedColumns, RecentEnd},
        latency::timed,
        messages::{self, MessageOwner},
        save_result::SaveResult,
        sql_store::SqlStore,
    },
};

#[async_trait]
pub trait GameStore {
    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError>;

    /// The game that started from a challenge.
    async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError>;

    /// The game that an interaction started without a challenge.
    async fn game_by_interaction(&self, id: InteractionId) -> Result<Option<Game>, StoreError>;

    /// The player's live games in a channel, newest first.
    async fn live_games_in_channel(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Vec<Game>, StoreError>;

    /// The player's game in a channel that ended last.
    async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError>;

    /// The player's games in a channel that have ended since a time.
    async fn recent_ends(
        &self,
        channel: ChannelId,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<Vec<RecentEnd>, StoreError>;

    /// All live games of a player, by the time of the last move, oldest first.
    async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError>;

    /// Live games in a server, by the time of the last move, oldest first.
    async fn live_games_in_guild(
        &self,
        guild: GuildId,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError>;

    async fn count_live_games(&self) -> Result<u32, StoreError>;

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
    async fn start_game(
        &self,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Option<Game>, StoreError>;

    /// Starts a game against the computer in the place of one that has ended, given as for
    /// [`GameStore::save_game`]. Both are stored, or neither.
    ///
    /// # Errors
    ///
    /// As [`GameStore::start_game`], and [`StoreError::Conflict`] if the old game has changed.
    async fn replace_game(
        &self,
        expected_version: Version,
        ended: &Game,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Game, StoreError>;

    /// Stores a changed game if the stored version is still `expected_version`.
    ///
    /// If the game has ended, the results and ratings of two people who played each other are
    /// updated in the same transaction. If it is the computer's turn, its deadline is stored as
    /// well.
    async fn save_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError>;

    /// Like [`GameStore::save_game`], but leaves the board's message as stored: its id may
    /// have been recorded during the search, which does not change the version.
    async fn save_computer_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError>;

    /// Records the id of a message once Discord has returned it. Ignored for a board
    /// that has been posted again since, with another token.
    async fn record_message_id(
        &self,
        owner: &MessageOwner,
        message: MessageId,
    ) -> Result<(), StoreError>;

    /// Forgets the token that was to post the message of a board or a challenge.
    async fn forget_token(&self, owner: &MessageOwner) -> Result<(), StoreError>;

    /// Adds turns in which a hint was taken to those of a game against the computer, unless the
    /// interaction has changed something before. Returns whether it has added them.
    async fn record_hints(
        &self,
        by: InteractionId,
        id: GameId,
        hints: HintedTurns,
    ) -> Result<bool, StoreError>;

    /// Saves the message of a live game's board, which is edited with another token from
    /// now on. Ignored if the game has changed.
    async fn save_board_message(
        &self,
        id: GameId,
        version: Version,
        message: &MessageHandle,
    ) -> Result<(), StoreError>;

    /// Stores the message of a game's last reminder.
    async fn record_reminder_message(
        &self,
        game: GameId,
        reminder: Reminder,
    ) -> Result<(), StoreError>;

    /// Forgets the message of a reminder, once it is edited.
    async fn forget_reminder_message(
        &self,
        game: GameId,
        message: MessageId,
    ) -> Result<(), StoreError>;
}

#[async_trait]
impl<D: Database> GameStore for SqlStore<D> {
    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        timed("load game", self.database.game(id)).await
    }

    async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError> {
        games::game_of_challenge(&mut *self.reader().await?, id).await
    }

    async fn game_by_interaction(&self, id: InteractionId) -> Result<Option<Game>, StoreError> {
        games::game_by_interaction(&mut *self.reader().await?, id).await
    }

    async fn live_games_in_channel(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Vec<Game>, StoreError> {
        games::live_games_in_channel(&mut *self.reader().await?, channel, player).await
    }

    async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        games::last_game(&mut *self.reader().await?, channel, player).await
    }

    async fn recent_ends(
        &self,
        channel: ChannelId,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<Vec<RecentEnd>, StoreError> {
        games::recent_ends(&mut *self.reader().await?, channel, player, since).await
    }

    async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError> {
        games::live_games(&mut *self.reader().await?, player).await
    }

    async fn live_games_in_guild(
        &self,
        guild: GuildId,
        limit: u64,
    ) -> Result<Vec<Game>, StoreError> {
        games::live_games_in_guild(&mut *self.reader().await?, guild, limit).await
    }

    async fn count_live_games(&self) -> Result<u32, StoreError> {
        games::count_live_games(&mut *self.reader().await?).await
    }

    async fn start_game(
        &self,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Option<Game>, StoreError> {
        let (new, message) = (new.clone(), message.clone());
        let locks = locks_for_start(&new);
        let by = Some(new.changed_by);
        let started = self.change(by, &locks, move |c| games::start(c, new, message)).await?;
        started.ok_or(StoreError::ConstraintViolated(Constraint::Idempotency))
    }

    async fn replace_game(
        &self,
        expected_version: Version,
        ended: &Game,
        new: &NewGame,
        message: &MessageHandle,
    ) -> Result<Game, StoreError> {
        let (ended, new, message) = (ended.clone(), new.clone(), message.clone());
        let mut locks = locks_for_start(&new);
        locks.extend(locks_for(&ended));
        let started = self.change(Some(new.changed_by), &locks, move |c| {
            games::replace(c, expected_version, ended, new, message)
        });
        started.await?.ok_or(StoreError::ConstraintViolated(Constraint::Idempotency))
    }

    async fn save_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        // One statement: no result to count, and no deadline of the computer's turn.
        if game.is_live() && game.players.are_people() {
            let saved = self.database.save_live_game(expected_version, game);
            return timed("save move", saved).await;
        }
        let game = game.clone();
        self.transaction(&locks_for(&game), move |c| {
            games::save(c, expected_version, game, ChangedColumns::All)
        })
        .await
    }

    async fn save_computer_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        let game = game.clone();
        self.transaction(&locks_for(&game), move |c| {
            games::save(c, expected_version, game, ChangedColumns::Position)
        })
        .await
    }

    async fn record_message_id(
        &self,
        owner: &MessageOwner,
        message: MessageId,
    ) -> Result<(), StoreError> {
        let owner = owner.clone();
        self.transaction(&[], move |c| messages::record_message_id(c, owner, message)).await
    }

    async fn forget_token(&self, owner: &MessageOwner) -> Result<(), StoreError> {
        let owner = owner.clone();
        self.transaction(&[], move |c| messages::forget_token(c, owner)).await
    }

    async fn record_hints(
        &self,
        by: InteractionId,
        id: GameId,
        hints: HintedTurns,
    ) -> Result<bool, StoreError> {
        let recorded = self.change(Some(by), &[], move |c| games::record_hints(c, id, hints));
        Ok(recorded.await?.is_some())
    }

    async fn save_board_message(
        &self,
        id: GameId,
        version: Version,
        message: &MessageHandle,
    ) -> Result<(), StoreError> {
        let message = message.clone();
        self.transaction(&[], move |c| messages::save_board_message(c, id, version, message)).await
    }

    async fn record_reminder_message(
        &self,
        game: GameId,
        reminder: Reminder,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| messages::record_reminder_message(c, game, reminder)).await
    }

    async fn forget_reminder_message(
        &self,
        game: GameId,
        message: MessageId,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| messages::forget_reminder_message(c, game, message)).await
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
