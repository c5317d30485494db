//! Games and their messages.

use connect4::Seat;
use fourfall::{
    play::{
        ChallengeState, ChannelId, Ending, Game, GameId, InteractionId, MessageId, PlayerId,
        Record, Scope, Token,
    },
    store::{Constraint, Posted, Saved, StoreError},
};

use super::{Fixture, changed, ended, new_game, posting, taken, terms};

#[tokio::test]
async fn a_game_reads_back_as_it_was_stored() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    assert_eq!(fixture.store.game(game.id).await.unwrap().as_ref(), Some(&game));
    let after = changed(&game);
    assert_eq!(fixture.store.save_game(game.version, &after).await.unwrap(), Saved::Yes);
    assert_eq!(fixture.store.game(game.id).await.unwrap().as_ref(), Some(&after));
    let endings = [
        Ending::Won(Seat::Second),
        Ending::Drawn,
        Ending::Resigned(Seat::First),
        Ending::TimedOut(Seat::Second),
        Ending::Agreed,
        Ending::CalledOff,
        Ending::Stopped,
    ];
    for (number, ending) in (1..).zip(endings) {
        let game = fixture.begin(30 + number, [1, 2], 200 * number).await;
        let after = fixture.finish(&game, ending).await;
        assert_eq!(fixture.store.game(game.id).await.unwrap(), Some(after));
    }
    assert_eq!(fixture.store.game(GameId(999)).await.unwrap(), None);
}

#[tokio::test]
async fn a_change_decided_on_an_older_version_is_not_stored() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let after = changed(&game);
    assert_eq!(fixture.store.save_game(game.version, &after).await.unwrap(), Saved::Yes);
    let again = fixture.store.save_game(game.version, &after).await.unwrap();
    assert_eq!(again, Saved::Yes, "this very change is stored");
    let late = Game { changed_by: InteractionId(999), ..changed(&game) };
    assert_eq!(fixture.store.save_game(game.version, &late).await.unwrap(), Saved::Overtaken);
    let late = ended(&game, Ending::Resigned(Seat::First));
    assert_eq!(fixture.store.save_game(game.version, &late).await.unwrap(), Saved::Overtaken);
    assert_eq!(fixture.store.game(game.id).await.unwrap(), Some(after));
    assert_eq!(
        fixture.store.record(Scope::Everywhere, PlayerId(1)).await.unwrap(),
        Record::default()
    );
}

#[tokio::test]
async fn of_many_changes_at_once_one_is_stored() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let changes = (0..50).map(|by| Game { changed_by: InteractionId(900 + by), ..changed(&game) });
    let (store, version) = (&fixture.store, game.version);
    let tries = changes.map(|after| async move { store.save_game(version, &after).await });
    let saved = futures_util::future::join_all(tries).await;
    let stored = saved.into_iter().filter(|saved| matches!(saved, Ok(Saved::Yes))).count();
    assert_eq!(stored, 1);
}

#[tokio::test]
async fn a_player_sits_in_one_live_game_per_channel() {
    let fixture = Fixture::new().await;
    let first = fixture.begin(20, [1, 2], 100).await;
    let challenge = fixture.challenge(terms(20, 3, Some(2), 200)).await;
    let refused =
        fixture.store.begin_game(&new_game(&challenge, [3, 2], 201), &posting(None)).await;
    assert_eq!(taken(refused), Constraint::LiveSeat);
    let still = fixture.store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(still.state, ChallengeState::Waiting, "a game that was not begun accepts nothing");
    fixture.finish(&first, Ending::Won(Seat::First)).await;
    let begun = fixture.store.begin_game(&new_game(&challenge, [3, 2], 202), &posting(None)).await;
    assert!(begun.unwrap().is_some());
}

#[tokio::test]
async fn a_live_game_is_found_by_channel_and_player() {
    let fixture = Fixture::new().await;
    let here = fixture.begin(20, [1, 2], 100).await;
    let there = fixture.begin(21, [3, 1], 200).await;
    let store = &fixture.store;
    let found = store.live_game(ChannelId(20), PlayerId(2)).await.unwrap();
    assert_eq!(found.as_ref(), Some(&here));
    assert_eq!(store.live_game(ChannelId(21), PlayerId(2)).await.unwrap(), None);
    let mine = store.live_games(PlayerId(1)).await.unwrap();
    assert_eq!(mine, [here.clone(), there]);
    fixture.finish(&here, Ending::Drawn).await;
    assert_eq!(store.live_game(ChannelId(20), PlayerId(2)).await.unwrap(), None);
}

#[tokio::test]
async fn a_message_is_learnt_until_the_board_is_drawn_elsewhere() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let store = &fixture.store;
    let token = game.live.token.clone();
    store.learn_message(&Posted::Board(game.id, token), MessageId(5)).await.unwrap();
    let message = store.game(game.id).await.unwrap().unwrap().live.message;
    assert_eq!(message, Some(MessageId(5)));
    let other = Token("another".to_owned());
    store.learn_message(&Posted::Board(game.id, other), MessageId(6)).await.unwrap();
    let message = store.game(game.id).await.unwrap().unwrap().live.message;
    assert_eq!(message, Some(MessageId(5)));
    let challenge = fixture.challenge(terms(21, 1, None, 300)).await;
    store.learn_message(&Posted::Challenge(challenge.id), MessageId(7)).await.unwrap();
    let message = store.challenge(challenge.id).await.unwrap().unwrap().posting.message;
    assert_eq!(message, Some(MessageId(7)));
}

#[tokio::test]
async fn a_game_whose_moves_make_no_sense_is_not_loaded() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let mut sql = fixture.database.sql().await;
    for moves in ["44444444", "48", "x", "1212121"] {
        sql.run(&format!("UPDATE game SET moves = '{moves}'")).await;
        let loaded = fixture.store.game(game.id).await;
        assert!(matches!(loaded, Err(StoreError::Corrupt(_))), "{moves}: {loaded:?}");
    }
}
