//! What columns hold, as values of the game: bound as parameters, and read from rows.
//!
//! Integers are read as BIGINT, for PostgreSQL has smaller ones and booleans as well: a query
//! computes them with `count(*)`, or casts them.

use std::{fmt::Display, time::Duration};

use clock::Timestamp;
use connect4::{Level, Moves, Seat};
use serde::de::DeserializeOwned;
use sqlx::{Decode, Postgres, Sqlite, Type};

use crate::{
    game::{
        ChallengeId, ChallengeState, ChallengeTime, ChallengesFrom, ChannelId, ClosedOffers,
        ClosedPlace, Counts, FirstMove, GameId, GuildId, HintedTurns, InteractionId, MessageId,
        Notice, OfferKind, Period, PlayerId, PuzzleNumber, Rated, RunningTime, Scope, SeasonId,
        SeasonRhythm, SeriesId, SortBy, StandingKind, StandingMessageId, StandingState,
        TimeControl, TimeZone, Token, Version,
    },
    locale::Locale,
    store::Beat,
    theme::Theme,
};

/// A parameter of a statement.
#[derive(Debug)]
pub(super) enum SqlValue {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
}

/// What a column is read as.
pub(crate) trait Value: Sized {
    /// As the databases and exports hold it.
    type Column: Column;

    /// An error, which says why, if the column holds no such value.
    fn from_column(column: Self::Column) -> Result<Self, String>;
}

/// What both databases and exports hold.
pub(crate) trait Column:
    for<'r> Decode<'r, Sqlite>
    + Type<Sqlite>
    + for<'r> Decode<'r, Postgres>
    + Type<Postgres>
    + DeserializeOwned
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite>
        + Type<Sqlite>
        + for<'r> Decode<'r, Postgres>
        + Type<Postgres>
        + DeserializeOwned
{
}

impl<T: Value> Value for Option<T>
where
    Option<T::Column>: Column,
{
    type Column = Option<T::Column>;

    fn from_column(column: Self::Column) -> Result<Self, String> {
        column.map(T::from_column).transpose()
    }
}

impl Value for Vec<u8> {
    type Column = Self;

    fn from_column(bytes: Self) -> Result<Self, String> {
        Ok(bytes)
    }
}

/// Declares types, how their values are stored in columns of one kind, and how they are read.
macro_rules! values {
    ($kind:ident($column:ty) { $($type:ty: |$value:ident| $stored:expr, $read:expr;)* }) => {$(
        impl From<$type> for SqlValue {
            fn from($value: $type) -> Self {
                Self::$kind(Some($stored))
            }
        }

        impl From<Option<$type>> for SqlValue {
            fn from(value: Option<$type>) -> Self {
                Self::$kind(value.map(|$value| $stored))
            }
        }

        impl Value for $type {
            type Column = $column;

            fn from_column(column: $column) -> Result<Self, String> {
                let read: fn($column) -> Result<Self, String> = $read;
                read(column)
            }
        }
    )*};
}

values! {
    Integer(i64) {
        i64: |integer| integer, Ok;
        u8: |integer| integer.into(), number;
        u16: |integer| integer.into(), number;
        u32: |integer| integer.into(), number;
        u64: |integer| i64::try_from(integer).unwrap_or(i64::MAX), number;
        bool: |is| is.into(), |integer| Ok(integer != 0);
        Scope: |scope| scope_id(scope), |id| match id {
            GLOBAL_SCOPE => Ok(Self::Global),
            LISTED_SCOPE => Ok(Self::Listed),
            guild => number(guild).map(GuildId).map(Self::Guild),
        };
        PlayerId: |id| id.0.cast_signed(), |id| Ok(Self(id.cast_unsigned()));
        GuildId: |id| id.0.cast_signed(), |id| Ok(Self(id.cast_unsigned()));
        ChannelId: |id| id.0.cast_signed(), |id| Ok(Self(id.cast_unsigned()));
        MessageId: |id| id.0.cast_signed(), |id| Ok(Self(id.cast_unsigned()));
        InteractionId: |id| id.0.cast_signed(), |id| Ok(Self(id.cast_unsigned()));
        SeriesId: |id| id.0.cast_signed(), |id| Ok(Self(id.cast_unsigned()));
        GameId: |id| id.0, |id| Ok(Self(id));
        ChallengeId: |id| id.0, |id| Ok(Self(id));
        SeasonId: |id| id.0, |id| Ok(Self(id));
        StandingMessageId: |id| id.0, |id| Ok(Self(id));
        Version: |version| version.0.into(), |version| number(version).map(Self);
        RunningTime: |running| running.0, |running| Ok(Self(running));
        Beat: |beat| beat.0, |beat| Ok(Self(beat));
        Duration: |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX),
            |milliseconds| number(milliseconds).map(Self::from_millis);
        Timestamp: |time| time.milliseconds(), |time| Ok(Self::from_milliseconds(time));
        HintedTurns: |turns| turns.0.cast_signed(),
            |bits| Ok(Self(bits.cast_unsigned()));
        ClosedOffers: |offers| offers.0.into(), |bits| number(bits).map(Self);
        PuzzleNumber: |puzzle| puzzle.get().into(), |puzzle| {
            number(puzzle).and_then(|it| Self::new(it).ok_or_else(|| "0 is no puzzle".to_owned()))
        };
        Seat: |seat| index_in(&Seat::BOTH, seat), |index| at_index(&Self::BOTH, index);
        Notice: |notice| index_in(&Notice::ALL, notice), |index| at_index(&Self::ALL, index);
    }
}

values! {
    Real(f64) {
        f64: |number| number, Ok;
    }
}

values! {
    Text(String) {
        String: |text| text, Ok;
        Vec<ChannelId>: |channels| {
            let ids = channels.into_iter().map(|channel| channel.0.cast_signed());
            ids.collect::<serde_json::Value>().to_string()
        }, |json| {
            let ids: Vec<i64> = serde_json::from_str(&json).map_err(|error| error.to_string())?;
            Ok(ids.into_iter().map(|id| ChannelId(id.cast_unsigned())).collect())
        };
        Token: |token| token.0, |token| Ok(Self(token));
        Moves: |moves| moves.to_string(), |moves| moves.parse().map_err(|error| format!("{error}"));
        Locale: |locale| locale.tag().to_owned(), |tag| Ok(Self::nearest(&tag));
        TimeZone: |zone| zone.name().to_owned(), |name| {
            Ok(Self::from_name(&name).unwrap_or_else(|| {
                tracing::warn!(name, "unknown time zone; UTC is taken instead");
                Self::UTC
            }))
        };
    }
}

/// Declares types whose values have names.
macro_rules! named {
    ($($type:ty)*) => {
        values! {
            Text(String) {
                $($type: |value| value.name().to_owned(),
                    |name| name.parse().map_err(|error| format!("{error}"));)*
            }
        }
    };
}

named! {
    ChallengeState ChallengeTime ChallengesFrom ClosedPlace Counts FirstMove Level OfferKind Period Rated
    SeasonRhythm SortBy StandingKind StandingState Theme TimeControl
}

impl From<&str> for SqlValue {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<SqlValue> for serde_json::Value {
    fn from(value: SqlValue) -> Self {
        match value {
            SqlValue::Integer(value) => value.into(),
            SqlValue::Real(value) => value.into(),
            SqlValue::Text(value) => value.into(),
        }
    }
}

/// Discord gives nothing the id 0 or less. The seasons' scopes follow downwards.
const GLOBAL_SCOPE: i64 = 0;
const LISTED_SCOPE: i64 = -1;

/// A scope as it is stored.
pub(crate) const fn scope_id(scope: Scope) -> i64 {
    match scope {
        Scope::Guild(guild) => guild.0.cast_signed(),
        Scope::Global => GLOBAL_SCOPE,
        Scope::Listed => LISTED_SCOPE,
        Scope::Season(season) => LISTED_SCOPE - season.id.0,
    }
}

fn number<T: TryFrom<i64, Error: Display>>(integer: i64) -> Result<T, String> {
    T::try_from(integer).map_err(|error| format!("{integer}: {error}"))
}

fn index_in<T: Copy + PartialEq>(all: &[T], value: T) -> i64 {
    // Every value is in the list of all.
    all.iter().zip(0..).find(|(it, _)| **it == value).map_or(-1, |(_, index)| index)
}

fn at_index<T: Copy>(all: &[T], index: i64) -> Result<T, String> {
    let value = usize::try_from(index).ok().and_then(|index| all.get(index));
    value.copied().ok_or_else(|| format!("{index} is none of {}", all.len()))
}
