//! Messages of games and challenges.

use crate::{
    game::{ChallengeId, GameId, MessageHandle, MessageId, Reminder, Token, Version},
    store::{connection::Connection, error::StoreError, query::query, row::message_id_value},
};

/// What a message in a channel belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageOwner {
    Challenge(ChallengeId),
    /// A game's board, posted with this interaction token.
    Board(GameId, Token),
}

/// The challenge of a deleted server or player must not get a message again.
pub(in crate::store) const RECORD_CHALLENGE_MESSAGE: &str = "\
    UPDATE challenge SET message_id = $2 WHERE challenge_id = $1 AND channel_id <> 0 \
    AND challenger_id >= 0 AND coalesce(opponent_id, 0) >= 0";

/// The game of a deleted server or player must not get a message again.
pub(in crate::store) const RECORD_BOARD_MESSAGE: &str = "\
    UPDATE game SET message_id = $2 WHERE game_id = $1 AND token = $3 AND channel_id <> 0 \
    AND coalesce(first_player_id, 0) >= 0 AND coalesce(second_player_id, 0) >= 0";

/// Saves the message only while the game is live and at this version.
pub(in crate::store) const SAVE_BOARD_MESSAGE: &str = "\
    UPDATE game SET message_id = $3, token = $4, token_expires_at = $5 \
    WHERE game_id = $1 AND version = $2 AND result IS NULL";

pub(in crate::store) async fn save_board_message(
    connection: &mut Connection<'_>,
    id: GameId,
    version: Version,
    message: MessageHandle,
) -> Result<(), StoreError> {
    query(SAVE_BOARD_MESSAGE)
        .bind(id.0)
        .bind(i64::from(version.0))
        .bind(message_id_value(message.message))
        .bind(message.token.0)
        .bind(message.token_expires_at.milliseconds())
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn record_message_id(
    connection: &mut Connection<'_>,
    owner: MessageOwner,
    message: MessageId,
) -> Result<(), StoreError> {
    let message = message.0.cast_signed();
    let query = match owner {
        MessageOwner::Challenge(id) => query(RECORD_CHALLENGE_MESSAGE).bind(id.0).bind(message),
        MessageOwner::Board(id, token) => {
            query(RECORD_BOARD_MESSAGE).bind(id.0).bind(message).bind(token.0)
        }
    };
    query.execute(connection).await?;
    Ok(())
}

pub(in crate::store) const FORGET_CHALLENGE_TOKEN: &str = "\
    UPDATE challenge SET token = '', token_expires_at = 0 \
    WHERE challenge_id = $1 AND message_id IS NULL";

pub(in crate::store) const FORGET_BOARD_TOKEN: &str = "\
    UPDATE game SET token = '', token_expires_at = 0 \
    WHERE game_id = $1 AND token = $2 AND message_id IS NULL";

pub(in crate::store) async fn forget_token(
    connection: &mut Connection<'_>,
    owner: MessageOwner,
) -> Result<(), StoreError> {
    let query = match owner {
        MessageOwner::Challenge(id) => query(FORGET_CHALLENGE_TOKEN).bind(id.0),
        MessageOwner::Board(id, token) => query(FORGET_BOARD_TOKEN).bind(id.0).bind(token.0),
    };
    query.execute(connection).await.map(drop)
}

/// The game of a deleted server or player must not get a message again. The reminder has pinged
/// somebody, and leads to the board.
pub(in crate::store) const RECORD_REMINDER_MESSAGE: &str = "\
    UPDATE game SET reminder_message_id = $2, reminder_ply = $3, board_pinged = 1 \
    WHERE game_id = $1 AND channel_id <> 0 \
    AND coalesce(first_player_id, 0) >= 0 AND coalesce(second_player_id, 0) >= 0";

pub(in crate::store) async fn record_reminder_message(
    connection: &mut Connection<'_>,
    id: GameId,
    reminder: Reminder,
) -> Result<(), StoreError> {
    query(RECORD_REMINDER_MESSAGE)
        .bind(id.0)
        .bind(reminder.message.0.cast_signed())
        .bind(i64::from(reminder.ply))
        .execute(connection)
        .await?;
    Ok(())
}

/// Only if there is no newer one.
pub(in crate::store) const FORGET_REMINDER_MESSAGE: &str = "\
    UPDATE game SET reminder_message_id = NULL, reminder_ply = NULL \
    WHERE game_id = $1 AND reminder_message_id = $2";

pub(in crate::store) async fn forget_reminder_message(
    connection: &mut Connection<'_>,
    id: GameId,
    message: MessageId,
) -> Result<(), StoreError> {
    let message = message.0.cast_signed();
    query(FORGET_REMINDER_MESSAGE).bind(id.0).bind(message).execute(connection).await?;
    Ok(())
}
