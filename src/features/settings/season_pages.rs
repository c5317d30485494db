//! The server's leaderboard: starting seasons by hand or with the calendar, and where it stays.

use crate::{
    actions::{ComponentAction, SettingsTab},
    features::request::{RequestContext, RequestResult, channel_lookup::ChannelStatus},
    game::{GuildId, Season, SeasonRhythm, SeasonSchedule, StandingKind},
    l10n, markdown,
    message::{ActionRow, Button, MessageBody, join_sentences},
};

use super::{
    managed_guild, pages,
    posts::check_can_post_here,
    posts_page::{leaderboards, refused},
    show_changed,
};

/// Shows the tab.
pub(super) async fn tab(ctx: RequestContext<'_>, guild: GuildId) -> RequestResult {
    let store = &ctx.service.store;
    let running = store.running_season(guild).await?;
    let schedule = store.season_schedule(guild).await?;
    let messages = store.standing_messages(guild).await?;
    let last = messages.iter().rfind(|it| it.content.kind() == StandingKind::SeasonEnd);
    let untold = last.filter(|it| it.posted().is_none());
    let here = ctx.request.place.location.channel;
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let rhythm = schedule.map_or_else(SeasonRhythm::default, |it| it.rhythm);
        let now = match running {
            Some(Season { number, started_at, .. }) => {
                l10n::settings_season(locale, number, markdown::date(started_at))
            }
            None => l10n::settings_season_none(locale),
        };
        let next = schedule.and_then(|it| it.due_at).map(|due| {
            l10n::settings_season_next(locale, markdown::date(due), markdown::time_of_day(due))
        });
        // By hand, the first season is told where it is started.
        let posted = schedule.filter(|it| running.is_some() || it.rhythm != SeasonRhythm::ByHand);
        let posted = posted.map(|it| markdown::channels(&[it.channel]));
        let posted = posted.map(|channel| l10n::settings_season_channel(locale, channel));
        let mut lines = vec![join_sentences([Some(now), next, posted])];
        lines.extend(untold.and_then(|it| refused(it, locale)));
        let (staying, choose_leaderboard, [add, remove]) =
            leaderboards(&messages, running, here, locale);
        lines.extend(staying);
        lines.push(markdown::small(&l10n::settings_season_note(locale)));
        let rhythms = SeasonRhythm::ALL.map(|one| {
            let label = match one {
                SeasonRhythm::ByHand => l10n::season_rhythm_by_hand(locale),
                SeasonRhythm::Month => l10n::season_rhythm_month(locale),
                SeasonRhythm::Quarter => l10n::season_rhythm_quarter(locale),
            };
            (ComponentAction::SeasonRhythm(one), label, one == rhythm)
        });
        let number = running.map_or(0, |season| season.number) + 1;
        let start = ComponentAction::AskStartSeason(number);
        let start = Button::primary(start, l10n::button_start_season(locale, number));
        let people = ComponentAction::OpenSettings(SettingsTab::People);
        let people = Button::secondary(people, l10n::button_people(locale));
        let rows = vec![
            pages::select(rhythms, l10n::choose_season_rhythm(locale), locale),
            choose_leaderboard,
            ActionRow::Buttons(vec![start, add, remove, people]),
        ];
        pages::message(SettingsTab::Leaderboard, lines, rows, locale)
    }))
}

/// Starts the season with this number, unless another manager has done so. Ends are told where the
/// first one was started, or the rhythm was chosen; where this one is, if that channel is gone.
pub(crate) async fn start(ctx: RequestContext<'_>, number: u32) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    let (store, by) = (&ctx.service.store, ctx.interaction());
    let here = ctx.request.place.location.channel;
    let stored = store.season_schedule(guild).await?;
    let told = stored.filter(|it| number > 1 || it.rhythm != SeasonRhythm::ByHand);
    let schedule = match told {
        Some(told) if told.channel != here && is_there(ctx, told).await => {
            SeasonSchedule { guild_locale: ctx.request.locales.guild, ..told }
        }
        _ => schedule_here(ctx, guild, stored.map(|it| it.rhythm).unwrap_or_default()).await?,
    };
    store.start_season(by, number, stored, schedule, ctx.now).await?;
    show_changed(ctx, SettingsTab::Leaderboard).await
}

/// Asks whether the season with this number is to start.
pub(crate) fn ask_to_start(ctx: RequestContext<'_>, number: u32) -> RequestResult {
    managed_guild(ctx.request)?;
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let question = match number.checked_sub(1).filter(|ended| *ended > 0) {
            Some(ended) => l10n::settings_season_start(locale, ended, number),
            None => l10n::settings_season_start_first(locale),
        };
        let start = ComponentAction::StartSeason(number);
        let back = ComponentAction::OpenSettings(SettingsTab::Leaderboard);
        MessageBody::ephemeral(question).with_buttons([
            Button::primary(start, l10n::button_start_season(locale, number)),
            Button::secondary(back, l10n::button_back(locale)),
        ])
    }))
}

/// Has seasons start by themselves, or not.
pub(crate) async fn set_rhythm(ctx: RequestContext<'_>, rhythm: SeasonRhythm) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    let stored = ctx.service.store.season_schedule(guild).await?;
    let schedule = match stored.filter(|_| rhythm == SeasonRhythm::ByHand) {
        Some(stored) => SeasonSchedule { rhythm, ..stored },
        None => schedule_here(ctx, guild, rhythm).await?,
    };
    ctx.service.store.save_season_schedule(ctx.interaction(), schedule, ctx.now).await?;
    show_changed(ctx, SettingsTab::Leaderboard).await
}

/// Whether the bot still sees the channel in which ends of seasons are told.
async fn is_there(ctx: RequestContext<'_>, schedule: SeasonSchedule) -> bool {
    let status = ctx.channel_status(schedule.guild, schedule.channel).await;
    !matches!(status, Some(ChannelStatus::Gone | ChannelStatus::Hidden))
}

/// The schedule of a server whose ends of seasons are told in the channel of the request.
async fn schedule_here(
    ctx: RequestContext<'_>,
    guild: GuildId,
    rhythm: SeasonRhythm,
) -> RequestResult<SeasonSchedule> {
    check_can_post_here(ctx, guild).await?;
    let channel = ctx.request.place.location.channel;
    let time_zone = ctx.service.settings(Some(guild)).await?.time_zone;
    let guild_locale = ctx.request.locales.guild;
    Ok(SeasonSchedule { guild, rhythm, time_zone, due_at: None, channel, guild_locale })
}
