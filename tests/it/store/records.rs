//! Records and names of players.

use connect4::{Board, Column, GameScores, Score, Seat};
use fourfall::{
    game::{
        Game, GameResult, GuildId, Participant, Player, PlayerId, RecentAccuracy, Record, Scope,
    },
    store::Store,
};

use super::{Fixture, GUILD, NOON};
use crate::support::TestDatabase;

#[tokio::test]
async fn results_are_counted_for_both_players() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    for (number, result) in [
        GameResult::Won(Seat::First),
        GameResult::Won(Seat::Second),
        GameResult::Resigned(Seat::First),
        GameResult::Drawn,
    ]
    .into_iter()
    .enumerate()
    {
        let game = fixture.start_game(20, [1, 2], 100 * (number as u64 + 1)).await;
        fixture.finish_game(&game, result).await;
    }
    let game = fixture.start_game(20, [2, 1], 900).await;
    fixture.finish_game(&game, GameResult::Won(Seat::First)).await;
    let versus = async |player, opponent| {
        let versus = Some(PlayerId(opponent));
        let statistics = store.statistics(PlayerId(player), Scope::Global, versus).await;
        statistics.unwrap().record_versus
    };
    let one = Record { wins: 1, losses: 3, draws: 1 };
    assert_eq!(super::record(store, Scope::Guild(GUILD), PlayerId(1)).await, one);
    assert_eq!(super::record(store, Scope::Global, PlayerId(1)).await, one);
    assert_eq!(versus(1, 2).await, one);
    let other = Record { wins: 3, losses: 1, draws: 1 };
    assert_eq!(versus(2, 1).await, other);
    let elsewhere = super::record(store, Scope::Guild(GuildId(11)), PlayerId(1)).await;
    assert_eq!(elsewhere, Record::default());
}

#[tokio::test]
async fn renaming_an_unknown_player_stores_nothing() {
    let fixture = Fixture::new().await;
    let deleted =
        Player::new(PlayerId(1), "Ann".to_owned()).in_guild(Some(GUILD), Some("A".to_owned()));
    fixture.store.save_player(&deleted, NOON).await.unwrap();
    assert_eq!(fixture.store.player(PlayerId(1), Some(GUILD)).await.unwrap(), None);
}

#[tokio::test]
async fn a_players_name_is_updated_in_their_games() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let renamed = Player::new(PlayerId(1), "Annika".to_owned()).in_guild(Some(GUILD), None);
    fixture.store.save_player(&renamed, NOON).await.unwrap();
    let game = fixture.store.game(game.id).await.unwrap().unwrap();
    assert_eq!(game.participant(Seat::First), Participant::Person(&renamed));
}

/// Stores a review of a game in which column 1 gives a draw away, and all others keep it.
async fn review(store: &Store, game: &Game) {
    let evaluate = |board: &Board| {
        let mut scores = [Some(Score::DRAW); Column::MAX as usize];
        scores[0] = Some(Score::new(-1));
        for column in game.config.shape.column_iter().filter(|it| board.is_full(*it)) {
            scores[usize::from(column.index())] = None;
        }
        scores
    };
    let plies = game.positions().iter().map(evaluate).collect();
    store.save_review(game.id, &GameScores::new(game.config.shape, plies)).await.unwrap();
}

#[tokio::test]
async fn recent_accuracy_is_of_the_last_twenty_games() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let recent = async |player| store.recent_accuracy(PlayerId(player)).await.unwrap();
    let counts = |it: RecentAccuracy| (it.reviewed, it.games, it.percent());
    assert_eq!(counts(recent(1).await), (0, 0, None));
    let mut games = Vec::new();
    for number in 1..=21 {
        let players = if number % 2 == 0 { [1, 2] } else { [2, 1] };
        let game = fixture.start_game(20, players, 100 * number).await;
        games.push(fixture.finish_game(&game, GameResult::Won(Seat::First)).await);
    }
    let game = fixture.start_game(20, [1, 2], 9_000).await;
    fixture.finish_game(&game, GameResult::CalledOff).await;
    assert_eq!(counts(recent(1).await), (0, 20, None));
    review(store, &games[0]).await;
    assert_eq!(counts(recent(1).await), (0, 20, None), "it is too long ago");
    // The second player makes no mistake, the first one nothing else.
    review(store, &games[1]).await;
    assert_eq!(counts(recent(1).await), (1, 20, Some(78)));
    assert_eq!(counts(recent(2).await), (1, 20, Some(100)));
    review(store, &games[20]).await;
    assert_eq!(counts(recent(1).await), (2, 20, Some(89)));
    assert_eq!(counts(recent(2).await), (2, 20, Some(89)));
}

#[tokio::test]
async fn statistics_have_the_games_of_all_pages() {
    let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.finish_game(&game, GameResult::Won(Seat::First)).await;
    let mut sql = fixture.database.sql().await;
    let columns = "SELECT group_concat(name) FROM pragma_table_info('game') \
        WHERE name NOT IN ('game_id', 'challenge_id', 'result_number')";
    let columns = sql.text(columns).await;
    // The first 1,600 in one seat, the others in the other.
    sql.run(&format!(
        "WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 2500) \
         INSERT INTO game (result_number, {columns}) SELECT n, {columns} FROM game, number"
    ))
    .await;
    sql.run(
        "UPDATE game SET first_player_id = second_player_id, second_player_id = first_player_id, \
         result_seat = 1 - result_seat WHERE result_number > 1600",
    )
    .await;
    for player in [1, 2] {
        let statistics =
            fixture.store.statistics(PlayerId(player), Scope::Global, None).await.unwrap();
        let best_streak = if player == 1 { 2_500 } else { 0 };
        assert_eq!((statistics.record.games(), statistics.best_streak), (2_500, best_streak));
    }
}
