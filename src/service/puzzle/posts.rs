//! The daily post of a puzzle in a server, and what a manager sets for it.
//!
//! A post comes due again until its result is recorded, so that no crash, full queue or outage
//! loses one. Whatever was missed is made up for by one post: the puzzle of the day that it is by
//! then.

use clock::Timestamp;
use std::time::Duration;

use crate::{
    errors,
    game::{GuildId, Posting, PuzzleNumber, PuzzlePostOutcome, PuzzleSchedule, Refusal},
    service::{
        ChannelStatus, MessageUpdate, PuzzlePost, Service, channel_lookup::channel_status,
        context::RequestContext,
    },
    store::{PuzzlePostResult, SaveResult, StoreError},
};

/// When a post whose result is unknown is tried again, perhaps by another process: soon enough
/// that Discord recognises its nonce, should it have been posted.
const LEASE_TIME: Duration = Duration::from_mins(2);

/// How long a reply waits until Discord says whether the bot sees a channel.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

/// The schedule of a server after a manager has chosen the channel of the request.
pub(in crate::service) async fn schedule_in_channel(
    ctx: RequestContext<'_>,
    guild: GuildId,
    stored: Option<PuzzleSchedule>,
) -> Result<PuzzleSchedule, Refusal> {
    check_can_post_here(ctx, guild).await?;
    Ok(schedule_here(ctx, guild, stored))
}

/// The same, whether or not the bot can post there.
pub(in crate::service) fn schedule_here(
    ctx: RequestContext<'_>,
    guild: GuildId,
    stored: Option<PuzzleSchedule>,
) -> PuzzleSchedule {
    PuzzleSchedule {
        guild,
        channel: ctx.request.place.location.channel,
        hour: stored.map_or(PuzzleSchedule::DEFAULT_HOUR, |schedule| schedule.hour),
        posting: Posting::On { refusals: 0 },
        posted: stored.and_then(|schedule| schedule.posted),
        guild_locale: ctx.request.locales.guild,
    }
}

/// Refuses a channel in which the bot may not write, or which it does not see as a member of
/// the server: the permissions that come with an interaction say nothing about membership. If
/// Discord does not answer in time, the first post will tell.
async fn check_can_post_here(ctx: RequestContext<'_>, guild: GuildId) -> Result<(), Refusal> {
    let place = &ctx.request.place;
    if !place.bot_may_write {
        return Err(Refusal::CannotPostHere);
    }
    match channel_status(ctx.service, guild, place.location.channel, LOOKUP_TIMEOUT).await {
        Some(ChannelStatus::Visible) | None => Ok(()),
        // The permissions say otherwise, as they do where the bot is not a member.
        Some(ChannelStatus::Hidden | ChannelStatus::Gone) => Err(Refusal::BotNotAMember),
    }
}

/// Leases the post of a server's daily puzzle, unless that of the day was posted. Until the
/// result is recorded, it comes due again.
pub(in crate::service) async fn lease_due_post(
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
    let settings = store.guild_settings(guild).await?;
    let solved_yesterday = match number.previous() {
        Some(yesterday) => store.puzzle_solvers(guild, yesterday, 1).await?.count,
        None => 0,
    };
    Ok(Some(MessageUpdate::PuzzlePost(PuzzlePost {
        guild,
        channel: schedule.channel,
        number,
        theme: settings.theme,
        locale: settings.locale.unwrap_or(schedule.guild_locale),
        solved_yesterday,
    })))
}

/// Whether a post that has waited is still to be sent. If that is unknown, it comes due again.
pub(in crate::service) async fn is_still_wanted(service: &Service, post: &PuzzlePost) -> bool {
    match service.store.puzzle_schedule(post.guild).await {
        Ok(schedule) => schedule.is_some_and(|schedule| {
            schedule.still_wants(post.number, post.channel, service.clock.now())
        }),
        Err(error) => {
            errors::warn_about!(error, "a puzzle is not posted now: its schedule cannot be read");
            false
        }
    }
}

impl Service {
    /// Records what became of the post of a puzzle.
    pub async fn record_puzzle_post(
        &self,
        post: &PuzzlePost,
        outcome: PuzzlePostOutcome,
    ) -> Result<(), StoreError> {
        let PuzzlePost { guild, channel, number, .. } = *post;
        let Some(schedule) = self.store.puzzle_schedule(guild).await? else { return Ok(()) };
        let (posting, next_due) = schedule.after_post(number, outcome);
        let result = PuzzlePostResult { channel, number, outcome, posting, next_due };
        self.store.record_puzzle_post(guild, result).await?;
        self.new_deadline.notify_one();
        Ok(())
    }
}
