//! Challenges, and what a new one must fit in with.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    play::{ChallengeState, Ending, InteractionId, NewChallenge, PlayerId},
    store::{Constraint, Deadline, Saved},
};

use super::{Fixture, NOON, new_game, posting, setup, taken, terms};

#[tokio::test]
async fn a_challenge_begins_one_game() {
    let fixture = Fixture::new().await;
    let challenge = fixture.challenge(terms(20, 1, None, 100)).await;
    let store = &fixture.store;
    let joins = (2..20).map(|joiner| {
        let new = new_game(&challenge, [1, joiner], 100 + joiner);
        async move { store.begin_game(&new, &posting(None)).await.unwrap().is_some() }
    });
    let begun = futures_util::future::join_all(joins).await;
    assert_eq!(begun.into_iter().filter(|&begun| begun).count(), 1);
    let game = store.game_of_challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(game.seated(Seat::First).person().unwrap().id, PlayerId(1));
    let accepted = store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(accepted.state, ChallengeState::Accepted);
}

#[tokio::test]
async fn an_interaction_makes_one_challenge() {
    let fixture = Fixture::new().await;
    let made = fixture.challenge(terms(20, 1, Some(2), 100)).await;
    let again = fixture.store.post_challenge(&terms(20, 1, None, 100), &posting(None)).await;
    assert_eq!(taken(again), Constraint::Once);
    let found = fixture.store.challenge_made_by(InteractionId(100)).await.unwrap();
    assert_eq!(found, Some(made));
}

#[tokio::test]
async fn a_pair_has_one_waiting_challenge_whoever_made_it() {
    let fixture = Fixture::new().await;
    let made = fixture.challenge(terms(20, 1, Some(2), 100)).await;
    for (challenger, opponent) in [(1, 2), (2, 1)] {
        let terms = terms(21, challenger, Some(opponent), 200 + challenger);
        let again = fixture.store.post_challenge(&terms, &posting(None)).await;
        assert_eq!(taken(again), Constraint::WaitingPair);
    }
    let by = Some(InteractionId(300));
    let declined = ChallengeState::Declined;
    assert_eq!(fixture.store.end_challenge(made.id, declined, by, NOON).await.unwrap(), Saved::Yes);
    fixture.challenge(terms(21, 2, Some(1), 400)).await;
}

#[tokio::test]
async fn a_challenger_has_three_waiting_challenges() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let tries = (0..10).map(|number| async move {
        store.post_challenge(&terms(20, 1, None, 100 + number), &posting(None)).await
    });
    let results = futures_util::future::join_all(tries).await;
    let (made, refused): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!(made.len(), 3);
    for refusal in refused {
        assert_eq!(taken(refusal), Constraint::WaitingSlots);
    }
    let cancelled = made[1].as_ref().unwrap().id;
    let state = ChallengeState::Cancelled;
    let saved = store.end_challenge(cancelled, state, None, NOON).await.unwrap();
    assert_eq!(saved, Saved::Yes);
    fixture.challenge(terms(20, 1, None, 200)).await;
}

#[tokio::test]
async fn a_finished_game_has_one_rematch() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    fixture.finish(&game, Ending::Drawn).await;
    let rematch = |challenger, opponent, interaction| NewChallenge {
        rematch_of: Some(game.id),
        ..terms(20, challenger, opponent, interaction)
    };
    let offered = fixture.challenge(rematch(1, Some(2), 200)).await;
    let again = fixture.store.post_challenge(&rematch(3, None, 201), &posting(None)).await;
    assert_eq!(taken(again), Constraint::Rematch);
    let expired = ChallengeState::Expired;
    let saved = fixture.store.end_challenge(offered.id, expired, None, NOON).await.unwrap();
    assert_eq!(saved, Saved::Yes);
    fixture.challenge(rematch(2, Some(1), 202)).await;
}

#[tokio::test]
async fn an_ended_challenge_stays_ended() {
    let fixture = Fixture::new().await;
    let made = fixture.challenge(terms(20, 1, Some(2), 100)).await;
    let store = &fixture.store;
    let end = |state| store.end_challenge(made.id, state, Some(InteractionId(101)), NOON);
    assert_eq!(end(ChallengeState::Declined).await.unwrap(), Saved::Yes);
    assert_eq!(end(ChallengeState::Cancelled).await.unwrap(), Saved::Overtaken);
    let begun = store.begin_game(&new_game(&made, [1, 2], 102), &posting(None)).await.unwrap();
    assert_eq!(begun, None);
    assert_eq!(store.live_games(PlayerId(1)).await.unwrap(), []);
}

#[tokio::test]
async fn the_situation_tells_what_a_challenge_must_fit_in_with() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 3], 100).await;
    let declined = fixture.challenge(terms(20, 1, Some(2), 200)).await;
    let store = &fixture.store;
    let saved = store
        .end_challenge(declined.id, ChallengeState::Declined, Some(InteractionId(201)), NOON)
        .await;
    assert_eq!(saved.unwrap(), Saved::Yes);
    let own = fixture.challenge(terms(21, 1, None, 300)).await;
    let theirs = fixture.challenge(terms(22, 2, Some(1), 400)).await;
    fixture.challenge(terms(22, 2, Some(4), 500)).await;
    let situation = store.situation(setup(20).place, PlayerId(1), Some(PlayerId(2))).await.unwrap();
    assert_eq!(situation.playing, [(PlayerId(1), game.whereabouts())]);
    let waiting: Vec<_> = situation.waiting.iter().map(|waiting| waiting.whereabouts).collect();
    assert_eq!(waiting, [own.whereabouts(), theirs.whereabouts()]);
    assert_eq!(situation.declined_at, Some(NOON));
}

#[tokio::test]
async fn a_challenge_has_a_deadline_until_it_ends() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    assert_eq!(store.next_deadline().await.unwrap(), None);
    let made = fixture.challenge(terms(20, 1, None, 100)).await;
    let accepted = fixture.challenge(terms(20, 3, Some(2), 200)).await;
    assert_eq!(store.next_deadline().await.unwrap(), Some(NOON));
    let before = Timestamp::from_milliseconds(NOON.milliseconds() - 1);
    assert_eq!(store.due(before).await.unwrap(), []);
    let new = new_game(&accepted, [3, 2], 201);
    assert!(store.begin_game(&new, &posting(None)).await.unwrap().is_some());
    assert_eq!(store.due(NOON).await.unwrap(), [Deadline::Challenge(made.id)]);
    let expired = ChallengeState::Expired;
    assert_eq!(store.end_challenge(made.id, expired, None, NOON).await.unwrap(), Saved::Yes);
    let waiting = store.due(NOON.after(Duration::from_hours(1))).await.unwrap();
    assert_eq!(waiting, []);
}
