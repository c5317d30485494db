use std::time::Duration;

use super::*;

/// A game with Ben to move, in which these would be excused.
fn game_of(ann: bool, ben: bool) -> Game {
    let mut game = game("443");
    game.record_excuse(PlayerId(1), ann);
    game.record_excuse(PlayerId(2), ben);
    game
}

/// How the game ends when Ben is late.
fn end(game: &Game, is_channel_gone: bool) -> Game {
    time_out(game, at(NOON.after(Duration::from_hours(24))), is_channel_gone).unwrap()
}

const LOST: Option<GameResult> = Some(GameResult::TimedOut(Seat::Second));
const INTERRUPTED: Option<GameResult> = Some(GameResult::Interrupted);

#[test]
fn a_lost_channel_excuses_who_could_not_remove_it() {
    for (ann, ben, expected) in
        [(true, true, INTERRUPTED), (false, true, INTERRUPTED), (true, false, LOST)]
    {
        let game = game_of(ann, ben);
        assert_eq!(end(&game, true).result(), expected, "{ann} {ben}");
        assert_eq!(end(&game, false).result(), LOST, "{ann} {ben}");
        assert_eq!(game.is_excusable(), ben, "{ann} {ben}");
    }
}

#[test]
fn what_counts_is_the_last_action_of_each() {
    let mut game = game_of(true, false);
    game.record_excuse(PlayerId(3), true);
    assert!(!game.is_excusable(), "Cleo does not play");
    game.record_excuse(PlayerId(2), true);
    assert!(game.is_excusable());
}

#[test]
fn nobody_is_excused_against_the_computer() {
    let mut alone = game_with_computer("44");
    alone.record_excuse(PlayerId(1), true);
    assert_eq!(alone.excused_if_gone, [false; 2]);
}

#[test]
fn a_game_that_was_interrupted_counts_for_nobody() {
    let over = end(&game_of(true, true), true);
    assert_eq!(over.excused_if_gone, [false; 2]);
    assert_eq!(Seat::BOTH.map(|seat| PlayerResult::of(over.result().unwrap(), seat)), [None, None]);
    assert!(over.result().is_some_and(|it| it.is_called_off() && it.ended_unattended()));
    let early = end(&game("4"), true);
    assert_eq!(early.result(), Some(GameResult::CalledOff), "not both have moved");
}

#[test]
fn a_game_ends_with_its_server_without_a_result() {
    for game in [game_of(false, false), game_with_computer("44")] {
        assert_eq!(game.ended(GameResult::Interrupted, NOON).result(), INTERRUPTED);
    }
}
