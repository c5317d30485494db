//! What players have chosen.

use crate::{
    game::{InteractionId, Player, PlayerId, Preference, Preferences},
    store::{AdvisoryLock, Connection, FromRow, Row, Store, StoreError, players, query},
};

const PREFERENCES: &str =
    "SELECT player_id, challenges, turn_pings, reminders, listed FROM player WHERE player_id = $1";

impl Store {
    /// What a player has chosen; the defaults if the player is unknown.
    pub async fn preferences(&self, player: PlayerId) -> Result<Preferences, StoreError> {
        load(&mut self.reader().await?.connection(), player).await
    }
}

async fn load(
    connection: &mut Connection<'_>,
    player: PlayerId,
) -> Result<Preferences, StoreError> {
    Ok(query(PREFERENCES).bind(player).fetch_optional(connection).await?.unwrap_or_default())
}

const SAVE_PREFERENCES: &str = "\
    UPDATE player SET challenges = $2, turn_pings = $3, reminders = $4, listed = $5 \
    WHERE player_id = $1";

impl Store {
    /// Changes one of a player's choices, unless the interaction has changed something before, and
    /// returns all of them.
    pub async fn change_preference(
        &self,
        by: InteractionId,
        player: &Player,
        preference: Preference,
    ) -> Result<Preferences, StoreError> {
        let Some(mut transaction) =
            self.begin_change(by, &[AdvisoryLock::Player(player.id)]).await?
        else {
            return self.preferences(player.id).await;
        };
        let result = change(&mut transaction.connection(), player, preference).await;
        transaction.end(result).await
    }
}

async fn change(
    connection: &mut Connection<'_>,
    player: &Player,
    preference: Preference,
) -> Result<Preferences, StoreError> {
    players::upsert(connection, player).await?;
    let changed = load(connection, player.id).await?.with(preference);
    query(SAVE_PREFERENCES)
        .bind(player.id)
        .bind(changed.challenges)
        .bind(changed.turns)
        .bind(changed.reminders)
        .bind(changed.listed)
        .execute(connection)
        .await?;
    Ok(changed)
}

impl FromRow for Preferences {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            challenges: row.get("challenges")?,
            turns: row.get("turn_pings")?,
            reminders: row.get("reminders")?,
            listed: row.get("listed")?,
        })
    }
}
