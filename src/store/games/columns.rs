//! Results, offers and other columns of games.

use connect4::Seat;

use crate::game::{DeclinedOffers, GameResult, GameStanding, Offer, OfferKind};

/// Whether a game counts towards the daily limit of rated games. One that was called off does
/// not; but one that was interrupted does, or a player could avoid losing any number of them.
macro_rules! is_rated_game {
    () => {
        "rated = 'yes' AND (result IS NULL OR result <> 'called off')"
    };
}

/// The number of rated games that two players have begun since a time, in either order of
/// seats, together with the retained ones, whose hash is given.
macro_rules! count_rated_games {
    ($one:literal, $other:literal, $since:literal, $hash:literal) => {
        concat!(
            "(SELECT count(*) FROM game WHERE ",
            is_rated_game!(),
            " AND first_player_id = ",
            $one,
            " AND second_player_id = ",
            $other,
            " AND started_at >= ",
            $since,
            ") + (SELECT count(*) FROM game WHERE ",
            is_rated_game!(),
            " AND first_player_id = ",
            $other,
            " AND second_player_id = ",
            $one,
            " AND started_at >= ",
            $since,
            ") + coalesce((SELECT amount FROM retained_limit ",
            "WHERE kind = 'rated games' AND hash = ",
            $hash,
            "), 0)"
        )
    };
}

pub(in crate::store) use {count_rated_games, is_rated_game};

pub(in crate::store) const fn result_columns(result: GameResult) -> (&'static str, Option<i64>) {
    match result {
        GameResult::Won(seat) => ("won", Some(seat_index(seat))),
        GameResult::Drawn => ("drawn", None),
        GameResult::Resigned(seat) => ("resigned", Some(seat_index(seat))),
        GameResult::TimedOut(seat) => ("timed out", Some(seat_index(seat))),
        GameResult::DrawByAgreement => ("draw by agreement", None),
        GameResult::Claimed(seat) => ("claimed", Some(seat_index(seat))),
        GameResult::CalledOff => ("called off", None),
        GameResult::Interrupted => ("interrupted", None),
        GameResult::EndedByModerator => ("ended by moderator", None),
    }
}

pub(in crate::store) fn game_result(
    kind: Option<&str>,
    seat: Option<i64>,
) -> Result<Option<GameResult>, String> {
    match (kind, seat.map(seat_from_index).transpose()?) {
        (None, None) => Ok(None),
        (Some("won"), Some(seat)) => Ok(Some(GameResult::Won(seat))),
        (Some("drawn"), None) => Ok(Some(GameResult::Drawn)),
        (Some("resigned"), Some(seat)) => Ok(Some(GameResult::Resigned(seat))),
        (Some("timed out"), Some(seat)) => Ok(Some(GameResult::TimedOut(seat))),
        (Some("draw by agreement"), None) => Ok(Some(GameResult::DrawByAgreement)),
        (Some("claimed"), Some(seat)) => Ok(Some(GameResult::Claimed(seat))),
        (Some("called off"), None) => Ok(Some(GameResult::CalledOff)),
        (Some("interrupted"), None) => Ok(Some(GameResult::Interrupted)),
        (Some("ended by moderator"), None) => Ok(Some(GameResult::EndedByModerator)),
        other => Err(format!("invalid result {other:?}")),
    }
}

pub(in crate::store) const fn offer_columns(offer: Offer) -> (&'static str, i64) {
    let kind = match offer.kind {
        OfferKind::Draw => "draw",
        OfferKind::TakeBack => "take back",
    };
    (kind, seat_index(offer.by))
}

pub(in crate::store) fn offer(
    kind: Option<&str>,
    seat: Option<i64>,
) -> Result<Option<Offer>, String> {
    let offer = |kind, by| Ok(Some(Offer { kind, by }));
    match (kind, seat.map(seat_from_index).transpose()?) {
        (None, None) => Ok(None),
        (Some("draw"), Some(by)) => offer(OfferKind::Draw, by),
        (Some("take back"), Some(by)) => offer(OfferKind::TakeBack, by),
        other => Err(format!("invalid offer {other:?}")),
    }
}

pub(in crate::store) fn declined(bits: i64) -> Result<DeclinedOffers, String> {
    let declined = u8::try_from(bits).ok().and_then(DeclinedOffers::from_bits);
    declined.ok_or_else(|| format!("invalid set of declined offers {bits}"))
}

pub(in crate::store) fn standing(bits: i64) -> Result<GameStanding, String> {
    let standing = u8::try_from(bits).ok().and_then(GameStanding::from_bits);
    standing.ok_or_else(|| format!("invalid standing {bits}"))
}

const fn seat_index(seat: Seat) -> i64 {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

pub(in crate::store) fn seat_from_index(index: i64) -> Result<Seat, String> {
    match index {
        0 => Ok(Seat::First),
        1 => Ok(Seat::Second),
        other => Err(format!("invalid seat {other}")),
    }
}
