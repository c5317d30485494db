//! Who may challenge whom.

use crate::{
    game::{OpponentChoices, PlayerId},
    store::{Connection, FromRow, Row, StoreError, query},
};

/// The columns of [`OpponentChoices`], for the player `$1` whom `$2` challenges.
macro_rules! opponent_choice_columns {
    () => {
        "player.challenges AS challenges, \
         (SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2) AS blocks, \
         (SELECT count(*) FROM game WHERE first_player_id = $1 AND second_player_id = $2 \
         AND result_number IS NOT NULL) \
         + (SELECT count(*) FROM game WHERE first_player_id = $2 AND second_player_id = $1 \
         AND result_number IS NOT NULL) AS games"
    };
}

pub(in crate::store) use opponent_choice_columns;

/// What decides whether `$2` may challenge `$1`.
const OPPONENT_CHOICES: &str =
    concat!("SELECT ", opponent_choice_columns!(), " FROM player WHERE player_id = $1");

/// What decides whether `challenger` may challenge `opponent`.
pub(in crate::store) async fn opponent_choices(
    connection: &mut Connection<'_>,
    challenger: PlayerId,
    opponent: PlayerId,
) -> Result<OpponentChoices, StoreError> {
    let query = query(OPPONENT_CHOICES).bind(opponent).bind(challenger);
    Ok(query.fetch_optional(connection).await?.unwrap_or_default())
}

impl FromRow for OpponentChoices {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            challenges: row.get("challenges")?,
            blocked: row.get("blocks")?,
            have_played: row.get("games")?,
        })
    }
}
