//! The line on a board that says how the game changes ratings.

use connect4::{Seat, Shape};

use super::names;
use crate::{
    game::{Game, MAX_RATED_PER_DAY, Rated},
    l10n,
};

/// Returns `None` where no line is expected: while a rated game is running, against
/// the computer, and on boards that are never rated.
pub(super) fn line(game: &Game) -> Option<String> {
    let locale = game.config.locale;
    if !game.players.are_people() {
        return None;
    }
    match game.config.rated {
        Rated::Yes => rating_changes(game),
        Rated::No if game.config.shape == Shape::STANDARD => Some(l10n::not_rated(locale)),
        Rated::No => None,
        Rated::DailyLimit => Some(l10n::not_rated_today(locale, MAX_RATED_PER_DAY)),
    }
}

fn rating_changes(game: &Game) -> Option<String> {
    let locale = game.config.locale;
    let changes = Seat::BOTH.into_iter().zip(game.rating_changes).filter_map(|(seat, change)| {
        let (name, change) = (names::name(locale, game.participant(seat)), change?);
        // As strings, since Fluent would group numbers by thousands.
        let (before, after) = (change.before.to_string(), change.after.to_string());
        Some(l10n::rating_change(locale, name, before, after))
    });
    let changes = changes.reduce(|one, other| format!("{one} · {other}"))?;
    Some(l10n::ratings_changed(locale, changes))
}
