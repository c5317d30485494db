//! Which pings a user gets, and whom they have blocked.

use clock::Timestamp;

use super::{
    MessageUpdate, NotificationsAction, NotificationsView, Reply, ReplyContent, ReplyMode, Service,
    UserRequest,
};
use crate::{
    game::{PlayerId, Refusal},
    store::{Constraint, StoreError},
};

/// The number of blocked people on a page: as many as a select menu can have.
const PAGE_SIZE: u8 = 25;

impl Service {
    pub(super) async fn notifications(
        &self,
        request: &UserRequest,
        page: u32,
        mode: ReplyMode,
    ) -> Result<Reply, StoreError> {
        let view = NotificationsView {
            notifications: self.store.notifications(request.actor.id).await?,
            blocked: self.store.blocked(request.actor.id, page, PAGE_SIZE).await?,
            mode,
        };
        Ok(Reply::new(ReplyContent::Notifications(Box::new(view))))
    }

    pub(super) async fn notifications_action(
        &self,
        request: &UserRequest,
        now: Timestamp,
        action: NotificationsAction,
    ) -> Result<Reply, StoreError> {
        let page = match action {
            NotificationsAction::OpenPage(page) => page,
            NotificationsAction::Set(setting) => {
                self.store.change_notifications(&request.actor, setting).await?;
                0
            }
            NotificationsAction::Unblock(player) => {
                self.store.unblock(request.actor.id, player).await?;
                0
            }
            NotificationsAction::Block(player) => {
                return Ok(match self.try_block(request, now, &[player]).await? {
                    Ok(updates) => Reply { updates, ..Reply::new(ReplyContent::Blocked(player)) },
                    Err(refusal) => Reply::refused(refusal),
                });
            }
        };
        self.notifications(request, page, ReplyMode::Update).await
    }

    /// Blocks the people who were chosen in `/notifications`.
    pub(super) async fn block(
        &self,
        request: &UserRequest,
        now: Timestamp,
        players: &[PlayerId],
    ) -> Result<Reply, StoreError> {
        match self.try_block(request, now, players).await? {
            Ok(updates) => {
                let reply = self.notifications(request, u32::MAX, ReplyMode::Update).await?;
                Ok(reply.with_updates(updates))
            }
            Err(refusal) => Ok(Reply::refused(refusal)),
        }
    }

    /// Returns the updates of the challenges that end by the block.
    async fn try_block(
        &self,
        request: &UserRequest,
        now: Timestamp,
        players: &[PlayerId],
    ) -> Result<Result<Vec<MessageUpdate>, Refusal>, StoreError> {
        let others: Vec<_> =
            players.iter().copied().filter(|&player| player != request.actor.id).collect();
        match self.store.block(&request.actor, &others, request.interaction, now).await {
            Ok(ended) => Ok(Ok(self.over_updates(ended).await)),
            Err(StoreError::ConstraintViolated(Constraint::Blocks)) => {
                Ok(Err(Refusal::TooManyBlocks))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether a player wants to be pinged when it becomes their turn by a move of `by`.
    pub(super) async fn wants_turn_ping(
        &self,
        player: PlayerId,
        by: PlayerId,
    ) -> Result<bool, StoreError> {
        Ok(self.store.notifications(player).await?.turns
            && !self.store.is_blocked(by, player).await?)
    }
}
