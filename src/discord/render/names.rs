//! The names of players and of a game's settings.

use connect4::{Level, Seat, Shape};

use crate::{
    discord::markdown,
    game::{Game, Participant, Period, Player, TimeControl},
    l10n,
    locale::Locale,
    theme::Theme,
};

pub(in crate::discord) fn level(locale: Locale, level: Level) -> String {
    match level {
        Level::Easy => l10n::level_easy(locale),
        Level::Medium => l10n::level_medium(locale),
        Level::Hard => l10n::level_hard(locale),
        Level::Perfect => l10n::level_perfect(locale),
    }
}

pub(in crate::discord) fn shape(locale: Locale, shape: Shape) -> String {
    let (columns, rows) = (shape.columns(), shape.rows());
    match (shape, shape.connect()) {
        (Shape::STANDARD, _) => l10n::board_standard(locale, columns, rows),
        (_, 5) => l10n::board_five(locale, columns, rows),
        _ if shape.cells() < Shape::STANDARD.cells() => l10n::board_quick(locale, columns, rows),
        _ => l10n::board_other(locale, columns, rows),
    }
}

pub(in crate::discord) fn time_control(locale: Locale, control: TimeControl) -> String {
    match control {
        TimeControl::None => l10n::time_control_none(locale),
        TimeControl::FiveMinutes => l10n::time_control_five_minutes(locale),
        TimeControl::OneHour => l10n::time_control_one_hour(locale),
        TimeControl::OneDay => l10n::time_control_one_day(locale),
        TimeControl::ThreeDays => l10n::time_control_three_days(locale),
    }
}

pub(in crate::discord) fn theme(locale: Locale, theme: Theme) -> String {
    match theme {
        Theme::Classic => l10n::theme_classic(locale),
        Theme::RedBlue => l10n::theme_red_blue(locale),
        Theme::RedBlack => l10n::theme_red_black(locale),
        Theme::ColourBlind => l10n::theme_colour_blind(locale),
        Theme::Shapes => l10n::theme_shapes(locale),
    }
}

pub(in crate::discord) fn period(locale: Locale, period: Period) -> String {
    match period {
        Period::AllTime => l10n::period_all_time(locale),
        Period::Month => l10n::period_month(locale),
        Period::Week => l10n::period_week(locale),
    }
}

/// A person's name, escaped, or a placeholder for a deleted user.
pub(super) fn person(locale: Locale, player: &Player) -> String {
    if player.id.is_deleted() {
        l10n::deleted_player(locale)
    } else {
        markdown::escape_name(&player.name)
    }
}

/// A participant's name, escaped, without the computer's level.
pub(super) fn name(locale: Locale, participant: Participant<'_>) -> String {
    match participant {
        Participant::Person(player) => person(locale, player),
        Participant::Computer(_) => l10n::computer(locale),
    }
}

/// A participant's name, escaped, with the computer's level.
pub(super) fn full_name(locale: Locale, participant: Participant<'_>) -> String {
    match participant {
        Participant::Person(player) => person(locale, player),
        Participant::Computer(strength) => l10n::computer_at_level(locale, level(locale, strength)),
    }
}

/// Like [`full_name`], for places without markdown.
pub(super) fn plain_name(locale: Locale, participant: Participant<'_>) -> String {
    match participant {
        Participant::Person(player) if player.id.is_deleted() => l10n::deleted_player(locale),
        Participant::Person(player) => markdown::plain_name(&player.name),
        Participant::Computer(_) => full_name(locale, participant),
    }
}

/// Both players' names for a headline, in bold.
pub(super) fn headline(game: &Game) -> [String; 2] {
    Seat::BOTH.map(|seat| match game.participant(seat) {
        Participant::Person(player) => {
            l10n::headline_person(game.config.locale, person(game.config.locale, player))
        }
        Participant::Computer(strength) => {
            l10n::headline_computer(game.config.locale, level(game.config.locale, strength))
        }
    })
}
