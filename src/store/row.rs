//! What rows of several tables have in common, and conversions between columns and values.

use clock::Timestamp;
use connect4::Shape;

use crate::{
    game::{
        ChannelId, GameConfig, GuildId, Location, MessageHandle, MessageId, MessageLocation,
        Player, PlayerId, Series, SeriesId, Token,
    },
    locale::Locale,
    theme::Theme,
};

/// Declares a row and implements `FromRow` for it. Columns that several rows share are a
/// row of their own, added with `+`.
///
/// Replaces sqlx's derive macro, which would compile sqlx and SQLite a second time as
/// build dependencies.
macro_rules! row {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($column_visibility:vis $column:ident: $type:ty,)*
        } $(+ $shared_visibility:vis $shared:ident: $shared_type:ty)?
    ) => {
        $(#[$meta])*
        $visibility struct $name {
            $($column_visibility $column: $type,)*
            $($shared_visibility $shared: $shared_type,)?
        }

        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $name
        where
            &'static str: sqlx::ColumnIndex<R>,
            $($type: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,)*
            $($shared_type: sqlx::FromRow<'r, R>,)?
        {
            fn from_row(row: &'r R) -> sqlx::Result<Self> {
                Ok(Self {
                    $($column: row.try_get(stringify!($column))?,)*
                    $($shared: <$shared_type>::from_row(row)?,)?
                })
            }
        }
    };
}

pub(in crate::store) use row;

row! {
    /// The columns that a game and its challenge have in common.
    #[derive(Clone)]
    pub(super) struct GameConfigRow {
        guild_id: Option<i64>,
        channel_id: i64,
        board_columns: i64,
        board_rows: i64,
        connect: i64,
        time_control: String,
        rated: String,
        theme: String,
        locale: String,
    }
}

impl TryFrom<GameConfigRow> for GameConfig {
    type Error = String;

    fn try_from(row: GameConfigRow) -> Result<Self, String> {
        Ok(Self {
            location: location(row.guild_id, row.channel_id),
            shape: shape(row.board_columns, row.board_rows, row.connect)?,
            time_control: row.time_control.parse()?,
            rated: row.rated.parse()?,
            theme: theme(&row.theme)?,
            locale: Locale::nearest(&row.locale),
        })
    }
}

pub(in crate::store) fn message_id_value(message: Option<MessageId>) -> Option<i64> {
    message.map(|message| message.0.cast_signed())
}

pub(crate) fn shape(columns: i64, rows: i64, connect: i64) -> Result<Shape, String> {
    let side = |length: i64| u8::try_from(length).unwrap_or(u8::MAX);
    Shape::new(side(columns), side(rows), side(connect)).map_err(|error| error.to_string())
}

pub(in crate::store) fn theme(key: &str) -> Result<Theme, String> {
    Theme::from_name(key).ok_or_else(|| format!("unknown theme {key:?}"))
}

pub(in crate::store) fn series(id: i64, points: [i64; 2]) -> Result<Series, String> {
    let [one, other] = points.map(u32::try_from);
    match (one, other) {
        (Ok(one), Ok(other)) => {
            Ok(Series { id: SeriesId(id.cast_unsigned()), points: [one, other] })
        }
        _ => Err(format!("invalid series points {points:?}")),
    }
}

fn location(guild: Option<i64>, channel: i64) -> Location {
    Location {
        guild: guild.map(|id| GuildId(id.cast_unsigned())),
        channel: ChannelId(channel.cast_unsigned()),
    }
}

pub(in crate::store) fn message_location(
    guild: Option<i64>,
    channel: i64,
    message: Option<i64>,
) -> MessageLocation {
    MessageLocation { location: location(guild, channel), message: message.map(message_id) }
}

/// A player, with the nickname in a server.
pub(in crate::store) fn player(
    id: i64,
    name: String,
    guild: Option<GuildId>,
    nickname: Option<String>,
) -> Player {
    Player::new(PlayerId(id.cast_unsigned()), name).in_guild(guild, nickname)
}

pub(in crate::store) fn message_handle(
    message: Option<i64>,
    token: String,
    token_expires_at: i64,
) -> MessageHandle {
    MessageHandle {
        message: message.map(message_id),
        token: Token(token),
        token_expires_at: Timestamp::from_milliseconds(token_expires_at),
    }
}

pub(in crate::store) const fn message_id(id: i64) -> MessageId {
    MessageId(id.cast_unsigned())
}
