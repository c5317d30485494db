use super::*;

const OBSTACLES: [Obstacle; 3] =
    [Obstacle::ChannelGone, Obstacle::BotRemoved, Obstacle::PlayerRemoved];

const fn standing(authority: Authority) -> Standing {
    Standing { authority, is_installed: true }
}

/// A game with Ben to move, in which the players could do this at their last move.
fn game_of(ann: Authority, ben: Authority) -> Game {
    let mut game = game("443");
    game.record_standing(PlayerId(1), standing(ann));
    game.record_standing(PlayerId(2), standing(ben));
    game
}

/// How the game ends when Ben is late because of an obstacle.
fn result(game: &Game, obstacle: Option<Obstacle>) -> GameResult {
    let due = game.turn.deadline.move_by.unwrap();
    time_out(game, due, obstacle).unwrap().result().unwrap()
}

const LOST: GameResult = GameResult::TimedOut(Seat::Second);

#[test]
fn an_obstacle_excuses_whoever_could_not_cause_it() {
    use Authority::{Manages, Moderates, None as Nothing};
    for (ann, ben, excused_by) in [
        (Nothing, Nothing, [true, true, false]),
        (Moderates, Nothing, [true, true, true]),
        (Manages, Nothing, [true, true, true]),
        (Nothing, Moderates, [true, true, false]),
        (Manages, Moderates, [true, true, true]),
        (Nothing, Manages, [false, false, false]),
        (Manages, Manages, [false, false, false]),
    ] {
        let game = game_of(ann, ben);
        for (obstacle, is_excused) in OBSTACLES.into_iter().zip(excused_by) {
            let expected = if is_excused { GameResult::Interrupted } else { LOST };
            assert_eq!(result(&game, Some(obstacle)), expected, "{ann:?} {ben:?} {obstacle:?}");
        }
        assert_eq!(result(&game, None), LOST);
        assert_eq!(game.obstacle_query().is_some(), excused_by[0], "{ann:?} {ben:?}");
        let player = game.obstacle_query().and_then(|query| query.player);
        assert_eq!(player, excused_by[2].then_some(PlayerId(2)), "{ann:?} {ben:?}");
    }
}

#[test]
fn what_counts_is_the_last_action_of_each() {
    let mut game = game_of(Authority::Manages, Authority::Manages);
    game.record_standing(PlayerId(2), standing(Authority::None));
    assert_eq!(result(&game, Some(Obstacle::ChannelGone)), GameResult::Interrupted);
    game.record_standing(PlayerId(3), standing(Authority::Manages));
    assert_eq!(game.standing.authority(Seat::Second), Authority::None, "Cleo does not play");
}

#[test]
fn nothing_excuses_where_the_bot_cannot_ask() {
    let mut game = game("443");
    let by_user = Standing { authority: Authority::None, is_installed: false };
    game.record_standing(PlayerId(2), by_user);
    assert_eq!(game.obstacle_query(), None);
    assert_eq!(result(&game, Some(Obstacle::ChannelGone)), LOST);
}

#[test]
fn only_people_in_a_server_have_a_standing() {
    let mut alone = game_with_computer("44");
    let mut direct = game("443");
    direct.config.location.guild = None;
    for game in [&mut alone, &mut direct] {
        game.record_standing(PlayerId(1), standing(Authority::Manages));
        assert_eq!(game.standing, GameStanding::default());
        assert_eq!(game.obstacle_query(), None);
    }
}

#[test]
fn an_end_forgets_what_the_players_may_do() {
    let game = game_of(Authority::Manages, Authority::Moderates);
    let due = game.turn.deadline.move_by.unwrap();
    let mut over = time_out(&game, due, Some(Obstacle::ChannelGone)).unwrap();
    assert_eq!((over.standing, over.turn.failed_lookups), (GameStanding::default(), 0));
    over.record_standing(PlayerId(1), standing(Authority::Manages));
    assert_eq!(over.standing, GameStanding::default());
}

#[test]
fn a_game_that_was_interrupted_counts_for_nobody() {
    let game = game_of(Authority::None, Authority::None);
    let due = game.turn.deadline.move_by.unwrap();
    let over = time_out(&game, due, Some(Obstacle::BotRemoved)).unwrap();
    assert_eq!(Seat::BOTH.map(|seat| PlayerResult::of(&over, seat)), [None, None]);
    assert!(over.result().is_some_and(|it| it.is_called_off() && it.ended_unattended()));
    let due = self::game("4").turn.deadline.move_by.unwrap();
    let early = time_out(&self::game("4"), due, Some(Obstacle::ChannelGone)).unwrap();
    assert_eq!(early.result(), Some(GameResult::CalledOff), "not both have moved");
}

#[test]
fn only_a_move_resets_the_failed_lookups() {
    let mut game = game_of(Authority::None, Authority::None);
    game.turn.failed_lookups = MAX_FAILED_LOOKUPS;
    let ben = ben();
    let actor = actor_of(&ben, 900);
    let after = apply(&game, &actor, ExpectedVersion::Newest, Action::Repost).unwrap().game;
    assert_eq!(after.turn.failed_lookups, MAX_FAILED_LOOKUPS);
    let after = apply(&game, &actor, ExpectedVersion::Newest, Action::Drop(column(1))).unwrap();
    assert_eq!(after.game.turn.failed_lookups, 0);
}

#[test]
fn a_game_ends_with_its_server_unless_its_manager_is_to_move() {
    for (ben, expected) in [
        (Authority::None, GameResult::Interrupted),
        (Authority::Moderates, GameResult::Interrupted),
        (Authority::Manages, GameResult::Resigned(Seat::Second)),
    ] {
        let over = end_with_guild(&game_of(Authority::Manages, ben), NOON);
        assert_eq!(over.result(), Some(expected), "{ben:?}");
    }
}

#[test]
fn standings_round_trip_through_bits() {
    let valid: Vec<u8> =
        (0..=u8::MAX).filter(|it| GameStanding::from_bits(*it).is_some()).collect();
    assert_eq!(valid.len(), 3 * 3 * 2);
    for bits in valid {
        assert_eq!(GameStanding::from_bits(bits).map(GameStanding::bits), Some(bits));
    }
}
