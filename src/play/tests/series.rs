use super::*;

/// A game like this one, which has ended so.
fn over(game: &Game, ending: Ending) -> Game {
    Game { ending: Some(ending), ended_at: Some(NOON), ..game.clone() }
}

fn rematch_of(over: &Game, challenger: &Player) -> Game {
    let asked = by(challenger, over.changed_by.0 + 100);
    let Ok(New::Challenge(terms)) = rematch(over, &asked, &Situation::default()) else {
        panic!("no challenge")
    };
    let other = terms.opponent.clone().unwrap();
    let challenge = Challenge {
        id: ChallengeId(2),
        changed_by: terms.made_by,
        state: ChallengeState::Waiting,
        posting: posting(),
        terms,
    };
    let asked = by(&other, over.changed_by.0 + 101);
    let new = accept(&challenge, &asked, &Situation::default(), true).unwrap();
    Game::begin(GameId(2), new, posting())
}

#[test]
fn the_score_follows_the_players_through_their_rematches() {
    for challenger in [ann(), ben()] {
        let first = over(&game(""), Ending::Won(Seat::First));
        assert_eq!(first.series_now().points, [2, 0], "Ann won");
        let second = rematch_of(&first, &challenger);
        assert_eq!(second.players, Players::People([ben(), ann()]));
        assert_eq!(second.series_now().points, [0, 2]);
        assert_eq!(second.series.id, first.series.id);
        let third = rematch_of(&over(&second, Ending::Drawn), &challenger);
        assert_eq!(third.players, Players::People([ann(), ben()]));
        assert_eq!(third.series_now().points, [3, 1]);
        let over = over(&third, Ending::TimedOut(Seat::First));
        assert_eq!(over.series_now().points, [3, 3]);
    }
}

#[test]
fn games_that_do_not_count_leave_the_score_as_it_is() {
    for ending in [Ending::CalledOff, Ending::Stopped] {
        let over = over(&game(""), ending);
        assert_eq!(rematch_of(&over, &ann()).series_now().points, [0, 0]);
    }
}

#[test]
fn the_score_against_the_computer_is_kept_too() {
    let over = over(&game_with_computer("4352"), Ending::Resigned(Seat::First));
    let (ann, nothing) = (ann(), Situation::default());
    let Ok(New::Game(new)) = rematch(&over, &by(&ann, 900), &nothing) else { panic!("no game") };
    assert_eq!(new.players.seat_of(ann.id), Some(Seat::Second));
    assert_eq!(new.series.points, [2, 0], "the computer, which goes first now, has won");
}
