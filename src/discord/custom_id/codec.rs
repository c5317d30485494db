//! Encodes and decodes the parts of a custom id.

use std::fmt;

use connect4::Column;

use crate::{
    game::{GameId, Version},
    service::SeenGame,
};

impl fmt::Display for SeenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.game, self.version.0)
    }
}

/// The position of `item` in a list, from 1. Positions are stored, so the list may
/// only grow at its end.
pub(super) fn encode_position<T: PartialEq + Copy>(item: T, all: &[T]) -> usize {
    all.iter().position(|one| *one == item).map_or(0, |index| index + 1)
}

pub(super) fn decode_position<T: Copy>(number: i64, all: &[T]) -> Option<T> {
    all.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// Like [`encode_position`]; 0 for no choice.
pub(super) fn encode_optional<T: PartialEq + Copy>(choice: Option<T>, all: &[T]) -> usize {
    choice.map_or(0, |item| encode_position(item, all))
}

/// Returns `None` if the number is neither a position in the list nor 0.
#[expect(clippy::option_option, reason = "the inner one is the choice, the outer one an error")]
pub(super) fn decode_optional<T: Copy>(number: i64, all: &[T]) -> Option<Option<T>> {
    if number == 0 { Some(None) } else { decode_position(number, all).map(Some) }
}

pub(super) const fn decode_flag(number: i64) -> Option<bool> {
    match number {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// Parses a number exactly as [`encode`](super::encode) writes it, without signs or
/// leading zeros, so that each action has only one custom id.
pub(super) fn decode_number(text: &str) -> Option<i64> {
    let is_canonical = text == "0" || text.starts_with(|first: char| ('1'..='9').contains(&first));
    if is_canonical { text.parse().ok() } else { None }
}

pub(super) fn decode_seen(game: i64, version: i64) -> Option<SeenGame> {
    Some(SeenGame { game: GameId(game), version: Version::try_from(version).ok()? })
}

pub(super) fn decode_column(number: i64) -> Option<Column> {
    Column::from_number(u8::try_from(number).ok()?)
}
