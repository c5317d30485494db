//! Messages that stay in a channel, and posts of puzzles: they are brought up to date here, and sent
//! by the notifier.
//!
//! What is due comes due again until its result is recorded, so that no crash, full queue or outage
//! loses it. Puzzles that were missed are made up for by one post: that of the day that it is by then.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    features::{
        leaderboard, puzzle,
        shared::{
            message_update::{MessageUpdate, StandingUpdate},
            service::Service,
        },
        week,
    },
    game::{
        ChannelId, PuzzleNumber, StandingContent, StandingKind, StandingMessage, StandingOutcome,
        StandingStep,
    },
    store::{SaveResult, StoreError},
};

/// When what was begun is tried again, perhaps by another process, if its result is unknown: soon
/// enough that Discord recognises the nonce of a post, should it have been posted.
const LEASE_TIME: Duration = Duration::from_mins(2);

/// Leases what is due for a message that stays in a channel. Until the result is recorded, it comes
/// due again. What would change nothing is recorded at once.
pub(super) async fn lease_due(
    service: &Service,
    channel: ChannelId,
    kind: StandingKind,
    now: Timestamp,
) -> Result<Option<MessageUpdate>, StoreError> {
    let store = &service.store;
    let Some(message) = store.standing_message(channel, kind).await? else { return Ok(None) };
    let leased_until = match message.content {
        // By then it would be another puzzle.
        StandingContent::Daily(_) => now.after(LEASE_TIME).min(PuzzleNumber::of_day(now).ends_at()),
        _ => now.after(LEASE_TIME),
    };
    if store.lease_standing_message(&message, now, leased_until).await? == SaveResult::Conflict {
        return Ok(None);
    }
    let StandingMessage { guild, guild_locale, .. } = message;
    let step = message.step(now);
    let (body, hash) = match message.content {
        StandingContent::Leaderboard { period, sort_by } => {
            leaderboard::standing(service, (guild, guild_locale), period, sort_by, now).await?
        }
        StandingContent::Daily(_) => {
            puzzle::post(service, (guild, guild_locale), PuzzleNumber::of_day(now)).await?
        }
        StandingContent::Puzzle(number) => {
            puzzle::post(service, (guild, guild_locale), number).await?
        }
        StandingContent::Week { .. } => {
            let is_edit = matches!(step, Some(StandingStep::Edit(_)));
            let told_at = message.posted_at.filter(|_| is_edit).unwrap_or(now);
            week::post(service, (guild, guild_locale), told_at).await?
        }
    };
    let is_shown = message.shown == Some(hash) && !message.is_outdated(now);
    let step = step.filter(|step| !is_shown || !matches!(step, StandingStep::Edit(_)));
    let step = match step {
        // There is nothing to tell, or nothing any more.
        Some(StandingStep::Post { .. }) if body.content.is_empty() => None,
        Some(StandingStep::Edit(old)) if body.content.is_empty() => Some(StandingStep::Delete(old)),
        step => step,
    };
    let message = StandingMessage { shown: Some(hash), ..message };
    let Some(step) = step else {
        let after = message.after(StandingOutcome::UpToDate, now);
        // Nothing is sent, so it need not rest, and nobody knows whether it would be refused.
        let StandingMessage { state, rests_until, .. } = message;
        let after = StandingMessage { state, rests_until, ..after };
        store.record_standing_message(&after, leased_until).await.map(drop)?;
        return Ok(None);
    };
    let update = StandingUpdate { message, step, leased_until, body };
    Ok(Some(MessageUpdate::Standing(Box::new(update))))
}

impl Service {
    /// Records what became of a message that stays in a channel.
    pub async fn record_standing_message(
        &self,
        update: &StandingUpdate,
        outcome: StandingOutcome,
    ) -> Result<(), StoreError> {
        let (message, now) = (update.message, self.clock.now());
        if let StandingOutcome::PuzzlePosted(number, posted) = outcome {
            self.store.save_standing_puzzle(message.puzzle(number, posted, now)).await?;
        }
        let after = message.after(outcome, now);
        let recorded = self.store.record_standing_message(&after, update.leased_until).await?;
        match (recorded, outcome) {
            (SaveResult::Saved, _) => {}
            (
                SaveResult::Conflict,
                StandingOutcome::Posted(posted) | StandingOutcome::PuzzlePosted(_, posted),
            ) => self.store.adopt_standing_message(&after, posted, now).await?,
            (SaveResult::Conflict, _) => self.store.resend_standing_message(&message, now).await?,
        }
        self.new_deadline.notify_one();
        Ok(())
    }
}
