//! Which pings a player gets, and from whom.

use crate::{
    game::{ChallengesFrom, Notifications, OpponentChoices},
    store::StoreError,
};

row! {
    pub(in crate::store) struct NotificationsRow {
        challenges: String,
        turn_pings: i64,
        reminders: i64,
    }
}

impl TryFrom<NotificationsRow> for Notifications {
    type Error = StoreError;

    fn try_from(row: NotificationsRow) -> Result<Self, StoreError> {
        Ok(Self {
            challenges: challenges_from(&row.challenges)?,
            turns: row.turn_pings != 0,
            reminders: row.reminders != 0,
        })
    }
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

fn challenges_from(name: &str) -> Result<ChallengesFrom, StoreError> {
    ChallengesFrom::from_name(name)
        .ok_or_else(|| StoreError::corrupt("who may challenge a player", format!("{name:?}")))
}
