//! The lines on a board that say how the game changes ratings.

use connect4::{Seat, Shape};

use super::names::{self, Audience};
use crate::{
    game::{Game, GuildId, MAX_RATED_PER_DAY, Rated},
    l10n,
    locale::Locale,
};

/// Returns `None` where no line is expected: while a rated game is running, against
/// the computer, and on boards that are never rated.
pub(super) fn line(game: &Game, guild: Option<GuildId>) -> Option<String> {
    let locale = game.config.locale;
    if !game.players.are_people() {
        return None;
    }
    match game.config.rated {
        Rated::Yes => rating_changes(game, guild),
        Rated::No if game.config.shape != Shape::STANDARD => None,
        unrated => not_rated(locale, unrated),
    }
}

/// Why a game is not rated. `None` if it is.
pub(super) fn not_rated(locale: Locale, rated: Rated) -> Option<String> {
    match rated {
        Rated::Yes => None,
        Rated::No => Some(l10n::not_rated(locale)),
        Rated::NoTimeLimit => Some(l10n::not_rated_no_limit(locale)),
        Rated::DailyLimit => Some(l10n::not_rated_today(locale, MAX_RATED_PER_DAY)),
    }
}

fn rating_changes(game: &Game, guild: Option<GuildId>) -> Option<String> {
    let locale = game.config.locale;
    let audience = Audience { locale, guild };
    let changes: Vec<_> = Seat::BOTH
        .into_iter()
        .zip(game.end.map_or([None; 2], |end| end.rating_changes))
        .filter_map(|(seat, change)| Some((names::name(audience, game.participant(seat)), change?)))
        .collect();
    let ratings = join(changes.iter().map(|(name, change)| {
        // As strings, since Fluent would group numbers by thousands.
        let (before, after) = (change.before.to_string(), change.after.to_string());
        l10n::rating_change(locale, name.clone(), before, after)
    }))?;
    let line = l10n::ratings_changed(locale, ratings);
    let needed = changes.into_iter().map(|(name, change)| (name, change.games_until_ranked));
    Some(match ranking_needs(needed.collect(), locale) {
        Some(needs) => format!("{line}\n{needs}"),
        None => line,
    })
}

/// How many more games the players need to be ranked. `None` if they need none.
fn ranking_needs(mut needed: Vec<(String, u32)>, locale: Locale) -> Option<String> {
    needed.retain(|(_, games)| *games > 0);
    if let [(_, one), (_, other)] = needed[..]
        && one == other
    {
        return Some(l10n::ranking_both_need(locale, one));
    }
    let parts =
        needed.into_iter().map(|(name, games)| l10n::ranking_games_left(locale, name, games));
    join(parts).map(|players| l10n::ranking_needs(locale, players))
}

fn join(parts: impl Iterator<Item = String>) -> Option<String> {
    parts.reduce(|one, other| format!("{one} · {other}"))
}
