//! Messages that the bot owes a channel: they are rendered here when they are due, and sent by the
//! notifier.
//!
//! What is due comes due again until its result is recorded, so that no crash, full queue or outage
//! loses it. Puzzles that were missed are made up for by one post: that of the day that it is by then.

use clock::Timestamp;

use crate::{
    features::{
        flow::season_end,
        leaderboard, puzzle,
        request::{
            MessageUpdate, Service,
            message_update::{StandingBody, StandingUpdate},
        },
        week,
    },
    game::{
        Rendering, StandingAttempt, StandingMessage, StandingMessageId, StandingOutcome,
        StandingState, StandingStep, StandingTopic,
    },
    store::{SaveResult, StoreResult},
};

/// Leases what is due for a message that stays in a channel. Until the result is recorded, it comes
/// due again. What would change nothing is recorded at once.
pub(super) async fn lease_due(
    service: &Service,
    id: StandingMessageId,
    now: Timestamp,
) -> StoreResult<Option<MessageUpdate>> {
    let store = &service.store;
    // Another process may have done it since it was found.
    let is_due = |it: &StandingMessage| it.due_at.is_some_and(|due| due <= now);
    let Some(message) = store.standing_message(id).await?.filter(is_due) else { return Ok(None) };
    let topic = message.content.topic(now);
    let mut shown = if message.is_time(now) {
        render(service, &message, topic, now).await?
    } else {
        StandingBody::empty()
    };
    let rendering = Rendering { hash: shown.hash, is_empty: shown.body.content.is_empty() };
    let step = match message.step(rendering, now) {
        None => {
            // Another change has it come due again.
            let (SaveResult::Saved | SaveResult::Conflict) =
                store.save_standing_message(message.idle(now), &[]).await?;
            return Ok(None);
        }
        Some(StandingStep::End) => {
            store.end_standing_message(&message).await?;
            return Ok(None);
        }
        Some(step) => step,
    };
    let leased = message.leased(step, now);
    if store.save_standing_message(leased, &shown.names).await? == SaveResult::Conflict {
        return Ok(None);
    }
    if step == StandingStep::Post && (rendering.is_empty || !message.is_on()) {
        // It is only to be found, and then deleted.
        shown = StandingBody::empty().with(|body| body.with_line("…"));
    }
    let message = StandingMessage { changes: leased.changes + 1, ..leased };
    let attempt = StandingAttempt { id, message, topic, step, rendering };
    Ok(Some(MessageUpdate::Standing(Box::new(StandingUpdate { attempt, shown }))))
}

/// What a message shows by now.
async fn render(
    service: &Service,
    message: &StandingMessage,
    topic: StandingTopic,
    now: Timestamp,
) -> StoreResult<StandingBody> {
    let StandingMessage { guild, guild_locale, .. } = *message;
    let settings = service.store.guild_settings(guild).await?;
    let server = (guild, settings.locale.unwrap_or(guild_locale));
    match topic {
        StandingTopic::Leaderboard { period, sort_by } => {
            leaderboard::standing(service, server, period, sort_by, now).await
        }
        StandingTopic::Puzzle(number) if message.state == StandingState::Over => {
            puzzle::past_post(service, server, number).await
        }
        StandingTopic::Puzzle(number) => puzzle::post(service, server, number, now).await,
        StandingTopic::Week(number) => {
            week::post(service, server, number, message.posted().is_none()).await
        }
        StandingTopic::SeasonEnd(number) => season_end::end(service, server, number).await,
    }
}

impl Service {
    /// Records what became of a message that stays in a channel.
    pub async fn record_standing_message(
        &self,
        StandingUpdate { attempt, shown }: &StandingUpdate,
        outcome: StandingOutcome,
    ) -> StoreResult<()> {
        let now = self.clock.now();
        self.store.record_standing_attempt(attempt, &shown.names, outcome, now).await?;
        self.new_deadline.notify_one();
        Ok(())
    }
}
