mod challenges;
mod computer;
mod turns;

use super::*;
use crate::{
    locale::Locale,
    rules::{Column, DropError, Seat, Shape},
    time::Timestamp,
};

const NOON: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

fn player(id: u64, name: &str) -> Player {
    Player { id: PlayerId(id), name: name.to_owned() }
}

fn ann() -> Player {
    player(1, "Ann")
}

fn ben() -> Player {
    player(2, "Ben")
}

fn cleo() -> Player {
    player(3, "Cleo")
}

fn by(player: &Player, interaction: u64) -> Asked<'_> {
    Asked { by: player, interaction: InteractionId(interaction), at: NOON }
}

fn place() -> Place {
    Place { guild: Some(GuildId(10)), channel: ChannelId(20) }
}

fn here() -> Where {
    Where { place: place(), message: None }
}

fn posting() -> Posting {
    Posting { message: None, token: Token("token".to_owned()), token_expires_at: NOON }
}

fn column(number: u8) -> Column {
    Column::from_number(number).unwrap()
}

/// A game of Ann (first) against Ben after these moves.
fn game(moves: &str) -> Game {
    let new = NewGame {
        challenge: Some(ChallengeId(1)),
        place: place(),
        players: Players::People([ann(), ben()]),
        shape: Shape::STANDARD,
        series: SeriesId(100),
        locale: Locale::EnglishUs,
        started_at: NOON,
        changed_by: InteractionId(100),
    };
    let begun = Game::begin(GameId(1), new, posting());
    moves.bytes().fold(begun, |game, digit| {
        let player = game.seated(game.to_move().unwrap()).person().unwrap().clone();
        let asked = by(&player, game.changed_by.0 + 1);
        step(&game, &asked, Seen::Newest, Action::Drop(column(digit - b'0'))).unwrap().game
    })
}

fn named(player: Player, kind: Kind) -> Named {
    Named { player, kind }
}
