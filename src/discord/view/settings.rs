//! A server's settings, to the asker alone.

use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::{Body, board::button, names};
use crate::{
    discord::{custom_id, markdown},
    locale::Locale,
    play::{Game, GuildSettings, Setting, TimeControl},
    service::{Press, SettingsPage, SettingsPart, SettingsPress},
    texts,
    theme::Theme,
};
use connect4::Seat;

/// How many games in a channel a server can choose to have at most.
const MOST_GAMES: [u8; 8] = [1, 2, 3, 4, 5, 10, 15, 20];

/// The most choices that a select of channels takes.
const MOST_CHANNELS: u8 = 25;

/// A page.
pub(super) fn draw(page: &SettingsPage, reader: Locale) -> Body {
    if let Some(game) = &page.asks_end {
        return really_end(game, reader);
    }
    let at = SettingsPart::ALL.iter().position(|part| *part == page.part).unwrap_or(0);
    let mut lines = vec![texts::settings_title(reader, at + 1, SettingsPart::ALL.len())];
    let mut rows = match page.part {
        SettingsPart::Games => games(page, reader, &mut lines),
        SettingsPart::Limits => limits(&page.settings, reader, &mut lines),
        SettingsPart::Live => live(page, reader, &mut lines),
    };
    rows.push(turn_row(at, reader));
    Body::new(lines.join("\n"), rows).quietly()
}

fn games(page: &SettingsPage, reader: Locale, lines: &mut Vec<String>) -> Vec<CreateActionRow> {
    let settings = &page.settings;
    let said = texts::settings_locale_said(reader, texts::language_name(page.said_locale));
    let language = settings.locale.map_or_else(|| said.clone(), texts::language_name);
    lines.extend([
        texts::settings_theme(reader, names::theme(reader, settings.theme)),
        texts::settings_locale(reader, language),
        texts::settings_clock(reader, names::time_control(reader, settings.time_control)),
        if settings.reminders {
            texts::settings_reminders_on(reader)
        } else {
            texts::settings_reminders_off(reader)
        },
    ]);
    let themes = Theme::ALL.map(|theme| {
        (
            SettingsPress::Set(Setting::Theme(theme)),
            names::theme(reader, theme),
            theme == settings.theme,
        )
    });
    let languages = Locale::ALL.map(|locale| {
        let is_chosen = settings.locale == Some(locale);
        (SettingsPress::Set(Setting::Locale(Some(locale))), texts::language_name(locale), is_chosen)
    });
    let as_said = (SettingsPress::Set(Setting::Locale(None)), said, settings.locale.is_none());
    let languages = [as_said].into_iter().chain(languages);
    let clocks = TimeControl::ALL.map(|control| {
        let is_chosen = control == settings.time_control;
        (
            SettingsPress::Set(Setting::TimeControl(control)),
            names::time_control(reader, control),
            is_chosen,
        )
    });
    let toggle = if settings.reminders {
        texts::button_reminders_off(reader)
    } else {
        texts::button_reminders_on(reader)
    };
    vec![
        select(themes, texts::choose_theme(reader)),
        select(languages, texts::choose_language(reader)),
        select(clocks, texts::choose_clock(reader)),
        one_button(SettingsPress::Set(Setting::Reminders(!settings.reminders)), toggle),
    ]
}

fn limits(
    settings: &GuildSettings,
    reader: Locale,
    lines: &mut Vec<String>,
) -> Vec<CreateActionRow> {
    let any = texts::settings_most_any(reader);
    let most = settings.most_games.map_or_else(|| any.clone(), |most| most.to_string());
    lines.extend([
        texts::settings_most(reader, most),
        if settings.channels.is_empty() {
            texts::settings_channels_all(reader)
        } else {
            texts::settings_channels(reader, markdown::channels(&settings.channels))
        },
        if settings.computer_games {
            texts::settings_computer_on(reader)
        } else {
            texts::settings_computer_off(reader)
        },
        texts::settings_note(reader),
    ]);
    let counts = MOST_GAMES.map(|most| {
        let is_chosen = settings.most_games == Some(most);
        (SettingsPress::Set(Setting::MostGames(Some(most))), most.to_string(), is_chosen)
    });
    let any = (SettingsPress::Set(Setting::MostGames(None)), any, settings.most_games.is_none());
    let toggle = if settings.computer_games {
        texts::button_computer_off(reader)
    } else {
        texts::button_computer_on(reader)
    };
    let everywhere = button(
        Press::Settings(SettingsPress::EveryChannel),
        texts::button_every_channel(reader),
        ButtonStyle::Secondary,
    );
    let computer = SettingsPress::Set(Setting::ComputerGames(!settings.computer_games));
    vec![
        select([any].into_iter().chain(counts), texts::choose_most(reader)),
        channel_select(reader),
        CreateActionRow::Buttons(vec![
            everywhere.disabled(settings.channels.is_empty()),
            button(Press::Settings(computer), toggle, ButtonStyle::Secondary),
        ]),
    ]
}

fn live(page: &SettingsPage, reader: Locale, lines: &mut Vec<String>) -> Vec<CreateActionRow> {
    lines.extend(page.ended.as_ref().map(|game| {
        let [first, second] = full_names(game, reader);
        texts::settings_ended(reader, first, second)
    }));
    if page.games.is_empty() {
        lines.push(texts::settings_live_none(reader));
        return Vec::new();
    }
    lines.push(texts::settings_live(reader));
    let games = page.games.iter().map(|game| {
        let [first, second] = Seat::BOTH.map(|seat| names::plain_name(reader, game.seated(seat)));
        let number = game.moves.columns().len() + 1;
        let label = texts::settings_pick(reader, first, second, number);
        (SettingsPress::PickGame(game.id), label, false)
    });
    vec![select(games, texts::choose_end(reader))]
}

fn really_end(game: &Game, reader: Locale) -> Body {
    let [first, second] = full_names(game, reader);
    let link = markdown::link(game.whereabouts());
    let really = SettingsPress::EndGame { game: game.id, version: game.version };
    let leave = SettingsPress::Turn(SettingsPart::Live);
    let buttons = vec![
        button(Press::Settings(really), texts::button_really_end(reader), ButtonStyle::Danger),
        button(Press::Settings(leave), texts::button_leave(reader), ButtonStyle::Secondary),
    ];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    Body::new(texts::settings_really(reader, first, second, link), rows).quietly()
}

fn full_names(game: &Game, reader: Locale) -> [String; 2] {
    Seat::BOTH.map(|seat| names::full_name(reader, game.seated(seat)))
}

/// A select of some choices, each with its label and whether it is chosen; all
/// stand for presses of one kind.
fn select(
    choices: impl IntoIterator<Item = (SettingsPress, String, bool)>,
    placeholder: String,
) -> CreateActionRow {
    let mut choices = choices.into_iter().peekable();
    let tag = choices.peek().map(|(press, ..)| custom_id::select_of(Press::Settings(*press)));
    let options = choices
        .map(|(press, label, is_chosen)| {
            CreateSelectMenuOption::new(label, custom_id::encode(Press::Settings(press)))
                .default_selection(is_chosen)
        })
        .collect();
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(tag.unwrap_or_default(), kind);
    CreateActionRow::SelectMenu(menu.placeholder(placeholder))
}

/// What is chosen already is not marked: serenity writes it in a way that
/// Discord's description of its API does not know.
fn channel_select(reader: Locale) -> CreateActionRow {
    let kind = CreateSelectMenuKind::Channel {
        channel_types: Some(vec![ChannelType::Text, ChannelType::News, ChannelType::Forum]),
        default_channels: None,
    };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(custom_id::CHANNELS, kind)
            .placeholder(texts::choose_channels(reader))
            .max_values(MOST_CHANNELS),
    )
}

fn one_button(press: SettingsPress, label: String) -> CreateActionRow {
    CreateActionRow::Buttons(vec![button(Press::Settings(press), label, ButtonStyle::Secondary)])
}

/// A button to each other page.
fn turn_row(at: usize, reader: Locale) -> CreateActionRow {
    let buttons = SettingsPart::ALL
        .into_iter()
        .enumerate()
        .map(|(index, part)| {
            let label = match part {
                SettingsPart::Games => texts::button_settings_games(reader),
                SettingsPart::Limits => texts::button_settings_limits(reader),
                SettingsPart::Live => texts::button_settings_live(reader),
            };
            let press = Press::Settings(SettingsPress::Turn(part));
            button(press, label, ButtonStyle::Primary).disabled(index == at)
        })
        .collect();
    CreateActionRow::Buttons(buttons)
}
