//! Records and names of players.

use connect4::Seat;
use fourfall::game::{GameResult, GuildId, Participant, Player, PlayerId, Record, Scope};

use super::{Fixture, GUILD};

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
    let one = Record { wins: 1, losses: 3, draws: 1 };
    assert_eq!(store.record(Scope::Guild(GUILD), PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record(Scope::Global, PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record_versus(PlayerId(1), PlayerId(2)).await.unwrap(), one);
    let other = Record { wins: 3, losses: 1, draws: 1 };
    assert_eq!(store.record_versus(PlayerId(2), PlayerId(1)).await.unwrap(), other);
    let elsewhere = store.record(Scope::Guild(GuildId(11)), PlayerId(1)).await.unwrap();
    assert_eq!(elsewhere, Record::default());
}

#[tokio::test]
async fn renaming_an_unknown_player_stores_nothing() {
    let fixture = Fixture::new().await;
    let deleted =
        Player::new(PlayerId(1), "Ann".to_owned()).in_guild(Some(GUILD), Some("A".to_owned()));
    fixture.store.save_player(&deleted).await.unwrap();
    assert_eq!(fixture.store.player(PlayerId(1), Some(GUILD)).await.unwrap(), None);
}

#[tokio::test]
async fn a_players_name_is_updated_in_their_games() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let renamed = Player::new(PlayerId(1), "Annika".to_owned()).in_guild(Some(GUILD), None);
    fixture.store.save_player(&renamed).await.unwrap();
    let game = fixture.store.game(game.id).await.unwrap().unwrap();
    assert_eq!(game.participant(Seat::First), Participant::Person(&renamed));
}
