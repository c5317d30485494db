//! The daily post of a puzzle in a server, and what a manager sets for it.

use std::time::Duration;

use clock::Timestamp;

use super::{ChannelStatus, MessageUpdate, Service, context::RequestContext};
use crate::{
    game::{GuildId, Location, PuzzleNumber, PuzzlePost, Refusal},
    store::{SaveResult, StoreError},
};

/// The hour until a manager chooses another one.
const DEFAULT_HOUR: u8 = 12;

/// When a post that did not get through is tried again.
const RETRY_DELAY: Duration = Duration::from_mins(10);

/// How long a reply waits until Discord says whether the bot sees a channel.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

/// The post of a server after a manager has chosen an hour, or that it is not posted.
pub(super) async fn with_hour(
    ctx: RequestContext<'_>,
    stored: Option<PuzzlePost>,
    hour: Option<u8>,
) -> Result<PuzzlePost, Refusal> {
    match stored {
        Some(post) => Ok(PuzzlePost { hour, ..post }),
        None => Ok(PuzzlePost { hour, ..here(ctx, None).await? }),
    }
}

/// The post of a server after a manager has chosen the channel of the request.
pub(super) async fn here(
    ctx: RequestContext<'_>,
    stored: Option<PuzzlePost>,
) -> Result<PuzzlePost, Refusal> {
    if !can_post_here(ctx).await {
        return Err(Refusal::CannotPostHere);
    }
    Ok(PuzzlePost {
        channel: ctx.request.place.location.channel,
        hour: stored.and_then(|post| post.hour).or(Some(DEFAULT_HOUR)),
        posted: stored.and_then(|post| post.posted),
        is_refused: false,
        guild_locale: ctx.request.locales.guild,
    })
}

/// Whether the bot is a member of the server and may write in the channel. The permissions that
/// come with an interaction say nothing about membership. If Discord does not answer in time,
/// the first post will tell.
async fn can_post_here(ctx: RequestContext<'_>) -> bool {
    let place = &ctx.request.place;
    if !place.bot_may_write {
        return false;
    }
    let lookup = ctx.service.guild_lookup.channel(place.location.channel);
    match tokio::time::timeout(LOOKUP_TIMEOUT, lookup).await {
        Ok(Ok(status)) => status == ChannelStatus::Visible,
        Ok(Err(_)) | Err(_) => true,
    }
}

/// Posts a server's daily puzzle, unless that of the day was posted.
pub(super) async fn post_due(
    service: &Service,
    guild: GuildId,
    now: Timestamp,
) -> Result<Option<MessageUpdate>, StoreError> {
    let store = &service.store;
    let Some(post) = store.puzzle_post(guild).await? else { return Ok(None) };
    let Some(next_due) = post.due_after(now) else { return Ok(None) };
    let number = PuzzleNumber::of_day(now);
    let saved = store.record_puzzle_post(guild, number, now, next_due).await?;
    if saved == SaveResult::Conflict || post.posted >= Some(number) {
        return Ok(None);
    }
    let settings = store.guild_settings(guild).await?;
    Ok(Some(MessageUpdate::PuzzlePost {
        location: Location { guild: Some(guild), channel: post.channel },
        number,
        theme: settings.theme,
        locale: settings.locale.unwrap_or(post.guild_locale),
    }))
}

impl Service {
    /// Records whether Discord accepted or refused the post of a puzzle.
    pub async fn record_puzzle_posted(
        &self,
        location: Location,
        is_refused: bool,
    ) -> Result<(), StoreError> {
        let Some(guild) = location.guild else { return Ok(()) };
        self.store.record_puzzle_post_refused(guild, location.channel, is_refused).await
    }

    /// Has a puzzle posted again later, since Discord could not be reached.
    pub async fn retry_puzzle_post(
        &self,
        location: Location,
        number: PuzzleNumber,
    ) -> Result<(), StoreError> {
        let Some(guild) = location.guild else { return Ok(()) };
        let due_at = self.clock.now().after(RETRY_DELAY);
        self.store.retry_puzzle_post(guild, number, due_at).await?;
        self.new_deadline.notify_one();
        Ok(())
    }
}
