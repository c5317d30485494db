//! Games and their messages.

use connect4::{Seat, Shape};
use fourfall::{
    game::{
        ChallengeState, ChannelId, Game, GameConfig, GameId, GameResult, InteractionId, MessageId,
        NewGame, PlayerId, Record, Scope, Token,
    },
    store::{Constraint, MessageOwner, StoreError},
};

use super::{Fixture, after_end, after_move, constraint, message_handle, new_challenge, new_game};

#[tokio::test]
async fn a_game_reads_back_as_it_was_saved() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    assert_eq!(fixture.store.game(game.id).await.unwrap().as_ref(), Some(&game));
    let after = after_move(&game);
    assert!(fixture.store.save_game(game.version, &after).await.unwrap().is_some());
    assert_eq!(fixture.store.game(game.id).await.unwrap().as_ref(), Some(&after));
    let results = [
        GameResult::Won(Seat::Second),
        GameResult::Drawn,
        GameResult::Resigned(Seat::First),
        GameResult::TimedOut(Seat::Second),
        GameResult::DrawByAgreement,
        GameResult::CalledOff,
        GameResult::Interrupted,
        GameResult::EndedByModerator,
    ];
    for (number, result) in (1..).zip(results) {
        let game = fixture.start_game(30 + number, [1, 2], 200 * number).await;
        let after = fixture.finish_game(&game, result).await;
        let streak = after.effects.unwrap().winning_streak;
        assert_eq!(streak, result.winner().map(|_| 1), "nobody wins twice in a row");
        assert_eq!(fixture.store.game(game.id).await.unwrap(), Some(after));
    }
    assert_eq!(fixture.store.game(GameId(999)).await.unwrap(), None);
}

#[tokio::test]
async fn a_change_of_an_older_version_is_not_saved() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let after = after_move(&game);
    assert!(fixture.store.save_game(game.version, &after).await.unwrap().is_some());
    let again = fixture.store.save_game(game.version, &after).await.unwrap();
    assert!(again.is_some(), "the same change counts as saved");
    let late = Game { changed_by: InteractionId(999), ..after_move(&game) };
    assert_eq!(fixture.store.save_game(game.version, &late).await.unwrap(), None);
    let late = after_end(&game, GameResult::Resigned(Seat::First));
    assert_eq!(fixture.store.save_game(game.version, &late).await.unwrap(), None);
    assert_eq!(fixture.store.game(game.id).await.unwrap(), Some(after));
    assert_eq!(super::record(&fixture.store, Scope::Global, PlayerId(1)).await, Record::default());
}

#[tokio::test]
async fn of_many_concurrent_changes_one_is_saved() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let changes =
        (0..50).map(|by| Game { changed_by: InteractionId(900 + by), ..after_move(&game) });
    let (store, version) = (&fixture.store, game.version);
    let attempts = changes.map(|after| async move { store.save_game(version, &after).await });
    let saved = futures_util::future::join_all(attempts).await;
    let stored = saved.into_iter().filter(|saved| matches!(saved, Ok(Some(_)))).count();
    assert_eq!(stored, 1);
}

#[tokio::test]
async fn a_pair_has_one_live_game_of_a_size_in_a_channel() {
    let fixture = Fixture::new().await;
    let first = fixture.start_game(20, [1, 2], 100).await;
    let challenge = fixture.create_challenge(new_challenge(20, 2, Some(1), 200)).await;
    let again = new_game(&challenge, [2, 1], 201);
    let refused = fixture.store.start_game(&again, &message_handle(None), None).await;
    assert_eq!(constraint(refused), Constraint::LiveGames);
    let stored = fixture.store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(
        stored.state,
        ChallengeState::Pending,
        "a game that did not start accepts no challenge"
    );
    let config = GameConfig { shape: Shape::new(6, 5, 4).unwrap(), ..again.config };
    let smaller = NewGame { config, ..again };
    assert!(
        fixture.store.start_game(&smaller, &message_handle(None), None).await.unwrap().is_some()
    );
    fixture.start_game(21, [1, 2], 300).await;
    fixture.start_game(20, [1, 3], 400).await;
    fixture.finish_game(&first, GameResult::Won(Seat::First)).await;
    fixture.start_game(20, [2, 1], 500).await;
}

#[tokio::test]
async fn live_games_are_found_by_channel_and_player() {
    let fixture = Fixture::new().await;
    let here = fixture.start_game(20, [1, 2], 100).await;
    let there = fixture.start_game(21, [3, 1], 200).await;
    let store = &fixture.store;
    let newer = fixture.start_game(20, [4, 2], 300).await;
    let found = store.live_games_in_channel(ChannelId(20), PlayerId(2)).await.unwrap();
    assert_eq!(found, [newer.clone(), here.clone()]);
    assert_eq!(store.live_games_in_channel(ChannelId(21), PlayerId(2)).await.unwrap(), []);
    let live = store.live_games(PlayerId(1)).await.unwrap();
    assert_eq!(live, [here.clone(), there]);
    fixture.finish_game(&here, GameResult::Drawn).await;
    let found = store.live_games_in_channel(ChannelId(20), PlayerId(2)).await.unwrap();
    assert_eq!(found, [newer]);
}

#[tokio::test]
async fn a_message_id_is_recorded_only_for_the_current_message() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let store = &fixture.store;
    let token = game.board_message.token.clone();
    store.record_message_id(&MessageOwner::Board(game.id, token), MessageId(5)).await.unwrap();
    let message = store.game(game.id).await.unwrap().unwrap().board_message.message;
    assert_eq!(message, Some(MessageId(5)));
    let other = Token("another".to_owned());
    store.record_message_id(&MessageOwner::Board(game.id, other), MessageId(6)).await.unwrap();
    let message = store.game(game.id).await.unwrap().unwrap().board_message.message;
    assert_eq!(message, Some(MessageId(5)));
    let challenge = fixture.create_challenge(new_challenge(21, 1, None, 300)).await;
    store.record_message_id(&MessageOwner::Challenge(challenge.id), MessageId(7)).await.unwrap();
    let message = store.challenge(challenge.id).await.unwrap().unwrap().message.message;
    assert_eq!(message, Some(MessageId(7)));
}

#[tokio::test]
async fn a_game_with_impossible_moves_is_not_loaded() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let mut sql = fixture.database.sql().await;
    for moves in ["44444444", "48", "x", "1212121"] {
        sql.run(&format!("UPDATE game SET moves = '{moves}'")).await;
        let loaded = fixture.store.game(game.id).await;
        assert!(matches!(loaded, Err(StoreError::Corrupt(_))), "{moves}: {loaded:?}");
    }
}

#[tokio::test]
async fn a_game_with_an_unknown_theme_is_not_loaded() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.database.sql().await.run("UPDATE game SET theme = 'plaid'").await;
    let loaded = fixture.store.game(game.id).await;
    assert!(matches!(loaded, Err(StoreError::Corrupt(_))), "{loaded:?}");
}
