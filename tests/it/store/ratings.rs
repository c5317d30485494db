//! Ratings.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    play::{
        Ending, Game, NewGame, Order, Period, Place, PlayerId, Players, Ranking, Rated,
        RatingChange, Scope, Series, SeriesId, Setup,
    },
    rating::{self, Rating},
    store::Saved,
};

use super::{Fixture, GUILD, NOON, ended, new_game, posting, setup, terms};

const HERE: Scope = Scope::Guild(GUILD);

/// Begins a rated game in a channel.
async fn begin(fixture: &Fixture, players: [u64; 2], number: u64, at: Timestamp) -> Game {
    let terms = terms(20, players[0], Some(players[1]), 100 * number);
    let challenge = fixture.challenge(terms).await;
    let new = new_game(&challenge, players, 100 * number + 1);
    let setup = Setup { rated: Rated::Yes, ..new.setup };
    let new = NewGame { setup, started_at: at, ..new };
    fixture.store.begin_game(&new, &posting(None)).await.unwrap().unwrap()
}

async fn end(fixture: &Fixture, game: &Game, ending: Ending, at: Timestamp) -> Game {
    let after = Game { ended_at: Some(at), ..ended(game, ending) };
    assert_eq!(fixture.store.save_game(game.version, &after).await.unwrap(), Saved::Yes);
    fixture.game(game).await
}

async fn rating(fixture: &Fixture, scope: Scope, player: u64) -> Option<Rating> {
    fixture.store.rating(scope, PlayerId(player)).await.unwrap()
}

#[tokio::test]
async fn the_end_of_a_game_changes_both_ratings_in_the_server_and_everywhere() {
    let fixture = Fixture::new().await;
    let game = begin(&fixture, [1, 2], 1, NOON).await;
    let over = end(&fixture, &game, Ending::Resigned(Seat::Second), NOON).await;
    let expected = rating::rate([None, None], rating::Result::First, NOON);
    for scope in [HERE, Scope::Everywhere] {
        assert_eq!(rating(&fixture, scope, 1).await, Some(expected[0].after));
        assert_eq!(rating(&fixture, scope, 2).await, Some(expected[1].after));
    }
    let shown = expected.map(|change| {
        Some(RatingChange { before: change.before.shown(), after: change.after.shown() })
    });
    assert_eq!(over.rating_changes, shown);

    let next_day = NOON.after(Duration::from_hours(30));
    let game = begin(&fixture, [2, 1], 2, next_day).await;
    end(&fixture, &game, Ending::Agreed, next_day).await;
    let before = [Some(expected[1].after), Some(expected[0].after)];
    let again = rating::rate(before, rating::Result::Draw, next_day);
    assert_eq!(rating(&fixture, HERE, 2).await, Some(again[0].after));
    assert_eq!(rating(&fixture, HERE, 1).await, Some(again[1].after));
}

#[tokio::test]
async fn what_is_not_rated_changes_no_rating() {
    let fixture = Fixture::new().await;
    let casual = fixture.begin(20, [1, 2], 100).await;
    fixture.finish(&casual, Ending::Won(Seat::First)).await;
    for (number, ending) in [(2, Ending::CalledOff), (3, Ending::Stopped)] {
        let game = begin(&fixture, [1, 2], number, NOON).await;
        let over = end(&fixture, &game, ending, NOON).await;
        assert_eq!(over.rating_changes, [None; 2]);
    }
    assert_eq!(rating(&fixture, HERE, 1).await, None);
    assert_eq!(rating(&fixture, Scope::Everywhere, 2).await, None);
}

#[tokio::test]
async fn in_direct_messages_only_the_overall_rating_changes() {
    let fixture = Fixture::new().await;
    let place = Place { guild: None, ..setup(20).place };
    let setup = Setup { place, rated: Rated::Yes, ..setup(20) };
    let new = NewGame {
        challenge: None,
        setup,
        players: Players::People([1, 2].map(super::player)),
        series: Series::new(SeriesId(5)),
        most_in_channel: None,
        started_at: NOON,
        changed_by: fourfall::play::InteractionId(5),
    };
    let game = fixture.store.begin_game(&new, &posting(None)).await.unwrap().unwrap();
    let over = end(&fixture, &game, Ending::TimedOut(Seat::First), NOON).await;
    assert!(rating(&fixture, Scope::Everywhere, 2).await.unwrap().value > 1600.0);
    assert_eq!(rating(&fixture, HERE, 2).await, None);
    assert!(over.rating_changes[0].is_some(), "the board shows the overall one");
}

#[tokio::test]
async fn two_have_three_rated_games_a_day() {
    let fixture = Fixture::new().await;
    let midnight = NOON.midnight();
    let late = Timestamp::from_milliseconds(midnight.milliseconds() - 1);
    let mut rated = Vec::new();
    for (number, (players, at)) in [
        ([1, 2], late),
        ([1, 2], midnight),
        ([2, 1], NOON),
        ([1, 2], NOON),
        ([2, 1], NOON),
        ([1, 3], NOON),
        ([1, 2], midnight.after(Duration::from_hours(24))),
    ]
    .into_iter()
    .enumerate()
    {
        let game = begin(&fixture, players, number as u64 + 1, at).await;
        rated.push(game.setup.rated);
        let stored = end(&fixture, &game, Ending::Won(Seat::First), at).await;
        assert_eq!(stored.setup.rated, game.setup.rated);
        assert_eq!(stored.rating_changes[0].is_some(), game.setup.rated == Rated::Yes);
    }
    let (yes, enough) = (Rated::Yes, Rated::EnoughToday);
    assert_eq!(rated, [yes, yes, yes, yes, enough, yes, yes]);
}

#[tokio::test]
async fn a_game_that_came_to_nothing_takes_none_of_the_days_three() {
    let fixture = Fixture::new().await;
    for number in 1..=5 {
        let game = begin(&fixture, [1, 2], number, NOON).await;
        assert_eq!(game.setup.rated, Rated::Yes);
        end(&fixture, &game, Ending::CalledOff, NOON).await;
    }
}

#[tokio::test]
async fn a_certain_rating_is_ranked() {
    let fixture = Fixture::new().await;
    let ranking = |period| Ranking { scope: HERE, period, order: Order::Rating };
    let mut day = NOON;
    let mut ranked_after = None;
    for number in 1..=20 {
        day = day.after(Duration::from_hours(24));
        let game = begin(&fixture, [1, 2], number, day).await;
        let winner = if number % 2 == 0 { Seat::First } else { Seat::Second };
        end(&fixture, &game, Ending::Won(winner), day).await;
        let own = rating(&fixture, HERE, 1).await.unwrap();
        let line = fixture.store.standing(ranking(Period::Month), day, PlayerId(1)).await.unwrap();
        let shown = (!own.is_provisional()).then(|| own.shown());
        assert_eq!(line.and_then(|line| line.rating), shown);
        ranked_after = ranked_after.or(shown.map(|_| number));
    }
    assert!(ranked_after.is_some_and(|games| games > 5), "{ranked_after:?}");
    assert_eq!(fixture.store.standings_total(ranking(Period::AllTime), day).await.unwrap(), 2);
}
