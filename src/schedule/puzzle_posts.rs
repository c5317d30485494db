//! The daily post of a puzzle in a server. It is prepared here, and sent by the notifier.
//!
//! A post comes due again until its result is recorded, so that no crash, full queue or outage
//! loses one. Whatever was missed is made up for by one post: the puzzle of the day that it is by
//! then.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    features::{
        puzzle,
        shared::{
            message_update::{MessageUpdate, PuzzlePost},
            service::Service,
        },
    },
    game::{GuildId, PuzzleNumber, PuzzlePostOutcome, StandingMessage},
    store::{PuzzlePostResult, SaveResult, StoreError},
};

/// When a post whose result is unknown is tried again, perhaps by another process: soon enough
/// that Discord recognises its nonce, should it have been posted.
pub(super) const LEASE_TIME: Duration = Duration::from_mins(2);

/// Leases the post of a server's daily puzzle, unless that of the day was posted. Until the
/// result is recorded, it comes due again.
pub(crate) async fn lease_due(
    service: &Service,
    guild: GuildId,
    now: Timestamp,
) -> Result<Option<MessageUpdate>, StoreError> {
    let store = &service.store;
    let Some(schedule) = store.puzzle_schedule(guild).await? else { return Ok(None) };
    let Some(next_due) = schedule.due_after(now) else { return Ok(None) };
    let number = PuzzleNumber::of_day(now);
    let is_wanted = schedule.wants_post(now);
    let until = if is_wanted { now.after(LEASE_TIME) } else { next_due };
    let leased = store.lease_puzzle_post(guild, now, until).await?;
    if leased == SaveResult::Conflict || !is_wanted {
        return Ok(None);
    }
    let (body, shown) = puzzle::post(service, (guild, schedule.guild_locale), number).await?;
    let post = PuzzlePost { guild, channel: schedule.channel, number, shown };
    Ok(Some(MessageUpdate::PuzzlePost(post, body)))
}

impl Service {
    /// Records what became of the post of a puzzle.
    pub async fn record_puzzle_post(
        &self,
        post: &PuzzlePost,
        outcome: PuzzlePostOutcome,
    ) -> Result<(), StoreError> {
        let PuzzlePost { guild, channel, number, shown } = *post;
        let Some(schedule) = self.store.puzzle_schedule(guild).await? else { return Ok(()) };
        if let PuzzlePostOutcome::Posted(message) = outcome {
            let (locale, now) = (schedule.guild_locale, self.clock.now());
            let posted = (message, shown);
            let standing = StandingMessage::puzzle((guild, channel), number, posted, locale, now);
            self.store.save_standing_puzzle(standing).await?;
        }
        let (posting, next_due) = schedule.after_post(number, outcome);
        let result = PuzzlePostResult { channel, number, outcome, posting, next_due };
        self.store.record_puzzle_post(guild, result).await?;
        self.new_deadline.notify_one();
        Ok(())
    }
}
