//! The interactions that have changed something, so that none does so twice.

use crate::{
    game::InteractionId,
    store::{connection::Connection, error::StoreError, query::query},
};

const RECORD_APPLIED_INTERACTION: &str = "\
    INSERT INTO applied_interaction (interaction_id) VALUES ($1) ON CONFLICT DO NOTHING";

/// Records that an interaction changes something. Returns `false` if it has done so before; waits
/// for a transaction that records it at the same time.
pub(in crate::store) async fn record(
    connection: &mut Connection<'_>,
    interaction: InteractionId,
) -> Result<bool, StoreError> {
    let query = query(RECORD_APPLIED_INTERACTION).bind(interaction);
    Ok(query.execute(connection).await? > 0)
}
