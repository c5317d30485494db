//! Rows as the database holds them, and the values they stand for.

mod challenges;
mod deadlines;
mod games;
mod played;
mod records;
mod registrations;
mod settings;

use sqlx::FromRow;

pub(super) use self::{
    challenges::{ChallengeRow, PlayingRow, WaitingRow, challenge_state_key, first_key},
    deadlines::{CHALLENGE_DEADLINE, deadline, deadline_key},
    games::{GameRow, ending_parts, offer_parts},
    played::PlayedRow,
    records::{
        PlacedRatingRow, RatingRow, StandingRow, first_seat_record, ranking_scope_key, record,
    },
    registrations::{scope, scope_key},
    settings::{SettingsRow, channels_key},
};
use crate::{
    locale::Locale,
    play::{
        ChannelId, GuildId, MessageId, Place, Player, PlayerId, Posting, Rated, Series, SeriesId,
        Setup, TimeControl, Token, Where,
    },
    theme::Theme,
};
use clock::Timestamp;
use connect4::Shape;

/// Where and how a game is played, in a game and in the challenge to it.
#[derive(Clone, FromRow)]
struct SetupRow {
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

impl TryFrom<SetupRow> for Setup {
    type Error = String;

    fn try_from(row: SetupRow) -> Result<Self, String> {
        Ok(Self {
            place: place(row.guild_id, row.channel_id),
            shape: shape(row.board_columns, row.board_rows, row.connect)?,
            time_control: time_control(&row.time_control)?,
            rated: rated(&row.rated)?,
            theme: theme(&row.theme)?,
            locale: Locale::nearest(&row.locale),
        })
    }
}

pub(in crate::store) fn message_key(message: Option<MessageId>) -> Option<i64> {
    message.map(|message| message.0.cast_signed())
}

pub(in crate::store) fn time_key(time: Option<Timestamp>) -> Option<i64> {
    time.map(Timestamp::milliseconds)
}

fn shape(columns: i64, rows: i64, connect: i64) -> Result<Shape, String> {
    let side = |length: i64| u8::try_from(length).unwrap_or(u8::MAX);
    Shape::new(side(columns), side(rows), side(connect)).map_err(|error| error.to_string())
}

fn time_control(key: &str) -> Result<TimeControl, String> {
    TimeControl::named(key).ok_or_else(|| format!("unknown time control {key:?}"))
}

pub(in crate::store) const fn rated_key(rated: Rated) -> &'static str {
    match rated {
        Rated::Yes => "yes",
        Rated::No => "no",
        Rated::EnoughToday => "enough today",
    }
}

fn rated(key: &str) -> Result<Rated, String> {
    match key {
        "yes" => Ok(Rated::Yes),
        "no" => Ok(Rated::No),
        "enough today" => Ok(Rated::EnoughToday),
        other => Err(format!("{other:?} says nothing about ratings")),
    }
}

fn theme(key: &str) -> Result<Theme, String> {
    Theme::named(key).ok_or_else(|| format!("unknown theme {key:?}"))
}

fn series(id: i64, points: [i64; 2]) -> Result<Series, String> {
    let [one, other] = points.map(u32::try_from);
    match (one, other) {
        (Ok(one), Ok(other)) => {
            Ok(Series { id: SeriesId(id.cast_unsigned()), points: [one, other] })
        }
        _ => Err(format!("nobody can have gained {points:?}")),
    }
}

fn place(guild: Option<i64>, channel: i64) -> Place {
    Place {
        guild: guild.map(|id| GuildId(id.cast_unsigned())),
        channel: ChannelId(channel.cast_unsigned()),
    }
}

fn whereabouts(guild: Option<i64>, channel: i64, message: Option<i64>) -> Where {
    Where { place: place(guild, channel), message: message.map(message_id) }
}

pub(in crate::store) fn player(id: i64, name: String) -> Player {
    Player { id: PlayerId(id.cast_unsigned()), name }
}

fn posting(message: Option<i64>, token: String, token_expires_at: i64) -> Posting {
    Posting {
        message: message.map(message_id),
        token: Token(token),
        token_expires_at: Timestamp::from_milliseconds(token_expires_at),
    }
}

const fn message_id(id: i64) -> MessageId {
    MessageId(id.cast_unsigned())
}
