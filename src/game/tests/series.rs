use super::*;

/// The game with this result.
fn over(game: &Game, result: GameResult) -> Game {
    let end = GameEnd {
        result,
        at: NOON,
        rating_changes: [None; 2],
        winning_streak: None,
        lost_before: false,
    };
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
