//! A server's settings (ephemeral).

use clock::Timestamp;
use connect4::Seat;

use crate::{
    actions::{ComponentAction, SettingsTab},
    features::shared::names::{self, Audience},
    game::{ChallengeTime, ChannelId, Game, GuildSettings, Posting, PuzzleSchedule, TimeControl},
    l10n,
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MessageBody, SelectKind, join_sentences},
    theme::Theme,
};

/// The choices for the limit on running games in a channel.
const MAX_GAMES_CHOICES: [u8; 8] = [1, 2, 3, 4, 5, 10, 15, 20];

/// The most values that a channel select allows.
const MAX_CHANNELS: u8 = 25;

/// A tab of a server's settings.
#[derive(Clone, Debug)]
pub(crate) struct SettingsView {
    pub(crate) settings: GuildSettings,
    pub(crate) tab: SettingsTab,
    /// The locale that Discord reports for the server.
    pub(crate) guild_locale: Locale,
    /// Live games, for the tab that lists them.
    pub(crate) games: Vec<Game>,
    /// The game whose end is to be confirmed.
    pub(crate) confirm_end: Option<Game>,
    /// The game that was just ended.
    pub(crate) ended: Option<Game>,
    /// Where and when the daily puzzle is posted, for the tab that shows it.
    pub(crate) puzzle_schedule: Option<PuzzleSchedule>,
    /// The channel of the request.
    pub(crate) channel: ChannelId,
    pub(crate) now: Timestamp,
}

pub(crate) fn message(view: &SettingsView, audience: Audience) -> MessageBody {
    if let Some(game) = &view.confirm_end {
        return confirm_end(game, audience);
    }
    let locale = audience.locale;
    let index = SettingsTab::ALL.iter().position(|tab| *tab == view.tab).unwrap_or(0);
    let mut lines = vec![l10n::settings_title(locale, index + 1, SettingsTab::ALL.len())];
    let mut rows = match view.tab {
        SettingsTab::Games => games(view, locale, &mut lines),
        SettingsTab::Limits => limits(&view.settings, locale, &mut lines),
        SettingsTab::Live => live_games(view, audience, &mut lines),
        SettingsTab::Puzzle => puzzle_schedule(view, locale, &mut lines),
    };
    rows.push(tab_row(index, locale));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

fn games(view: &SettingsView, locale: Locale, lines: &mut Vec<String>) -> Vec<ActionRow> {
    let settings = &view.settings;
    let discord_locale = l10n::settings_locale_said(locale, l10n::language_name(view.guild_locale));
    let language = settings.locale.map_or_else(|| discord_locale.clone(), l10n::language_name);
    lines.extend([
        l10n::settings_theme(locale, l10n::theme(locale, settings.theme)),
        l10n::settings_locale(locale, language),
        l10n::settings_time_control(locale, names::time_control(locale, settings.time_control)),
        if settings.reminders {
            l10n::settings_reminders_on(locale)
        } else {
            l10n::settings_reminders_off(locale)
        },
    ]);
    let themes = Theme::ALL.map(|theme| {
        (ComponentAction::ServerTheme(theme), l10n::theme(locale, theme), theme == settings.theme)
    });
    let languages = Locale::ALL.map(|locale| {
        let is_chosen = settings.locale == Some(locale);
        (ComponentAction::ServerLocale(Some(locale)), l10n::language_name(locale), is_chosen)
    });
    let follow_discord =
        (ComponentAction::ServerLocale(None), discord_locale, settings.locale.is_none());
    let languages = [follow_discord].into_iter().chain(languages);
    let clocks = TimeControl::ALL.map(|control| {
        let is_chosen = control == settings.time_control;
        (
            ComponentAction::ServerTimeControl(control),
            names::time_control(locale, control),
            is_chosen,
        )
    });
    let toggle = if settings.reminders {
        l10n::button_reminders_off(locale)
    } else {
        l10n::button_reminders_on(locale)
    };
    let toggle = Button::secondary(ComponentAction::ServerReminders(!settings.reminders), toggle);
    vec![
        ActionRow::select(themes, l10n::choose_theme(locale)),
        ActionRow::select(languages, l10n::choose_language(locale)),
        ActionRow::select(clocks, l10n::choose_time_control(locale)),
        ActionRow::Buttons(vec![toggle]),
    ]
}

fn limits(settings: &GuildSettings, locale: Locale, lines: &mut Vec<String>) -> Vec<ActionRow> {
    let any = l10n::settings_max_games_any(locale);
    let limit =
        settings.max_games_per_channel.map_or_else(|| any.clone(), |limit| limit.to_string());
    lines.extend([
        l10n::settings_max_games(locale, limit),
        if settings.channels.is_empty() {
            l10n::settings_channels_all(locale)
        } else {
            l10n::settings_channels(locale, markdown::channels(&settings.channels))
        },
        if settings.computer_games {
            l10n::settings_computer_on(locale)
        } else {
            l10n::settings_computer_off(locale)
        },
        l10n::settings_challenge_time(locale, challenge_time(locale, settings.challenge_time)),
        l10n::settings_note(locale),
    ]);
    let times = ChallengeTime::ALL.map(|time| {
        let is_chosen = time == settings.challenge_time;
        (ComponentAction::ChallengeTime(time), challenge_time(locale, time), is_chosen)
    });
    let counts = MAX_GAMES_CHOICES.map(|limit| {
        let is_chosen = settings.max_games_per_channel == Some(limit);
        (ComponentAction::MaxGamesPerChannel(Some(limit)), limit.to_string(), is_chosen)
    });
    let is_chosen = settings.max_games_per_channel.is_none();
    let any = (ComponentAction::MaxGamesPerChannel(None), any, is_chosen);
    let toggle = if settings.computer_games {
        l10n::button_computer_off(locale)
    } else {
        l10n::button_computer_on(locale)
    };
    let everywhere =
        Button::secondary(ComponentAction::AllowEveryChannel, l10n::button_every_channel(locale));
    vec![
        ActionRow::select([any].into_iter().chain(counts), l10n::choose_max_games(locale)),
        ActionRow::Select {
            kind: SelectKind::Channels(ComponentAction::AllowChosenChannels, MAX_CHANNELS),
            placeholder: l10n::choose_channels(locale),
        },
        ActionRow::select(times, l10n::choose_challenge_time(locale)),
        ActionRow::Buttons(vec![
            everywhere.disabled(settings.channels.is_empty()),
            Button::secondary(ComponentAction::ComputerGames(!settings.computer_games), toggle),
        ]),
    ]
}

fn challenge_time(locale: Locale, time: ChallengeTime) -> String {
    match time {
        ChallengeTime::TenMinutes => l10n::time_ten_minutes(locale),
        ChallengeTime::OneHour => names::time_control(locale, TimeControl::OneHour),
        ChallengeTime::OneDay => names::time_control(locale, TimeControl::OneDay),
    }
}

fn live_games(view: &SettingsView, audience: Audience, lines: &mut Vec<String>) -> Vec<ActionRow> {
    let locale = audience.locale;
    lines.extend(view.ended.as_ref().map(|game| {
        let [first, second] = full_names(game, audience);
        l10n::settings_ended(locale, first, second)
    }));
    if view.games.is_empty() {
        lines.push(l10n::settings_live_none(locale));
        return Vec::new();
    }
    lines.push(l10n::settings_live(locale));
    let games = view.games.iter().map(|game| {
        let [first, second] =
            Seat::BOTH.map(|seat| names::plain_name(audience, game.participant(seat)));
        let number = game.moves.columns().len() + 1;
        let label = l10n::settings_pick(locale, first, number, second);
        (ComponentAction::PickGameToEnd(game.id), label, false)
    });
    vec![ActionRow::select(games, l10n::choose_end(locale))]
}

fn puzzle_schedule(view: &SettingsView, locale: Locale, lines: &mut Vec<String>) -> Vec<ActionRow> {
    let schedule = view.puzzle_schedule.as_ref();
    let on = schedule.and_then(|schedule| Some((schedule, schedule.due_after(view.now)?)));
    let (mut hour, mut is_here) = (None, false);
    match (on, schedule) {
        (Some((schedule, next)), _) => {
            let channel = markdown::channels(&[schedule.channel]);
            let (time, local) = (utc_hour(schedule.hour), markdown::time_of_day(next));
            let on = l10n::settings_puzzle_on(locale, channel.clone(), local, time);
            let next = l10n::settings_puzzle_next(locale, markdown::date(next));
            lines.push(join_sentences([Some(on), Some(next)]));
            let is_refused = schedule.posting != Posting::On { refusals: 0 };
            if is_refused {
                lines.push(l10n::settings_puzzle_refused(locale, channel));
            }
            lines.push(markdown::small(&l10n::settings_puzzle_note(locale)));
            hour = Some(schedule.hour);
            is_here = schedule.channel == view.channel && !is_refused;
        }
        (None, Some(schedule)) if schedule.posting == Posting::Stopped => {
            let channel = markdown::channels(&[schedule.channel]);
            lines.push(l10n::settings_puzzle_stopped(locale, channel));
        }
        (None, _) => lines.push(l10n::settings_puzzle_off(locale)),
    }
    let off = (ComponentAction::PuzzleOff, l10n::choice_puzzle_off(locale), hour.is_none());
    let hours = (0..24).map(|choice| {
        (ComponentAction::PuzzleHour(choice), utc_hour(choice), hour == Some(choice))
    });
    let here = Button::secondary(ComponentAction::PuzzleHere, l10n::button_puzzle_here(locale));
    vec![
        ActionRow::select([off].into_iter().chain(hours), l10n::choose_puzzle_hour(locale)),
        ActionRow::Buttons(vec![here.disabled(is_here)]),
    ]
}

/// "9:00 UTC".
fn utc_hour(hour: u8) -> String {
    format!("{hour}:00 UTC")
}

fn confirm_end(game: &Game, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let [first, second] = full_names(game, audience);
    let link = markdown::message_link(game.board_location());
    let confirm =
        Button::danger(ComponentAction::EndGame(game.into()), l10n::button_really_end(locale));
    let cancel = Button::secondary(
        ComponentAction::OpenSettings(SettingsTab::Live),
        l10n::button_leave(locale),
    );
    let rows = vec![ActionRow::Buttons(vec![confirm, cancel])];
    MessageBody::new(l10n::settings_really(locale, first, link, second), rows).into_ephemeral()
}

fn full_names(game: &Game, audience: Audience) -> [String; 2] {
    Seat::BOTH.map(|seat| names::full_name(audience, game.participant(seat)))
}

/// A button for each tab; the current one is disabled.
fn tab_row(current: usize, locale: Locale) -> ActionRow {
    let buttons = SettingsTab::ALL
        .into_iter()
        .enumerate()
        .map(|(index, tab)| {
            let label = match tab {
                SettingsTab::Games => l10n::button_settings_games(locale),
                SettingsTab::Limits => l10n::button_settings_limits(locale),
                SettingsTab::Live => l10n::button_settings_live(locale),
                SettingsTab::Puzzle => l10n::button_daily_puzzle(locale),
            };
            let open = Button::primary(ComponentAction::OpenSettings(tab), label);
            open.disabled(index == current)
        })
        .collect();
    ActionRow::Buttons(buttons)
}
