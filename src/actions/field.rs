//! What a custom id may hold.

use connect4::{Column, Level, Shape};

use super::{
    ComputerGameOptions, GameOptions, LeaderboardQuery, Navigation, SeenGame, SeenPosition,
    SettingsTab, TriedColumns,
};
use crate::{
    game::{
        ChallengeId, ChallengeTime, ChallengesFrom, FirstMove, GameId, OfferKind, Period, PlayerId,
        PositionId, PuzzleNumber, SeasonRhythm, SortBy, TimeControl, Version,
    },
    locale::Locale,
    store::{HistoryCursor, PageCursor, SortKey},
    theme::Theme,
};

/// The numbers of a custom id that were not taken yet.
pub(super) type IdNumbers = std::vec::IntoIter<i64>;

/// A value as numbers of a custom id. What [`put`](Field::put) appends,
/// [`take`](Field::take) reads.
pub(super) trait Field: Copy {
    fn put(self, id: String) -> String;
    fn take(numbers: &mut IdNumbers) -> Option<Self>;

    /// The game that it is, or that it belongs to.
    fn game(self) -> Option<GameId> {
        None
    }
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Field for $type {
            fn put(self, id: String) -> String {
                format!("{id}:{self}")
            }

            fn take(numbers: &mut IdNumbers) -> Option<Self> {
                numbers.next()?.try_into().ok()
            }
        }
    )*};
}

integers! { u8 u32 u64 i64 usize }

/// Types that are stored as another one: how to turn them into it, and back unless it is
/// out of range.
macro_rules! stored_as {
    ($($type:ty: $inner:ty, $into:expr, $back:expr;)*) => {$(
        impl Field for $type {
            fn put(self, id: String) -> String {
                let into: fn(Self) -> $inner = $into;
                into(self).put(id)
            }

            fn take(numbers: &mut IdNumbers) -> Option<Self> {
                let back: fn($inner) -> Option<Self> = $back;
                back(Field::take(numbers)?)
            }
        }
    )*};
}

stored_as! {
    bool: u8, u8::from, |number| [false, true].get(usize::from(number)).copied();
    Option<u8>: u8, Option::unwrap_or_default, |number| Some((number > 0).then_some(number));
    Column: u8, Column::number, Column::from_number;
    PuzzleNumber: u32, PuzzleNumber::get, PuzzleNumber::new;
}

/// Structs, stored field by field in this order. Their game is that of their fields.
macro_rules! structs {
    ($($type:ident { $($field:tt),* })*) => {$(
        impl Field for $type {
            fn put(self, id: String) -> String {
                $(let id = self.$field.put(id);)*
                id
            }

            fn take(numbers: &mut IdNumbers) -> Option<Self> {
                Some(Self { $($field: Field::take(numbers)?),* })
            }

            fn game(self) -> Option<GameId> {
                [$(self.$field.game()),*].into_iter().flatten().next()
            }
        }
    )*};
}

impl Field for GameId {
    fn put(self, id: String) -> String {
        self.0.put(id)
    }

    fn take(numbers: &mut IdNumbers) -> Option<Self> {
        Field::take(numbers).map(Self)
    }

    fn game(self) -> Option<GameId> {
        Some(self)
    }
}

structs! {
    ChallengeId { 0 }
    PlayerId { 0 }
    Version { 0 }
    SeenGame { game, version }
    PositionId { game, ply }
    SeenPosition { id, tries }
    GameOptions { shape, time_control, theme, rated, first }
    ComputerGameOptions { level, game }
    LeaderboardQuery { everywhere, period, sort_by, cursor }
    SortKey { key, tie_breaker }
    TriedColumns { 0 }
}

/// A type whose values are stored by their position in a list, from 1. No value is 0.
trait Listed: Copy + PartialEq + 'static {
    /// Positions are stored, so it may only grow at its end.
    const LIST: &'static [Self];
}

impl<T: Listed> Field for Option<T> {
    fn put(self, id: String) -> String {
        let index = T::LIST.iter().position(|item| Some(*item) == self);
        index.map_or(0, |index| index + 1).put(id)
    }

    fn take(numbers: &mut IdNumbers) -> Option<Self> {
        match usize::take(numbers)?.checked_sub(1) {
            None => Some(None),
            Some(index) => T::LIST.get(index).copied().map(Some),
        }
    }
}

macro_rules! listed {
    ($($type:ident::$list:ident)*) => {$(
        impl Listed for $type {
            const LIST: &'static [Self] = &Self::$list;
        }

        impl Field for $type {
            fn put(self, id: String) -> String {
                Some(self).put(id)
            }

            fn take(numbers: &mut IdNumbers) -> Option<Self> {
                Field::take(numbers)?
            }
        }
    )*};
}

listed! {
    Level::ALL
    Shape::VARIANTS
    ChallengeTime::ALL
    ChallengesFrom::ALL
    FirstMove::ALL
    OfferKind::ALL
    Period::ALL
    SeasonRhythm::ALL
    SortBy::ALL
    TimeControl::ALL
    Locale::ALL
    Navigation::ALL
    SettingsTab::ALL
    Theme::ALL
}

/// Without a choice 0, then 1 and 2: by itself, a `bool` is 0 or 1.
impl Listed for bool {
    const LIST: &'static [Self] = &[false, true];
}

/// Cursors: nothing for the first page, else a number for the direction, and from where.
/// Only at the end of a custom id.
macro_rules! cursors {
    ($($type:ident { $first:ident $(, $number:literal => $variant:ident)* })*) => {$(
        impl Field for $type {
            fn put(self, id: String) -> String {
                match self {
                    Self::$first => id,
                    $(Self::$variant(key) => key.put(format!("{id}:{}", $number)),)*
                }
            }

            fn take(numbers: &mut IdNumbers) -> Option<Self> {
                match numbers.next() {
                    None => Some(Self::$first),
                    $(Some($number) => Field::take(numbers).map(Self::$variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

cursors! {
    HistoryCursor { Newest, 1 => Before, 2 => After }
    PageCursor { First, 1 => From, 2 => After, 3 => Before }
}
