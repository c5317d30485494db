//! Turn timers, which go by running time.

use std::time::Duration;

use connect4::Seat;
use fourfall::{
    game::{
        ClosedOffers, Game, Offer, OfferKind, PlayerId, Record, RunningTime, Scope, TurnDeadline,
        time_out,
    },
    store::{Beat, Deadline, SaveResult},
};

use super::{Fixture, NOON, START, after_move, at, message_handle};

const DAY: Duration = Duration::from_hours(24);

/// How long after its start a reminder in a game is due.
const REMIND_AFTER: Duration = Duration::from_hours(20);

/// At noon.
const RUNNING: RunningTime = RunningTime(NOON.milliseconds());

/// Has the bot run until so long after noon.
async fn run_until(fixture: &Fixture, after: Duration) {
    let stored = fixture.store.running_time().await.unwrap();
    let time = u64::try_from(RUNNING.after(after).0 - stored.running.0).unwrap();
    let time = Duration::from_millis(time);
    let counted = fixture.store.count_running_time(stored.beat, Beat::FREE, time).await.unwrap();
    assert_eq!(counted, SaveResult::Saved);
}

async fn timers_due(fixture: &Fixture) -> Vec<Deadline> {
    let due = fixture.store.due_deadlines(START).await.unwrap();
    due.into_iter().filter(|it| matches!(it, Deadline::TurnTimer(_))).collect()
}

/// How long after noon the next deadline is, if the bot goes on now.
async fn next_after(fixture: &Fixture, now: Duration) -> Option<Duration> {
    let next = fixture.store.next_deadline(NOON.after(now)).await.unwrap();
    next.map(|next| next.since(NOON))
}

#[tokio::test]
async fn a_timer_is_due_for_the_reminder_and_then_for_the_timeout() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    run_until(&fixture, REMIND_AFTER.checked_sub(Duration::from_millis(1)).unwrap()).await;
    assert_eq!(timers_due(&fixture).await, []);
    run_until(&fixture, REMIND_AFTER).await;
    assert_eq!(timers_due(&fixture).await, [Deadline::TurnTimer(game.id)]);
    let reminded = fixture.store.mark_reminded(game.id, game.version).await.unwrap();
    assert_eq!(reminded, SaveResult::Saved);
    let again = fixture.store.mark_reminded(game.id, game.version).await.unwrap();
    assert_eq!(again, SaveResult::Conflict, "a player is reminded once");
    assert_eq!(timers_due(&fixture).await, []);
    run_until(&fixture, DAY).await;
    assert_eq!(timers_due(&fixture).await, [Deadline::TurnTimer(game.id)]);
    let over = time_out(&fixture.reload(&game).await, at(NOON.after(DAY)), false).unwrap();
    assert!(fixture.store.save_game(game.version, &over).await.unwrap().is_some());
    run_until(&fixture, DAY * 9).await;
    assert_eq!(timers_due(&fixture).await, []);
    assert_eq!(next_after(&fixture, DAY * 9).await, None);
}

#[tokio::test]
async fn the_next_timer_is_expected_as_if_the_bot_ran_on() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let hour = Duration::from_hours(1);
    run_until(&fixture, hour).await;
    assert_eq!(next_after(&fixture, hour).await, Some(REMIND_AFTER));
    assert_eq!(next_after(&fixture, 3 * hour).await, Some(REMIND_AFTER + 2 * hour), "absence");
    let reminded = fixture.store.mark_reminded(game.id, game.version).await.unwrap();
    assert_eq!(reminded, SaveResult::Saved);
    assert_eq!(next_after(&fixture, hour).await, Some(DAY));
}

#[tokio::test]
async fn running_time_is_counted_by_one_process() {
    let fixture = Fixture::new().await;
    let (store, second) = (&fixture.store, Duration::from_secs(1));
    let begun = store.running_time().await.unwrap();
    assert_eq!((begun.running, begun.beat), (RunningTime(0), Beat::FREE));
    let beats: Vec<_> = (0..20).map(|_| Beat::random()).collect();
    let counting = beats.iter().map(|&beat| store.count_running_time(Beat::FREE, beat, second));
    let counted = futures_util::future::join_all(counting).await;
    let mut saved =
        beats.iter().zip(&counted).filter(|(_, it)| matches!(it, Ok(SaveResult::Saved)));
    let (beat, _) = saved.next().unwrap();
    assert_eq!(saved.count(), 0, "only one counts");
    let stored = store.running_time().await.unwrap();
    assert_eq!((stored.running, stored.beat), (RunningTime(1_000), *beat));
}

#[tokio::test]
async fn without_a_count_the_newest_turn_has_all_its_time() {
    let fixture = Fixture::new().await;
    fixture.start_game(20, [1, 2], 100).await;
    let stored = fixture.store.running_time().await.unwrap();
    assert_eq!((stored.running, stored.beat), (RUNNING, Beat::FREE));
}

#[tokio::test]
async fn of_concurrent_timeouts_one_is_saved() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let moved = Game { moves: "44445566".parse().unwrap(), ..after_move(&game) };
    assert!(fixture.store.save_game(game.version, &moved).await.unwrap().is_some());
    let over = time_out(&moved, at(NOON.after(DAY)), false).unwrap();
    let attempts = (0..20).map(|_| fixture.store.save_game(moved.version, &over));
    let saved = futures_util::future::join_all(attempts).await;
    let stored = saved.into_iter().filter(|saved| matches!(saved, Ok(Some(_)))).count();
    assert_eq!(stored, 1);
    let record = super::record(&fixture.store, Scope::Global, PlayerId(1)).await;
    assert_eq!(record, Record { losses: 1, ..Record::default() });
}

#[tokio::test]
async fn only_a_move_resets_the_turn_timer() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    assert_eq!(
        fixture.store.mark_reminded(game.id, game.version).await.unwrap(),
        SaveResult::Saved
    );
    let reposted = Game {
        version: game.version.next(),
        board_message: message_handle(Some(9)),
        ..game.clone()
    };
    assert!(fixture.store.save_game(game.version, &reposted).await.unwrap().is_some());
    let stored = fixture.reload(&game).await;
    let expected = TurnDeadline { move_by: Some(RUNNING.after(DAY)), remind_at: None };
    assert_eq!(stored.turn.deadline, expected, "a repost keeps the stored deadlines");

    let mut moved = after_move(&stored);
    moved.turn.deadline = TurnDeadline { move_by: Some(RUNNING), remind_at: Some(RUNNING) };
    assert!(fixture.store.save_game(stored.version, &moved).await.unwrap().is_some());
    assert_eq!(fixture.reload(&game).await.turn.deadline, moved.turn.deadline);
}

#[tokio::test]
async fn postponing_a_timer_never_shortens_the_turn() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let minute = Duration::from_mins(1);
    let postpone = async |delay| {
        fixture.store.postpone(Deadline::TurnTimer(game.id), START, delay).await.unwrap();
        fixture.reload(&game).await.turn.deadline
    };
    let move_by = Some(RUNNING.after(DAY));
    run_until(&fixture, REMIND_AFTER).await;
    let until = Some(RUNNING.after(REMIND_AFTER + minute));
    assert_eq!(postpone(minute).await, TurnDeadline { move_by, remind_at: until });
    assert_eq!(timers_due(&fixture).await, []);
    assert_eq!(postpone(Duration::ZERO).await, TurnDeadline { move_by, remind_at: until });
    let reminded = fixture.store.mark_reminded(game.id, game.version).await.unwrap();
    assert_eq!(reminded, SaveResult::Saved);
    assert_eq!(postpone(minute).await, TurnDeadline { move_by, remind_at: None });
    run_until(&fixture, DAY).await;
    let later = Some(RUNNING.after(DAY + minute));
    assert_eq!(postpone(minute).await, TurnDeadline { move_by: later, remind_at: None });
}

#[tokio::test]
async fn offers_read_back_as_they_were_saved() {
    let fixture = Fixture::new().await;
    let mut game = fixture.start_game(20, [1, 2], 100).await;
    for kind in [OfferKind::Draw, OfferKind::TakeBack] {
        for by in Seat::BOTH {
            let bits = u8::try_from(game.version.0).unwrap() + 5;
            let closed = ClosedOffers(bits);
            let open_offer = Some(Offer { kind, by });
            let offered = Game { open_offer, closed_offers: closed, ..after_move(&game) };
            let saved = fixture.store.save_game(game.version, &offered).await.unwrap();
            assert!(saved.is_some());
            game = fixture.reload(&offered).await;
            assert_eq!((game.open_offer, game.closed_offers), (offered.open_offer, closed));
        }
    }
}
