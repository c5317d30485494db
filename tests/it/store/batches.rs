//! A fault of one change or one game, among others that SQLite handles together.

use connect4::Seat;
use fourfall::{
    game::{ClosedOffers, Game, Notice, Offer, OfferKind, Player, PlayerId, Version},
    store::StoreError,
};
use futures_util::future::join_all;

use super::{Fixture, after_move, interaction, player};
use crate::support::TestDatabase;

/// The player whose change fails.
const CULPRIT: u64 = 7;

/// Lists twenty players at once. Returns the ids of those whose change failed.
async fn list_players(fixture: &Fixture) -> Vec<u64> {
    let players: Vec<Player> = (1..=20).map(player).collect();
    let list =
        |player| fixture.store.change_preference(interaction(), player, &|it| it.listed = true);
    let saved = join_all(players.iter().map(list)).await;
    let failed = (1..=20).zip(saved).filter(|(_, saved)| saved.is_err());
    failed.map(|(id, _)| id).collect()
}

/// Asserts that only the culprit's change fails, and that the others are stored.
async fn assert_only_the_culprit_fails(fault: &str) {
    let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
    fixture.database.sql().await.run(fault).await;
    assert_eq!(list_players(&fixture).await, [CULPRIT]);
    for id in 1..=20 {
        let stored = fixture.store.player(PlayerId(id), None).await.unwrap();
        assert_eq!(stored.is_some(), id != CULPRIT, "player {id}");
    }
    assert_eq!(list_players(&fixture).await, [CULPRIT], "changes go on");
}

/// Asserts that those who share a transaction with the culprit are told that they are not stored,
/// and are stored at their next attempt. Returns whose changes failed.
async fn assert_what_is_reported_is_stored(fault: &str) -> Vec<u64> {
    let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
    fixture.database.sql().await.run(fault).await;
    let failed = list_players(&fixture).await;
    assert!(failed.contains(&CULPRIT), "{failed:?}");
    for id in 1..=20 {
        let stored = fixture.store.player(PlayerId(id), None).await.unwrap();
        assert_eq!(stored.is_some(), !failed.contains(&id), "player {id}");
    }
    for id in failed.iter().copied().filter(|id| *id != CULPRIT) {
        let player = player(id);
        fixture
            .store
            .change_preference(interaction(), &player, &|it| it.listed = true)
            .await
            .unwrap();
    }
    failed
}

#[tokio::test]
async fn a_change_that_fails_leaves_others_alone() {
    assert_only_the_culprit_fails(
        "CREATE TRIGGER fault BEFORE INSERT ON player WHEN NEW.player_id = 7
         BEGIN SELECT RAISE(ABORT, 'refused'); END",
    )
    .await;
}

#[tokio::test]
async fn a_shared_rollback_is_reported_to_all_it_hits() {
    // SQLite itself rolls back a transaction like this, for instance on a full disk.
    let failed = assert_what_is_reported_is_stored(
        "CREATE TRIGGER fault BEFORE INSERT ON player WHEN NEW.player_id = 7
         BEGIN SELECT RAISE(ROLLBACK, 'rolled back'); END",
    )
    .await;
    // It hits nobody who comes later.
    assert_eq!(failed.last(), Some(&CULPRIT), "{failed:?}");
}

#[tokio::test]
async fn a_commit_that_fails_is_reported_to_all_it_hits() {
    assert_what_is_reported_is_stored(
        "CREATE TABLE orphan (
             player_id INTEGER REFERENCES player (player_id) DEFERRABLE INITIALLY DEFERRED
         );
         CREATE TRIGGER fault BEFORE INSERT ON player WHEN NEW.player_id = 7
         BEGIN INSERT INTO orphan VALUES (999); END",
    )
    .await;
}

#[tokio::test]
async fn moves_stored_together_read_back_as_they_were_saved() {
    let fixture = Fixture::new().await;
    let mut moved: Vec<Game> = start_games(&fixture).await.iter().map(after_move).collect();
    for (index, game) in moved.iter_mut().enumerate() {
        game.excused_if_gone = [index % 2 == 0, index % 3 == 0];
        game.open_offer = Some(Offer { kind: OfferKind::TakeBack, by: Seat::Second });
        game.closed_offers = ClosedOffers(0b1000_1001);
        game.notice = Some(Notice::ALL[index % Notice::ALL.len()]);
        game.board_pinged = index % 2 == 0;
    }
    let saved = moved.iter().map(|game| fixture.store.save_game(Version(0), game));
    for saved in join_all(saved).await {
        assert!(saved.unwrap().is_some());
    }
    for game in &moved {
        assert_eq!(fixture.reload(game).await, *game);
    }
}

#[tokio::test]
async fn a_locked_database_fails_all_changes_within_one_wait() {
    let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
    let games = start_games(&fixture).await;
    let mut other = fixture.database.sql().await;
    other.lock().await;
    let moves = join_all(games.iter().map(|game| save_move(&fixture, game)));
    let both = async { tokio::join!(list_players(&fixture), moves) };
    let limit = std::time::Duration::from_secs(8);
    let (players, moves) = tokio::time::timeout(limit, both).await.expect("one wait for all");
    assert_eq!(players.len(), 20);
    assert!(moves.iter().all(Result::is_err), "{moves:?}");
    other.unlock().await;
    assert_eq!(list_players(&fixture).await, [0_u64; 0]);
}

async fn start_games(fixture: &Fixture) -> Vec<Game> {
    let mut games = Vec::new();
    for number in 1..=10 {
        games.push(
            fixture.start_game(100 * number, [100 * number, 100 * number + 1], 100 * number).await,
        );
    }
    games
}

async fn save_move(fixture: &Fixture, game: &Game) -> Result<Option<Game>, StoreError> {
    fixture.store.save_game(game.version, &after_move(game)).await
}

#[tokio::test]
async fn a_move_that_cannot_be_stored_leaves_others_alone() {
    let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
    let games = start_games(&fixture).await;
    let fault = format!(
        "CREATE TRIGGER fault BEFORE UPDATE ON game WHEN NEW.game_id = {}
         BEGIN SELECT RAISE(ABORT, 'refused'); END",
        games[4].id.0
    );
    fixture.database.sql().await.run(&fault).await;
    let saved = join_all(games.iter().map(|game| save_move(&fixture, game))).await;
    for (index, (game, saved)) in games.iter().zip(saved).enumerate() {
        if index == 4 {
            assert!(saved.is_err(), "{saved:?}");
        } else {
            assert!(saved.unwrap().is_some(), "game {index}");
            assert_eq!(fixture.reload(game).await.version, after_move(game).version);
        }
    }
}

#[tokio::test]
async fn a_game_that_cannot_be_read_leaves_others_alone() {
    let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
    let games = start_games(&fixture).await;
    let fault =
        format!("UPDATE game SET token = CAST(x'ff' AS TEXT) WHERE game_id = {}", games[4].id.0);
    fixture.database.sql().await.run(&fault).await;
    let loaded = join_all(games.iter().map(|game| fixture.store.game(game.id))).await;
    for (index, (game, loaded)) in games.iter().zip(loaded).enumerate() {
        if index == 4 {
            assert!(loaded.is_err(), "{loaded:?}");
        } else {
            assert_eq!(loaded.unwrap().unwrap().id, game.id);
        }
    }
}
