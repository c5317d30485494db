//! The last changes by the managers of the server.

use super::{managed_guild, message};
use crate::{
    actions::{ComponentAction, SettingsTab},
    features::shared::{context::RequestContext, paging::paging_row, response::RequestResult},
    game::{ServerEvent, ServerEventKind as Kind},
    l10n,
    locale::Locale,
    markdown,
};

/// How many are on a page.
const PAGE_SIZE: usize = 10;

/// Shows a page of them, newest first.
pub(crate) async fn list(ctx: RequestContext<'_>, page: u32) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    let events = ctx.service.store.server_events(guild).await?;
    let reply = ctx.reply(|audience, _| {
        let locale = audience.locale;
        let pages: Vec<_> = events.chunks(PAGE_SIZE).collect();
        let mut lines = vec![l10n::settings_events(locale)];
        match usize::try_from(page).ok().and_then(|page| pages.get(page)) {
            Some(shown) => lines.extend(shown.iter().map(|event| line(event, locale))),
            None => lines.push(l10n::settings_events_none(locale)),
        }
        let total = u32::try_from(pages.len()).unwrap_or(0);
        let rows = paging_row(page, total, locale, ComponentAction::ServerEvents);
        message::message(SettingsTab::People, lines, Vec::from_iter(rows), locale)
    });
    Ok(reply.into_update())
}

/// When, who and what. A mention within a message for one person pings nobody.
fn line(event: &ServerEvent, locale: Locale) -> String {
    let manager = event.manager.map_or_else(|| "🗓️".to_owned(), markdown::mention);
    let player = || event.player.map(markdown::mention).unwrap_or_default();
    let number = event.number.unwrap_or(0);
    let on_or_off = |what: String| format!("{what} {}", if number == 0 { "❌" } else { "✅" });
    let setting = |placeholder: String| placeholder.trim_end_matches([' ', '…']).to_owned();
    let what = match event.kind {
        Kind::Hidden => l10n::event_hidden(locale, player()),
        Kind::Shown => l10n::event_shown(locale, player()),
        Kind::RecordReset => l10n::event_reset(locale, player()),
        Kind::SeasonStarted => l10n::event_season_started(locale, number),
        Kind::SeasonUndone => l10n::event_season_undone(locale, number),
        Kind::SeasonRhythm => setting(l10n::choose_season_rhythm(locale)),
        Kind::Theme => setting(l10n::choose_theme(locale)),
        Kind::Language => setting(l10n::choose_language(locale)),
        Kind::TimeControl => setting(l10n::choose_time_control(locale)),
        Kind::Reminders => on_or_off(l10n::event_reminders(locale)),
        Kind::GamesPerChannel => match event.number {
            Some(limit) => format!("{}: {limit}", setting(l10n::choose_max_games(locale))),
            None => setting(l10n::choose_max_games(locale)),
        },
        Kind::ComputerGames => on_or_off(l10n::event_computer_games(locale)),
        Kind::ChallengeTime => setting(l10n::choose_challenge_time(locale)),
        Kind::Channels => setting(l10n::choose_channels(locale)),
        Kind::TimeZone => l10n::event_time_zone(locale),
        Kind::PuzzlePost => on_or_off(l10n::event_puzzle_post(locale)),
        Kind::StandingLeaderboard => on_or_off(l10n::event_standing_leaderboard(locale)),
        Kind::WeekInWords => on_or_off(l10n::event_week_in_words(locale)),
    };
    format!("{} · {manager} · {what}", markdown::relative(event.id.created_at()))
}
