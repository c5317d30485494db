//! What buttons and selects carry.
//!
//! Posted messages keep their buttons for ever, so this is a stored format: a
//! tag of a letter and a number, then numbers, all parted by colons. New forms
//! get new tags, a tag is never used again for something else, and what does
//! not parse is [`Press::Unknown`], to be refused politely.

mod leaderboards;
mod numbers;
mod settings;
#[cfg(test)]
mod tests;

use self::numbers::{nth, number, number_of, offer, offer_number, seat, seat_number, version};
use crate::{
    play::{ChallengeId, GameId, PlayerId, Version},
    service::{Jump, Press},
    store::HistoryTurn,
};
use connect4::Column;

/// The custom id of the select of channels in which games may begin.
pub const CHANNELS: &str = "t0";

/// The custom id of a select whose values stand for presses like this one: the
/// tag that they share.
pub fn select_of(press: Press) -> String {
    encode(press).split(':').next().unwrap_or_default().to_owned()
}

/// What a value stands for that was chosen in a select.
pub fn decode_choice(select: &str, value: &str) -> Press {
    let press = decode(value);
    if select_of(press) == select { press } else { Press::Unknown }
}

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
        Press::PickGame(game) => format!("s1:{game}"),
        Press::ResignPicked { game, version: Version(version) } => format!("y1:{game}:{version}"),
        Press::Leaderboard(wish) => leaderboards::encode(wish),
        Press::History { player, turn } => match turn {
            HistoryTurn::Newest => format!("h1:{player}"),
            HistoryTurn::Before(game) => format!("h1:{player}:1:{game}"),
            HistoryTurn::After(game) => format!("h1:{player}:2:{game}"),
        },
        Press::Replay(game) => format!("v1:{game}"),
        Press::Jump { game, ply, jump } => {
            format!("v2:{game}:{ply}:{}", number_of(jump, &Jump::ALL))
        }
        Press::Share(game) => format!("v3:{game}"),
        Press::Review(game) => format!("w1:{game}"),
        Press::ReviewJump { game, ply, jump: None } => format!("w2:{game}:{ply}"),
        Press::ReviewJump { game, ply, jump: Some(jump) } => {
            format!("w2:{game}:{ply}:{}", number_of(jump, &Jump::ALL))
        }
        Press::DeleteData => "z1".to_owned(),
        Press::KeepData => "z2".to_owned(),
        Press::Settings(press) => settings::encode(press),
        Press::Unknown => "u1".to_owned(),
    }
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
        ("h1", &[player, ref turn @ ..]) => {
            let player = PlayerId(u64::try_from(player).ok()?);
            let turn = match *turn {
                [] => HistoryTurn::Newest,
                [1, game] => HistoryTurn::Before(GameId(game)),
                [2, game] => HistoryTurn::After(GameId(game)),
                _ => return None,
            };
            Press::History { player, turn }
        }
        ("v1", &[game]) => Press::Replay(GameId(game)),
        ("v2", &[game, ply, jump]) => Press::Jump {
            game: GameId(game),
            ply: u8::try_from(ply).ok()?,
            jump: nth(jump, &Jump::ALL)?,
        },
        ("v3", &[game]) => Press::Share(GameId(game)),
        ("w1", &[game]) => Press::Review(GameId(game)),
        ("w2", &[game, ply]) => {
            Press::ReviewJump { game: GameId(game), ply: u8::try_from(ply).ok()?, jump: None }
        }
        ("w2", &[game, ply, jump]) => Press::ReviewJump {
            game: GameId(game),
            ply: u8::try_from(ply).ok()?,
            jump: Some(nth(jump, &Jump::ALL)?),
        },
        ("z1", &[]) => Press::DeleteData,
        ("z2", &[]) => Press::KeepData,
        ("l2", numbers) => Press::Leaderboard(leaderboards::read(numbers)?),
        _ => Press::Settings(settings::read(tag, &numbers)?),
    })
}
