//! The custom ids of leaderboards' buttons.

use super::codec::{decode_position, encode_position};
use crate::{
    game::{Period, SortBy},
    service::LeaderboardQuery,
    store::{PageCursor, SortKey},
};

/// The tag `l1` was used for a leaderboard's page by its number.
pub(super) fn encode(query: LeaderboardQuery) -> String {
    encode_as("l2", query)
}

pub(super) fn encode_as(tag: &str, query: LeaderboardQuery) -> String {
    let LeaderboardQuery { everywhere, period, sort_by, cursor } = query;
    let everywhere = everywhere.map_or(0, |everywhere| if everywhere { 2 } else { 1 });
    let period = encode_position(period, &Period::ALL);
    let sort_by = sort_by.map_or(0, |sort_by| encode_position(sort_by, &SortBy::ALL));
    let board = format!("{tag}:{everywhere}:{period}:{sort_by}");
    let (kind, SortKey { key, tie_breaker }) = match cursor {
        PageCursor::First => return board,
        PageCursor::From(key) => (1, key),
        PageCursor::After(key) => (2, key),
        PageCursor::Before(key) => (3, key),
    };
    format!("{board}:{kind}:{key}:{tie_breaker}")
}

pub(super) fn decode(numbers: &[i64]) -> Option<LeaderboardQuery> {
    let &[everywhere, period, sort_by, ref cursor @ ..] = numbers else { return None };
    let everywhere = match everywhere {
        0 => None,
        1 => Some(false),
        2 => Some(true),
        _ => return None,
    };
    let sort_by = if sort_by == 0 { None } else { Some(decode_position(sort_by, &SortBy::ALL)?) };
    let cursor = match *cursor {
        [] => PageCursor::First,
        [kind, key, tie_breaker] => {
            let key = SortKey { key, tie_breaker };
            match kind {
                1 => PageCursor::From(key),
                2 => PageCursor::After(key),
                3 => PageCursor::Before(key),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(LeaderboardQuery {
        everywhere,
        period: decode_position(period, &Period::ALL)?,
        sort_by,
        cursor,
    })
}
