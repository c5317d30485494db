//! What those who play are called.

use crate::{
    discord::markdown,
    locale::Locale,
    play::{Game, Period, Player, Seated, TimeControl},
    texts,
    theme::Theme,
};
use connect4::{Level, Seat, Shape};

/// A level, in words.
pub(in crate::discord) fn level(locale: Locale, level: Level) -> String {
    match level {
        Level::Easy => texts::level_easy(locale),
        Level::Medium => texts::level_medium(locale),
        Level::Hard => texts::level_hard(locale),
        Level::Perfect => texts::level_perfect(locale),
    }
}

/// A board's size, in words.
pub(in crate::discord) fn shape(locale: Locale, shape: Shape) -> String {
    let (columns, rows) = (shape.columns(), shape.rows());
    match (shape, shape.connect()) {
        (Shape::STANDARD, _) => texts::board_standard(locale, columns, rows),
        (_, 5) => texts::board_five(locale, columns, rows),
        _ if shape.cells() < Shape::STANDARD.cells() => texts::board_quick(locale, columns, rows),
        _ => texts::board_other(locale, columns, rows),
    }
}

/// The time for each move, in words.
pub(in crate::discord) fn time_control(locale: Locale, control: TimeControl) -> String {
    match control {
        TimeControl::None => texts::clock_none(locale),
        TimeControl::FiveMinutes => texts::clock_five_minutes(locale),
        TimeControl::OneHour => texts::clock_one_hour(locale),
        TimeControl::OneDay => texts::clock_one_day(locale),
        TimeControl::ThreeDays => texts::clock_three_days(locale),
    }
}

/// A theme, in words.
pub(in crate::discord) fn theme(locale: Locale, theme: Theme) -> String {
    match theme {
        Theme::Classic => texts::theme_classic(locale),
        Theme::RedBlue => texts::theme_red_blue(locale),
        Theme::RedBlack => texts::theme_red_black(locale),
        Theme::ColourBlind => texts::theme_colour_blind(locale),
        Theme::Shapes => texts::theme_shapes(locale),
    }
}

/// Since when games count, in words.
pub(in crate::discord) fn period(locale: Locale, period: Period) -> String {
    match period {
        Period::AllTime => texts::period_all_time(locale),
        Period::Month => texts::period_month(locale),
        Period::Week => texts::period_week(locale),
    }
}

/// A person's name; who was deleted has none.
pub(super) fn person(locale: Locale, player: &Player) -> String {
    if player.id.is_deleted() {
        texts::deleted_player(locale)
    } else {
        markdown::name(&player.name)
    }
}

/// The name alone.
pub(super) fn name(locale: Locale, seated: Seated<'_>) -> String {
    match seated {
        Seated::Person(player) => person(locale, player),
        Seated::Computer(_) => texts::computer(locale),
    }
}

/// The name, and the computer's level.
pub(super) fn full_name(locale: Locale, seated: Seated<'_>) -> String {
    match seated {
        Seated::Person(player) => person(locale, player),
        Seated::Computer(at) => texts::computer_at_level(locale, level(locale, at)),
    }
}

/// The same where Discord formats nothing.
pub(super) fn plain_name(locale: Locale, seated: Seated<'_>) -> String {
    match seated {
        Seated::Person(player) if player.id.is_deleted() => texts::deleted_player(locale),
        Seated::Person(player) => markdown::plain_name(&player.name),
        Seated::Computer(_) => full_name(locale, seated),
    }
}

/// Both names for a headline, bold.
pub(super) fn headline(game: &Game) -> [String; 2] {
    Seat::BOTH.map(|seat| match game.seated(seat) {
        Seated::Person(player) => {
            texts::headline_person(game.setup.locale, person(game.setup.locale, player))
        }
        Seated::Computer(at) => {
            texts::headline_computer(game.setup.locale, level(game.setup.locale, at))
        }
    })
}
