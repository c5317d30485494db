//! A server's settings (ephemeral).

use connect4::Seat;

use crate::{
    actions::{ComponentAction, SettingsTab},
    features::{
        flow::resigning::resigned,
        views::names::{self, Audience},
    },
    game::{ChallengeTime, Game, GuildSettings, Participant, PlayerId, TimeControl},
    l10n::{self, Text},
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MAX_CHOICES, MessageBody, SelectKind},
    theme::Theme,
};

/// The choices for the limit on running games in a channel.
const MAX_GAMES_CHOICES: [u8; 8] = [1, 2, 3, 4, 5, 10, 15, 20];

/// A tab with its title, and buttons to the others.
pub(super) fn message(
    tab: SettingsTab,
    lines: Vec<String>,
    mut rows: Vec<ActionRow>,
    locale: Locale,
) -> MessageBody {
    let tabs = [
        (SettingsTab::Posts, l10n::button_settings_posts(locale)),
        (SettingsTab::Leaderboard, l10n::button_settings_leaderboard(locale)),
        (SettingsTab::Games, l10n::button_settings_games(locale)),
        (SettingsTab::Limits, l10n::button_settings_limits(locale)),
        (SettingsTab::Live, l10n::button_settings_live(locale)),
    ];
    // A page of a tab counts as that.
    let shown = if tab == SettingsTab::People { SettingsTab::Leaderboard } else { tab };
    let index = tabs.iter().position(|(one, _)| *one == shown).unwrap_or_default();
    let title = l10n::settings_title(locale, index + 1, tabs.len());
    let buttons = tabs.map(|(one, label)| {
        Button::secondary(ComponentAction::OpenSettings(one), label).disabled(one == tab)
    });
    rows.push(ActionRow::Buttons(buttons.to_vec()));
    MessageBody::new([vec![title], lines].concat().join("\n"), rows).into_ephemeral()
}

/// A select in which the choice that is shown says what it sets.
pub(super) fn select(
    choices: impl IntoIterator<Item = (ComponentAction, String, bool)>,
    placeholder: String,
    locale: Locale,
) -> ActionRow {
    let setting = placeholder.trim_end_matches(|it: char| it == '…' || it.is_whitespace());
    let choices = choices.into_iter().map(|(action, value, is_chosen)| {
        (action, l10n::choice(locale, setting.to_owned(), value), is_chosen)
    });
    ActionRow::select(choices.collect::<Vec<_>>(), placeholder)
}

/// Defaults of games. `guild_locale` is the one that Discord reports for the server.
pub(super) fn games(settings: &GuildSettings, guild_locale: Locale, locale: Locale) -> MessageBody {
    let language = |it: Option<Locale>| match it {
        Some(it) => l10n::language_name(it),
        None => l10n::settings_locale_said(locale, l10n::language_name(guild_locale)),
    };
    let either = |on: Text, off: Text| if settings.reminders { on(locale) } else { off(locale) };
    let lines = vec![
        l10n::settings_theme(locale, l10n::theme(locale, settings.theme)),
        l10n::settings_locale(locale, language(settings.locale)),
        l10n::settings_time_control(locale, names::time_control(locale, settings.time_control)),
        either(l10n::settings_reminders_on, l10n::settings_reminders_off),
    ];
    let themes = Theme::ALL.map(|theme| {
        (ComponentAction::ServerTheme(theme), l10n::theme(locale, theme), theme == settings.theme)
    });
    let languages = [None].into_iter().chain(Locale::ALL.map(Some));
    let languages = languages
        .map(|it| (ComponentAction::ServerLocale(it), language(it), it == settings.locale));
    let clocks = TimeControl::ALL.map(|control| {
        let label = names::time_control(locale, control);
        let is_chosen = control == settings.time_control;
        (ComponentAction::ServerTimeControl(control), label, is_chosen)
    });
    let toggle = either(l10n::button_reminders_off, l10n::button_reminders_on);
    let toggle = Button::primary(ComponentAction::ServerReminders(!settings.reminders), toggle);
    let rows = vec![
        select(themes, l10n::choose_theme(locale), locale),
        select(languages, l10n::choose_language(locale), locale),
        select(clocks, l10n::choose_time_control(locale), locale),
        ActionRow::Buttons(vec![toggle]),
    ];
    message(SettingsTab::Games, lines, rows, locale)
}

/// Where games are allowed, and how many.
pub(super) fn limits(settings: &GuildSettings, locale: Locale) -> MessageBody {
    let max_games = |limit: Option<u8>| match limit {
        Some(limit) => limit.to_string(),
        None => l10n::settings_max_games_any(locale),
    };
    let is_on = settings.computer_games;
    let either = |on: Text, off: Text| if is_on { on(locale) } else { off(locale) };
    let lines = vec![
        l10n::settings_max_games(locale, max_games(settings.max_games_per_channel)),
        if settings.channels.is_empty() {
            l10n::settings_channels_all(locale)
        } else {
            l10n::settings_channels(locale, markdown::channels(&settings.channels))
        },
        l10n::settings_challenge_time(locale, challenge_time(locale, settings.challenge_time)),
        either(l10n::settings_computer_on, l10n::settings_computer_off),
        l10n::settings_note(locale),
    ];
    let times = ChallengeTime::ALL.map(|time| {
        let is_chosen = time == settings.challenge_time;
        (ComponentAction::ChallengeTime(time), challenge_time(locale, time), is_chosen)
    });
    let counts = [None].into_iter().chain(MAX_GAMES_CHOICES.map(Some)).map(|limit| {
        let is_chosen = limit == settings.max_games_per_channel;
        (ComponentAction::MaxGamesPerChannel(limit), max_games(limit), is_chosen)
    });
    let channels = settings.channels.clone();
    let channels =
        SelectKind::Channels(ComponentAction::AllowChosenChannels, MAX_CHOICES, channels);
    let toggle = either(l10n::button_computer_off, l10n::button_computer_on);
    let everywhere =
        Button::primary(ComponentAction::AllowEveryChannel, l10n::button_every_channel(locale));
    let rows = vec![
        select(counts, l10n::choose_max_games(locale), locale),
        ActionRow::Select { kind: channels, placeholder: l10n::choose_channels(locale) },
        select(times, l10n::choose_challenge_time(locale), locale),
        ActionRow::Buttons(vec![
            everywhere.disabled(settings.channels.is_empty()),
            Button::primary(ComponentAction::ComputerGames(!is_on), toggle),
        ]),
    ];
    message(SettingsTab::Limits, lines, rows, locale)
}

fn challenge_time(locale: Locale, time: ChallengeTime) -> String {
    match time {
        ChallengeTime::TenMinutes => l10n::time_ten_minutes(locale),
        ChallengeTime::OneHour => names::time_control(locale, TimeControl::OneHour),
        ChallengeTime::OneDay => names::time_control(locale, TimeControl::OneDay),
    }
}

/// Live games. `ended` was just ended.
pub(super) fn live_games(
    games: &[Game],
    ended: Option<&Game>,
    user: PlayerId,
    audience: Audience,
) -> MessageBody {
    let locale = audience.locale;
    let mut lines = Vec::from_iter(ended.map(|game| {
        if game.seat_of(user).is_some() {
            return resigned(game, user, audience);
        }
        let [first, second] = names::title_names(audience, game);
        l10n::settings_ended(locale, first, second)
    }));
    if games.is_empty() {
        lines.push(l10n::settings_live_none(locale));
        return message(SettingsTab::Live, lines, Vec::new(), locale);
    }
    lines.push(l10n::settings_live(locale));
    let labels = names::told_apart(games, |game| {
        let [first, second] = Seat::BOTH.map(|seat| match game.participant(seat) {
            // A select shows no mentions.
            Participant::Channel => l10n::some_channel(locale),
            participant => names::plain_name(audience, participant),
        });
        l10n::settings_pick(locale, first, names::move_number(game), second)
    });
    let games = games.iter().zip(labels);
    let games = games.map(|(game, label)| (ComponentAction::PickGameToEnd(game.id), label, false));
    let rows = vec![ActionRow::select(games, l10n::choose_end(locale))];
    message(SettingsTab::Live, lines, rows, locale)
}

/// Asks to confirm the end of a game.
pub(super) fn confirm_end(game: &Game, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let [first, second] = names::title_names(audience, game);
    let link = markdown::message_link(game.board_location());
    let cancel = ComponentAction::OpenSettings(SettingsTab::Live);
    MessageBody::ephemeral(l10n::settings_really(locale, first, link, second)).with_buttons([
        Button::danger(ComponentAction::EndGame(game.into()), l10n::button_really_end(locale)),
        Button::secondary(cancel, l10n::button_leave(locale)),
    ])
}
