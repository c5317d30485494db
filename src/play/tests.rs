use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::{
    engine::Level,
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

fn challenge_to(
    opponent: impl Into<Option<Player>>,
    situation: &Situation,
) -> Result<NewChallenge, Refusal> {
    challenge(
        &by(&ann(), 100),
        place(),
        Locale::EnglishUs,
        opponent.into(),
        First::Challenger,
        situation,
    )
}

fn stored(terms: NewChallenge) -> Challenge {
    Challenge {
        id: ChallengeId(1),
        changed_by: terms.made_by,
        state: ChallengeState::Waiting,
        posting: posting(),
        terms,
    }
}

fn waiting(challenger: &Player, opponent: Option<&Player>) -> Waiting {
    Waiting {
        challenger: challenger.id,
        opponent: opponent.map(|opponent| opponent.id),
        rematch_of: None,
        whereabouts: here(),
    }
}

#[test]
fn turns_alternate() {
    let game = game("44");
    let late = by(&ben(), 200).interaction;
    let refused = step(
        &game,
        &Asked { by: &ben(), interaction: late, at: NOON },
        Seen::Newest,
        Action::Drop(column(4)),
    );
    assert_eq!(refused, Err(Refusal::NotYourTurn(ann())));
    let step = step(&game, &by(&ann(), 201), Seen::Newest, Action::Drop(column(4))).unwrap();
    assert_eq!(step.game.to_move(), Some(Seat::Second));
    assert_eq!(step.game.version, game.version.next());
}

#[test]
fn a_stranger_does_nothing() {
    for action in [Action::Drop(column(4)), Action::Resign, Action::Repost] {
        let refused = step(&game(""), &by(&cleo(), 200), Seen::Newest, action);
        assert_eq!(refused, Err(Refusal::NotYourGame));
    }
}

#[test]
fn a_full_column_keeps_the_turn() {
    let game = game("444444");
    let refused = step(&game, &by(&ann(), 200), Seen::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::ColumnFull(column(4))));
    assert_eq!(game.to_move(), Some(Seat::First));
}

#[test]
fn a_column_beyond_the_board_is_refused() {
    let refused = step(&game(""), &by(&ann(), 200), Seen::Newest, Action::Drop(column(8)));
    assert_eq!(refused, Err(Refusal::NoSuchColumn { columns: 7 }));
}

#[test]
fn an_older_board_is_never_applied() {
    let game = game("44");
    let before = Version(game.version.0 - 1);
    let refused = step(&game, &by(&ann(), 200), Seen::Board(before), Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::OldBoard(game.whereabouts())));
}

#[test]
fn a_command_sent_before_the_last_change_is_refused() {
    let game = game("44");
    let early = by(&ann(), game.changed_by.0 - 1).interaction;
    let ann = ann();
    let asked = Asked { by: &ann, interaction: early, at: NOON };
    let refused = step(&game, &asked, Seen::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::JustChanged));
}

#[test]
fn a_row_ends_the_game() {
    let game = game("1212121");
    assert_eq!(game.ending, Some(Ending::Won(Seat::First)));
    assert_eq!(game.ended_at, Some(NOON));
    assert_eq!(Outcome::of(&game, Seat::First), Some(Outcome::Win));
    assert_eq!(Outcome::of(&game, Seat::Second), Some(Outcome::Loss));
    let refused = step(&game, &by(&ben(), 200), Seen::Newest, Action::Drop(column(3)));
    assert_eq!(refused, Err(Refusal::GameOver(Ending::Won(Seat::First), game.players.clone())));
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_disc_wins() {
    let drawn = game("174166227341672362665415453424277135575133");
    assert_eq!(drawn.ending, Some(Ending::Drawn));
    assert_eq!(Outcome::of(&drawn, Seat::First), Some(Outcome::Draw));
    let won = game("533551172714257375353237116174664466224426");
    assert_eq!(won.ending, Some(Ending::Won(Seat::Second)));
}

#[test]
fn anyone_playing_may_resign_at_any_time() {
    for (resigning, winner) in [(ann(), Seat::Second), (ben(), Seat::First)] {
        let after = step(&game("4"), &by(&resigning, 200), Seen::Newest, Action::Resign).unwrap();
        assert_eq!(after.game.ending.and_then(Ending::winner), Some(winner));
    }
}

#[test]
fn only_a_move_after_a_long_thought_pings() {
    let game = game("4");
    for (thought, ping) in
        [(PING_AFTER, None), (PING_AFTER + Duration::from_secs(1), Some(ann().id))]
    {
        let ben = ben();
        let asked =
            Asked { by: &ben, interaction: InteractionId(200), at: game.moved_at.after(thought) };
        let step = step(&game, &asked, Seen::Newest, Action::Drop(column(1))).unwrap();
        assert_eq!(step.ping, ping);
    }
}

#[test]
fn nobody_is_pinged_about_a_game_that_just_ended() {
    let game = game("121212");
    let ann = ann();
    let at = game.moved_at.after(Duration::from_hours(1));
    let asked = Asked { by: &ann, interaction: InteractionId(200), at };
    let step = step(&game, &asked, Seen::Newest, Action::Drop(column(1))).unwrap();
    assert_eq!(step.game.ending, Some(Ending::Won(Seat::First)));
    assert_eq!(step.ping, None);
}

#[test]
fn posting_a_board_again_makes_the_old_one_old() {
    let game = game("4");
    let step = step(&game, &by(&ann(), 200), Seen::Newest, Action::Repost).unwrap();
    assert_eq!(step.game.moves, game.moves);
    assert_eq!(step.game.version, game.version.next());
    assert_eq!(step.game.moved_at, game.moved_at);
}

#[test]
fn a_challenge_needs_somebody_else_who_can_press_buttons() {
    let nothing = Situation::default();
    assert_eq!(challenge_to(ann(), &nothing), Err(Refusal::ChallengedSelf));
    let robot = player(9, "Robot");
    let refused = opponent(&by(&ann(), 100), Some(named(robot.clone(), Kind::OtherBot)), None);
    assert_eq!(refused, Err(Refusal::ChallengedBot(robot)));
    assert!(challenge_to(ben(), &nothing).is_ok());
    assert!(challenge_to(None, &nothing).is_ok());
}

#[test]
fn who_plays_in_the_channel_neither_challenges_nor_is_challenged_there() {
    let busy =
        |player: &Player| Situation { playing: vec![(player.id, here())], ..Situation::default() };
    let own = challenge_to(ben(), &busy(&ann()));
    assert_eq!(own, Err(Refusal::YouPlayHere(here())));
    let theirs = challenge_to(ben(), &busy(&ben()));
    assert_eq!(theirs, Err(Refusal::TheyPlayHere(ben())));
}

#[test]
fn a_pair_has_one_waiting_challenge() {
    let made = Situation { waiting: vec![waiting(&ann(), Some(&ben()))], ..Situation::default() };
    assert_eq!(challenge_to(ben(), &made), Err(Refusal::YouChallengedThem(ben(), here())));
    let got = Situation { waiting: vec![waiting(&ben(), Some(&ann()))], ..Situation::default() };
    assert_eq!(challenge_to(ben(), &got), Err(Refusal::TheyChallengedYou(ben(), here())));
    assert!(challenge_to(cleo(), &made).is_ok());
}

#[test]
fn a_challenger_has_three_waiting_challenges_at_most() {
    let mut situation = Situation {
        waiting: vec![waiting(&ann(), None), waiting(&ann(), Some(&cleo()))],
        ..Situation::default()
    };
    assert!(challenge_to(ben(), &situation).is_ok());
    situation.waiting.push(waiting(&ann(), None));
    assert_eq!(challenge_to(ben(), &situation), Err(Refusal::TooManyWaiting));
}

#[test]
fn who_declined_is_left_alone_for_a_while() {
    let long_ago = NOON.milliseconds() - 300_000;
    for (declined, refused) in [(long_ago + 1, true), (long_ago, false)] {
        let declined_at = Some(Timestamp::from_milliseconds(declined));
        let situation = Situation { declined_at, ..Situation::default() };
        assert_eq!(challenge_to(ben(), &situation).is_err(), refused);
    }
}

#[test]
fn only_who_is_meant_accepts_or_declines() {
    let direct = stored(challenge_to(ben(), &Situation::default()).unwrap());
    let nothing = Situation::default();
    let refused = |player: &Player| accept(&direct, &by(player, 101), &nothing, true).unwrap_err();
    assert_eq!(refused(&ann()), Refusal::OwnChallenge);
    assert_eq!(refused(&cleo()), Refusal::NotChallenged(ben()));
    assert_eq!(decline(&direct, &by(&cleo(), 101)), Err(Refusal::NotChallenged(ben())));
    assert_eq!(decline(&direct, &by(&ben(), 101)), Ok(ChallengeState::Declined));
    assert_eq!(cancel(&direct, &by(&ben(), 101)), Err(Refusal::NotYourChallenge(ann())));
    assert_eq!(cancel(&direct, &by(&ann(), 101)), Ok(ChallengeState::Cancelled));
}

#[test]
fn anyone_else_joins_an_open_challenge() {
    let open = stored(challenge_to(None, &Situation::default()).unwrap());
    let game = accept(&open, &by(&cleo(), 101), &Situation::default(), true).unwrap();
    assert_eq!(game.players, Players::People([ann(), cleo()]));
}

#[test]
fn the_challenge_says_who_drops_first() {
    for (first, coin, players) in [
        (First::Challenger, false, [ann(), ben()]),
        (First::Opponent, true, [ben(), ann()]),
        (First::Random, true, [ann(), ben()]),
        (First::Random, false, [ben(), ann()]),
    ] {
        let mut direct = stored(challenge_to(ben(), &Situation::default()).unwrap());
        direct.terms.first = first;
        let game = accept(&direct, &by(&ben(), 101), &Situation::default(), coin).unwrap();
        assert_eq!(game.players, Players::People(players));
    }
}

#[test]
fn a_challenge_can_be_answered_for_ten_minutes_and_once() {
    let mut direct = stored(challenge_to(ben(), &Situation::default()).unwrap());
    let ben = ben();
    let late = Asked { by: &ben, interaction: InteractionId(101), at: NOON.after(ACCEPT_WITHIN) };
    let nothing = Situation::default();
    let expired = Refusal::ChallengeOver(ChallengeState::Expired);
    assert_eq!(accept(&direct, &late, &nothing, true), Err(expired));
    direct.state = ChallengeState::Declined;
    let declined = Refusal::ChallengeOver(ChallengeState::Declined);
    assert_eq!(accept(&direct, &by(&ben, 101), &nothing, true), Err(declined));
}

#[test]
fn a_game_is_not_begun_where_one_of_the_two_plays() {
    let direct = stored(challenge_to(ben(), &Situation::default()).unwrap());
    for (busy, refusal) in
        [(ann(), Refusal::TheyPlayHere(ann())), (ben(), Refusal::YouPlayHere(here()))]
    {
        let situation = Situation { playing: vec![(busy.id, here())], ..Situation::default() };
        assert_eq!(accept(&direct, &by(&ben(), 101), &situation, true), Err(refusal));
    }
}

#[test]
fn a_rematch_swaps_the_first_move_and_stays_in_the_series() {
    let finished = game("1212121");
    for asker in [ann(), ben()] {
        let offered = rematch(&finished, &by(&asker, 300), &Situation::default());
        let Ok(New::Challenge(terms)) = offered else { panic!("{offered:?}") };
        assert_eq!(terms.series, finished.series);
        assert_eq!(terms.rematch_of, Some(finished.id));
        let opponent = terms.opponent.clone().unwrap();
        let asked = by(&opponent, 301);
        let next = accept(&stored(terms), &asked, &Situation::default(), true).unwrap();
        assert_eq!(next.players, Players::People([ben(), ann()]));
        assert_eq!(next.series, finished.series);
    }
}

#[test]
fn a_rematch_is_for_the_two_who_finished_their_game() {
    let nothing = Situation::default();
    let finished = game("1212121");
    assert_eq!(rematch(&finished, &by(&cleo(), 300), &nothing), Err(Refusal::NotYourRematch));
    assert_eq!(rematch(&game("1"), &by(&ann(), 300), &nothing), Err(Refusal::StillPlaying));
    let offered = Waiting { rematch_of: Some(finished.id), ..waiting(&ben(), Some(&ann())) };
    let situation = Situation { waiting: vec![offered], ..Situation::default() };
    assert_eq!(
        rematch(&finished, &by(&ann(), 300), &situation),
        Err(Refusal::RematchOffered(here()))
    );
}

#[test]
fn a_token_is_never_shown() {
    assert!(!format!("{:?}", game("")).contains("token\""), "{:?}", game("").live);
}

/// A game of Ann (first) against the computer after these moves.
fn game_with_computer(moves: &str) -> Game {
    let begun = against_computer(
        &by(&ann(), 100),
        place(),
        Locale::EnglishUs,
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
        let new =
            against_computer(&asked, place(), Locale::EnglishUs, level, first, coin, &nothing);
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
    let refused = against_computer(&asked, place(), Locale::EnglishUs, level, first, true, &busy);
    assert_eq!(refused, Err(Refusal::YouPlayHere(here())));
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
    assert_eq!(next.series, finished.series);
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
