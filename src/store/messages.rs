//! Messages of games and challenges.

use crate::{
    game::{ChallengeId, GameId, MessageHandle, MessageId, Reminder, Token, Version},
    store::{database::Store, prelude::*},
};

/// What a message in a channel belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageOwner {
    Challenge(ChallengeId),
    /// A game's board, posted with this interaction token.
    Board(GameId, Token),
}

impl Store {
    /// Saves the message of a live game's board, which is edited with another token from
    /// now on. Ignored if the game has changed.
    pub async fn save_board_message(
        &self,
        id: GameId,
        version: Version,
        message: &MessageHandle,
    ) -> StoreResult<()> {
        /// Saves the message only while the game is live and at this version.
        const SAVE_BOARD_MESSAGE: &str = "\
            UPDATE game SET message_id = $3, token = $4, token_expires_at = $5 \
            WHERE game_id = $1 AND version = $2 AND result IS NULL";
        let query = query(SAVE_BOARD_MESSAGE).bind(id).bind(version).bind(message.message);
        let query = query.bind(message.token.0.as_str()).bind(message.token_expires_at);
        self.execute(query).await.map(drop)
    }

    /// Records the id of a message once Discord has returned it. Ignored for a board
    /// that has been posted again since, with another token.
    pub async fn record_message_id(
        &self,
        owner: &MessageOwner,
        message: MessageId,
    ) -> StoreResult<()> {
        /// The challenge of a deleted server or player must not get a message again.
        const RECORD_CHALLENGE_MESSAGE: &str = "\
            UPDATE challenge SET message_id = $2 WHERE challenge_id = $1 \
            AND channel_id <> 0 AND challenger_id >= 0 AND coalesce(opponent_id, 0) >= 0";
        /// The game of a deleted server or player must not get a message again.
        const RECORD_BOARD_MESSAGE: &str = "\
            UPDATE game SET message_id = $2 WHERE game_id = $1 AND token = $3 AND channel_id <> 0 \
            AND coalesce(first_player_id, 0) >= 0 AND coalesce(second_player_id, 0) >= 0";
        let query = match owner {
            MessageOwner::Challenge(id) => query(RECORD_CHALLENGE_MESSAGE).bind(*id).bind(message),
            MessageOwner::Board(id, token) => {
                query(RECORD_BOARD_MESSAGE).bind(*id).bind(message).bind(token.0.as_str())
            }
        };
        self.execute(query).await.map(drop)
    }

    /// Forgets the token that was to post the message of a board or a challenge.
    pub async fn forget_token(&self, owner: &MessageOwner) -> StoreResult<()> {
        const FORGET_CHALLENGE_TOKEN: &str = "\
            UPDATE challenge SET token = '', token_expires_at = 0 \
            WHERE challenge_id = $1 AND message_id IS NULL";
        const FORGET_BOARD_TOKEN: &str = "\
            UPDATE game SET token = '', token_expires_at = 0 \
            WHERE game_id = $1 AND token = $2 AND message_id IS NULL";
        let query = match owner {
            MessageOwner::Challenge(id) => query(FORGET_CHALLENGE_TOKEN).bind(*id),
            MessageOwner::Board(id, token) => {
                query(FORGET_BOARD_TOKEN).bind(*id).bind(token.0.as_str())
            }
        };
        self.execute(query).await.map(drop)
    }

    /// Stores the message of a game's last reminder.
    pub async fn record_reminder_message(
        &self,
        game: GameId,
        reminder: Reminder,
    ) -> StoreResult<()> {
        /// The game of a deleted server or player must not get a message again.
        const RECORD_REMINDER_MESSAGE: &str = "\
            UPDATE game SET reminder_message_id = $2, reminder_ply = $3 \
            WHERE game_id = $1 AND channel_id <> 0 \
            AND coalesce(first_player_id, 0) >= 0 AND coalesce(second_player_id, 0) >= 0";
        let query = query(RECORD_REMINDER_MESSAGE).bind(game);
        self.execute(query.bind(reminder.message).bind(reminder.ply)).await.map(drop)
    }

    /// Forgets the message of a reminder, once it is deleted.
    pub async fn forget_reminder_message(
        &self,
        game: GameId,
        message: MessageId,
    ) -> StoreResult<()> {
        /// Only if there is no newer one.
        const FORGET_REMINDER_MESSAGE: &str = "\
            UPDATE game SET reminder_message_id = NULL, reminder_ply = NULL \
            WHERE game_id = $1 AND reminder_message_id = $2";
        self.execute(query(FORGET_REMINDER_MESSAGE).bind(game).bind(message)).await.map(drop)
    }
}
