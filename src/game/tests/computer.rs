use std::time::Duration;

use connect4::Level;
use proptest::prelude::*;

use super::*;

#[test]
fn the_mention_and_the_level_decide_the_opponent() {
    let fourfall = || Some(mention(player(9, "Fourfall"), UserKind::Fourfall));
    let person = |player| Some(mention(player, UserKind::Person));
    let ann = ann();
    let resolve = |mention, level| resolve_opponent(&actor_of(&ann, 100), mention, level);
    assert_eq!(resolve(None, None), Ok(Opponent::Anyone));
    assert_eq!(resolve(person(ben()), None), Ok(Opponent::Person(ben())));
    assert_eq!(resolve(None, Some(Level::Easy)), Ok(Opponent::Computer(Level::Easy)));
    assert_eq!(resolve(fourfall(), None), Ok(Opponent::Computer(DEFAULT_LEVEL)));
    assert_eq!(resolve(fourfall(), Some(Level::Perfect)), Ok(Opponent::Computer(Level::Perfect)));
    let refused = resolve(person(ben()), Some(Level::Easy));
    assert_eq!(refused, Err(Refusal::LevelOfPerson(ben())));
    let refused = resolve(person(ann.clone()), Some(Level::Easy));
    assert_eq!(refused, Err(Refusal::ChallengedSelf));
}

#[test]
fn the_user_decides_who_moves_first_against_the_computer() {
    for (first, coin, seat) in [
        (FirstMove::Challenger, false, Seat::First),
        (FirstMove::Opponent, true, Seat::Second),
        (FirstMove::Random, true, Seat::First),
        (FirstMove::Random, false, Seat::Second),
    ] {
        let (ann, level, context) = (ann(), Level::Easy, ChallengeContext::default());
        let actor = actor_of(&ann, 100);
        let new = against_computer(&actor, config(), level, first.seat(coin), &context);
        let new = new.unwrap();
        assert_eq!(new.players, Players::Computer { person: ann.clone(), seat, level });
        let game = Game::start(GameId(1), new, message());
        assert_eq!(game.computer_to_move().is_some(), seat == Seat::Second);
    }
}

#[test]
fn a_second_game_against_the_computer_is_refused() {
    let busy =
        ChallengeContext { live_games: vec![live(&ann(), None)], ..ChallengeContext::default() };
    let ann = ann();
    let actor = actor_of(&ann, 100);
    let refused = against_computer(&actor, config(), Level::Easy, Seat::First, &busy);
    assert_eq!(refused, Err(Refusal::PlayingComputer(here())));
}

/// A command that is delivered twice then finds the game that it started.
#[test]
fn own_live_game_is_reported_before_a_full_channel() {
    let settings = GuildSettings { max_games_per_channel: Some(1), ..GuildSettings::default() };
    let playing = vec![live(&ann(), None)];
    let full = ChallengeContext {
        settings,
        live_games: playing,
        games_in_channel: 1,
        ..ChallengeContext::default()
    };
    let (ann, cleo) = (ann(), cleo());
    let begin =
        |who| against_computer(&actor_of(who, 100), config(), Level::Easy, Seat::First, &full);
    assert_eq!(begin(&ann), Err(Refusal::PlayingComputer(here())));
    assert_eq!(begin(&cleo), Err(Refusal::ChannelFull(1)));
    let finished = game_with_computer("31212121");
    let again = rematch(&finished, location(), &actor_of(&ann, 300), &full);
    assert_eq!(again, Err(Refusal::PlayingComputer(here())));
}

#[test]
fn the_computer_moves_only_in_its_turn() {
    let game = game_with_computer("4");
    assert_eq!(game.computer_to_move(), Some(Level::Hard));
    let refused =
        apply(&game, &actor_of(&ann(), 200), ExpectedVersion::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::ComputersTurn));
    let after = computer_move(&game, column(4), at(NOON.after(PING_AFTER))).unwrap();
    assert_eq!(after.version, game.version.next());
    assert_eq!(after.changed_by, game.changed_by, "the move has no interaction of its own");
    assert_eq!(after.turn.began_at, NOON.after(PING_AFTER));
    assert!(after.computer_to_move().is_none());
    assert!(computer_move(&after, column(4), at(NOON)).is_err());
    let full = game_with_computer("5444444");
    assert_eq!(computer_move(&full, column(4), at(NOON)), Err(DropError::ColumnFull(column(4))));
}

#[test]
fn a_move_against_the_computer_pings_nobody() {
    let game = game_with_computer("44");
    let ann = ann();
    let now = at(game.turn.began_at.after(Duration::from_hours(1)));
    let actor = Actor { player: &ann, interaction: InteractionId(200), now };
    let transition =
        apply(&game, &actor, ExpectedVersion::Newest, Action::Drop(column(1))).unwrap();
    assert_eq!(transition.ping, None);
}

#[test]
fn a_game_against_the_computer_ends_like_any_other() {
    let won = game_with_computer("31212121");
    assert_eq!(won.result(), Some(GameResult::Won(Seat::Second)));
    assert_eq!(won.end.map(|end| end.at), Some(NOON));
    assert_eq!(won.computer_to_move(), None);
    for moves in ["44", "443"] {
        let game = game_with_computer(moves);
        let transition =
            apply(&game, &actor_of(&ann(), 200), ExpectedVersion::Newest, Action::Resign).unwrap();
        assert_eq!(transition.game.result(), Some(GameResult::Resigned(Seat::First)));
        assert_eq!(transition.game.computer_to_move(), None);
    }
}

#[test]
fn the_computer_accepts_every_rematch_at_once() {
    let finished = game_with_computer("31212121");
    let context = ChallengeContext::default();
    let begun = rematch(&finished, location(), &actor_of(&ann(), 300), &context);
    let Ok(PlayOutcome::Game(next)) = begun else { panic!("{begun:?}") };
    let (seat, level) = (Seat::Second, Level::Hard);
    assert_eq!(next.players, Players::Computer { person: ann(), seat, level });
    assert_eq!(next.series.id, finished.series.id);
    assert_eq!(
        rematch(&finished, location(), &actor_of(&ben(), 300), &context),
        Err(Refusal::NotYourRematch)
    );
    let going = rematch(&game_with_computer("4"), location(), &actor_of(&ann(), 300), &context);
    assert_eq!(going, Err(Refusal::StillPlaying));
    let busy = ChallengeContext { live_games: vec![live(&ann(), None)], ..context };
    let refused = rematch(&finished, location(), &actor_of(&ann(), 300), &busy);
    assert_eq!(refused, Err(Refusal::PlayingComputer(here())));
}

#[test]
fn hints_are_for_the_player_to_move_against_the_computer() {
    let mine = game_with_computer("44");
    assert_eq!(check_hint(&mine, ann().id), Ok(()));
    assert_eq!(check_hint(&mine, ben().id), Err(Refusal::NotYourGame));
    let theirs = game_with_computer("4");
    assert_eq!(check_hint(&theirs, ann().id), Err(Refusal::ComputersTurn));
    assert_eq!(check_hint(&game("44"), ann().id), Err(Refusal::UnknownButton));
    let over = game_with_computer("31212121");
    assert_eq!(check_hint(&over, ann().id), Err(over.check_live().unwrap_err()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The rules of turns hold for any presses in any order.
    #[test]
    fn no_press_breaks_the_order_of_turns(
        presses in prop::collection::vec((0..3usize, 1..=9u8, 0..3u32), 0..150),
    ) {
        let people = [ann(), ben(), cleo()];
        let mut state = game("");
        for (index, (person, number, age)) in presses.into_iter().enumerate() {
            let actor = actor_of(&people[person], 1_000 + index as u64);
            let expected = ExpectedVersion::Board(Version(state.version.0.saturating_sub(age)));
            let mover = state.to_move();
            match apply(&state, &actor, expected, Action::Drop(column(number))) {
                Ok(Transition { game: after, .. }) => {
                    prop_assert_eq!(state.seat_of(people[person].id), mover);
                    prop_assert_eq!(expected, ExpectedVersion::Board(state.version));
                    prop_assert_eq!(after.version, state.version.next());
                    prop_assert_eq!(after.moves.columns().len(), state.moves.columns().len() + 1);
                    prop_assert_eq!(!after.is_live(), after.to_move().is_none());
                    state = after;
                }
                Err(Refusal::NotYourGame) => prop_assert_eq!(person, 2),
                Err(Refusal::GameOver(..)) => prop_assert!(!state.is_live()),
                Err(Refusal::OldBoard(_)) => prop_assert_ne!(expected, ExpectedVersion::Board(state.version)),
                Err(Refusal::NotYourTurn(_)) => {
                    prop_assert_ne!(state.seat_of(people[person].id), mover);
                }
                Err(Refusal::ColumnFull(full)) => prop_assert!(state.board().is_full(full)),
                Err(Refusal::NoSuchColumn(columns)) => prop_assert!(number > columns),
                Err(other) => prop_assert!(false, "unexpected {other:?}"),
            }
        }
    }
}
