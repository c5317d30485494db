//! What those who play are called.

use crate::{
    discord::markdown,
    engine::Level,
    locale::Locale,
    play::{Game, Seated},
    rules::Seat,
    texts,
};

/// A level, in words.
pub(in crate::discord) fn level(locale: Locale, level: Level) -> String {
    match level {
        Level::Easy => texts::level_easy(locale),
        Level::Medium => texts::level_medium(locale),
        Level::Hard => texts::level_hard(locale),
        Level::Perfect => texts::level_perfect(locale),
    }
}

/// The name alone.
pub(super) fn name(locale: Locale, seated: Seated<'_>) -> String {
    match seated {
        Seated::Person(player) => markdown::name(&player.name),
        Seated::Computer(_) => texts::computer(locale),
    }
}

/// The name, and the computer's level.
pub(super) fn full_name(locale: Locale, seated: Seated<'_>) -> String {
    match seated {
        Seated::Person(player) => markdown::name(&player.name),
        Seated::Computer(at) => texts::computer_at_level(locale, level(locale, at)),
    }
}

/// The same where Discord formats nothing.
pub(super) fn plain_name(locale: Locale, seated: Seated<'_>) -> String {
    match seated {
        Seated::Person(player) => markdown::plain_name(&player.name),
        Seated::Computer(_) => full_name(locale, seated),
    }
}

/// Both names for a headline, bold.
pub(super) fn headline(game: &Game) -> [String; 2] {
    Seat::BOTH.map(|seat| match game.seated(seat) {
        Seated::Person(player) => texts::headline_person(game.locale, markdown::name(&player.name)),
        Seated::Computer(at) => texts::headline_computer(game.locale, level(game.locale, at)),
    })
}
