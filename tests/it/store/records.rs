//! Results and names.

use connect4::Seat;
use fourfall::play::{Ending, GuildId, Player, PlayerId, Record, Scope, Seated};

use super::{Fixture, GUILD};

#[tokio::test]
async fn results_are_counted_for_both_players() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    for (number, ending) in [
        Ending::Won(Seat::First),
        Ending::Won(Seat::Second),
        Ending::Resigned(Seat::First),
        Ending::Drawn,
    ]
    .into_iter()
    .enumerate()
    {
        let game = fixture.begin(20, [1, 2], 100 * (number as u64 + 1)).await;
        fixture.finish(&game, ending).await;
    }
    let game = fixture.begin(20, [2, 1], 900).await;
    fixture.finish(&game, Ending::Won(Seat::First)).await;
    let one = Record { wins: 1, losses: 3, draws: 1 };
    assert_eq!(store.record(Scope::Guild(GUILD), PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record(Scope::Everywhere, PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record_versus(PlayerId(1), PlayerId(2)).await.unwrap(), one);
    let other = Record { wins: 3, losses: 1, draws: 1 };
    assert_eq!(store.record_versus(PlayerId(2), PlayerId(1)).await.unwrap(), other);
    let elsewhere = store.record(Scope::Guild(GuildId(11)), PlayerId(1)).await.unwrap();
    assert_eq!(elsewhere, Record::default());
}

#[tokio::test]
async fn names_are_kept_up_to_date() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let renamed = Player { id: PlayerId(1), name: "Annika".to_owned() };
    fixture.store.rename(&renamed).await.unwrap();
    let game = fixture.store.game(game.id).await.unwrap().unwrap();
    assert_eq!(game.seated(Seat::First), Seated::Person(&renamed));
}
