mod challenges;
mod clocks;
mod computer;
mod offers;
mod series;
mod turns;

use super::*;
use crate::{locale::Locale, theme::Theme};
use clock::Timestamp;
use connect4::{Column, DropError, Level, Seat, Shape};

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

fn setup() -> Setup {
    Setup {
        place: place(),
        shape: Shape::STANDARD,
        time_control: TimeControl::OneDay,
        rated: Rated::Yes,
        theme: Theme::Classic,
        locale: Locale::EnglishUs,
    }
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
        setup: setup(),
        players: Players::People([ann(), ben()]),
        series: Series::new(SeriesId(100)),
        most_in_channel: None,
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

/// A game of Ann (first) against the computer after these moves.
fn game_with_computer(moves: &str) -> Game {
    let begun = against_computer(
        &by(&ann(), 100),
        setup(),
        Level::Hard,
        First::Challenger,
        true,
        &Situation::default(),
    );
    let begun = Game::begin(GameId(1), begun.unwrap(), posting());
    moves.bytes().fold(begun, |game, digit| {
        let column = column(digit - b'0');
        if game.awaits_computer().is_some() {
            return computer_move(&game, column, NOON).unwrap();
        }
        let asked = game.changed_by.0 + 1;
        step(&game, &by(&ann(), asked), Seen::Newest, Action::Drop(column)).unwrap().game
    })
}

fn named(player: Player, kind: Kind) -> Named {
    Named { player, kind }
}
