//! Games.

use sqlx::FromRow;

use super::{SetupRow, player, posting, series};
use crate::{
    play::{
        Declined, Ending, Game, GameId, InteractionId, Offer, OfferKind, Players, RatingChange,
        Setup, TurnTime, Version,
    },
    rating,
    store::StoreError,
};
use clock::Timestamp;
use connect4::{BoardState, Level, Moves, Seat};

#[derive(Clone, FromRow)]
pub(in crate::store) struct GameRow {
    game_id: i64,
    #[sqlx(flatten)]
    setup: SetupRow,
    moves: String,
    version: i64,
    series_id: i64,
    first_points: i64,
    second_points: i64,
    offer: Option<String>,
    offer_seat: Option<i64>,
    declined: i64,
    ending: Option<String>,
    ending_seat: Option<i64>,
    started_at: i64,
    moved_at: i64,
    move_by: Option<i64>,
    remind_at: Option<i64>,
    ended_at: Option<i64>,
    changed_by: i64,
    message_id: Option<i64>,
    token: String,
    token_expires_at: i64,
    first_player_id: Option<i64>,
    first_name: Option<String>,
    second_player_id: Option<i64>,
    second_name: Option<String>,
    level: Option<String>,
    first_before: Option<f64>,
    first_after: Option<f64>,
    second_before: Option<f64>,
    second_after: Option<f64>,
}

impl GameRow {
    pub(in crate::store) const fn id(&self) -> GameId {
        GameId(self.game_id)
    }
}

impl TryFrom<GameRow> for Game {
    type Error = StoreError;

    fn try_from(row: GameRow) -> Result<Self, StoreError> {
        let wrong = |why: String| StoreError::corrupt(&format!("game {}", row.game_id), why);
        let setup = Setup::try_from(row.setup).map_err(wrong)?;
        let moves: Moves = row.moves.parse().map_err(|error| wrong(format!("{error}")))?;
        let board = moves.replay(setup.shape).map_err(|error| wrong(error.to_string()))?;
        let ending = ending(row.ending.as_deref(), row.ending_seat).map_err(wrong)?;
        let agrees = match board.state() {
            BoardState::InProgress => !matches!(ending, Some(Ending::Won(_) | Ending::Drawn)),
            BoardState::Won(seat) => ending == Some(Ending::Won(seat)),
            BoardState::Drawn => ending == Some(Ending::Drawn),
        };
        if !agrees {
            return Err(wrong(format!("its moves do not end in {ending:?}")));
        }
        Ok(Self {
            id: GameId(row.game_id),
            setup,
            players: players(
                row.first_player_id.zip(row.first_name),
                row.second_player_id.zip(row.second_name),
                row.level.as_deref(),
            )
            .map_err(wrong)?,
            moves,
            version: Version(u32::try_from(row.version).map_err(|error| wrong(error.to_string()))?),
            series: series(row.series_id, [row.first_points, row.second_points]).map_err(wrong)?,
            offer: offer(row.offer.as_deref(), row.offer_seat).map_err(wrong)?,
            declined: declined(row.declined).map_err(wrong)?,
            ending,
            started_at: Timestamp::from_milliseconds(row.started_at),
            moved_at: Timestamp::from_milliseconds(row.moved_at),
            turn_time: TurnTime {
                move_by: row.move_by.map(Timestamp::from_milliseconds),
                remind_at: row.remind_at.map(Timestamp::from_milliseconds),
            },
            ended_at: row.ended_at.map(Timestamp::from_milliseconds),
            rating_changes: [
                rating_change(row.first_before, row.first_after),
                rating_change(row.second_before, row.second_after),
            ],
            changed_by: InteractionId(row.changed_by.cast_unsigned()),
            live: posting(row.message_id, row.token, row.token_expires_at),
        })
    }
}

fn rating_change(before: Option<f64>, after: Option<f64>) -> Option<RatingChange> {
    let (before, after) = (before?, after?);
    Some(RatingChange { before: rating::shown(before), after: rating::shown(after) })
}

fn players(
    first: Option<(i64, String)>,
    second: Option<(i64, String)>,
    level: Option<&str>,
) -> Result<Players, String> {
    let level = level.map(str::parse::<Level>).transpose().map_err(|error| error.to_string())?;
    let [first, second] = [first, second].map(|it| it.map(|(id, name)| player(id, name)));
    match (first, second, level) {
        (Some(first), Some(second), None) => Ok(Players::People([first, second])),
        (Some(person), None, Some(level)) => {
            Ok(Players::Computer { person, seat: Seat::First, level })
        }
        (None, Some(person), Some(level)) => {
            Ok(Players::Computer { person, seat: Seat::Second, level })
        }
        _ => Err("its seats are not taken by two".to_owned()),
    }
}

pub(in crate::store) const fn ending_parts(ending: Ending) -> (&'static str, Option<i64>) {
    match ending {
        Ending::Won(seat) => ("won", Some(seat_key(seat))),
        Ending::Drawn => ("drawn", None),
        Ending::Resigned(seat) => ("resigned", Some(seat_key(seat))),
        Ending::TimedOut(seat) => ("timed out", Some(seat_key(seat))),
        Ending::Agreed => ("agreed", None),
        Ending::CalledOff => ("called off", None),
        Ending::Stopped => ("stopped", None),
    }
}

pub(super) fn ending(kind: Option<&str>, seat: Option<i64>) -> Result<Option<Ending>, String> {
    match (kind, seat.map(seat_of).transpose()?) {
        (None, None) => Ok(None),
        (Some("won"), Some(seat)) => Ok(Some(Ending::Won(seat))),
        (Some("drawn"), None) => Ok(Some(Ending::Drawn)),
        (Some("resigned"), Some(seat)) => Ok(Some(Ending::Resigned(seat))),
        (Some("timed out"), Some(seat)) => Ok(Some(Ending::TimedOut(seat))),
        (Some("agreed"), None) => Ok(Some(Ending::Agreed)),
        (Some("called off"), None) => Ok(Some(Ending::CalledOff)),
        (Some("stopped"), None) => Ok(Some(Ending::Stopped)),
        other => Err(format!("there is no ending {other:?}")),
    }
}

pub(in crate::store) const fn offer_parts(offer: Offer) -> (&'static str, i64) {
    let kind = match offer.kind {
        OfferKind::Draw => "draw",
        OfferKind::TakeBack => "take back",
    };
    (kind, seat_key(offer.by))
}

fn offer(kind: Option<&str>, seat: Option<i64>) -> Result<Option<Offer>, String> {
    let offer = |kind, by| Ok(Some(Offer { kind, by }));
    match (kind, seat.map(seat_of).transpose()?) {
        (None, None) => Ok(None),
        (Some("draw"), Some(by)) => offer(OfferKind::Draw, by),
        (Some("take back"), Some(by)) => offer(OfferKind::TakeBack, by),
        other => Err(format!("there is no offer {other:?}")),
    }
}

fn declined(bits: i64) -> Result<Declined, String> {
    let declined = u8::try_from(bits).ok().and_then(Declined::from_bits);
    declined.ok_or_else(|| format!("there is no set of offers {bits}"))
}

const fn seat_key(seat: Seat) -> i64 {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

pub(super) fn seat_of(key: i64) -> Result<Seat, String> {
    match key {
        0 => Ok(Seat::First),
        1 => Ok(Seat::Second),
        other => Err(format!("there is no seat {other}")),
    }
}
