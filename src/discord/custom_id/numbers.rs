//! What presses carry, as numbers.

use crate::play::{OfferKind, Version};
use connect4::Seat;

/// Where something stands in a list that only ever grows at its end, from 1.
pub(super) fn number_of<T: PartialEq + Copy>(wanted: T, all: &[T]) -> usize {
    all.iter().position(|one| *one == wanted).map_or(0, |at| at + 1)
}

pub(super) fn nth<T: Copy>(number: i64, all: &[T]) -> Option<T> {
    all.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

pub(super) const fn switch(number: i64) -> Option<bool> {
    match number {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// A number written as [`encode`](super::encode) writes it, so that each press has one text.
pub(super) fn number(text: &str) -> Option<i64> {
    let plain = text == "0" || text.starts_with(|first: char| ('1'..='9').contains(&first));
    if plain { text.parse().ok() } else { None }
}

pub(super) fn version(number: i64) -> Option<Version> {
    u32::try_from(number).ok().map(Version)
}

pub(super) const fn offer_number(kind: OfferKind) -> u8 {
    match kind {
        OfferKind::Draw => 1,
        OfferKind::TakeBack => 2,
    }
}

pub(super) const fn offer(number: i64) -> Option<OfferKind> {
    match number {
        1 => Some(OfferKind::Draw),
        2 => Some(OfferKind::TakeBack),
        _ => None,
    }
}

pub(super) const fn seat_number(seat: Seat) -> u8 {
    match seat {
        Seat::First => 1,
        Seat::Second => 2,
    }
}

pub(super) const fn seat(number: i64) -> Option<Seat> {
    match number {
        1 => Some(Seat::First),
        2 => Some(Seat::Second),
        _ => None,
    }
}
