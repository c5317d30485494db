//! Ratings.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    admin,
    game::{
        Game, GameConfig, GameResult, LeaderboardId, Location, NewGame, Period, PlayerId, Players,
        Rated, RatingChange, Scope, Series, SeriesId, SortBy,
    },
    rating::{self, Rating},
};

use super::{
    Fixture, GUILD, NOON, after_end_at, game_config, message_handle, new_challenge, new_game,
};

const HERE: Scope = Scope::Guild(GUILD);

/// Starts a rated game.
async fn start(fixture: &Fixture, players: [u64; 2], number: u64, at: Timestamp) -> Game {
    let new = new_challenge(20, players[0], Some(players[1]), 100 * number);
    let challenge = fixture.create_challenge(new).await;
    let new = new_game(&challenge, players, 100 * number + 1);
    let config = GameConfig { rated: Rated::Yes, ..new.config };
    let new = NewGame { config, started: super::at(at), ..new };
    fixture.store.start_game(&new, &message_handle(None), None).await.unwrap().unwrap()
}

async fn end(fixture: &Fixture, game: &Game, result: GameResult, at: Timestamp) -> Game {
    let after = after_end_at(game, result, at);
    assert!(fixture.store.save_game(game.version, &after).await.unwrap().is_some());
    fixture.reload(game).await
}

async fn rating(fixture: &Fixture, scope: Scope, player: u64) -> Option<Rating> {
    fixture.store.rating(scope, PlayerId(player)).await.unwrap()
}

#[tokio::test]
async fn the_end_of_a_game_changes_both_ratings_in_both_scopes() {
    let fixture = Fixture::new().await;
    let game = start(&fixture, [1, 2], 1, NOON).await;
    let over = end(&fixture, &game, GameResult::Resigned(Seat::Second), NOON).await;
    let expected = rating::rate([None, None], Some(Seat::First), NOON);
    for scope in [HERE, Scope::Global] {
        assert_eq!(rating(&fixture, scope, 1).await, Some(expected[0].after));
        assert_eq!(rating(&fixture, scope, 2).await, Some(expected[1].after));
    }
    let shown = expected.map(|change| {
        Some(RatingChange {
            before: rating::rounded(change.before.value),
            after: rating::rounded(change.after.value),
            games_until_ranked: rating::games_until_ranked(change.after.deviation),
        })
    });
    assert_eq!(over.effects.unwrap().rating_changes, shown);

    let next_day = NOON.after(Duration::from_hours(30));
    let game = start(&fixture, [2, 1], 2, next_day).await;
    end(&fixture, &game, GameResult::DrawByAgreement, next_day).await;
    let before = [Some(expected[1].after), Some(expected[0].after)];
    let again = rating::rate(before, None, next_day);
    assert_eq!(rating(&fixture, HERE, 2).await, Some(again[0].after));
    assert_eq!(rating(&fixture, HERE, 1).await, Some(again[1].after));
}

#[tokio::test]
async fn casual_and_aborted_games_change_no_rating() {
    let fixture = Fixture::new().await;
    let casual = fixture.start_game(20, [1, 2], 100).await;
    fixture.finish_game(&casual, GameResult::Won(Seat::First)).await;
    for (number, result) in [
        (2, GameResult::CalledOff),
        (3, GameResult::EndedByModerator),
        (4, GameResult::Interrupted),
    ] {
        let game = start(&fixture, [1, 2], number, NOON).await;
        let over = end(&fixture, &game, result, NOON).await;
        assert_eq!(over.effects.unwrap().rating_changes, [None; 2]);
    }
    assert_eq!(rating(&fixture, HERE, 1).await, None);
    assert_eq!(rating(&fixture, Scope::Global, 2).await, None);
}

#[tokio::test]
async fn a_game_in_direct_messages_changes_the_overall_rating_only() {
    let fixture = Fixture::new().await;
    let location = Location { guild: None, ..game_config(20).location };
    let config = GameConfig { location, rated: Rated::Yes, ..game_config(20) };
    let new = NewGame {
        challenge: None,
        config,
        players: Players::People([1, 2].map(super::player)),
        series: Series::new(SeriesId(5)),
        max_games_per_channel: None,
        started: super::at(NOON),
        changed_by: fourfall::game::InteractionId(5),
    };
    let game = fixture.store.start_game(&new, &message_handle(None), None).await.unwrap().unwrap();
    let over = end(&fixture, &game, GameResult::TimedOut(Seat::First), NOON).await;
    assert!(rating(&fixture, Scope::Global, 2).await.unwrap().value > 1600.0);
    assert_eq!(rating(&fixture, HERE, 2).await, None);
    assert!(
        over.effects.unwrap().rating_changes[0].is_some(),
        "the board shows the overall rating"
    );
}

#[tokio::test]
async fn a_pair_has_three_rated_games_a_day() {
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
        let game = start(&fixture, players, number as u64 + 1, at).await;
        rated.push(game.config.rated);
        let stored = end(&fixture, &game, GameResult::Won(Seat::First), at).await;
        assert_eq!(stored.config.rated, game.config.rated);
        assert_eq!(
            stored.effects.unwrap().rating_changes[0].is_some(),
            game.config.rated == Rated::Yes
        );
    }
    let (yes, enough) = (Rated::Yes, Rated::DailyLimit);
    assert_eq!(rated, [yes, yes, yes, yes, enough, yes, yes]);
}

#[tokio::test]
async fn a_game_called_off_does_not_count_towards_the_limit() {
    let fixture = Fixture::new().await;
    for number in 1..=5 {
        let game = start(&fixture, [1, 2], number, NOON).await;
        assert_eq!(game.config.rated, Rated::Yes);
        end(&fixture, &game, GameResult::CalledOff, NOON).await;
    }
}

#[tokio::test]
async fn a_rating_is_ranked_once_it_is_not_provisional() {
    let fixture = Fixture::new().await;
    let leaderboard = |period| LeaderboardId { scope: HERE, period, sort_by: SortBy::Rating };
    let mut day = NOON;
    let mut ranked_after = None;
    for number in 1..=20 {
        day = day.after(Duration::from_hours(24));
        let game = start(&fixture, [1, 2], number, day).await;
        let winner = if number % 2 == 0 { Seat::First } else { Seat::Second };
        end(&fixture, &game, GameResult::Won(winner), day).await;
        let own = rating(&fixture, HERE, 1).await.unwrap();
        let entry = fixture
            .store
            .leaderboard_entry(leaderboard(Period::Month), day, PlayerId(1))
            .await
            .unwrap();
        let shown = (!own.is_provisional()).then(|| rating::rounded(own.value));
        let entry = entry.unwrap();
        assert_eq!(entry.rating, Some(rating::rounded(own.value)));
        assert_eq!(entry.is_provisional, shown.is_none());
        ranked_after = ranked_after.or(shown.map(|_| number));
    }
    assert!(ranked_after.is_some_and(|games| games > 5), "{ranked_after:?}");
    assert_eq!(super::leaderboard_size(&fixture.store, leaderboard(Period::AllTime), day).await, 2);
}

#[tokio::test]
async fn an_import_brings_no_cleared_rating_back() {
    let fixture = Fixture::new().await;
    let game = start(&fixture, [1, 2], 1, NOON).await;
    end(&fixture, &game, GameResult::Resigned(Seat::Second), NOON).await;
    let later = NOON.after(rating::LISTED_FOR);
    while fixture.store.clean_up(later).await.unwrap() {}
    let mut exported = Vec::new();
    admin::export(&*fixture.store, &mut exported).await.unwrap();
    let other = Fixture::new().await;
    admin::import(&other.store, exported.as_slice()).await.unwrap();
    while other.store.clean_up(later).await.unwrap() {}
    assert_eq!(admin::check(&*other.store, later).await.unwrap().differences, [""; 0]);
    let too_early = later.before(Duration::from_millis(1));
    let report = admin::check(&*other.store, too_early).await.unwrap();
    assert_eq!(report.differences.len(), 4, "both players, here and in all: {report:?}");
}
