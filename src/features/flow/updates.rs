//! Updates of messages: of challenges that are over, and as they should be by the time they are
//! sent.

use clock::Timestamp;

use crate::{
    errors,
    features::request::{MessageUpdate, RecentEvent, Service, message_update::StandingUpdate},
    game::{ChallengeId, ChallengeState, ChannelId, Game, MessageHandle, MessageId, Reminder},
    store::{SaveResult, StoreResult},
};

impl Service {
    /// Records that Discord has limited edits in a channel, so that fewer follow.
    pub fn record_limited_edits(&self, channel: ChannelId) {
        self.recent_events.record(RecentEvent::LimitedEdits(channel), self.clock.now());
    }

    /// An update as it should be now, before it is sent late, or if it is to be
    /// refreshed first. `None` if it
    /// is not needed any more.
    pub async fn refresh_update(&self, update: MessageUpdate) -> Option<MessageUpdate> {
        match update {
            MessageUpdate::BoardMoved { ref old_board, ref game } => {
                self.has_other_board(game, old_board).await.then_some(update)
            }
            MessageUpdate::BoardFollowUp(game, ping) => match self.store.game(game.id).await {
                Ok(newer) => newer
                    .filter(|newer| newer.board_message == game.board_message)
                    .map(|newer| MessageUpdate::BoardFollowUp(newer, ping)),
                // It is compared again once it is posted.
                Err(_) => Some(MessageUpdate::BoardFollowUp(game, ping)),
            },
            MessageUpdate::BoardChanged(ref game)
            | MessageUpdate::RematchBegun(ref game)
            | MessageUpdate::HintOnBoard { ref game, .. } => {
                match self.store.game(game.id).await {
                    Ok(Some(newer)) if newer.version == game.version => Some(update),
                    Ok(newer) => newer.map(MessageUpdate::BoardChanged),
                    // As it was is better than not at all.
                    Err(_) => Some(update),
                }
            }
            MessageUpdate::Standing(ref standing) => {
                is_still_leased(self, standing).await.then_some(update)
            }
            _ => Some(update),
        }
    }

    /// Whether a board is known not to be its game's newest one, and that to be there: a press may
    /// have made the old one that again, if the new one was taken for lost.
    async fn has_other_board(&self, game: &Game, old: &MessageHandle) -> bool {
        match self.store.game(game.id).await {
            Ok(newest) => newest.is_some_and(|newest| {
                let is_there =
                    newest.board_message.message.or(game.board_message.message).is_some();
                is_there && !newest.board_message.is_same_message(old)
            }),
            Err(error) => {
                errors::warn_about!(error, game = game.id.0, "an old board is not deleted");
                false
            }
        }
    }

    /// Stores the message of a reminder, once it is posted. Returns its update if the turn is
    /// over already.
    pub async fn record_reminder_message(
        &self,
        game: &Game,
        message: MessageId,
    ) -> StoreResult<Option<MessageUpdate>> {
        let reminder = Reminder { message, ply: game.ply() };
        self.store.record_reminder_message(game.id, reminder).await?;
        Ok(match self.store.game(game.id).await? {
            // Not stored if a player's data was deleted meanwhile.
            Some(newer) => {
                let newer = Game { reminder: Some(reminder), config: game.config, ..newer };
                MessageUpdate::of_outdated_reminder(&newer)
            }
            None => Some(MessageUpdate::ReminderOutdated(game.clone(), reminder)),
        })
    }
}

/// Whether what was leased is still to be done. If that is unknown, it comes due again.
async fn is_still_leased(
    service: &Service,
    StandingUpdate { attempt, .. }: &StandingUpdate,
) -> bool {
    match service.store.standing_message(attempt.id).await {
        Ok(stored) => {
            let is_leased = stored.is_some_and(|stored| attempt.is_leased(&stored));
            is_leased && service.clock.now() < attempt.message.rests_until
        }
        Err(error) => {
            errors::warn_about!(error, "a message that stays is not changed now");
            false
        }
    }
}

/// Expires a challenge. Returns `None` if it is no longer pending.
pub(crate) async fn expire(
    service: &Service,
    id: ChallengeId,
    now: Timestamp,
) -> StoreResult<Option<MessageUpdate>> {
    let state = ChallengeState::Expired;
    if service.store.end_challenge(id, state, None, now).await? == SaveResult::Conflict {
        return Ok(None);
    }
    Ok(service.store.challenge(id).await?.map(MessageUpdate::ChallengeOver))
}

/// The updates of challenges that are over. What caused that is stored already, so a fault
/// costs no more than an update.
pub(crate) async fn over_updates(
    service: &Service,
    challenges: Vec<ChallengeId>,
) -> Vec<MessageUpdate> {
    let mut updates = Vec::new();
    for id in challenges {
        match service.store.challenge(id).await {
            Ok(challenge) => updates.extend(challenge.map(MessageUpdate::ChallengeOver)),
            Err(error) => errors::warn_about!(
                error,
                challenge = id.0,
                "failed to load a challenge that is over"
            ),
        }
    }
    updates
}
