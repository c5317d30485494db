//! Results and names.

use fourfall::{
    play::{Ending, GuildId, Player, PlayerId, Record, Seated},
    rules::Seat,
    store::Store,
};

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
    assert_eq!(store.record(Some(GUILD), PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record_everywhere(PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record_versus(PlayerId(1), PlayerId(2)).await.unwrap(), one);
    let other = Record { wins: 3, losses: 1, draws: 1 };
    assert_eq!(store.record_versus(PlayerId(2), PlayerId(1)).await.unwrap(), other);
    assert_eq!(store.record(None, PlayerId(1)).await.unwrap(), Record::default());
}

#[tokio::test]
async fn the_leaderboard_goes_by_wins_then_losses_then_draws() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let results = [
        ([1, 9], Ending::Won(Seat::First)),
        ([1, 9], Ending::Won(Seat::First)),
        ([2, 9], Ending::Won(Seat::First)),
        ([3, 9], Ending::Won(Seat::First)),
        ([4, 9], Ending::Won(Seat::First)),
        ([4, 9], Ending::Drawn),
        ([5, 9], Ending::Won(Seat::First)),
        ([5, 9], Ending::Won(Seat::Second)),
    ];
    for (number, (players, ending)) in results.into_iter().enumerate() {
        let game = fixture.begin(20, players, 100 * (number as u64 + 1)).await;
        fixture.finish(&game, ending).await;
    }
    let page = store.standings(GUILD, 0, 10).await.unwrap();
    let lines: Vec<_> = page.lines.iter().map(|line| (line.rank, line.player.id.0)).collect();
    assert_eq!(lines, [(1, 1), (2, 4), (3, 2), (3, 3), (5, 5), (6, 9)]);
    assert_eq!(page.total, 6);
    let second = store.standings(GUILD, 3, 2).await.unwrap();
    let lines: Vec<_> = second.lines.iter().map(|line| (line.rank, line.player.id.0)).collect();
    assert_eq!(lines, [(3, 3), (5, 5)], "ranks do not start anew on each page");
    let own = store.standing(GUILD, PlayerId(3)).await.unwrap().unwrap();
    assert_eq!((own.rank, own.record.wins), (3, 1));
    assert_eq!(store.standing(GUILD, PlayerId(8)).await.unwrap(), None);
    assert_eq!(store.standings(GuildId(11), 0, 10).await.unwrap().total, 0);
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
