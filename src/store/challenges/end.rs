//! The end of challenges.

use clock::Timestamp;

use crate::{
    game::{ChallengeId, ChallengeState, InteractionId, PlayerId},
    store::{
        Connection, SaveResult, Store, StoreError, deadlines, kept_limits::count_in_cooldown, query,
    },
};

pub(in crate::store) async fn accept(
    connection: &mut Connection<'_>,
    id: ChallengeId,
    by: InteractionId,
    now: Timestamp,
) -> Result<SaveResult, StoreError> {
    end_pending(connection, id, ChallengeState::Accepted, Some(by), now).await
}

impl Store {
    /// Moves a pending challenge to a final state, and deletes its deadline even if it
    /// is no longer pending. `by` is `None` if the challenge expired. [`SaveResult::Conflict`] also
    /// if the interaction has changed something before.
    pub async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[]).await? else {
            return Ok(SaveResult::Conflict);
        };
        let ended = end(&mut transaction.connection(), id, state, by, now).await;
        transaction.end(ended).await
    }
}

pub(in crate::store) async fn end(
    connection: &mut Connection<'_>,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    now: Timestamp,
) -> Result<SaveResult, StoreError> {
    let ended = end_pending(connection, id, state, by, now).await?;
    if ended == SaveResult::Saved && state != ChallengeState::Accepted {
        count_in_cooldown(id, now).execute(connection).await?;
    }
    Ok(ended)
}

const END_CHALLENGE: &str = "\
    UPDATE challenge SET state = $2, changed_by = coalesce($3, changed_by), ended_at = $4 \
    WHERE challenge_id = $1 AND state = 'pending'";

pub(in crate::store) async fn end_pending(
    connection: &mut Connection<'_>,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    now: Timestamp,
) -> Result<SaveResult, StoreError> {
    let ended =
        query(END_CHALLENGE).bind(id).bind(state).bind(by).bind(now).save(connection).await?;
    if ended == SaveResult::Conflict {
        deadlines::delete_expiry(id).execute(connection).await?;
    }
    Ok(ended)
}

const END_CHALLENGES_BETWEEN: &str = "\
    UPDATE challenge SET ended_at = $3, changed_by = $4, \
    state = CASE WHEN challenger_id = $1 THEN 'cancelled' ELSE 'declined' END \
    WHERE state = 'pending' AND ((challenger_id = $1 AND opponent_id = $2) \
    OR (challenger_id = $2 AND opponent_id = $1)) RETURNING challenge_id";

/// Ends the pending challenges between two players, of whom the first has blocked the second:
/// as that player declines or cancels them, so that nothing tells the other of the block.
pub(in crate::store) async fn end_between(
    connection: &mut Connection<'_>,
    player: PlayerId,
    blocked: PlayerId,
    by: InteractionId,
    now: Timestamp,
) -> Result<Vec<ChallengeId>, StoreError> {
    let ended: Vec<ChallengeId> = query(END_CHALLENGES_BETWEEN)
        .bind(player)
        .bind(blocked)
        .bind(now)
        .bind(by)
        .fetch_all(connection)
        .await?;
    for &challenge in &ended {
        count_in_cooldown(challenge, now).execute(connection).await?;
    }
    Ok(ended)
}

const RECORD_CHALLENGE_SHOWN: &str = "UPDATE challenge SET shown = $2 WHERE challenge_id = $1";

impl Store {
    /// Records whether a challenge's message is known to be there, although its id is
    /// unknown.
    pub async fn record_challenge_shown(
        &self,
        id: ChallengeId,
        is_shown: bool,
    ) -> Result<(), StoreError> {
        let query = query(RECORD_CHALLENGE_SHOWN).bind(id).bind(is_shown);
        self.execute(query).await.map(drop)
    }
}
