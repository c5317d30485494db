//! What is posted in a server: the daily puzzle, leaderboards that stay, and the week in words.

use futures_util::future::join_all;

use super::{managed_guild, show_changed};
use crate::{
    actions::SettingsTab,
    features::request::{RequestContext, RequestResult, channel_lookup::ChannelStatus},
    game::{
        self, GuildId, Period, PuzzleSchedule, Refusal, SortBy, StandingContent, StandingKind,
        StandingMessage, StandingState, StandingTopic, WeekSchedule,
    },
    store::StoreResult,
};

/// Has the daily puzzle posted at an hour, or not at all.
pub(crate) async fn set_puzzle_hour(ctx: RequestContext<'_>, hour: Option<u8>) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    let stored = ctx.service.store.standing_messages(guild).await?;
    let daily = stored.iter().find(|it| it.content.kind() == StandingKind::Daily);
    let comes_here = daily.is_none_or(|it| it.state == StandingState::Deleted);
    if comes_here && hour.is_some() {
        check_can_post_here(ctx, guild).await?;
    }
    let new = new_daily(ctx, guild).await?;
    change(ctx, guild, SettingsTab::Posts, |all| Ok(game::puzzle_at_hour(all, new, hour, ctx.now)))
        .await
}

/// Has the daily puzzle posted in the channel of the request.
pub(crate) async fn post_puzzle_here(ctx: RequestContext<'_>) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    check_can_post_here(ctx, guild).await?;
    let new = new_daily(ctx, guild).await?;
    change(ctx, guild, SettingsTab::Posts, |all| Ok(game::puzzle_here(all, new, ctx.now))).await
}

/// Has a leaderboard stay in the channel of the request: this one, or again that which is there.
pub(crate) async fn leaderboard_here(
    ctx: RequestContext<'_>,
    chosen: Option<(Period, SortBy)>,
) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    check_can_post_here(ctx, guild).await?;
    let (store, channel) = (&ctx.service.store, ctx.request.place.location.channel);
    let stored = store.standing_messages(guild).await?;
    let elsewhere = game::leaderboards(&stored).copied();
    let elsewhere = elsewhere.filter(|it| it.is_on() && it.channel != channel);
    let gone = elsewhere.map(async |it| {
        let status = ctx.channel_status(guild, it.channel).await;
        (status == Some(ChannelStatus::Gone)).then_some(it.channel)
    });
    let gone: Vec<_> = join_all(gone).await.into_iter().flatten().collect();
    let (period, sort_by) = chosen.unwrap_or((Period::AllTime, SortBy::Wins));
    let shown = StandingContent::Topic(StandingTopic::Leaderboard { period, sort_by });
    let new = new_post(ctx, guild, shown);
    change(ctx, guild, SettingsTab::Leaderboard, |all| {
        game::leaderboard_here(all, new, &gone, chosen.is_none(), ctx.now)
    })
    .await
}

/// Removes the leaderboard in the channel of the request.
pub(crate) async fn remove_leaderboard(ctx: RequestContext<'_>) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    let channel = ctx.request.place.location.channel;
    change(ctx, guild, SettingsTab::Leaderboard, |all| {
        Ok(game::remove_leaderboard(all, channel, ctx.now))
    })
    .await
}

/// Turns the server's week in words on in the channel of the request, or off.
pub(crate) async fn week_in_words(ctx: RequestContext<'_>, on: bool) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    let new = if on {
        check_can_post_here(ctx, guild).await?;
        let store = &ctx.service.store;
        let time_zone = store.guild_settings(guild).await?.time_zone;
        let stored = store.standing_messages(guild).await?;
        let puzzle_hour = stored.iter().find_map(|it| match it.content {
            StandingContent::Daily(daily) if it.state != StandingState::Off => Some(daily.hour),
            _ => None,
        });
        let week = WeekSchedule { puzzle_hour, time_zone, told: None };
        Some(new_post(ctx, guild, StandingContent::Weekly(week)))
    } else {
        None
    };
    change(ctx, guild, SettingsTab::Posts, |all| Ok(game::week_here(all, new, ctx.now))).await
}

/// Stores what a manager chooses, decided from all that the server has, and shows its tab.
async fn change(
    ctx: RequestContext<'_>,
    guild: GuildId,
    tab: SettingsTab,
    choose: impl Fn(&[StandingMessage]) -> Result<Vec<StandingMessage>, Refusal> + Send + Sync,
) -> RequestResult {
    ctx.service.store.change_standing_messages(ctx.interaction(), guild, choose).await??;
    show_changed(ctx, tab).await
}

/// The daily puzzle of a server that never had it posted.
async fn new_daily(ctx: RequestContext<'_>, guild: GuildId) -> StoreResult<StandingMessage> {
    let time_zone = ctx.service.store.guild_settings(guild).await?.time_zone;
    let schedule = PuzzleSchedule::new(PuzzleSchedule::DEFAULT_HOUR, time_zone);
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
    match ctx.channel_status(guild, place.location.channel).await {
        Some(ChannelStatus::Visible) | None => Ok(()),
        // The permissions say otherwise, as they do where the bot is not a member.
        Some(ChannelStatus::Hidden | ChannelStatus::Gone) => Err(Refusal::BotNotAMember),
    }
}
