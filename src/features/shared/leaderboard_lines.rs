//! Entries of a leaderboard, line by line.

use crate::{
    features::shared::{Audience, names},
    game::SortBy,
    l10n,
    store::LeaderboardEntry,
};

/// The entries of a page, with a line above those that have no place yet.
pub(crate) fn lines(
    entries: &[LeaderboardEntry],
    sort_by: SortBy,
    audience: Audience,
) -> Vec<String> {
    let mut lines: Vec<_> = entries.iter().map(|entry| line(entry, sort_by, audience)).collect();
    let unranked = entries.iter().position(|it| sort_by == SortBy::Rating && it.is_provisional);
    if let Some(first) = unranked {
        lines.insert(first, l10n::leaderboard_provisional(audience.locale));
    }
    lines
}

/// An entry, with its rank, a medal if it has won anything, or what its rating is worth so far.
pub(crate) fn line(entry: &LeaderboardEntry, sort_by: SortBy, audience: Audience) -> String {
    let locale = audience.locale;
    let (name, record) = (names::person(audience, &entry.player), entry.record);
    let rating = entry.rating.filter(|_| sort_by == SortBy::Rating);
    match rating.map(|it| it.to_string()) {
        Some(rating) if entry.is_provisional => {
            l10n::leaderboard_line_provisional(locale, record.games(), name, rating)
        }
        Some(rating) => {
            let record = names::record(record, locale);
            l10n::leaderboard_line_rating(locale, name, rank(entry), rating, record)
        }
        None => l10n::leaderboard_line(locale, name, rank(entry), names::record(record, locale)),
    }
}

fn rank(entry: &LeaderboardEntry) -> String {
    match entry.rank {
        1 if entry.has_medal() => "🥇".to_owned(),
        2 if entry.has_medal() => "🥈".to_owned(),
        3 if entry.has_medal() => "🥉".to_owned(),
        rank => format!("`{rank}.`"),
    }
}
