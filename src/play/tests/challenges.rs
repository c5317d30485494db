use super::*;

fn challenge_to(
    opponent: impl Into<Option<Player>>,
    situation: &Situation,
) -> Result<NewChallenge, Refusal> {
    challenge(&by(&ann(), 100), setup(), opponent.into(), First::Challenger, situation)
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
        assert_eq!(terms.series.id, finished.series.id);
        assert_eq!(terms.rematch_of, Some(finished.id));
        let opponent = terms.opponent.clone().unwrap();
        let asked = by(&opponent, 301);
        let next = accept(&stored(terms), &asked, &Situation::default(), true).unwrap();
        assert_eq!(next.players, Players::People([ben(), ann()]));
        assert_eq!(next.series.id, finished.series.id);
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
