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
        GuildId, Period, PuzzleSchedule, Refusal, ServerEvent, ServerEventKind, SortBy,
        StandingContent, StandingKind, StandingMessage, StandingState,
    },
    store::StoreError,
};

/// How long a reply waits until Discord says whether the bot sees a channel.
pub(super) const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

/// Has the daily puzzle posted at an hour, or not at all.
pub(in crate::features) async fn set_puzzle_hour(
    ctx: RequestContext<'_>,
    hour: Option<u8>,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let store = &ctx.service.store;
    let is_new = store.server_post(guild, StandingKind::Daily).await?.is_none();
    if is_new && hour.is_some() {
        check_can_post_here(ctx, guild).await?;
    }
    let new = new_daily(ctx, guild).await?;
    let change = |stored: Option<StandingMessage>| match hour {
        Some(hour) => Some(stored.unwrap_or(new).at_hour(hour, ctx.now)),
        None => stored.map(StandingMessage::turned_off),
    };
    let (by, post) = (ctx.interaction(), (guild, StandingKind::Daily));
    store.change_server_post(by, post, ctx.now, change).await?;
    show_posts(ctx, ServerEventKind::PuzzlePost, hour.is_some()).await
}

/// Has the daily puzzle posted in the channel of the request.
pub(in crate::features) async fn post_puzzle_here(
    ctx: RequestContext<'_>,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    check_can_post_here(ctx, guild).await?;
    post_here(ctx, new_daily(ctx, guild).await?).await?;
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
    let usual = match store.running_season(guild).await? {
        Some(season) => season.final_board().sort_by,
        None => SortBy::Rating,
    };
    let content = shown.unwrap_or(of((Period::AllTime, usual)));
    let message = new_post(ctx, guild, content);
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
    let kind = StandingKind::Week;
    if !on {
        let turn_off = |stored: Option<StandingMessage>| stored.map(StandingMessage::turned_off);
        store.change_server_post(ctx.interaction(), (guild, kind), ctx.now, turn_off).await?;
        return show_posts(ctx, ServerEventKind::WeekInWords, false).await;
    }
    check_can_post_here(ctx, guild).await?;
    let time_zone = store.guild_settings(guild).await?.time_zone;
    let daily = store.server_post(guild, StandingKind::Daily).await?;
    let hour = match daily.map(|it| (it.state, it.content)) {
        Some((state, StandingContent::Daily(it))) if state != StandingState::Off => it.hour,
        _ => StandingMessage::WEEK_HOUR,
    };
    post_here(ctx, new_post(ctx, guild, StandingContent::Week { hour, time_zone })).await?;
    show_posts(ctx, ServerEventKind::WeekInWords, true).await
}

/// Has this posted in the channel of the request, or what the server has in its place.
async fn post_here(ctx: RequestContext<'_>, new: StandingMessage) -> Result<(), StoreError> {
    let StandingMessage { guild, channel, guild_locale, .. } = new;
    let change = |stored: Option<StandingMessage>| {
        Some(stored.unwrap_or(new).moved_to(channel, guild_locale, ctx.now))
    };
    let (by, post) = (ctx.interaction(), (guild, new.content.kind()));
    ctx.service.store.change_server_post(by, post, ctx.now, change).await
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

/// The daily puzzle of a server that never had it posted.
async fn new_daily(ctx: RequestContext<'_>, guild: GuildId) -> Result<StandingMessage, StoreError> {
    let time_zone = ctx.service.store.guild_settings(guild).await?.time_zone;
    let hour = PuzzleSchedule::DEFAULT_HOUR;
    let schedule = PuzzleSchedule { hour, time_zone, posted: None };
    Ok(new_post(ctx, guild, StandingContent::Daily(schedule)))
}

fn new_post(ctx: RequestContext<'_>, guild: GuildId, content: StandingContent) -> StandingMessage {
    let location = (guild, ctx.request.place.location.channel);
    StandingMessage::new(location, content, ctx.request.locales.guild, ctx.now)
}

/// Refuses a channel in which the bot may not write, or which it does not see as a member of
/// the server: the permissions that come with an interaction say nothing about membership. If
/// Discord does not answer in time, the first post will tell.
pub(super) async fn check_can_post_here(
    ctx: RequestContext<'_>,
    guild: GuildId,
) -> Result<(), Refusal> {
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
