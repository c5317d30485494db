//! What players have chosen.

use crate::{
    game::{ChallengesFrom, InteractionId, Player, PlayerId, Preference, Preferences},
    store::{
        Store,
        connection::{AdvisoryLock, Connection},
        error::StoreError,
        players,
        query::query,
        row::row,
    },
};

pub(in crate::store) const PREFERENCES: &str =
    "SELECT challenges, turn_pings, reminders, listed FROM player WHERE player_id = $1";

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
    let query = query(PREFERENCES).bind(player);
    let stored = query.fetch_as::<PreferencesRow, _>(connection).await?;
    Ok(stored.unwrap_or_default())
}

pub(in crate::store) const SAVE_PREFERENCES: &str = "\
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
        .bind(changed.challenges.name())
        .bind(changed.turns)
        .bind(changed.reminders)
        .bind(changed.listed)
        .execute(connection)
        .await?;
    Ok(changed)
}

row! {
    pub(in crate::store) struct PreferencesRow {
        challenges: String,
        turn_pings: i64,
        reminders: i64,
        listed: i64,
    }
}

impl TryFrom<PreferencesRow> for Preferences {
    type Error = StoreError;

    fn try_from(row: PreferencesRow) -> Result<Self, StoreError> {
        Ok(Self {
            challenges: challenges_from(&row.challenges)?,
            turns: row.turn_pings != 0,
            reminders: row.reminders != 0,
            listed: row.listed != 0,
        })
    }
}

pub(in crate::store) fn challenges_from(name: &str) -> Result<ChallengesFrom, StoreError> {
    name.parse().map_err(|why: String| StoreError::corrupt("who may challenge a player", why))
}
