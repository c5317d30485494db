//! Messages of games and challenges.

use futures_util::future::BoxFuture;

use crate::{
    game::{ChallengeId, GameId, MessageId, Token},
    store::{
        error::StoreError,
        query::{DbConnection, query},
    },
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

pub(in crate::store) fn record_message_id(
    connection: &mut impl DbConnection,
    owner: MessageOwner,
    message: MessageId,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let message = message.0.cast_signed();
        let query = match owner {
            MessageOwner::Challenge(id) => query(RECORD_CHALLENGE_MESSAGE).bind(id.0).bind(message),
            MessageOwner::Board(id, token) => {
                query(RECORD_BOARD_MESSAGE).bind(id.0).bind(message).bind(token.0)
            }
        };
        query.execute(connection).await?;
        Ok(())
    })
}
