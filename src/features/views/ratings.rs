//! What a board says about ratings.

use std::cmp::Ordering;

use connect4::Seat;

use crate::{
    features::views::{Audience, names},
    game::{Game, MAX_RATED_PER_DAY, Rated, RatingChange},
    l10n,
    locale::Locale,
};

/// Why a game is not rated, if nobody chose that: before the first move.
pub(crate) fn why_unrated(audience: Audience, game: &Game) -> Option<String> {
    let (rated, has_new_account) = (game.config.rated, game.has_new_account());
    let has_reason = has_new_account || matches!(rated, Rated::NoTimeLimit | Rated::DailyLimit);
    let is_new = game.moves.columns().is_empty();
    (has_reason && is_new).then(|| self::rated(audience.locale, rated, has_new_account))
}

/// Whether a game is rated, and if not, why.
pub(crate) fn rated(locale: Locale, rated: Rated, has_new_account: bool) -> String {
    match rated {
        _ if has_new_account => l10n::not_rated_new_account(locale),
        Rated::Yes => l10n::challenge_rated(locale),
        Rated::No => l10n::not_rated(locale),
        Rated::NoTimeLimit => l10n::not_rated_no_limit(locale),
        Rated::DailyLimit => l10n::not_rated_today(locale, MAX_RATED_PER_DAY),
    }
}

/// How a game changed the ratings, and whether they still move a lot.
pub(crate) fn changes(audience: Audience, game: &Game) -> Vec<String> {
    let locale = audience.locale;
    let changes = game.effects.map_or([None; 2], |it| it.rating_changes);
    let ratings = Seat::BOTH.into_iter().zip(changes).filter_map(|(seat, change)| {
        let (change, name) = (change?, names::of_seat(audience, game, seat));
        // As strings, since Fluent would group numbers by thousands.
        Some(l10n::rating_change(locale, change.after.to_string(), difference(change), name))
    });
    let ratings = ratings.reduce(|one, other| format!("{one} · {other}"));
    let moves_a_lot = changes.into_iter().flatten().any(|it| it.games_until_ranked > 0);
    let new = moves_a_lot.then(|| l10n::ratings_new(locale));
    ratings.map(|it| l10n::ratings_changed(locale, it)).into_iter().chain(new).collect()
}

/// "+8", "−8" or "±0".
fn difference(RatingChange { before, after, .. }: RatingChange) -> String {
    let points = before.abs_diff(after);
    match after.cmp(&before) {
        Ordering::Less => format!("−{points}"),
        Ordering::Equal => "±0".to_owned(),
        Ordering::Greater => format!("+{points}"),
    }
}
