//! The lines on a board about ratings and streaks.

use std::cmp::Ordering;

use connect4::Seat;

use super::names::{self, Audience};
use crate::{
    discord::markdown,
    game::{Game, GuildId, MAX_RATED_PER_DAY, Rated, RatingChange},
    l10n,
    locale::Locale,
};

/// The shortest streak of wins that a board tells.
const MIN_STREAK: u32 = 3;

/// Why a game between people is not rated, before its first move; after its end, how the
/// ratings changed, and the winner's streak.
pub(super) fn lines(game: &Game, guild: Option<GuildId>) -> Vec<String> {
    let locale = game.config.locale;
    if !game.players.are_people() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let has_reason = matches!(game.config.rated, Rated::NoTimeLimit | Rated::DailyLimit);
    if has_reason && game.is_live() && game.moves.columns().is_empty() {
        lines.push(rated(locale, game.config.rated));
    }
    lines.extend(streak(game));
    lines.extend(rating_changes(game, guild));
    lines.iter().map(|line| markdown::small(line)).collect()
}

/// The winner's wins in a row, if there are enough to be told.
fn streak(game: &Game) -> Option<String> {
    let streak = game.end?.winning_streak.filter(|streak| *streak >= MIN_STREAK)?;
    Some(l10n::streak(game.config.locale, streak))
}

/// Whether a game is rated, and if not, why.
pub(super) fn rated(locale: Locale, rated: Rated) -> String {
    match rated {
        Rated::Yes => l10n::rated(locale),
        Rated::No => l10n::not_rated(locale),
        Rated::NoTimeLimit => l10n::not_rated_no_limit(locale),
        Rated::DailyLimit => l10n::not_rated_today(locale, MAX_RATED_PER_DAY),
    }
}

fn rating_changes(game: &Game, guild: Option<GuildId>) -> Vec<String> {
    let locale = game.config.locale;
    let audience = Audience::public(locale, guild);
    let changes: Vec<_> = Seat::BOTH
        .into_iter()
        .zip(game.end.map_or([None; 2], |end| end.rating_changes))
        .filter_map(|(seat, change)| Some((names::name(audience, game.participant(seat)), change?)))
        .collect();
    let ratings = join(changes.iter().map(|(name, change)| {
        // As strings, since Fluent would group numbers by thousands.
        l10n::rating_change(locale, name.clone(), difference(*change), change.after.to_string())
    }));
    let needed = changes.iter().map(|(name, change)| (name.clone(), change.games_until_ranked));
    let needs = ranking_needs(needed.collect(), locale);
    ratings.map(|it| l10n::ratings_changed(locale, it)).into_iter().chain(needs).collect()
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
