//! The channel in which a server has the daily puzzle posted.

use std::time::Duration;

use crate::{
    features::shared::{channel_lookup::ChannelStatus, context::RequestContext},
    game::{GuildId, Posting, PuzzleSchedule, Refusal},
};

/// How long a reply waits until Discord says whether the bot sees a channel.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

/// The schedule of a server after a manager has chosen the channel of the request.
pub(crate) async fn schedule_in_channel(
    ctx: RequestContext<'_>,
    guild: GuildId,
    stored: Option<PuzzleSchedule>,
) -> Result<PuzzleSchedule, Refusal> {
    check_can_post_here(ctx, guild).await?;
    Ok(schedule_here(ctx, guild, stored))
}

/// The same, whether or not the bot can post there.
pub(crate) fn schedule_here(
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
    match ctx.service.channel_status(guild, place.location.channel, LOOKUP_TIMEOUT).await {
        Some(ChannelStatus::Visible) | None => Ok(()),
        // The permissions say otherwise, as they do where the bot is not a member.
        Some(ChannelStatus::Hidden | ChannelStatus::Gone) => Err(Refusal::BotNotAMember),
    }
}
