//! A game as others of its player are told apart: by its opponent and what was played.

use connect4::{Seat, Shape};

use crate::{
    features::shared::names::{self, Audience},
    game::{Game, GameResult, Participant, PlayerId, Record},
    l10n,
    locale::Locale,
};

/// Games as in [`label`]; with their numbers if they would look the same, as those of two people
/// with one name.
pub(crate) fn labels(games: &[Game], user: PlayerId, audience: Audience) -> Vec<String> {
    let labels: Vec<_> = games.iter().map(|game| label(game, user, audience)).collect();
    let is_unique = |label: &String| labels.iter().filter(|it| *it == label).count() == 1;
    let numbered = |(label, game): (&String, &Game)| {
        if is_unique(label) { label.clone() } else { format!("{label} · #{}", game.id) }
    };
    labels.iter().zip(games).map(numbered).collect()
}

/// A game by its opponent, the next move and, unless it is the usual one, its board.
fn label(game: &Game, user: PlayerId, audience: Audience) -> String {
    let name = names::plain_name(audience, opponent(game, user));
    let label = l10n::games_pick(audience.locale, name, move_number(game));
    match game.config.shape {
        Shape::STANDARD => label,
        shape => format!("{label} · {} × {}", shape.columns(), shape.rows()),
    }
}

/// The numbers of wins, losses and draws.
pub(crate) fn record(record: Record, locale: Locale) -> String {
    l10n::record(locale, record.draws, record.losses, record.wins)
}

pub(crate) fn opponent(game: &Game, user: PlayerId) -> Participant<'_> {
    game.participant(game.seat_of(user).map_or(Seat::First, Seat::other))
}

pub(crate) fn move_number(game: &Game) -> usize {
    game.moves.columns().len() + 1
}

/// What a player reads who has just resigned a game.
pub(crate) fn resigned(game: &Game, user: PlayerId, audience: Audience) -> String {
    if game.result() == Some(GameResult::CalledOff) {
        return l10n::games_called_off(audience.locale);
    }
    l10n::games_resigned(audience.locale, names::full_name(audience, opponent(game, user)))
}
