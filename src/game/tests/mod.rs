mod challenges;
mod computer;
mod excuses;
mod live_games;
mod offers;
mod puzzles;
mod series;
mod standing_messages;
mod time_control;
mod time_zones;
mod training;
mod turns;
mod weeks;

use clock::Timestamp;
use connect4::{Column, DropError, Level, Seat, Shape};

use super::*;
use crate::{locale::Locale, theme::Theme};

const NOON: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

/// This time, if the bot has run for a second at noon, and ever since.
fn at(time: Timestamp) -> Now {
    let running = RunningTime(1_000 + time.milliseconds() - NOON.milliseconds());
    Now { time, running }
}

fn player(id: u64, name: &str) -> Player {
    Player::new(PlayerId(id), name.to_owned())
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

fn actor_of(player: &Player, interaction: u64) -> Actor<'_> {
    Actor { player, interaction: InteractionId(interaction), now: at(NOON) }
}

fn location() -> Location {
    Location { guild: Some(GuildId(10)), channel: ChannelId(20) }
}

fn config() -> GameConfig {
    GameConfig {
        location: location(),
        shape: Shape::STANDARD,
        time_control: TimeControl::OneDay,
        rated: Rated::Yes,
        theme: Theme::default(),
        locale: Locale::EnglishUs,
    }
}

fn here() -> MessageLocation {
    MessageLocation { location: location(), message: None }
}

/// A live game on the standard board.
fn live(one: &Player, other: Option<&Player>) -> LiveGame {
    LiveGame {
        id: GameId(7),
        people: [Some(one.id), other.map(|other| other.id)],
        shape: Shape::STANDARD,
        board: here(),
    }
}

#[test]
fn messages_without_ids_and_tokens_are_not_the_same() {
    let cleaned_up = MessageHandle { token: Token(String::new()), ..message() };
    assert!(message().is_same_message(&message()));
    assert!(!cleaned_up.is_same_message(&cleaned_up));
}

fn message() -> MessageHandle {
    MessageHandle { message: None, token: Token("token".to_owned()), token_expires_at: NOON }
}

fn column(number: u8) -> Column {
    Column::from_number(number).unwrap()
}

/// A game of Ann (first) against Ben after these moves.
fn game(moves: &str) -> Game {
    let new = NewGame {
        challenge: Some(ChallengeId(1)),
        config: config(),
        players: Players::People([ann(), ben()]),
        series: Series::new(SeriesId(100)),
        max_games_per_channel: None,
        started: at(NOON),
        changed_by: InteractionId(100),
    };
    let begun = Game::start(GameId(1), new, message());
    moves.bytes().fold(begun, |game, digit| {
        let player = game.participant(game.to_move().unwrap()).person().unwrap().clone();
        let actor = actor_of(&player, game.changed_by.0 + 1);
        apply(&game, &actor, ExpectedVersion::Newest, Action::Drop(column(digit - b'0')))
            .unwrap()
            .game
    })
}

/// A game of Ann (first) against the computer after these moves.
fn game_with_computer(moves: &str) -> Game {
    let begun = against_computer(
        &actor_of(&ann(), 100),
        config(),
        Level::Hard,
        Seat::First,
        &ChallengeContext::default(),
    );
    let begun = Game::start(GameId(1), begun.unwrap(), message());
    moves.bytes().fold(begun, |game, digit| {
        let column = column(digit - b'0');
        if game.computer_to_move().is_some() {
            return computer_move(&game, column, at(NOON)).unwrap();
        }
        let interaction = game.changed_by.0 + 1;
        apply(&game, &actor_of(&ann(), interaction), ExpectedVersion::Newest, Action::Drop(column))
            .unwrap()
            .game
    })
}

fn mention(player: Player, kind: UserKind) -> MentionedUser {
    MentionedUser { player, kind }
}
