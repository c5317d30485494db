//! Who may challenge whom.

use crate::{
    game::{OpponentChoices, PlayerId},
    store::{
        error::StoreError,
        notifications::challenges_from,
        query::{DbConnection, query},
        row::row,
    },
};

/// What decides whether `$2` may challenge `$1`.
pub(in crate::store) const OPPONENT_CHOICES: &str = "\
    SELECT challenges, \
    (SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2) AS blocks, \
    (SELECT count(*) FROM game WHERE first_player_id = $1 AND second_player_id = $2 \
    AND result_number IS NOT NULL) \
    + (SELECT count(*) FROM game WHERE first_player_id = $2 AND second_player_id = $1 \
    AND result_number IS NOT NULL) AS games \
    FROM player WHERE player_id = $1";

/// What decides whether `challenger` may challenge `opponent`.
pub(in crate::store) async fn opponent_choices(
    connection: &mut impl DbConnection,
    challenger: PlayerId,
    opponent: PlayerId,
) -> Result<OpponentChoices, StoreError> {
    let query =
        query(OPPONENT_CHOICES).bind(opponent.0.cast_signed()).bind(challenger.0.cast_signed());
    let stored = query.fetch_as::<OpponentChoicesRow, _>(connection).await?;
    Ok(stored.unwrap_or_default())
}

row! {
    pub(in crate::store) struct OpponentChoicesRow {
        challenges: String,
        blocks: i64,
        games: i64,
    }
}

impl TryFrom<OpponentChoicesRow> for OpponentChoices {
    type Error = StoreError;

    fn try_from(row: OpponentChoicesRow) -> Result<Self, StoreError> {
        Ok(Self {
            challenges: challenges_from(&row.challenges)?,
            blocked: row.blocks > 0,
            have_played: row.games > 0,
        })
    }
}

pub(in crate::store) const BLOCK: &str =
    "SELECT player_id FROM block WHERE player_id = $1 AND blocked_id = $2";

pub(in crate::store) async fn is_blocked(
    connection: &mut impl DbConnection,
    player: PlayerId,
    by: PlayerId,
) -> Result<bool, StoreError> {
    let blocked: Option<i64> = query(BLOCK)
        .bind(by.0.cast_signed())
        .bind(player.0.cast_signed())
        .fetch_optional_scalar(connection)
        .await?;
    Ok(blocked.is_some())
}

/// The number of blocks between two people, in either direction.
pub(in crate::store) const COUNT_BLOCKS_BETWEEN: &str = "\
    SELECT (SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2) \
    + (SELECT count(*) FROM block WHERE player_id = $2 AND blocked_id = $1)";

/// Whether one of two people has blocked the other.
pub(in crate::store) async fn are_blocked(
    connection: &mut impl DbConnection,
    [one, other]: [PlayerId; 2],
) -> Result<bool, StoreError> {
    let blocks: i64 = query(COUNT_BLOCKS_BETWEEN)
        .bind(one.0.cast_signed())
        .bind(other.0.cast_signed())
        .fetch_scalar(connection)
        .await?;
    Ok(blocks > 0)
}
