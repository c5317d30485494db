//! What is posted in a server, in its settings (ephemeral).

use clock::Timestamp;

use super::pages::{message, select};
use crate::{
    actions::{ComponentAction, SettingsTab},
    features::views::names,
    game::{
        self, ChannelId, ClosedPlace, Period, PuzzleNumber, Season, SortBy, StandingContent,
        StandingKind, StandingMessage, StandingState, StandingTopic, TimeZone,
    },
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody, join_sentences},
};

/// Where and when the daily puzzle is posted, in which time zone, and where the week in words comes.
/// `here` is the channel of the request.
pub(super) fn posts(
    messages: &[StandingMessage],
    zone: TimeZone,
    here: ChannelId,
    now: Timestamp,
    locale: Locale,
) -> MessageBody {
    let of_kind = |kind| messages.iter().filter(move |it| it.content.kind() == kind);
    let daily = of_kind(StandingKind::Daily).next();
    let week = of_kind(StandingKind::Weekly).next();
    let (mut lines, chosen_hour) = puzzle(daily, zone, now, locale);
    lines.push(l10n::settings_time_zone(locale, zone.name()));
    lines.extend(week_lines(week, now, locale));
    lines.push(markdown::small(&l10n::settings_posts_note(locale)));
    let off = (ComponentAction::PuzzleOff, l10n::choice_puzzle_off(locale), chosen_hour.is_none());
    let hours = (0..24).map(|hour| {
        (ComponentAction::PuzzleHour(hour), hour_in(zone, hour), chosen_hour == Some(hour))
    });
    let puzzle_here =
        Button::primary(ComponentAction::PuzzleHere, l10n::button_puzzle_here(locale));
    let is_here = daily.is_some_and(|it| it.channel == here && it.is_on() && it.refusals == 0);
    let is_week_here = week.is_some_and(|it| it.channel == here && it.is_on());
    let week_label =
        if is_week_here { l10n::button_week_off(locale) } else { l10n::button_week_here(locale) };
    let week_here = Button::primary(ComponentAction::WeekInWords(!is_week_here), week_label);
    let rows = vec![
        select([off].into_iter().chain(hours), l10n::choose_puzzle_hour(locale), locale),
        ActionRow::Buttons(vec![puzzle_here.disabled(is_here), week_here]),
    ];
    message(SettingsTab::Posts, lines, rows, locale)
}

/// Where leaderboards stay; a select and buttons for the one in the channel of the request.
pub(super) fn leaderboards(
    messages: &[StandingMessage],
    season: Option<Season>,
    here: ChannelId,
    locale: Locale,
) -> (Vec<String>, ActionRow, [Button; 2]) {
    let mut all: Vec<_> = game::leaderboards(messages).collect();
    all.sort_unstable_by_key(|it| it.channel);
    let mut lines: Vec<_> = all.iter().map(|it| leaderboard(it, season, locale)).collect();
    if all.is_empty() {
        lines.push(l10n::settings_leaderboard_none(locale));
    }
    let shown = all.iter().find(|it| it.channel == here && it.is_on());
    let choices = Period::ALL.into_iter().flat_map(|period| {
        SortBy::ALL.map(|sort_by| {
            let content = StandingContent::Topic(StandingTopic::Leaderboard { period, sort_by });
            let is_shown = shown.is_some_and(|it| it.content == content);
            let (order, span) =
                (names::sort_by(locale, sort_by), names::period(locale, period, season));
            let label = l10n::choice_leaderboard(locale, order, span);
            (ComponentAction::ShownLeaderboard(period, sort_by), label, is_shown)
        })
    });
    let add = ComponentAction::LeaderboardHere;
    let remove = ComponentAction::RemoveLeaderboard;
    let remove = Button::primary(remove, l10n::button_leaderboard_remove(locale));
    let can_remove = all.iter().any(|it| it.channel == here || !it.is_on());
    let buttons =
        [Button::primary(add, l10n::button_leaderboard_here(locale)), remove.disabled(!can_remove)];
    (lines, ActionRow::select(choices, l10n::choose_leaderboard(locale)), buttons)
}

/// What is said of the daily puzzle, and its hour if it is posted.
fn puzzle(
    daily: Option<&StandingMessage>,
    zone: TimeZone,
    now: Timestamp,
    locale: Locale,
) -> (Vec<String>, Option<u8>) {
    let off = (vec![l10n::settings_puzzle_off(locale)], None);
    let Some(daily) = daily else { return off };
    let channel = markdown::channels(&[daily.channel]);
    match (daily.state, daily.content, daily.next_due(now)) {
        (StandingState::On, StandingContent::Daily(schedule), Some(next)) => {
            let (time, local) = (hour_in(zone, schedule.hour), markdown::time_of_day(next));
            let on = l10n::settings_puzzle_on(locale, channel, local, time);
            let waits =
                schedule.waits_for_puzzle(next).then(|| l10n::settings_puzzle_waits(locale));
            let next = l10n::settings_puzzle_next(locale, markdown::date(next));
            let weekly = (schedule.is_weekly()
                && schedule.posted < Some(PuzzleNumber::of_day(now)))
            .then(|| l10n::settings_puzzle_weekly(locale));
            let on = join_sentences([Some(on), waits, weekly, Some(next)]);
            ([on].into_iter().chain(refused(daily, locale)).collect(), Some(schedule.hour))
        }
        (StandingState::Stopped, ..) => {
            let stopped = l10n::settings_puzzle_stopped(locale, channel);
            (vec![with_reason(stopped, daily, locale)], None)
        }
        (StandingState::Deleted, ..) => (vec![l10n::settings_puzzle_gone(locale)], None),
        _ => off,
    }
}

fn leaderboard(message: &StandingMessage, season: Option<Season>, locale: Locale) -> String {
    let channel = markdown::channels(&[message.channel]);
    match (message.state, message.content) {
        (StandingState::Deleted, _) => l10n::settings_leaderboard_deleted(locale, channel),
        (StandingState::Stopped, _) => {
            with_reason(l10n::settings_leaderboard_stopped(locale, channel), message, locale)
        }
        (StandingState::On, _) if message.refusals > 0 => {
            with_reason(l10n::settings_leaderboard_refused(locale, channel), message, locale)
        }
        (_, StandingContent::Topic(StandingTopic::Leaderboard { period, sort_by })) => {
            let order = names::sort_by(locale, sort_by);
            let period = names::period(locale, period, season);
            let on = l10n::settings_leaderboard_on(locale, channel, order, period);
            let again = message.posts_again_at().map(markdown::relative);
            let again = again.map(|time| l10n::settings_leaderboard_again(locale, time));
            join_sentences([Some(on), again])
        }
        // Not a leaderboard.
        _ => String::new(),
    }
}

/// Where and when the week in words comes.
fn week_lines(week: Option<&StandingMessage>, now: Timestamp, locale: Locale) -> Vec<String> {
    let Some(week) = week else { return vec![l10n::settings_week_off(locale)] };
    let channel = markdown::channels(&[week.channel]);
    match (week.state, week.next_due(now)) {
        (StandingState::On, Some(next)) => {
            let (date, time) = (markdown::date(next), markdown::time_of_day(next));
            let on = l10n::settings_week_on(locale, channel, date, time);
            [on].into_iter().chain(refused(week, locale)).collect()
        }
        (StandingState::Stopped, _) => {
            vec![with_reason(l10n::settings_week_stopped(locale, channel), week, locale)]
        }
        (StandingState::Deleted, _) => vec![l10n::settings_week_gone(locale)],
        _ => vec![l10n::settings_week_off(locale)],
    }
}

/// That Discord has refused the last one, if it has.
pub(super) fn refused(message: &StandingMessage, locale: Locale) -> Option<String> {
    let refused = l10n::settings_puzzle_refused(locale, markdown::channels(&[message.channel]));
    (message.refusals > 0).then(|| with_reason(refused, message, locale))
}

/// A sentence with why Discord has refused a message.
fn with_reason(sentence: String, message: &StandingMessage, locale: Locale) -> String {
    let reason = message.closed.map(|closed| match closed {
        ClosedPlace::Hidden => l10n::settings_closed_hidden(locale),
        ClosedPlace::Forbidden => l10n::settings_closed_forbidden(locale),
        ClosedPlace::Archived => l10n::settings_closed_archived(locale),
        ClosedPlace::Locked => l10n::settings_closed_locked(locale),
    });
    join_sentences([Some(sentence), reason])
}

/// "9:00 Europe/Berlin".
fn hour_in(zone: TimeZone, hour: u8) -> String {
    format!("{hour}:00 {}", zone.name())
}
