//! Loading of challenges.

use crate::{
    game::{Challenge, ChallengeId, InteractionId, PlayerId},
    store::{Connection, Store, StoreError, challenges::row::challenge_query, query},
};

const CHALLENGE: &str = challenge_query!("WHERE challenge_id = $1");

impl Store {
    pub async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        self.fetch_optional(query(CHALLENGE).bind(id)).await
    }
}

const CHALLENGE_BY_INTERACTION: &str = challenge_query!("WHERE created_by = $1");

impl Store {
    /// The challenge that an interaction created.
    pub async fn challenge_by_interaction(
        &self,
        id: InteractionId,
    ) -> Result<Option<Challenge>, StoreError> {
        self.fetch_optional(query(CHALLENGE_BY_INTERACTION).bind(id)).await
    }
}

const PENDING_CHALLENGES_OF_PLAYER: &str = challenge_query!(
    "WHERE state = 'pending' AND (challenger_id = $1 OR opponent_id = $1) ORDER BY challenge_id"
);

/// The pending challenges by and to a player.
pub(in crate::store) async fn pending_of(
    connection: &mut Connection<'_>,
    player: PlayerId,
) -> Result<Vec<Challenge>, StoreError> {
    query(PENDING_CHALLENGES_OF_PLAYER).bind(player).fetch_all(connection).await
}
