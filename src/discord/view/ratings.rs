//! The line on a board that tells what it does to ratings.

use super::names;
use crate::{
    play::{Game, MOST_RATED_A_DAY, Rated},
    texts,
};
use connect4::{Seat, Shape};

/// The line, in the language of the board. None where nobody expects one: while a
/// rated game goes on, against the computer, and on boards that are never rated.
pub(super) fn line(game: &Game) -> Option<String> {
    let locale = game.setup.locale;
    if !game.players.are_people() {
        return None;
    }
    match game.setup.rated {
        Rated::Yes => changes(game),
        Rated::No if game.setup.shape == Shape::STANDARD => Some(texts::not_rated(locale)),
        Rated::No => None,
        Rated::EnoughToday => Some(texts::not_rated_today(locale, MOST_RATED_A_DAY)),
    }
}

fn changes(game: &Game) -> Option<String> {
    let locale = game.setup.locale;
    let changes = Seat::BOTH.into_iter().zip(game.rating_changes).filter_map(|(seat, change)| {
        let (name, change) = (names::name(locale, game.seated(seat)), change?);
        // As texts, since numbers would be grouped by thousands.
        let (before, after) = (change.before.to_string(), change.after.to_string());
        Some(texts::rating_change(locale, name, before, after))
    });
    let changes = changes.reduce(|one, other| format!("{one} · {other}"))?;
    Some(texts::ratings_changed(locale, changes))
}
