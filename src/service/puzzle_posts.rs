//! The daily post of a puzzle in a server, and what a manager sets for it.

use std::time::Duration;

use clock::Timestamp;

use super::{ChannelStatus, MessageUpdate, Service, context::RequestContext};
use crate::{
    game::{GuildId, Location, PuzzleNumber, PuzzlePost, Refusal},
    store::{PuzzlePostResult, SaveResult, StoreError},
};

/// The hour until a manager chooses another one.
const DEFAULT_HOUR: u8 = 12;

/// When a post whose result is unknown is tried again: soon enough that Discord recognises its
/// nonce, should it have been posted.
const CLAIM_TIMEOUT: Duration = Duration::from_mins(2);

/// How long a reply waits until Discord says whether the bot sees a channel.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

/// The post of a server after a manager has chosen an hour, or that it is not posted. `None` if
/// that was so before.
pub(super) async fn with_hour(
    ctx: RequestContext<'_>,
    stored: Option<PuzzlePost>,
    hour: Option<u8>,
) -> Result<Option<PuzzlePost>, Refusal> {
    Ok(match (stored, hour) {
        (Some(post), hour) => Some(PuzzlePost { hour, ..post }),
        (None, Some(_)) => Some(PuzzlePost { hour, ..here(ctx, None).await? }),
        (None, None) => None,
    })
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

/// Posts a server's daily puzzle, unless that of the day was posted. Until the result is
/// recorded, it comes due again.
pub(super) async fn post_due(
    service: &Service,
    guild: GuildId,
    now: Timestamp,
) -> Result<Option<MessageUpdate>, StoreError> {
    let store = &service.store;
    let Some(post) = store.puzzle_post(guild).await? else { return Ok(None) };
    let Some(next_due) = post.due_after(now) else { return Ok(None) };
    let settings = store.guild_settings(guild).await?;
    let number = PuzzleNumber::of_day(now);
    let is_posted = post.posted == Some(number);
    let until = if is_posted { next_due } else { now.after(CLAIM_TIMEOUT) };
    let claimed = store.claim_puzzle_post(guild, now, until).await?;
    let is_ours = claimed == SaveResult::Saved && !is_posted;
    Ok(is_ours.then(|| MessageUpdate::PuzzlePost {
        location: Location { guild: Some(guild), channel: post.channel },
        number,
        theme: settings.theme,
        locale: settings.locale.unwrap_or(post.guild_locale),
    }))
}

impl Service {
    /// Records whether Discord accepted or refused the post of a puzzle.
    pub async fn record_puzzle_post(
        &self,
        location: Location,
        number: PuzzleNumber,
        is_refused: bool,
    ) -> Result<(), StoreError> {
        let (channel, now) = (location.channel, self.clock.now());
        let Some(guild) = location.guild else { return Ok(()) };
        let Some(post) = self.store.puzzle_post(guild).await? else { return Ok(()) };
        // A refused puzzle is not posted on its day, unless in another channel.
        let done = PuzzlePost { posted: Some(number), ..post };
        let Some(next_due) = done.due_after(now) else { return Ok(()) };
        let result = PuzzlePostResult { channel, number, is_refused, next_due };
        self.store.record_puzzle_post(guild, result).await?;
        self.new_deadline.notify_one();
        Ok(())
    }
}
