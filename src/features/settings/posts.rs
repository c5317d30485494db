//! What is posted in a server: the daily puzzle, leaderboards that stay, and the week in words.

use std::time::Duration;

use super::{managed_guild, settings};
use crate::{
    actions::SettingsTab,
    features::shared::{
        channel_lookup::ChannelStatus,
        context::RequestContext,
        response::{RequestError, Response},
    },
    game::{
        GuildId, Period, Posting, PuzzleSchedule, Refusal, ServerEvent, ServerEventKind, SortBy,
        StandingContent, StandingKind, StandingMessage,
    },
    store::StoreError,
};

/// How long a reply waits until Discord says whether the bot sees a channel.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

/// Has the daily puzzle posted at an hour, or not at all.
pub(in crate::features) async fn set_puzzle_hour(
    ctx: RequestContext<'_>,
    hour: Option<u8>,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let store = &ctx.service.store;
    let stored = store.puzzle_schedule(guild).await?;
    if stored.is_none() && hour.is_some() {
        check_can_post_here(ctx, guild).await?;
    }
    let schedule = match stored {
        Some(schedule) => schedule,
        None => schedule_here(ctx, guild, None).await?,
    };
    store.save_puzzle_hour(ctx.interaction(), schedule.with_hour(hour), ctx.now).await?;
    show_posts(ctx, ServerEventKind::PuzzlePost, hour.is_some()).await
}

/// Has the daily puzzle posted in the channel of the request.
pub(in crate::features) async fn post_puzzle_here(
    ctx: RequestContext<'_>,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let stored = ctx.service.store.puzzle_schedule(guild).await?;
    check_can_post_here(ctx, guild).await?;
    let schedule = schedule_here(ctx, guild, stored).await?;
    ctx.service.store.save_puzzle_channel(ctx.interaction(), schedule, ctx.now).await?;
    show_posts(ctx, ServerEventKind::PuzzlePost, true).await
}

/// Has a leaderboard stay in the channel of the request: this one, or again that which is there.
pub(in crate::features) async fn leaderboard_here(
    ctx: RequestContext<'_>,
    chosen: Option<(Period, SortBy)>,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    check_can_post_here(ctx, guild).await?;
    let (store, channel) = (&ctx.service.store, ctx.request.place.location.channel);
    let stored = store.standing_message(channel, StandingKind::Leaderboard).await?;
    let of = |(period, sort_by)| StandingContent::Leaderboard { period, sort_by };
    let shown = chosen.map(of).or(stored.map(|it| it.content));
    let content = shown.unwrap_or(of((Period::AllTime, SortBy::Rating)));
    let guild_locale = ctx.request.locales.guild;
    let message = StandingMessage::new((guild, channel), content, guild_locale, ctx.now);
    let is_again = chosen.is_none();
    let others = store.save_standing_leaderboard(ctx.interaction(), message, is_again).await?;
    match others {
        Some(channels) => Err(Refusal::EnoughLeaderboards(channels).into()),
        None => show_posts(ctx, ServerEventKind::StandingLeaderboard, true).await,
    }
}

/// Removes the leaderboard in the channel of the request.
pub(in crate::features) async fn remove_leaderboard(
    ctx: RequestContext<'_>,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let channel = ctx.request.place.location.channel;
    let store = &ctx.service.store;
    store.remove_standing_leaderboard(ctx.interaction(), guild, channel, ctx.now).await?;
    show_posts(ctx, ServerEventKind::StandingLeaderboard, false).await
}

/// Turns the server's week in words on in the channel of the request, or off.
pub(in crate::features) async fn week_in_words(
    ctx: RequestContext<'_>,
    on: bool,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let store = &ctx.service.store;
    if !on {
        store.end_week_in_words(ctx.interaction(), guild).await?;
        return show_posts(ctx, ServerEventKind::WeekInWords, false).await;
    }
    check_can_post_here(ctx, guild).await?;
    let time_zone = store.guild_settings(guild).await?.time_zone;
    let puzzle = store.puzzle_schedule(guild).await?.filter(|it| it.posting != Posting::Off);
    let hour = puzzle.map_or(StandingMessage::WEEK_HOUR, |schedule| schedule.hour);
    let location = (guild, ctx.request.place.location.channel);
    let guild_locale = ctx.request.locales.guild;
    let message = StandingMessage::week(location, (hour, time_zone), guild_locale, ctx.now);
    store.save_week_in_words(ctx.interaction(), message).await?;
    show_posts(ctx, ServerEventKind::WeekInWords, true).await
}

async fn show_posts(
    ctx: RequestContext<'_>,
    changed: ServerEventKind,
    is_on: bool,
) -> Result<Response, RequestError> {
    let event = ServerEvent::new(ctx.interaction(), Some(ctx.user_id()), changed);
    let event = ServerEvent { number: Some(is_on.into()), ..event };
    ctx.service.store.record_event(managed_guild(ctx.request)?, event).await?;
    ctx.service.new_deadline.notify_one();
    settings(ctx, SettingsTab::Posts).await.map(Response::into_update)
}

/// The schedule of a server after a manager has chosen the channel of the request.
async fn schedule_here(
    ctx: RequestContext<'_>,
    guild: GuildId,
    stored: Option<PuzzleSchedule>,
) -> Result<PuzzleSchedule, StoreError> {
    Ok(PuzzleSchedule {
        guild,
        time_zone: ctx.service.store.guild_settings(guild).await?.time_zone,
        channel: ctx.request.place.location.channel,
        hour: stored.map_or(PuzzleSchedule::DEFAULT_HOUR, |schedule| schedule.hour),
        posting: Posting::On { refusals: 0 },
        posted: stored.and_then(|schedule| schedule.posted),
        guild_locale: ctx.request.locales.guild,
    })
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
