//! Games against the computer.

use connect4::{Level, Seat};
use fourfall::{
    play::{
        ChannelId, Ending, Game, InteractionId, MessageId, NewGame, Order, Period, PlayerId,
        Players, Ranking, Record, Scope, Series, SeriesId, UPDATE_LOST_AFTER,
    },
    store::{Constraint, Deadline, Posted, Saved},
};

use super::{Fixture, GUILD, NOON, changed, player, posting, setup, taken};

fn alone(level: Level, seat: Seat, interaction: u64) -> NewGame {
    NewGame {
        challenge: None,
        setup: setup(20),
        players: Players::Computer { person: player(1), seat, level },
        series: Series::new(SeriesId(interaction)),
        most_in_channel: None,
        started_at: NOON,
        changed_by: InteractionId(interaction),
    }
}

#[tokio::test]
async fn a_game_against_the_computer_reads_back_as_it_was_stored() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let mut interaction = 100;
    for level in Level::ALL {
        for seat in Seat::BOTH {
            interaction += 10;
            let new = alone(level, seat, interaction);
            let game = store.begin_game(&new, &posting(Some(5))).await.unwrap().unwrap();
            assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(&game));
            let begun = store.game_begun_by(InteractionId(interaction)).await.unwrap();
            assert_eq!(begun.as_ref(), Some(&game));
            let mine = store.live_game(ChannelId(20), PlayerId(1)).await.unwrap();
            assert_eq!(mine.as_ref(), Some(&game));
            let after = fixture.finish(&game, Ending::Won(Seat::Second)).await;
            assert_eq!(store.game(game.id).await.unwrap(), Some(after));
            assert_eq!(store.live_games(PlayerId(1)).await.unwrap(), []);
        }
    }
    assert_eq!(store.record(Scope::Everywhere, PlayerId(1)).await.unwrap(), Record::default());
    let ranking =
        Ranking { scope: Scope::Guild(GUILD), period: Period::AllTime, order: Order::Wins };
    assert_eq!(store.standings_total(ranking, NOON).await.unwrap(), 0);
    assert_eq!(store.next_deadline().await.unwrap(), None);
}

#[tokio::test]
async fn an_interaction_begins_one_game_and_a_player_sits_in_one() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = alone(Level::Easy, Seat::First, 100);
    let game = store.begin_game(&new, &posting(None)).await.unwrap().unwrap();
    let again = store.begin_game(&new, &posting(None)).await;
    assert_eq!(taken(again), Constraint::Once);
    let other = alone(Level::Easy, Seat::First, 200);
    assert_eq!(taken(store.begin_game(&other, &posting(None)).await), Constraint::LiveSeat);
    fixture.finish(&game, Ending::Resigned(Seat::First)).await;
    assert_eq!(taken(store.begin_game(&new, &posting(None)).await), Constraint::Once);
    assert!(store.begin_game(&other, &posting(None)).await.unwrap().is_some());
}

#[tokio::test]
async fn the_computers_turn_is_a_deadline_until_it_has_moved() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = alone(Level::Hard, Seat::Second, 100);
    let game = store.begin_game(&new, &posting(Some(5))).await.unwrap().unwrap();
    let due = [Deadline::Computer(game.id)];
    let forgotten_at = NOON.after(UPDATE_LOST_AFTER);
    assert_eq!(store.due(NOON).await.unwrap(), [], "whoever began the game sees to it");
    assert_eq!(store.due(forgotten_at).await.unwrap(), due, "it opens");
    let moved = Game { changed_by: game.changed_by, live: game.live.clone(), ..changed(&game) };
    assert_eq!(store.save_computer_move(game.version, &moved).await.unwrap(), Saved::Yes);
    assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(&moved));
    assert_eq!(store.next_deadline().await.unwrap(), None);

    let mine = changed(&moved);
    assert_eq!(store.save_game(moved.version, &mine).await.unwrap(), Saved::Yes);
    assert_eq!(store.due(forgotten_at).await.unwrap(), due);
    let later = NOON.after(std::time::Duration::from_mins(1));
    store.put_off(Deadline::Computer(game.id), later).await.unwrap();
    assert_eq!(store.due(forgotten_at).await.unwrap(), []);
    assert_eq!(store.next_deadline().await.unwrap(), Some(later));
    let reposted = Game { moves: mine.moves.clone(), ..changed(&mine) };
    assert_eq!(store.save_game(mine.version, &reposted).await.unwrap(), Saved::Yes);
    assert_eq!(store.next_deadline().await.unwrap(), Some(later), "there is one already");

    let late = Game { changed_by: mine.changed_by, ..changed(&mine) };
    let overtaken = store.save_computer_move(mine.version, &late).await.unwrap();
    assert_eq!(overtaken, Saved::Overtaken);
    assert_eq!(
        store.next_deadline().await.unwrap(),
        Some(later),
        "what is not stored ends nothing"
    );
    fixture.finish(&reposted, Ending::Resigned(Seat::Second)).await;
    assert_eq!(store.next_deadline().await.unwrap(), None);
}

#[tokio::test]
async fn the_computers_move_leaves_the_posting_alone() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = alone(Level::Hard, Seat::Second, 100);
    let game = store.begin_game(&new, &posting(None)).await.unwrap().unwrap();
    let token = game.live.token.clone();
    store.learn_message(&Posted::Board(game.id, token), MessageId(5)).await.unwrap();
    let moved = Game { live: posting(None), ..changed(&game) };
    assert_eq!(store.save_computer_move(game.version, &moved).await.unwrap(), Saved::Yes);
    let stored = store.game(game.id).await.unwrap().unwrap();
    assert_eq!((stored.live.message, stored.moves), (Some(MessageId(5)), moved.moves));
}
