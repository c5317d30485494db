//! A server's settings (ephemeral).

use connect4::Seat;
use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
};

use super::{
    MessageBody,
    board::button,
    message::join_sentences,
    names::{self, Audience},
    select,
};
use crate::{
    discord::{custom_id, markdown},
    game::{ChallengeTime, Game, GuildSettings, Posting, Setting, TimeControl},
    l10n,
    locale::Locale,
    service::{ComponentAction, SettingsAction, SettingsTab, SettingsView},
    theme::Theme,
};

/// The choices for the limit on running games in a channel.
const MAX_GAMES_CHOICES: [u8; 8] = [1, 2, 3, 4, 5, 10, 15, 20];

/// The most values that a channel select allows.
const MAX_CHANNELS: u8 = 25;

pub(super) fn render(view: &SettingsView, audience: Audience) -> MessageBody {
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

fn games(view: &SettingsView, locale: Locale, lines: &mut Vec<String>) -> Vec<CreateActionRow> {
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
        (set(Setting::Theme(theme)), l10n::theme(locale, theme), theme == settings.theme)
    });
    let languages = Locale::ALL.map(|locale| {
        let is_chosen = settings.locale == Some(locale);
        (set(Setting::Locale(Some(locale))), l10n::language_name(locale), is_chosen)
    });
    let follow_discord = (set(Setting::Locale(None)), discord_locale, settings.locale.is_none());
    let languages = [follow_discord].into_iter().chain(languages);
    let clocks = TimeControl::ALL.map(|control| {
        let is_chosen = control == settings.time_control;
        (set(Setting::TimeControl(control)), names::time_control(locale, control), is_chosen)
    });
    let toggle = if settings.reminders {
        l10n::button_reminders_off(locale)
    } else {
        l10n::button_reminders_on(locale)
    };
    let toggle = action_button(set(Setting::Reminders(!settings.reminders)), toggle);
    vec![
        select(themes, l10n::choose_theme(locale)),
        select(languages, l10n::choose_language(locale)),
        select(clocks, l10n::choose_time_control(locale)),
        CreateActionRow::Buttons(vec![toggle]),
    ]
}

fn limits(
    settings: &GuildSettings,
    locale: Locale,
    lines: &mut Vec<String>,
) -> Vec<CreateActionRow> {
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
        (set(Setting::ChallengeTime(time)), challenge_time(locale, time), is_chosen)
    });
    let counts = MAX_GAMES_CHOICES.map(|limit| {
        let is_chosen = settings.max_games_per_channel == Some(limit);
        (set(Setting::MaxGamesPerChannel(Some(limit))), limit.to_string(), is_chosen)
    });
    let is_chosen = settings.max_games_per_channel.is_none();
    let any = (set(Setting::MaxGamesPerChannel(None)), any, is_chosen);
    let toggle = if settings.computer_games {
        l10n::button_computer_off(locale)
    } else {
        l10n::button_computer_on(locale)
    };
    let everywhere =
        action_button(SettingsAction::EveryChannel, l10n::button_every_channel(locale));
    vec![
        select([any].into_iter().chain(counts), l10n::choose_max_games(locale)),
        channel_select(locale),
        select(times, l10n::choose_challenge_time(locale)),
        CreateActionRow::Buttons(vec![
            everywhere.disabled(settings.channels.is_empty()),
            action_button(set(Setting::ComputerGames(!settings.computer_games)), toggle),
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

fn live_games(
    view: &SettingsView,
    audience: Audience,
    lines: &mut Vec<String>,
) -> Vec<CreateActionRow> {
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
        (SettingsAction::PickGame(game.id), label, false)
    });
    vec![select(games, l10n::choose_end(locale))]
}

fn puzzle_schedule(
    view: &SettingsView,
    locale: Locale,
    lines: &mut Vec<String>,
) -> Vec<CreateActionRow> {
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
    let off = (SettingsAction::PuzzleHour(None), l10n::choice_puzzle_off(locale), hour.is_none());
    let hours = (0..24).map(|choice| {
        (SettingsAction::PuzzleHour(Some(choice)), utc_hour(choice), hour == Some(choice))
    });
    let here = action_button(SettingsAction::PuzzleHere, l10n::button_puzzle_here(locale));
    vec![
        select([off].into_iter().chain(hours), l10n::choose_puzzle_hour(locale)),
        CreateActionRow::Buttons(vec![here.disabled(is_here)]),
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
        action_button(SettingsAction::EndGame(game.into()), l10n::button_really_end(locale));
    let cancel =
        action_button(SettingsAction::OpenTab(SettingsTab::Live), l10n::button_leave(locale));
    let buttons = vec![confirm.style(ButtonStyle::Danger), cancel];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    MessageBody::new(l10n::settings_really(locale, first, link, second), rows).into_ephemeral()
}

fn full_names(game: &Game, audience: Audience) -> [String; 2] {
    Seat::BOTH.map(|seat| names::full_name(audience, game.participant(seat)))
}

/// A select of actions of the settings.
fn select(
    choices: impl IntoIterator<Item = (SettingsAction, String, bool)>,
    placeholder: String,
) -> CreateActionRow {
    let choices = choices.into_iter();
    let choices = choices
        .map(|(action, label, is_chosen)| (ComponentAction::Settings(action), label, is_chosen));
    select::select(choices, placeholder)
}

/// Has no default values: serenity serialises them in a way that Discord's `OpenAPI`
/// description does not allow.
fn channel_select(locale: Locale) -> CreateActionRow {
    let kind = CreateSelectMenuKind::Channel {
        channel_types: Some(vec![ChannelType::Text, ChannelType::News, ChannelType::Forum]),
        default_channels: None,
    };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(custom_id::CHANNELS, kind)
            .placeholder(l10n::choose_channels(locale))
            .max_values(MAX_CHANNELS),
    )
}

const fn set(setting: Setting) -> SettingsAction {
    SettingsAction::Set(setting)
}

fn action_button(action: SettingsAction, label: String) -> CreateButton {
    button(ComponentAction::Settings(action), label, ButtonStyle::Secondary)
}

/// A button for each tab; the current one is disabled.
fn tab_row(current: usize, locale: Locale) -> CreateActionRow {
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
            let open = action_button(SettingsAction::OpenTab(tab), label);
            open.style(ButtonStyle::Primary).disabled(index == current)
        })
        .collect();
    CreateActionRow::Buttons(buttons)
}
