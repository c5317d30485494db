//! Which pings players get, and from whom.

use futures_util::future::BoxFuture;

use crate::{
    game::{ChallengesFrom, NotificationSetting, Notifications, Player, PlayerId},
    store::{
        error::StoreError,
        players,
        query::{DbConnection, query},
        row::row,
    },
};

pub(in crate::store) const NOTIFICATIONS: &str =
    "SELECT challenges, turn_pings, reminders FROM player WHERE player_id = $1";

pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
    player: PlayerId,
) -> Result<Notifications, StoreError> {
    let query = query(NOTIFICATIONS).bind(player.0.cast_signed());
    let stored = query.fetch_as::<NotificationsRow, _>(connection).await?;
    Ok(stored.unwrap_or_default())
}

pub(in crate::store) const SAVE_NOTIFICATIONS: &str = "\
    UPDATE player SET challenges = $2, turn_pings = $3, reminders = $4 WHERE player_id = $1";

pub(in crate::store) fn change(
    connection: &mut impl DbConnection,
    player: Player,
    setting: NotificationSetting,
) -> BoxFuture<'_, Result<Notifications, StoreError>> {
    Box::pin(async move {
        players::upsert(connection, &player).await?;
        let changed = load(connection, player.id).await?.with(setting);
        query(SAVE_NOTIFICATIONS)
            .bind(player.id.0.cast_signed())
            .bind(changed.challenges.name())
            .bind(i64::from(changed.turns))
            .bind(i64::from(changed.reminders))
            .execute(connection)
            .await?;
        Ok(changed)
    })
}

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

pub(in crate::store) fn challenges_from(name: &str) -> Result<ChallengesFrom, StoreError> {
    ChallengesFrom::from_name(name)
        .ok_or_else(|| StoreError::corrupt("who may challenge a player", format!("{name:?}")))
}
