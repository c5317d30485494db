//! Who may play with whom.

use crate::{
    game::{OpponentChoices, PlayerId},
    store::{
        StoreError,
        query::{DbConnection, query},
        rows::OpponentChoicesRow,
        sql,
    },
};

/// What decides whether `challenger` may challenge `opponent`.
pub(super) async fn opponent_choices(
    connection: &mut impl DbConnection,
    challenger: PlayerId,
    opponent: PlayerId,
) -> Result<OpponentChoices, StoreError> {
    let query = query(sql::OPPONENT_CHOICES)
        .bind(opponent.0.cast_signed())
        .bind(challenger.0.cast_signed());
    let stored = query.fetch_as::<OpponentChoicesRow, _>(connection).await?;
    Ok(stored.unwrap_or_default())
}

pub(in crate::store) async fn is_blocked(
    connection: &mut impl DbConnection,
    player: PlayerId,
    by: PlayerId,
) -> Result<bool, StoreError> {
    let blocked: Option<i64> = query(sql::BLOCK)
        .bind(by.0.cast_signed())
        .bind(player.0.cast_signed())
        .fetch_optional_scalar(connection)
        .await?;
    Ok(blocked.is_some())
}

/// Whether one of two people has blocked the other.
pub(super) async fn are_blocked(
    connection: &mut impl DbConnection,
    [one, other]: [PlayerId; 2],
) -> Result<bool, StoreError> {
    let blocks: i64 = query(sql::COUNT_BLOCKS_BETWEEN)
        .bind(one.0.cast_signed())
        .bind(other.0.cast_signed())
        .fetch_scalar(connection)
        .await?;
    Ok(blocks > 0)
}
