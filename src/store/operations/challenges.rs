//! Challenges.

use clock::Timestamp;

use crate::{
    game::{
        Challenge, ChallengeContext, ChallengeId, ChallengeState, InteractionId, Location,
        MessageHandle, NewChallenge, PlayerId,
    },
    store::{
        Store, challenges,
        connection::AdvisoryLock,
        error::{Constraint, StoreError},
        save_result::SaveResult,
    },
};

impl Store {
    pub async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        challenges::challenge(&mut self.reader().await?.connection(), id).await
    }

    /// The challenge that an interaction created.
    pub async fn challenge_by_interaction(
        &self,
        id: InteractionId,
    ) -> Result<Option<Challenge>, StoreError> {
        challenges::challenge_by_interaction(&mut self.reader().await?.connection(), id).await
    }

    /// What decides whether a challenge may be made here. No opponent means an open
    /// challenge.
    pub async fn challenge_context(
        &self,
        location: Location,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        now: Timestamp,
    ) -> Result<ChallengeContext, StoreError> {
        let mut reader = self.reader().await?;
        challenges::context(&mut reader.connection(), location, challenger, opponent, now).await
    }

    /// Stores a new challenge and its deadline, and ends those that it replaces, which count in the
    /// cooldown of the next one. The names of an opponent who is already known stay as they are.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if the players have a pending challenge, the
    /// challenger has three or an open one in the channel, the opponent does not let them, has
    /// deleted their data or was challenged lately, the game has a rematch, or the interaction has
    /// changed something before.
    pub async fn create_challenge(
        &self,
        new: &NewChallenge,
        message: &MessageHandle,
    ) -> Result<Challenge, StoreError> {
        let players = [Some(&new.terms.challenger), new.terms.opponent.as_ref()];
        let locks: Vec<_> =
            players.into_iter().flatten().map(|player| AdvisoryLock::Player(player.id)).collect();
        let Some(mut transaction) = self.begin_change(new.terms.created_by, &locks).await? else {
            return Err(StoreError::ConstraintViolated(Constraint::Idempotency));
        };
        let result =
            challenges::create(&mut transaction.connection(), new.clone(), message.clone()).await;
        transaction.end(result).await
    }

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
        let ended = challenges::end(&mut transaction.connection(), id, state, by, now).await;
        transaction.end(ended).await
    }

    /// Records whether a challenge's message is known to be there, although its id is
    /// unknown.
    pub async fn record_challenge_shown(
        &self,
        id: ChallengeId,
        is_shown: bool,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result = challenges::record_shown(&mut transaction.connection(), id, is_shown).await;
        transaction.end(result).await
    }
}
