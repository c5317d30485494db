//! Challenges, and the constraints on new ones.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    game::{
        Challenge, ChallengeCooldown, ChallengeState, ChallengeTerms, GameResult, InteractionId,
        LiveGame, MessageLocation, PlayerId,
    },
    store::{Constraint, Deadline, SaveResult},
};

use super::{
    Fixture, NOON, START, constraint, fresh, game_config, message_handle, new_challenge, new_game,
    player,
};

#[tokio::test]
async fn a_challenge_starts_one_game() {
    let fixture = Fixture::new().await;
    let challenge = fixture.create_challenge(new_challenge(20, 1, None, 100)).await;
    let store = &fixture.store;
    let joins = (2..20).map(|joiner| {
        let new = new_game(&challenge, [1, joiner], 100 + joiner);
        async move { store.start_game(&new, &message_handle(None), None).await.unwrap().is_some() }
    });
    let started = futures_util::future::join_all(joins).await;
    assert_eq!(started.into_iter().filter(|&started| started).count(), 1);
    let game = store.game_of_challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(game.participant(Seat::First).person().unwrap().id, PlayerId(1));
    let accepted = store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(accepted.state, ChallengeState::Accepted);
}

#[tokio::test]
async fn an_interaction_creates_one_challenge() {
    let fixture = Fixture::new().await;
    let posted = fixture.create_challenge(new_challenge(20, 1, Some(2), 100)).await;
    let again = fixture
        .store
        .create_challenge(&fresh(&new_challenge(20, 1, None, 100)), &message_handle(None))
        .await;
    assert_eq!(constraint(again), Constraint::Idempotency);
    let found = fixture.store.challenge_by_interaction(InteractionId(100)).await.unwrap();
    assert_eq!(found, Some(posted));
}

#[tokio::test]
async fn a_pair_has_one_pending_challenge_in_either_direction() {
    let fixture = Fixture::new().await;
    let posted = fixture.create_challenge(new_challenge(20, 1, Some(2), 100)).await;
    for (challenger, opponent) in [(1, 2), (2, 1)] {
        let new = new_challenge(21, challenger, Some(opponent), 200 + challenger);
        let again = fixture.store.create_challenge(&fresh(&new), &message_handle(None)).await;
        assert_eq!(constraint(again), Constraint::PendingPair);
    }
    let by = Some(InteractionId(300));
    let declined = ChallengeState::Declined;
    assert_eq!(
        fixture.store.end_challenge(posted.id, declined, by, NOON).await.unwrap(),
        SaveResult::Saved
    );
    fixture.create_challenge(new_challenge(21, 2, Some(1), 400)).await;
}

#[tokio::test]
async fn a_challenger_has_at_most_three_pending_challenges() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let attempts = (0..10).map(|number| async move {
        store
            .create_challenge(
                &fresh(&new_challenge(20 + number, 1, None, 100 + number)),
                &message_handle(None),
            )
            .await
    });
    let results = futures_util::future::join_all(attempts).await;
    let (posted, refused): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!(posted.len(), 3);
    for refusal in refused {
        assert_eq!(constraint(refusal), Constraint::PendingSlots);
    }
    let cancelled = posted[1].as_ref().unwrap().id;
    let state = ChallengeState::Cancelled;
    let saved = store.end_challenge(cancelled, state, None, NOON).await.unwrap();
    assert_eq!(saved, SaveResult::Saved);
    fixture.create_challenge(new_challenge(30, 1, None, 200)).await;
}

#[tokio::test]
async fn a_challenger_has_one_open_challenge_per_channel() {
    let fixture = Fixture::new().await;
    fixture.create_challenge(new_challenge(20, 1, None, 100)).await;
    let second = new_challenge(20, 1, None, 101);
    let second = fixture.store.create_challenge(&fresh(&second), &message_handle(None)).await;
    assert_eq!(constraint(second), Constraint::OpenChallenge);
    fixture.create_challenge(new_challenge(21, 1, None, 102)).await;
    fixture.create_challenge(new_challenge(20, 2, None, 103)).await;
}

#[tokio::test]
async fn an_unseen_challenge_starts_no_cooldown() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let cooldown = async |challenger, opponent| {
        let location = game_config(20).location;
        let context = store.challenge_context(location, challenger, Some(opponent), NOON).await;
        context.unwrap().cooldown
    };
    let expired = ChallengeState::Expired;
    let unseen = fixture.create_challenge(new_challenge(20, 1, Some(2), 100)).await;
    assert_eq!(
        store.end_challenge(unseen.id, expired, None, NOON).await.unwrap(),
        SaveResult::Saved
    );
    assert_eq!(cooldown(PlayerId(1), PlayerId(2)).await, None);
    let shown = fixture.create_challenge(new_challenge(20, 1, Some(2), 101)).await;
    store.record_challenge_shown(shown.id, true).await.unwrap();
    assert_eq!(
        store.end_challenge(shown.id, expired, None, NOON).await.unwrap(),
        SaveResult::Saved
    );
    assert_eq!(cooldown(PlayerId(1), PlayerId(2)).await.unwrap().challenges, 1);
    assert_eq!(cooldown(PlayerId(2), PlayerId(1)).await, None);
}

#[tokio::test]
async fn a_finished_game_has_one_rematch() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.finish_game(&game, GameResult::Drawn).await;
    let rematch = |challenger, opponent, interaction| ChallengeTerms {
        rematch_of: Some(game.id),
        ..new_challenge(20, challenger, opponent, interaction)
    };
    let offered = fixture.create_challenge(rematch(1, Some(2), 200)).await;
    let again =
        fixture.store.create_challenge(&fresh(&rematch(3, None, 201)), &message_handle(None)).await;
    assert_eq!(constraint(again), Constraint::Rematch);
    let expired = ChallengeState::Expired;
    let saved = fixture.store.end_challenge(offered.id, expired, None, NOON).await.unwrap();
    assert_eq!(saved, SaveResult::Saved);
    fixture.create_challenge(rematch(2, Some(1), 202)).await;
}

#[tokio::test]
async fn a_deleted_player_is_challenged_to_no_rematch() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.finish_game(&game, GameResult::Drawn).await;
    fixture.store.delete_player(None, PlayerId(2), Vec::new(), NOON).await.unwrap();
    let rematch =
        ChallengeTerms { rematch_of: Some(game.id), ..new_challenge(20, 1, Some(2), 200) };
    let refused = fixture.store.create_challenge(&fresh(&rematch), &message_handle(None)).await;
    assert_eq!(constraint(refused), Constraint::OpponentDeleted);
    assert_eq!(fixture.store.player(PlayerId(2), None).await.unwrap(), None);
}

#[tokio::test]
async fn nobody_challenges_somebody_whom_they_have_blocked() {
    let fixture = Fixture::new().await;
    let by = InteractionId(99);
    fixture.store.block(&player(1), &[PlayerId(2)], by, NOON).await.unwrap();
    let new = new_challenge(20, 1, Some(2), 100);
    let refused = fixture.store.create_challenge(&fresh(&new), &message_handle(None)).await;
    assert_eq!(constraint(refused), Constraint::ChallengeAllowed);
}

#[tokio::test]
async fn nobody_joins_somebody_who_has_blocked_them() {
    for [player, blocked] in [[1, 2], [2, 1]] {
        let fixture = Fixture::new().await;
        let store = &fixture.store;
        let open = fixture.create_challenge(new_challenge(20, 1, None, 100)).await;
        let by = InteractionId(101);
        store.block(&self::player(player), &[PlayerId(blocked)], by, NOON).await.unwrap();
        let join = new_game(&open, [1, 2], 102);
        let refused = store.start_game(&join, &message_handle(None), None).await;
        assert_eq!(constraint(refused), Constraint::ChallengeAllowed);
        let pending = store.challenge(open.id).await.unwrap().unwrap();
        assert_eq!(pending.state, ChallengeState::Pending);
    }
}

#[tokio::test]
async fn an_ended_challenge_stays_ended() {
    let fixture = Fixture::new().await;
    let posted = fixture.create_challenge(new_challenge(20, 1, Some(2), 100)).await;
    let store = &fixture.store;
    let end = |state| store.end_challenge(posted.id, state, Some(InteractionId(101)), NOON);
    assert_eq!(end(ChallengeState::Declined).await.unwrap(), SaveResult::Saved);
    assert_eq!(end(ChallengeState::Cancelled).await.unwrap(), SaveResult::Conflict);
    let started = store
        .start_game(&new_game(&posted, [1, 2], 102), &message_handle(None), None)
        .await
        .unwrap();
    assert_eq!(started, None);
    assert_eq!(store.live_games(PlayerId(1)).await.unwrap(), []);
}

#[tokio::test]
async fn the_context_of_a_challenge_lists_what_conflicts_with_it() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 3], 100).await;
    let declined = fixture.create_challenge(new_challenge(21, 1, Some(2), 200)).await;
    let store = &fixture.store;
    let saved = store
        .end_challenge(declined.id, ChallengeState::Declined, Some(InteractionId(201)), NOON)
        .await;
    assert_eq!(saved.unwrap(), SaveResult::Saved);
    let own = fixture.create_challenge(new_challenge(21, 1, None, 300)).await;
    let theirs = fixture.create_challenge(new_challenge(22, 2, Some(1), 400)).await;
    fixture.create_challenge(new_challenge(22, 2, Some(4), 500)).await;
    let context = store
        .challenge_context(game_config(20).location, PlayerId(1), Some(PlayerId(2)), NOON)
        .await
        .unwrap();
    let live = LiveGame {
        id: game.id,
        people: [Some(PlayerId(1)), Some(PlayerId(3))],
        shape: game.config.shape,
        board: game.board_location(),
    };
    assert_eq!(context.live_games, [live]);
    let pending: Vec<_> = context.pending.iter().map(|pending| pending.location).collect();
    let location = |challenge: &Challenge| MessageLocation {
        location: challenge.terms.config.location,
        message: challenge.message.message,
    };
    assert_eq!(pending, [location(&own), location(&theirs)]);
    let until = NOON.after(ChallengeCooldown::MEMORY);
    assert_eq!(context.cooldown, Some(ChallengeCooldown { challenges: 1, until }));
}

#[tokio::test]
async fn a_challenge_has_a_deadline_until_it_ends() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    assert_eq!(store.next_deadline(START).await.unwrap(), None);
    let posted = fixture.create_challenge(new_challenge(20, 1, None, 100)).await;
    let accepted = fixture.create_challenge(new_challenge(20, 3, Some(2), 200)).await;
    assert_eq!(store.next_deadline(START).await.unwrap(), Some(NOON));
    let before = Timestamp::from_milliseconds(NOON.milliseconds() - 1);
    assert_eq!(store.due_deadlines(before).await.unwrap(), []);
    let new = new_game(&accepted, [3, 2], 201);
    assert!(store.start_game(&new, &message_handle(None), None).await.unwrap().is_some());
    assert_eq!(store.due_deadlines(NOON).await.unwrap(), [Deadline::Challenge(posted.id)]);
    let expired = ChallengeState::Expired;
    assert_eq!(
        store.end_challenge(posted.id, expired, None, NOON).await.unwrap(),
        SaveResult::Saved
    );
    let due = store.due_deadlines(NOON.after(Duration::from_hours(1))).await.unwrap();
    assert_eq!(due, []);
}
