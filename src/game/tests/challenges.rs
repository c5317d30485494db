use std::time::Duration;

use super::*;

fn challenge_to(
    opponent: impl Into<Option<Player>>,
    context: &ChallengeContext,
) -> Result<NewChallenge, Refusal> {
    challenge(
        &actor_of(&ann(), 100),
        config(),
        opponent.into(),
        FirstMove::Challenger,
        None,
        context,
    )
}

/// Ann's challenge to Ben.
fn challenge_to_ben() -> Challenge {
    stored(challenge_to(ben(), &ChallengeContext::default()).unwrap().terms)
}

fn stored(terms: ChallengeTerms) -> Challenge {
    Challenge {
        id: ChallengeId(1),
        changed_by: terms.created_by,
        state: ChallengeState::Pending,
        message: message(),
        terms,
    }
}

fn pending(challenger: &Player, opponent: Option<&Player>) -> PendingChallenge {
    PendingChallenge {
        id: ChallengeId(1),
        challenger: challenger.id,
        opponent: opponent.map(|opponent| opponent.id),
        rematch_of: None,
        created_at: NOON,
        location: here(),
        is_shown: false,
    }
}

/// A challenge whose message is unknown, this long after it was made.
fn unknown(id: i64, age: Duration, challenge: PendingChallenge) -> PendingChallenge {
    let age = i64::try_from(age.as_millis()).unwrap();
    let created_at = Timestamp::from_milliseconds(NOON.milliseconds() - age);
    PendingChallenge { id: ChallengeId(id), created_at, ..challenge }
}

#[test]
fn a_challenge_needs_another_person() {
    let context = ChallengeContext::default();
    assert_eq!(challenge_to(ann(), &context), Err(Refusal::ChallengedSelf));
    let robot = player(9, "Robot");
    let refused = resolve_opponent(
        &actor_of(&ann(), 100),
        Some(mention(robot.clone(), UserKind::OtherBot)),
        None,
    );
    assert_eq!(refused, Err(Refusal::ChallengedBot(robot)));
    let absent = Some(mention(ann(), UserKind::Absent));
    let refused = resolve_opponent(&actor_of(&ann(), 100), absent, None);
    assert_eq!(refused, Err(Refusal::ChallengedSelf));
    assert!(challenge_to(ben(), &context).is_ok());
    assert!(challenge_to(None, &context).is_ok());
}

#[test]
fn two_players_have_one_pending_challenge() {
    let made = ChallengeContext {
        pending: vec![pending(&ann(), Some(&ben()))],
        ..ChallengeContext::default()
    };
    assert_eq!(challenge_to(ben(), &made), Err(Refusal::YouChallengedThem(ben(), here())));
    let got = ChallengeContext {
        pending: vec![pending(&ben(), Some(&ann()))],
        ..ChallengeContext::default()
    };
    assert_eq!(challenge_to(ben(), &got), Err(Refusal::TheyChallengedYou(ben(), here())));
    assert!(challenge_to(cleo(), &made).is_ok());
}

#[test]
fn a_challenger_has_three_pending_challenges_at_most() {
    let mut context = ChallengeContext {
        pending: vec![pending(&ann(), None), pending(&ann(), Some(&cleo()))],
        ..ChallengeContext::default()
    };
    assert!(challenge_to(ben(), &context).is_ok());
    let oldest = PendingChallenge { id: ChallengeId(0), ..context.pending[1] };
    context.pending.push(oldest);
    let replaced = challenge_to(ben(), &context).unwrap().replaced;
    assert_eq!(replaced, [(ChallengeId(0), ChallengeState::Cancelled)]);
}

#[test]
fn a_challenge_to_the_same_person_elsewhere_replaces_the_first() {
    let location = Location { channel: ChannelId(21), ..location() };
    let there = MessageLocation { location, message: None };
    let first = PendingChallenge { location: there, ..pending(&ann(), Some(&ben())) };
    let context = ChallengeContext { pending: vec![first], ..ChallengeContext::default() };
    let replaced = challenge_to(ben(), &context).unwrap().replaced;
    assert_eq!(replaced, [(first.id, ChallengeState::Cancelled)]);
    let theirs = PendingChallenge { location: there, ..pending(&ben(), Some(&ann())) };
    let context = ChallengeContext { pending: vec![theirs], ..ChallengeContext::default() };
    assert_eq!(challenge_to(ben(), &context), Err(Refusal::TheyChallengedYou(ben(), there)));
}

#[test]
fn a_challenge_waits_a_day_in_servers_and_an_hour_elsewhere() {
    let mut context = ChallengeContext::default();
    let waits = |config, context: &_| {
        let new = challenge(&actor_of(&ann(), 100), config, None, FirstMove::Random, None, context);
        new.unwrap().terms.expires_at.since(NOON)
    };
    assert_eq!(waits(config(), &context), Duration::from_hours(24));
    let direct = GameConfig { location: Location { guild: None, ..location() }, ..config() };
    assert_eq!(waits(direct, &context), Duration::from_hours(1));
    context.settings.challenge_time = ChallengeTime::TenMinutes;
    assert_eq!(waits(config(), &context), Duration::from_mins(10));
    assert_eq!(waits(direct, &context), Duration::from_hours(1), "settings are the server's");
}

#[test]
fn a_lost_challenge_between_two_players_is_replaced() {
    let lost_after = UPDATE_LOST_AFTER + Duration::from_millis(1);
    for pair in [pending(&ann(), Some(&ben())), pending(&ben(), Some(&ann()))] {
        let context = |age| ChallengeContext {
            pending: vec![unknown(7, age, pair)],
            ..ChallengeContext::default()
        };
        assert!(challenge_to(ben(), &context(UPDATE_LOST_AFTER)).is_err());
        let new = challenge_to(ben(), &context(lost_after)).unwrap();
        assert_eq!(new.replaced, [(ChallengeId(7), ChallengeState::Expired)]);
    }
    let elsewhere = unknown(7, lost_after, pending(&ann(), Some(&cleo())));
    let context = ChallengeContext { pending: vec![elsewhere], ..ChallengeContext::default() };
    assert_eq!(challenge_to(ben(), &context).unwrap().replaced, []);
}

#[test]
fn a_challenge_that_is_shown_is_not_lost() {
    let unknown = unknown(7, Duration::from_mins(1), pending(&ann(), Some(&ben())));
    let shown = PendingChallenge { is_shown: true, ..unknown };
    let context = ChallengeContext { pending: vec![shown], ..ChallengeContext::default() };
    let refused = challenge_to(ben(), &context);
    assert!(matches!(refused, Err(Refusal::YouChallengedThem(..))), "{refused:?}");
}

#[test]
fn a_lost_challenge_gives_way_to_a_fourth() {
    let lost = |id| unknown(id, Duration::from_secs(4), pending(&ann(), Some(&cleo())));
    let shown = pending(&ann(), Some(&player(4, "Dan")));
    let mut context =
        ChallengeContext { pending: vec![shown, lost(7), lost(8)], ..ChallengeContext::default() };
    let replaced = |id| [(ChallengeId(id), ChallengeState::Expired)];
    assert_eq!(challenge_to(None, &context).unwrap().replaced, replaced(7));
    let to_ben = unknown(9, Duration::from_secs(4), pending(&ann(), Some(&ben())));
    context.pending[1] = to_ben;
    assert_eq!(challenge_to(ben(), &context).unwrap().replaced, replaced(9));
}

#[test]
fn each_challenge_without_a_game_lengthens_the_cooldown() {
    let minutes = [(1, 5), (2, 60), (3, 24 * 60), (4, 24 * 60), (u32::MAX, 24 * 60)];
    for (challenges, minutes) in minutes {
        let refused_until = |last_ended_at: Timestamp| {
            let until = last_ended_at.after(ChallengeCooldown::MEMORY);
            let cooldown = Some(ChallengeCooldown { challenges, until });
            let context = ChallengeContext { cooldown, ..ChallengeContext::default() };
            challenge_to(ben(), &context).err()
        };
        let last = NOON.before(Duration::from_mins(minutes));
        assert_eq!(refused_until(last), None, "{challenges}");
        let soon = NOON.after(Duration::from_millis(1));
        let refused = Some(Refusal::ChallengedRecently(ben(), soon));
        assert_eq!(refused_until(last.after(Duration::from_millis(1))), refused);
    }
}

#[test]
fn a_challenger_has_one_open_challenge_in_a_channel() {
    let with = |open| ChallengeContext { pending: vec![open], ..ChallengeContext::default() };
    let open = pending(&ann(), None);
    assert_eq!(challenge_to(None, &with(open)), Err(Refusal::OpenChallengeHere(here())));
    assert!(challenge_to(ben(), &with(open)).is_ok());
    let channel = ChannelId(21);
    let elsewhere = MessageLocation { location: Location { channel, ..location() }, ..here() };
    let elsewhere = PendingChallenge { location: elsewhere, ..open };
    assert!(challenge_to(None, &with(elsewhere)).is_ok());
    let lost = unknown(7, Duration::from_secs(4), open);
    let replaced = challenge_to(None, &with(lost)).unwrap().replaced;
    assert_eq!(replaced, [(ChallengeId(7), ChallengeState::Expired)]);
}

#[test]
fn only_the_challenged_player_accepts_or_declines() {
    let direct = challenge_to_ben();
    let context = ChallengeContext::default();
    let refused =
        |player: &Player| accept(&direct, &actor_of(player, 101), &context, true).unwrap_err();
    assert_eq!(refused(&ann()), Refusal::OwnChallenge);
    assert_eq!(refused(&cleo()), Refusal::NotChallenged(ben()));
    assert_eq!(decline(&direct, &actor_of(&cleo(), 101)), Err(Refusal::NotChallenged(ben())));
    assert_eq!(decline(&direct, &actor_of(&ben(), 101)), Ok(ChallengeState::Declined));
    assert_eq!(cancel(&direct, &actor_of(&ben(), 101)), Err(Refusal::NotYourChallenge(ann())));
    assert_eq!(cancel(&direct, &actor_of(&ann(), 101)), Ok(ChallengeState::Cancelled));
}

#[test]
fn anyone_else_can_join_an_open_challenge() {
    let open = stored(challenge_to(None, &ChallengeContext::default()).unwrap().terms);
    let game = accept(&open, &actor_of(&cleo(), 101), &ChallengeContext::default(), true).unwrap();
    assert_eq!(game.players, Players::People([ann(), cleo()]));
}

#[test]
fn the_challenge_decides_who_moves_first() {
    for (first, coin, players) in [
        (FirstMove::Challenger, false, [ann(), ben()]),
        (FirstMove::Opponent, true, [ben(), ann()]),
        (FirstMove::Random, true, [ann(), ben()]),
        (FirstMove::Random, false, [ben(), ann()]),
    ] {
        let mut direct = challenge_to_ben();
        direct.terms.first = first;
        let game =
            accept(&direct, &actor_of(&ben(), 101), &ChallengeContext::default(), coin).unwrap();
        assert_eq!(game.players, Players::People(players));
    }
}

#[test]
fn a_challenge_is_answered_once_and_in_time() {
    let mut direct = challenge_to_ben();
    let ben = ben();
    let late =
        Actor { player: &ben, interaction: InteractionId(101), now: at(direct.terms.expires_at) };
    let context = ChallengeContext::default();
    let expired = Refusal::ChallengeOver(ChallengeState::Expired);
    assert_eq!(accept(&direct, &late, &context, true), Err(expired));
    direct.state = ChallengeState::Declined;
    let declined = Refusal::ChallengeOver(ChallengeState::Declined);
    assert_eq!(accept(&direct, &actor_of(&ben, 101), &context, true), Err(declined));
}

#[test]
fn a_rematch_swaps_the_first_move_and_stays_in_the_series() {
    let finished = game("1212121");
    for challenger in [ann(), ben()] {
        let offered = rematch(
            &finished,
            location(),
            &actor_of(&challenger, 300),
            &ChallengeContext::default(),
        );
        let Ok(PlayOutcome::Challenge(NewChallenge { terms, .. })) = offered else {
            panic!("{offered:?}")
        };
        assert_eq!(terms.series.id, finished.series.id);
        assert_eq!(terms.rematch_of, Some(finished.id));
        let opponent = terms.opponent.clone().unwrap();
        let actor = actor_of(&opponent, 301);
        let next = accept(&stored(terms), &actor, &ChallengeContext::default(), true).unwrap();
        assert_eq!(next.players, Players::People([ben(), ann()]));
        assert_eq!(next.series.id, finished.series.id);
    }
}

#[test]
fn only_the_players_of_a_finished_game_get_a_rematch() {
    let context = ChallengeContext::default();
    let finished = game("1212121");
    assert_eq!(
        rematch(&finished, location(), &actor_of(&cleo(), 300), &context),
        Err(Refusal::NotYourRematch)
    );
    assert_eq!(
        rematch(&game("1"), location(), &actor_of(&ann(), 300), &context),
        Err(Refusal::StillPlaying)
    );
}

#[test]
fn the_second_player_who_wants_a_rematch_accepts_it() {
    let finished = game("1212121");
    let offered =
        PendingChallenge { rematch_of: Some(finished.id), ..pending(&ben(), Some(&ann())) };
    let context = ChallengeContext { pending: vec![offered], ..ChallengeContext::default() };
    let rematch =
        |player: Player| rematch(&finished, location(), &actor_of(&player, 300), &context);
    assert_eq!(rematch(ann()), Ok(PlayOutcome::Accept(offered.id)));
    assert_eq!(rematch(ben()), Err(Refusal::RematchOffered(here())));
}
