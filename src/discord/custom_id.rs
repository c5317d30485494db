//! What buttons and selects carry.
//!
//! Posted messages keep their buttons for ever, so this is a stored format: a
//! tag of a letter and a number, then numbers, all parted by colons. New forms
//! get new tags, a tag is never used again for something else, and what does
//! not parse is [`Press::Unknown`], to be refused politely.

use crate::{
    play::{ChallengeId, GameId, OfferKind, Version},
    rules::{Column, Seat},
    service::Press,
};

/// The custom id of the select with which one of several games is picked; its
/// values are written by [`encode_game`].
pub const PICK_GAME: &str = "s1";

/// The text for a button that stands for `press`.
pub fn encode(press: Press) -> String {
    match press {
        Press::Accept(challenge) => format!("a1:{challenge}"),
        Press::Decline(challenge) => format!("n1:{challenge}"),
        Press::Cancel(challenge) => format!("c1:{challenge}"),
        Press::Drop { game, version: Version(version), column } => {
            format!("d1:{game}:{version}:{column}")
        }
        Press::AskResign { game, version: Version(version) } => format!("q1:{game}:{version}"),
        Press::Resign { game, version: Version(version), seat } => {
            format!("r1:{game}:{version}:{}", seat_number(seat))
        }
        Press::PlayOn { game, version: Version(version), seat } => {
            format!("p1:{game}:{version}:{}", seat_number(seat))
        }
        Press::Offer { game, version: Version(version), kind } => {
            format!("o1:{game}:{version}:{}", offer_number(kind))
        }
        Press::AcceptOffer { game, version: Version(version) } => format!("k1:{game}:{version}"),
        Press::DeclineOffer { game, version: Version(version) } => format!("x1:{game}:{version}"),
        Press::Rematch(game) => format!("m1:{game}"),
        Press::GamesPage(page) => format!("g1:{page}"),
        Press::PickGame(game) => encode_game(game),
        Press::ResignPicked { game, version: Version(version) } => format!("y1:{game}:{version}"),
        Press::LeaderboardPage(page) => format!("l1:{page}"),
        Press::Unknown => "u1".to_owned(),
    }
}

/// The text for a game in a select.
pub fn encode_game(game: GameId) -> String {
    format!("s1:{game}")
}

/// What a button or a select's value stands for.
pub fn decode(text: &str) -> Press {
    read(text).unwrap_or(Press::Unknown)
}

fn read(text: &str) -> Option<Press> {
    let mut parts = text.split(':');
    let tag = parts.next()?;
    let numbers: Vec<i64> = parts.map(number).collect::<Option<_>>()?;
    Some(match (tag, numbers.as_slice()) {
        ("a1", &[challenge]) => Press::Accept(ChallengeId(challenge)),
        ("n1", &[challenge]) => Press::Decline(ChallengeId(challenge)),
        ("c1", &[challenge]) => Press::Cancel(ChallengeId(challenge)),
        ("d1", &[game, drawn_for, column]) => {
            let column = Column::from_number(u8::try_from(column).ok()?)?;
            Press::Drop { game: GameId(game), version: version(drawn_for)?, column }
        }
        ("q1", &[game, drawn_for]) => {
            Press::AskResign { game: GameId(game), version: version(drawn_for)? }
        }
        ("r1", &[game, drawn_for, asked]) => {
            Press::Resign { game: GameId(game), version: version(drawn_for)?, seat: seat(asked)? }
        }
        ("p1", &[game, drawn_for, asked]) => {
            Press::PlayOn { game: GameId(game), version: version(drawn_for)?, seat: seat(asked)? }
        }
        ("o1", &[game, drawn_for, kind]) => {
            Press::Offer { game: GameId(game), version: version(drawn_for)?, kind: offer(kind)? }
        }
        ("k1", &[game, drawn_for]) => {
            Press::AcceptOffer { game: GameId(game), version: version(drawn_for)? }
        }
        ("x1", &[game, drawn_for]) => {
            Press::DeclineOffer { game: GameId(game), version: version(drawn_for)? }
        }
        ("m1", &[game]) => Press::Rematch(GameId(game)),
        ("g1", &[page]) => Press::GamesPage(u32::try_from(page).ok()?),
        ("s1", &[game]) => Press::PickGame(GameId(game)),
        ("y1", &[game, drawn_for]) => {
            Press::ResignPicked { game: GameId(game), version: version(drawn_for)? }
        }
        ("l1", &[page]) => Press::LeaderboardPage(u32::try_from(page).ok()?),
        _ => return None,
    })
}

/// A number written as [`encode`] writes it, so that each press has one text.
fn number(text: &str) -> Option<i64> {
    let plain = text == "0" || text.starts_with(|first: char| ('1'..='9').contains(&first));
    if plain { text.parse().ok() } else { None }
}

fn version(number: i64) -> Option<Version> {
    u32::try_from(number).ok().map(Version)
}

const fn offer_number(kind: OfferKind) -> u8 {
    match kind {
        OfferKind::Draw => 1,
        OfferKind::TakeBack => 2,
    }
}

const fn offer(number: i64) -> Option<OfferKind> {
    match number {
        1 => Some(OfferKind::Draw),
        2 => Some(OfferKind::TakeBack),
        _ => None,
    }
}

const fn seat_number(seat: Seat) -> u8 {
    match seat {
        Seat::First => 1,
        Seat::Second => 2,
    }
}

const fn seat(number: i64) -> Option<Seat> {
    match number {
        1 => Some(Seat::First),
        2 => Some(Seat::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn presses() -> impl Strategy<Value = Press> {
        let column = (1..=9u8).prop_map(|number| Column::from_number(number).unwrap());
        let seat = prop_oneof![Just(Seat::First), Just(Seat::Second)];
        let offer = prop_oneof![Just(OfferKind::Draw), Just(OfferKind::TakeBack)];
        (0..i64::MAX, any::<u32>(), column, seat, offer, 0..14).prop_map(
            |(id, number, column, seat, offer, kind)| {
                let (game, version) = (GameId(id), Version(number));
                match kind {
                    0 => Press::Accept(ChallengeId(id)),
                    1 => Press::Decline(ChallengeId(id)),
                    2 => Press::Cancel(ChallengeId(id)),
                    3 => Press::Drop { game, version, column },
                    4 => Press::AskResign { game, version },
                    5 => Press::Resign { game, version, seat },
                    6 => Press::PlayOn { game, version, seat },
                    7 => Press::Rematch(game),
                    8 => Press::PickGame(game),
                    9 => Press::ResignPicked { game, version },
                    10 => Press::Offer { game, version, kind: offer },
                    11 => Press::AcceptOffer { game, version },
                    12 => Press::DeclineOffer { game, version },
                    _ => Press::LeaderboardPage(number),
                }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_reads_back(press in presses()) {
            let text = encode(press);
            prop_assert_eq!(decode(&text), press);
            prop_assert!(text.len() <= 100, "Discord takes 100 characters");
        }

        #[test]
        fn no_text_does_harm(text in "\\PC{0,100}") {
            let press = decode(&text);
            prop_assert!(press == Press::Unknown || encode(press) == text);
        }
    }

    /// These stand on boards that were posted: they must read the same for
    /// ever.
    #[test]
    fn buttons_of_the_first_release_still_read() {
        let (game, version) = (GameId(12), Version(7));
        let column = Column::from_number(4).unwrap();
        for (text, press) in [
            ("a1:5", Press::Accept(ChallengeId(5))),
            ("n1:5", Press::Decline(ChallengeId(5))),
            ("c1:5", Press::Cancel(ChallengeId(5))),
            ("d1:12:7:4", Press::Drop { game, version, column }),
            ("q1:12:7", Press::AskResign { game, version }),
            ("r1:12:7:1", Press::Resign { game, version, seat: Seat::First }),
            ("p1:12:7:2", Press::PlayOn { game, version, seat: Seat::Second }),
            ("m1:12", Press::Rematch(game)),
            ("g1:3", Press::GamesPage(3)),
            ("s1:12", Press::PickGame(game)),
            ("y1:12:7", Press::ResignPicked { game, version }),
            ("l1:0", Press::LeaderboardPage(0)),
            ("o1:12:7:1", Press::Offer { game, version, kind: OfferKind::Draw }),
            ("o1:12:7:2", Press::Offer { game, version, kind: OfferKind::TakeBack }),
            ("k1:12:7", Press::AcceptOffer { game, version }),
            ("x1:12:7", Press::DeclineOffer { game, version }),
        ] {
            assert_eq!(decode(text), press, "{text}");
        }
    }

    #[test]
    fn garbled_buttons_are_unknown() {
        for text in [
            "",
            "d1",
            "d1:12:7",
            "d1:12:7:0",
            "d1:12:7:10",
            "d1:-1:7:4",
            "d1:12:7:4:4",
            "d1:12:+7:4",
            "d1:012:7:4",
            "d2:12:7:4",
            "r1:12:7:3",
            "l1:99999999999",
            "drop",
        ] {
            assert_eq!(decode(text), Press::Unknown, "{text:?}");
        }
    }
}
