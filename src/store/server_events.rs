//! The last changes by the managers of each server.

use crate::{
    game::{GuildId, ServerEvent},
    store::{Connection, Store, StoreResult, from_columns, query},
};

from_columns!(ServerEvent {
    id: "event_id",
    manager: "manager_id",
    kind,
    player: "player_id",
    number,
});

/// How many changes of a server are kept.
const KEPT_SERVER_EVENTS: u32 = 50;

impl Store {
    /// The changes in a server, newest first.
    pub async fn server_events(&self, guild: GuildId) -> StoreResult<Vec<ServerEvent>> {
        const SERVER_EVENTS: &str = "\
            SELECT event_id, manager_id, kind, player_id, number FROM server_event \
            WHERE guild_id = $1 ORDER BY event_id DESC LIMIT $2";
        self.fetch_all(query(SERVER_EVENTS).bind(guild).bind(KEPT_SERVER_EVENTS)).await
    }

    /// Stores a change. Once, however often the interaction is delivered.
    pub async fn record_event(&self, guild: GuildId, event: ServerEvent) -> StoreResult<()> {
        let mut transaction = self.begin(&[]).await?;
        let recorded = record(&mut transaction.connection(), guild, event).await;
        transaction.end(recorded).await
    }
}

/// Stores a change, and forgets the oldest one if there are too many.
pub(in crate::store) async fn record(
    connection: &mut Connection<'_>,
    guild: GuildId,
    event: ServerEvent,
) -> StoreResult<()> {
    const RECORD: &str = "\
        INSERT INTO server_event (guild_id, event_id, manager_id, kind, player_id, number) \
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
    const FORGET: &str = "\
        DELETE FROM server_event WHERE guild_id = $1 AND event_id <= (SELECT event_id \
        FROM server_event WHERE guild_id = $1 ORDER BY event_id DESC LIMIT 1 OFFSET $2)";
    let record = query(RECORD).bind(guild).bind(event.id).bind(event.manager);
    let record = record.bind(event.kind).bind(event.player).bind(event.number);
    record.execute(connection).await?;
    query(FORGET).bind(guild).bind(KEPT_SERVER_EVENTS).execute(connection).await.map(drop)
}
