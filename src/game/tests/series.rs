use super::*;

/// The game with this result.
fn over(game: &Game, result: GameResult) -> Game {
    let end = GameEnd { result, at: NOON, called_off_by: None };
    Game { end: Some(end), ..game.clone() }
}

fn rematch_of(over: &Game, challenger: &Player) -> Game {
    let actor = actor_of(challenger, over.changed_by.0 + 100);
    let Ok(PlayOutcome::Challenge(NewChallenge { terms, .. })) =
        rematch(over, location(), &actor, &ChallengeContext::default())
    else {
        panic!("no challenge")
    };
    let other = terms.opponent.clone().unwrap();
    let challenge = Challenge {
        id: ChallengeId(2),
        changed_by: terms.created_by,
        state: ChallengeState::Pending,
        message: message(),
        terms,
    };
    let actor = actor_of(&other, over.changed_by.0 + 101);
    let new = accept(&challenge, &actor, &ChallengeContext::default(), true).unwrap();
    Game::start(GameId(2), new, message())
}

#[test]
fn the_score_follows_the_players_through_their_rematches() {
    for challenger in [ann(), ben()] {
        let first = over(&game(""), GameResult::Won(Seat::First));
        assert_eq!(first.current_series().points, [2, 0], "Ann won");
        let second = rematch_of(&first, &challenger);
        assert_eq!(second.players, Players::People([ben(), ann()]));
        assert_eq!(second.current_series().points, [0, 2]);
        assert_eq!(second.series.id, first.series.id);
        let third = rematch_of(&over(&second, GameResult::Drawn), &challenger);
        assert_eq!(third.players, Players::People([ann(), ben()]));
        assert_eq!(third.current_series().points, [3, 1]);
        let over = over(&third, GameResult::TimedOut(Seat::First));
        assert_eq!(over.current_series().points, [3, 3]);
    }
}

#[test]
fn games_that_do_not_count_keep_the_score() {
    for result in [GameResult::CalledOff, GameResult::Interrupted, GameResult::EndedByModerator] {
        let over = over(&game(""), result);
        assert_eq!(rematch_of(&over, &ann()).current_series().points, [0, 0]);
    }
}

#[test]
fn the_score_against_the_computer_is_kept_too() {
    let over = over(&game_with_computer("4352"), GameResult::Resigned(Seat::First));
    let (ann, context) = (ann(), ChallengeContext::default());
    let Ok(PlayOutcome::Game(new)) = rematch(&over, location(), &actor_of(&ann, 900), &context)
    else {
        panic!("no game")
    };
    assert_eq!(new.players.participant(Seat::Second), Participant::Person(&ann));
    assert_eq!(new.series.points, [2, 0], "the computer, which goes first now, has won");
}

#[test]
fn after_a_game_called_off_the_same_player_goes_first() {
    let called_off = over(&game("4"), GameResult::CalledOff);
    for challenger in [ann(), ben()] {
        assert_eq!(rematch_of(&called_off, &challenger).players, called_off.players);
    }
    let computer = over(&game_with_computer("4"), GameResult::CalledOff);
    let begun =
        rematch(&computer, location(), &actor_of(&ann(), 300), &ChallengeContext::default());
    let Ok(PlayOutcome::Game(next)) = begun else { panic!("{begun:?}") };
    assert_eq!(next.players, computer.players);
}

#[test]
fn who_resigns_before_both_have_moved_calls_the_game_off() {
    for (player, seat) in [(ann(), Seat::First), (ben(), Seat::Second)] {
        let (before, actor) = (game("4"), actor_of(&player, 500));
        let resigned = apply(&before, &actor, ExpectedVersion::Newest, Action::Resign).unwrap();
        let end = resigned.game.end.unwrap();
        assert_eq!((end.result, end.called_off_by), (GameResult::CalledOff, Some(seat)));
    }
}
