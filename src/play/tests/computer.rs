use std::time::Duration;

use proptest::prelude::*;

use super::*;
use connect4::Level;

#[test]
fn who_is_named_and_the_level_say_whom_somebody_plays() {
    let fourfall = || Some(named(player(9, "Fourfall"), Kind::Fourfall));
    let person = |player| Some(named(player, Kind::Person));
    let ann = ann();
    let wish = |named, level| opponent(&by(&ann, 100), named, level);
    assert_eq!(wish(None, None), Ok(Opponent::Anyone));
    assert_eq!(wish(person(ben()), None), Ok(Opponent::Person(ben())));
    assert_eq!(wish(None, Some(Level::Easy)), Ok(Opponent::Computer(Level::Easy)));
    assert_eq!(wish(fourfall(), None), Ok(Opponent::Computer(DEFAULT_LEVEL)));
    assert_eq!(wish(fourfall(), Some(Level::Perfect)), Ok(Opponent::Computer(Level::Perfect)));
    let refused = wish(person(ben()), Some(Level::Easy));
    assert_eq!(refused, Err(Refusal::LevelOfPerson(ben())));
    let refused = wish(person(ann.clone()), Some(Level::Easy));
    assert_eq!(refused, Err(Refusal::ChallengedSelf));
}

#[test]
fn a_game_against_the_computer_begins_with_whom_the_challenger_wants() {
    for (first, coin, seat) in [
        (First::Challenger, false, Seat::First),
        (First::Opponent, true, Seat::Second),
        (First::Random, true, Seat::First),
        (First::Random, false, Seat::Second),
    ] {
        let (ann, level, nothing) = (ann(), Level::Easy, Situation::default());
        let asked = by(&ann, 100);
        let new = against_computer(&asked, setup(), level, first, coin, &nothing);
        let new = new.unwrap();
        assert_eq!(new.players, Players::Computer { person: ann.clone(), seat, level });
        let game = Game::begin(GameId(1), new, posting());
        assert_eq!(game.awaits_computer().is_some(), seat == Seat::Second);
    }
}

#[test]
fn who_plays_in_the_channel_does_not_begin_against_the_computer_there() {
    let busy = Situation { playing: vec![(ann().id, here())], ..Situation::default() };
    let ann = ann();
    let asked = by(&ann, 100);
    let (level, first) = (Level::Easy, First::Challenger);
    let refused = against_computer(&asked, setup(), level, first, true, &busy);
    assert_eq!(refused, Err(Refusal::YouPlayHere(here())));
}

/// A command that comes twice finds the game that it began itself.
#[test]
fn who_plays_already_is_told_so_rather_than_that_the_channel_is_full() {
    let settings = GuildSettings { most_games: Some(1), ..GuildSettings::default() };
    let playing = vec![(ann().id, here())];
    let full = Situation { settings, playing, games_here: 1, ..Situation::default() };
    let (ann, cleo) = (ann(), cleo());
    let begin =
        |who| against_computer(&by(who, 100), setup(), Level::Easy, First::Challenger, true, &full);
    assert_eq!(begin(&ann), Err(Refusal::YouPlayHere(here())));
    assert_eq!(begin(&cleo), Err(Refusal::ChannelFull(1)));
    let finished = game_with_computer("31212121");
    let again = rematch(&finished, &by(&ann, 300), &full);
    assert_eq!(again, Err(Refusal::YouPlayHere(here())));
}

#[test]
fn the_computer_moves_in_its_turn_alone() {
    let game = game_with_computer("4");
    assert_eq!(game.awaits_computer(), Some(Level::Hard));
    let refused = step(&game, &by(&ann(), 200), Seen::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::ComputersTurn));
    let after = computer_move(&game, column(4), NOON.after(PING_AFTER)).unwrap();
    assert_eq!(after.version, game.version.next());
    assert_eq!(after.changed_by, game.changed_by, "no interaction led to this");
    assert_eq!(after.moved_at, NOON.after(PING_AFTER));
    assert!(after.awaits_computer().is_none());
    assert!(computer_move(&after, column(4), NOON).is_err());
    let full = game_with_computer("5444444");
    assert_eq!(computer_move(&full, column(4), NOON), Err(DropError::Full(column(4))));
}

#[test]
fn nobody_is_pinged_for_the_computer() {
    let game = game_with_computer("44");
    let ann = ann();
    let at = game.moved_at.after(Duration::from_hours(1));
    let asked = Asked { by: &ann, interaction: InteractionId(200), at };
    let step = step(&game, &asked, Seen::Newest, Action::Drop(column(1))).unwrap();
    assert_eq!(step.ping, None);
}

#[test]
fn a_game_against_the_computer_ends_like_any_other() {
    let won = game_with_computer("31212121");
    assert_eq!(won.ending, Some(Ending::Won(Seat::Second)));
    assert_eq!(won.ended_at, Some(NOON));
    assert_eq!(won.awaits_computer(), None);
    for moves in ["4", "44"] {
        let game = game_with_computer(moves);
        let step = step(&game, &by(&ann(), 200), Seen::Newest, Action::Resign).unwrap();
        assert_eq!(step.game.ending, Some(Ending::Resigned(Seat::First)));
        assert_eq!(step.game.awaits_computer(), None);
    }
}

#[test]
fn the_computer_takes_every_rematch_at_once() {
    let finished = game_with_computer("31212121");
    let nothing = Situation::default();
    let begun = rematch(&finished, &by(&ann(), 300), &nothing);
    let Ok(New::Game(next)) = begun else { panic!("{begun:?}") };
    let (seat, level) = (Seat::Second, Level::Hard);
    assert_eq!(next.players, Players::Computer { person: ann(), seat, level });
    assert_eq!(next.series.id, finished.series.id);
    assert_eq!(rematch(&finished, &by(&ben(), 300), &nothing), Err(Refusal::NotYourRematch));
    let going = rematch(&game_with_computer("4"), &by(&ann(), 300), &nothing);
    assert_eq!(going, Err(Refusal::StillPlaying));
    let busy = Situation { playing: vec![(ann().id, here())], ..nothing };
    let refused = rematch(&finished, &by(&ann(), 300), &busy);
    assert_eq!(refused, Err(Refusal::YouPlayHere(here())));
}

#[test]
fn hints_are_for_the_one_who_is_to_move_against_the_computer() {
    let mine = game_with_computer("44");
    assert_eq!(hint(&mine, &by(&ann(), 200)), Ok(mine.board()));
    assert_eq!(hint(&mine, &by(&ben(), 200)), Err(Refusal::NotYourGame));
    let theirs = game_with_computer("4");
    assert_eq!(hint(&theirs, &by(&ann(), 200)), Err(Refusal::ComputersTurn));
    assert_eq!(hint(&game("44"), &by(&ann(), 200)), Err(Refusal::NoHintsAmongPeople));
    let over = game_with_computer("31212121");
    assert_eq!(hint(&over, &by(&ann(), 200)), Err(over.over().unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever people press, in whatever order, the rules of turns hold.
    #[test]
    fn no_press_breaks_the_order_of_turns(
        presses in prop::collection::vec((0..3usize, 1..=9u8, 0..3u32), 0..150),
    ) {
        let people = [ann(), ben(), cleo()];
        let mut state = game("");
        for (index, (person, number, age)) in presses.into_iter().enumerate() {
            let asked = by(&people[person], 1_000 + index as u64);
            let seen = Seen::Board(Version(state.version.0.saturating_sub(age)));
            let mover = state.to_move();
            match step(&state, &asked, seen, Action::Drop(column(number))) {
                Ok(Step { game: after, .. }) => {
                    prop_assert_eq!(state.seat_of(people[person].id), mover);
                    prop_assert_eq!(seen, Seen::Board(state.version));
                    prop_assert_eq!(after.version, state.version.next());
                    prop_assert_eq!(after.moves.columns().len(), state.moves.columns().len() + 1);
                    prop_assert_eq!(after.ending.is_some(), after.to_move().is_none());
                    state = after;
                }
                Err(Refusal::NotYourGame) => prop_assert_eq!(person, 2),
                Err(Refusal::GameOver(..)) => prop_assert!(state.ending.is_some()),
                Err(Refusal::OldBoard(_)) => prop_assert_ne!(seen, Seen::Board(state.version)),
                Err(Refusal::NotYourTurn(_)) => {
                    prop_assert_ne!(state.seat_of(people[person].id), mover);
                }
                Err(Refusal::ColumnFull(full)) => prop_assert!(state.board().is_full(full)),
                Err(Refusal::NoSuchColumn { columns }) => prop_assert!(number > columns),
                Err(other) => prop_assert!(false, "unexpected {other:?}"),
            }
        }
    }
}
