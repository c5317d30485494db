//! Challenges.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{
        Challenge, ChallengeContext, ChallengeId, ChallengeState, InteractionId, Location,
        MessageHandle, NewChallenge, PlayerId,
    },
    store::{
        challenges,
        database::{AdvisoryLock, Database},
        error::{Constraint, StoreError},
        save_result::SaveResult,
        sql_store::SqlStore,
    },
};

#[async_trait]
pub trait ChallengeStore {
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError>;

    /// The challenge that an interaction created.
    async fn challenge_by_interaction(
        &self,
        id: InteractionId,
    ) -> Result<Option<Challenge>, StoreError>;

    /// What decides whether a challenge may be made here. No opponent means an open
    /// challenge.
    async fn challenge_context(
        &self,
        location: Location,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        now: Timestamp,
    ) -> Result<ChallengeContext, StoreError>;

    /// Stores a new challenge and its deadline, and ends those that it replaces, which count in the
    /// cooldown of the next one. The names of an opponent who is already known stay as they are.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if the players have a pending challenge, the
    /// challenger has three or an open one in the channel, the opponent does not let them, has
    /// deleted their data or was challenged lately, the game has a rematch, or the interaction has
    /// changed something before.
    async fn create_challenge(
        &self,
        new: &NewChallenge,
        message: &MessageHandle,
    ) -> Result<Challenge, StoreError>;

    /// Moves a pending challenge to a final state, and deletes its deadline even if it
    /// is no longer pending. `by` is `None` if the challenge expired. [`SaveResult::Conflict`] also
    /// if the interaction has changed something before.
    async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// Records whether a challenge's message is known to be there, although its id is
    /// unknown.
    async fn record_challenge_shown(
        &self,
        id: ChallengeId,
        is_shown: bool,
    ) -> Result<(), StoreError>;
}

#[async_trait]
impl<D: Database> ChallengeStore for SqlStore<D> {
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        challenges::challenge(&mut *self.reader().await?, id).await
    }

    async fn challenge_by_interaction(
        &self,
        id: InteractionId,
    ) -> Result<Option<Challenge>, StoreError> {
        challenges::challenge_by_interaction(&mut *self.reader().await?, id).await
    }

    async fn challenge_context(
        &self,
        location: Location,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        now: Timestamp,
    ) -> Result<ChallengeContext, StoreError> {
        let reader = &mut *self.reader().await?;
        challenges::context(reader, location, challenger, opponent, now).await
    }

    async fn create_challenge(
        &self,
        new: &NewChallenge,
        message: &MessageHandle,
    ) -> Result<Challenge, StoreError> {
        let (new, message) = (new.clone(), message.clone());
        let players = [Some(&new.terms.challenger), new.terms.opponent.as_ref()];
        let locks: Vec<_> =
            players.into_iter().flatten().map(|player| AdvisoryLock::Player(player.id)).collect();
        let by = new.terms.created_by;
        let created =
            self.change(Some(by), &locks, move |c| challenges::create(c, new, message)).await?;
        created.ok_or(StoreError::ConstraintViolated(Constraint::Idempotency))
    }

    async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        let ended = self.change(by, &[], move |c| challenges::end(c, id, state, by, now)).await?;
        Ok(ended.unwrap_or(SaveResult::Conflict))
    }

    async fn record_challenge_shown(
        &self,
        id: ChallengeId,
        is_shown: bool,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| challenges::record_shown(c, id, is_shown)).await
    }
}
