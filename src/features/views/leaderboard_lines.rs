//! Entries of a leaderboard, line by line.

use crate::{
    features::views::{Audience, names},
    game::{MAX_COUNTED, SortBy},
    l10n::{self, FluentValue},
    locale::Locale,
    store::LeaderboardEntry,
};

/// An entry, with its rank or medal. A rating that still moves a lot has a question mark.
pub(crate) fn line(entry: &LeaderboardEntry, sort_by: SortBy, audience: Audience) -> String {
    let locale = audience.locale;
    let name = match &entry.player {
        Some(player) => names::person(audience, player),
        None => l10n::hidden_player(locale),
    };
    let (rank, record) = (rank(entry, locale), names::record(entry.record, locale));
    match entry.rating.filter(|_| sort_by == SortBy::Rating) {
        Some(rating) => {
            let doubt = if entry.is_provisional { "?" } else { "" };
            l10n::leaderboard_line_rating(locale, name, rank, format!("{rating}{doubt}"), record)
        }
        None => l10n::leaderboard_line(locale, name, rank, record),
    }
}

fn rank(entry: &LeaderboardEntry, locale: Locale) -> String {
    match entry.rank {
        1 if entry.has_medal => "🥇".to_owned(),
        2 if entry.has_medal => "🥈".to_owned(),
        3 if entry.has_medal => "🥉".to_owned(),
        rank if rank > MAX_COUNTED.into() => format!("**{}**", beyond(locale)),
        rank => format!("**{rank}**"),
    }
}

/// A number of players, or that there are more than are counted.
pub(crate) fn counted(locale: Locale, number: u64) -> FluentValue<'static> {
    if number > MAX_COUNTED.into() { beyond(locale).into() } else { number.into() }
}

fn beyond(locale: Locale) -> String {
    l10n::leaderboard_beyond(locale, MAX_COUNTED)
}
