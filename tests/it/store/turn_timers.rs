//! Turn timers.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    game::{
        DeclinedOffers, Game, GameResult, Offer, OfferKind, PlayerId, Record, Scope, TurnDeadline,
        time_out,
    },
    store::{Deadline, HEARTBEAT_INTERVAL, SaveResult},
};

use super::{Fixture, NOON, after_move, message_handle};

const DAY: Duration = Duration::from_hours(24);

/// When the reminder in a game that started at noon is due.
fn reminder_at() -> Timestamp {
    NOON.after(Duration::from_hours(20))
}

async fn timers_due(fixture: &Fixture, now: Timestamp) -> Vec<Deadline> {
    let due = fixture.store.due_deadlines(now).await.unwrap();
    due.into_iter().filter(|it| matches!(it, Deadline::TurnTimer(_))).collect()
}

#[tokio::test]
async fn a_timer_is_due_for_the_reminder_and_then_for_the_timeout() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let early = Timestamp::from_milliseconds(reminder_at().milliseconds() - 1);
    assert_eq!(timers_due(&fixture, early).await, []);
    assert_eq!(fixture.store.next_deadline().await.unwrap(), Some(reminder_at()));
    assert_eq!(timers_due(&fixture, reminder_at()).await, [Deadline::TurnTimer(game.id)]);
    let reminded = fixture.store.record_reminder(game.id, game.version).await.unwrap();
    assert_eq!(reminded, SaveResult::Saved);
    let again = fixture.store.record_reminder(game.id, game.version).await.unwrap();
    assert_eq!(again, SaveResult::Conflict, "a player is reminded once");
    assert_eq!(timers_due(&fixture, reminder_at()).await, []);
    assert_eq!(fixture.store.next_deadline().await.unwrap(), Some(NOON.after(DAY)));
    assert_eq!(timers_due(&fixture, NOON.after(DAY)).await, [Deadline::TurnTimer(game.id)]);
    let over = time_out(&fixture.reload(&game).await, NOON.after(DAY)).unwrap();
    assert_eq!(fixture.store.save_game(game.version, &over).await.unwrap(), SaveResult::Saved);
    assert_eq!(timers_due(&fixture, NOON.after(DAY * 9)).await, []);
    assert_eq!(fixture.store.next_deadline().await.unwrap(), None);
}

#[tokio::test]
async fn of_concurrent_timeouts_one_is_saved() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let moved = Game { moves: "44".parse().unwrap(), ..after_move(&game) };
    assert_eq!(fixture.store.save_game(game.version, &moved).await.unwrap(), SaveResult::Saved);
    let over = time_out(&moved, NOON.after(DAY)).unwrap();
    let attempts = (0..20).map(|_| fixture.store.save_game(moved.version, &over));
    let saved = futures_util::future::join_all(attempts).await;
    let stored = saved.into_iter().filter(|saved| matches!(saved, Ok(SaveResult::Saved))).count();
    assert_eq!(stored, 1);
    let record = fixture.store.record(Scope::Global, PlayerId(1)).await.unwrap();
    assert_eq!(record, Record { losses: 1, ..Record::default() });
}

#[tokio::test]
async fn only_a_move_resets_the_turn_timer() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    assert_eq!(fixture.store.resume_turn_timers(NOON).await.unwrap(), Duration::ZERO);
    let gap = Duration::from_hours(1);
    assert_eq!(fixture.store.resume_turn_timers(NOON.after(gap)).await.unwrap(), gap);
    assert_eq!(
        fixture.store.record_reminder(game.id, game.version).await.unwrap(),
        SaveResult::Saved
    );
    let reposted = Game {
        version: game.version.next(),
        board_message: message_handle(Some(9)),
        ..game.clone()
    };
    assert_eq!(fixture.store.save_game(game.version, &reposted).await.unwrap(), SaveResult::Saved);
    let stored = fixture.reload(&game).await;
    let expected = TurnDeadline { move_by: Some(NOON.after(DAY + gap)), remind_at: None };
    assert_eq!(stored.turn_deadline, expected, "a repost keeps the stored deadlines");

    let mut moved = after_move(&stored);
    moved.turn_deadline = TurnDeadline { move_by: Some(NOON), remind_at: Some(NOON) };
    assert_eq!(fixture.store.save_game(stored.version, &moved).await.unwrap(), SaveResult::Saved);
    assert_eq!(fixture.reload(&game).await.turn_deadline, moved.turn_deadline);
}

#[tokio::test]
async fn downtime_is_added_once_to_the_turns_of_live_games() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let live = fixture.start_game(20, [1, 2], 100).await;
    let over = fixture.start_game(21, [1, 2], 200).await;
    let over = fixture.finish_game(&over, GameResult::Resigned(Seat::First)).await;
    assert_eq!(store.resume_turn_timers(NOON).await.unwrap(), Duration::ZERO, "the first start");
    store.heartbeat(NOON.after(Duration::from_mins(1))).await.unwrap();
    store.heartbeat(NOON).await.unwrap();
    let back = NOON.after(Duration::from_mins(31));
    let gap = Duration::from_mins(30);
    assert_eq!(store.resume_turn_timers(back).await.unwrap(), gap, "since the last heartbeat");
    assert_eq!(store.resume_turn_timers(back).await.unwrap(), Duration::ZERO, "a second process");
    let expected = TurnDeadline {
        move_by: Some(NOON.after(DAY + gap)),
        remind_at: Some(reminder_at().after(gap)),
    };
    assert_eq!(fixture.reload(&live).await.turn_deadline, expected);
    assert_eq!(fixture.reload(&over).await, over);
}

#[tokio::test]
async fn a_process_that_starts_beside_others_extends_no_turn() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let live = fixture.start_game(20, [1, 2], 100).await;
    store.resume_turn_timers(NOON).await.unwrap();
    let mut now = NOON;
    for _ in 0..20 {
        now = now.after(HEARTBEAT_INTERVAL);
        assert_eq!(store.resume_turn_timers(now).await.unwrap(), Duration::ZERO);
        store.heartbeat(now).await.unwrap();
    }
    assert_eq!(fixture.reload(&live).await, live);
    let gap = Duration::from_secs(16);
    assert_eq!(
        store.resume_turn_timers(now.after(gap)).await.unwrap(),
        gap,
        "no process was running"
    );
}

#[tokio::test]
async fn a_timer_can_be_postponed() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.store.postpone(Deadline::TurnTimer(game.id), NOON.after(DAY * 2)).await.unwrap();
    assert_eq!(fixture.store.next_deadline().await.unwrap(), Some(NOON.after(DAY * 2)));
    assert_eq!(timers_due(&fixture, NOON.after(DAY)).await, []);
    assert_eq!(timers_due(&fixture, NOON.after(DAY * 2)).await, [Deadline::TurnTimer(game.id)]);
}

#[tokio::test]
async fn offers_read_back_as_they_were_saved() {
    let fixture = Fixture::new().await;
    let mut game = fixture.start_game(20, [1, 2], 100).await;
    for kind in [OfferKind::Draw, OfferKind::TakeBack] {
        for by in Seat::BOTH {
            let bits = u8::try_from(game.version.0).unwrap() + 5;
            let declined = DeclinedOffers::from_bits(bits).unwrap();
            let offered = Game { offer: Some(Offer { kind, by }), declined, ..after_move(&game) };
            let saved = fixture.store.save_game(game.version, &offered).await.unwrap();
            assert_eq!(saved, SaveResult::Saved);
            game = fixture.reload(&offered).await;
            assert_eq!((game.offer, game.declined), (offered.offer, declined));
        }
    }
}
