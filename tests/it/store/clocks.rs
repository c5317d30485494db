//! The time of turns.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    play::{Declined, Ending, Game, Offer, OfferKind, PlayerId, Record, Scope, TurnTime, run_out},
    store::{ALIVE_EVERY, Deadline, Saved},
};

use super::{Fixture, NOON, changed, posting};

const DAY: Duration = Duration::from_hours(24);

/// When the reminder of a game that began at noon is due.
fn reminder() -> Timestamp {
    NOON.after(Duration::from_hours(20))
}

async fn clocks_due(fixture: &Fixture, now: Timestamp) -> Vec<Deadline> {
    let due = fixture.store.due(now).await.unwrap();
    due.into_iter().filter(|it| matches!(it, Deadline::Clock(_))).collect()
}

#[tokio::test]
async fn a_games_clock_is_due_first_for_the_reminder_and_then_for_the_end() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let early = Timestamp::from_milliseconds(reminder().milliseconds() - 1);
    assert_eq!(clocks_due(&fixture, early).await, []);
    assert_eq!(fixture.store.next_deadline().await.unwrap(), Some(reminder()));
    assert_eq!(clocks_due(&fixture, reminder()).await, [Deadline::Clock(game.id)]);
    let reminded = fixture.store.note_reminded(game.id, game.version).await.unwrap();
    assert_eq!(reminded, Saved::Yes);
    let again = fixture.store.note_reminded(game.id, game.version).await.unwrap();
    assert_eq!(again, Saved::Overtaken, "nobody is reminded twice");
    assert_eq!(clocks_due(&fixture, reminder()).await, []);
    assert_eq!(fixture.store.next_deadline().await.unwrap(), Some(NOON.after(DAY)));
    assert_eq!(clocks_due(&fixture, NOON.after(DAY)).await, [Deadline::Clock(game.id)]);
    let over = run_out(&fixture.game(&game).await, NOON.after(DAY)).unwrap();
    assert_eq!(fixture.store.save_game(game.version, &over).await.unwrap(), Saved::Yes);
    assert_eq!(clocks_due(&fixture, NOON.after(DAY * 9)).await, []);
    assert_eq!(fixture.store.next_deadline().await.unwrap(), None);
}

#[tokio::test]
async fn of_many_who_find_the_time_up_one_ends_the_game() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let moved = Game { moves: "44".parse().unwrap(), ..changed(&game) };
    assert_eq!(fixture.store.save_game(game.version, &moved).await.unwrap(), Saved::Yes);
    let over = run_out(&moved, NOON.after(DAY)).unwrap();
    let tries = (0..20).map(|_| fixture.store.save_game(moved.version, &over));
    let saved = futures_util::future::join_all(tries).await;
    let stored = saved.into_iter().filter(|saved| matches!(saved, Ok(Saved::Yes))).count();
    assert_eq!(stored, 1);
    let record = fixture.store.record(Scope::Everywhere, PlayerId(1)).await.unwrap();
    assert_eq!(record, Record { losses: 1, ..Record::default() });
}

#[tokio::test]
async fn only_a_move_sets_the_clock() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    assert_eq!(fixture.store.resume_clocks(NOON).await.unwrap(), Duration::ZERO);
    let gap = Duration::from_hours(1);
    assert_eq!(fixture.store.resume_clocks(NOON.after(gap)).await.unwrap(), gap);
    assert_eq!(fixture.store.note_reminded(game.id, game.version).await.unwrap(), Saved::Yes);
    let reposted = Game { version: game.version.next(), live: posting(Some(9)), ..game.clone() };
    assert_eq!(fixture.store.save_game(game.version, &reposted).await.unwrap(), Saved::Yes);
    let stored = fixture.game(&game).await;
    let expected = TurnTime { move_by: Some(NOON.after(DAY + gap)), remind_at: None };
    assert_eq!(stored.turn_time, expected, "whoever posted it again knew of neither");

    let mut moved = changed(&stored);
    moved.turn_time = TurnTime { move_by: Some(NOON), remind_at: Some(NOON) };
    assert_eq!(fixture.store.save_game(stored.version, &moved).await.unwrap(), Saved::Yes);
    assert_eq!(fixture.game(&game).await.turn_time, moved.turn_time);
}

#[tokio::test]
async fn the_time_of_absence_is_added_once_to_the_turns_that_go_on() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let live = fixture.begin(20, [1, 2], 100).await;
    let over = fixture.begin(21, [1, 2], 200).await;
    let over = fixture.finish(&over, Ending::Resigned(Seat::First)).await;
    assert_eq!(store.resume_clocks(NOON).await.unwrap(), Duration::ZERO, "the first start");
    store.note_alive(NOON.after(Duration::from_mins(1))).await.unwrap();
    store.note_alive(NOON).await.unwrap();
    let back = NOON.after(Duration::from_mins(31));
    let gap = Duration::from_mins(30);
    assert_eq!(store.resume_clocks(back).await.unwrap(), gap, "from the last sign of life");
    assert_eq!(store.resume_clocks(back).await.unwrap(), Duration::ZERO, "another process");
    let expected =
        TurnTime { move_by: Some(NOON.after(DAY + gap)), remind_at: Some(reminder().after(gap)) };
    assert_eq!(fixture.game(&live).await.turn_time, expected);
    assert_eq!(fixture.game(&over).await, over);
}

#[tokio::test]
async fn a_process_that_starts_beside_others_lengthens_no_turn() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let live = fixture.begin(20, [1, 2], 100).await;
    store.resume_clocks(NOON).await.unwrap();
    let mut now = NOON;
    for _ in 0..20 {
        now = now.after(ALIVE_EVERY);
        assert_eq!(store.resume_clocks(now).await.unwrap(), Duration::ZERO);
        store.note_alive(now).await.unwrap();
    }
    assert_eq!(fixture.game(&live).await, live);
    let gap = Duration::from_secs(16);
    assert_eq!(store.resume_clocks(now.after(gap)).await.unwrap(), gap, "nobody ran");
}

#[tokio::test]
async fn a_clock_that_cannot_be_read_is_put_off() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    fixture.store.put_off(Deadline::Clock(game.id), NOON.after(DAY * 2)).await.unwrap();
    assert_eq!(fixture.store.next_deadline().await.unwrap(), Some(NOON.after(DAY * 2)));
    assert_eq!(clocks_due(&fixture, NOON.after(DAY)).await, []);
    assert_eq!(clocks_due(&fixture, NOON.after(DAY * 2)).await, [Deadline::Clock(game.id)]);
}

#[tokio::test]
async fn offers_read_back_as_they_were_stored() {
    let fixture = Fixture::new().await;
    let mut game = fixture.begin(20, [1, 2], 100).await;
    for kind in [OfferKind::Draw, OfferKind::TakeBack] {
        for by in Seat::BOTH {
            let bits = u8::try_from(game.version.0).unwrap() + 5;
            let declined = Declined::from_bits(bits).unwrap();
            let offered = Game { offer: Some(Offer { kind, by }), declined, ..changed(&game) };
            let saved = fixture.store.save_game(game.version, &offered).await.unwrap();
            assert_eq!(saved, Saved::Yes);
            game = fixture.game(&offered).await;
            assert_eq!((game.offer, game.declined), (offered.offer, declined));
        }
    }
}
