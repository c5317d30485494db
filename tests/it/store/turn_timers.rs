//! Turn timers.

use std::{sync::Arc, time::Duration};

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    game::{
        ClosedOffers, Game, GameResult, Offer, OfferKind, Offers, PlayerId, Record, Scope,
        TimeControl, Turn, TurnDeadline, time_out,
    },
    store::{AvailableShard, Deadline, Heartbeats, SaveResult},
};

use super::{Fixture, NOON, START, after_move, message_handle, new_challenge, new_game};

const DAY: Duration = Duration::from_hours(24);

/// When the reminder in a game that started at noon is due.
fn reminder_at() -> Timestamp {
    NOON.after(Duration::from_hours(20))
}

/// Records heartbeats of these shards of `shard_count`. Returns by how many seconds the
/// turn timers of each shard were shifted.
async fn beat(
    fixture: &Fixture,
    now: Timestamp,
    shard_count: u32,
    shards: &[u32],
) -> Vec<(u32, i64)> {
    let available = |&shard| AvailableShard { shard, advanced: Duration::ZERO };
    let available = shards.iter().map(available).collect();
    let heartbeats = Heartbeats { now, shard_count, available };
    let heartbeats = Arc::new(move || heartbeats.clone());
    let recorded = fixture.store.record_heartbeats(heartbeats).await.unwrap();
    recorded.shifts.iter().map(|shift| (shift.shard, shift.milliseconds / 1_000)).collect()
}

async fn timers_due(fixture: &Fixture, now: Timestamp) -> Vec<Deadline> {
    let due = fixture.store.due_deadlines(now).await.unwrap();
    due.into_iter().filter(|it| matches!(it, Deadline::TurnTimer(_))).collect()
}

#[tokio::test]
async fn a_timer_is_due_for_the_reminder_and_then_for_the_timeout() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    beat(&fixture, NOON.after(DAY * 9), 1, &[0]).await;
    let early = Timestamp::from_milliseconds(reminder_at().milliseconds() - 1);
    assert_eq!(timers_due(&fixture, early).await, []);
    assert_eq!(fixture.store.next_deadline(START).await.unwrap(), Some(reminder_at()));
    assert_eq!(timers_due(&fixture, reminder_at()).await, [Deadline::TurnTimer(game.id)]);
    let reminded = fixture.store.mark_reminded(game.id, game.version).await.unwrap();
    assert_eq!(reminded, SaveResult::Saved);
    let again = fixture.store.mark_reminded(game.id, game.version).await.unwrap();
    assert_eq!(again, SaveResult::Conflict, "a player is reminded once");
    assert_eq!(timers_due(&fixture, reminder_at()).await, []);
    assert_eq!(fixture.store.next_deadline(START).await.unwrap(), Some(NOON.after(DAY)));
    assert_eq!(timers_due(&fixture, NOON.after(DAY)).await, [Deadline::TurnTimer(game.id)]);
    let over = time_out(&fixture.reload(&game).await, NOON.after(DAY), false).unwrap();
    assert_eq!(fixture.store.save_game(game.version, &over).await.unwrap(), SaveResult::Saved);
    assert_eq!(timers_due(&fixture, NOON.after(DAY * 9)).await, []);
    assert_eq!(fixture.store.next_deadline(START).await.unwrap(), None);
}

#[tokio::test]
async fn of_concurrent_timeouts_one_is_saved() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let moved = Game { moves: "44".parse().unwrap(), ..after_move(&game) };
    assert_eq!(fixture.store.save_game(game.version, &moved).await.unwrap(), SaveResult::Saved);
    let over = time_out(&moved, NOON.after(DAY), false).unwrap();
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
    assert_eq!(beat(&fixture, NOON, 1, &[0]).await, []);
    let gap = Duration::from_hours(1);
    assert_eq!(beat(&fixture, NOON.after(gap), 1, &[0]).await, [(0, 3_600)]);
    assert_eq!(
        fixture.store.mark_reminded(game.id, game.version).await.unwrap(),
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
    assert_eq!(stored.turn.deadline, expected, "a repost keeps the stored deadlines");

    let mut moved = after_move(&stored);
    moved.turn.deadline = TurnDeadline { move_by: Some(NOON), remind_at: Some(NOON) };
    assert_eq!(fixture.store.save_game(stored.version, &moved).await.unwrap(), SaveResult::Saved);
    assert_eq!(fixture.reload(&game).await.turn.deadline, moved.turn.deadline);
}

#[tokio::test]
async fn a_turn_that_began_in_a_gap_gets_the_rest_of_it() {
    for shard_count in [1, 2] {
        let fixture = Fixture::new().await;
        let game = fixture.start_game(20, [1, 2], 100).await;
        beat(&fixture, NOON, shard_count, &[0]).await;
        let hour = Duration::from_hours(1);
        let began_at = NOON.after(hour);
        let deadline = TurnDeadline {
            move_by: Some(began_at.after(DAY)),
            remind_at: Some(began_at.after(DAY / 2)),
        };
        let turn = Turn { began_at, deadline, ..game.turn };
        let moved = Game { turn, ..after_move(&game) };
        assert_eq!(fixture.store.save_game(game.version, &moved).await.unwrap(), SaveResult::Saved);
        let end = NOON.after(3 * hour);
        assert_eq!(beat(&fixture, end, shard_count, &[0]).await, [(0, 3 * 3_600)]);
        let expected =
            TurnDeadline { move_by: Some(end.after(DAY)), remind_at: Some(end.after(DAY / 2)) };
        assert_eq!(fixture.reload(&game).await.turn.deadline, expected);
    }
}

#[tokio::test]
async fn a_gap_is_added_once_to_the_turns_of_live_games() {
    let fixture = Fixture::new().await;
    let live = fixture.start_game(20, [1, 2], 100).await;
    let over = fixture.start_game(21, [1, 2], 200).await;
    let over = fixture.finish_game(&over, GameResult::DrawByAgreement).await;
    assert_eq!(beat(&fixture, NOON, 1, &[0]).await, [], "the first start");
    let back = NOON.after(Duration::from_mins(30));
    let (one, other) = tokio::join!(beat(&fixture, back, 1, &[0]), beat(&fixture, back, 1, &[0]));
    assert_eq!([one, other].concat(), [(0, 1_800)], "one of two processes shifts");
    let gap = Duration::from_mins(30);
    let expected = TurnDeadline {
        move_by: Some(NOON.after(DAY + gap)),
        remind_at: Some(reminder_at().after(gap)),
    };
    assert_eq!(fixture.reload(&live).await.turn.deadline, expected);
    assert_eq!(fixture.reload(&over).await, over);
}

#[tokio::test]
async fn a_clock_set_forward_and_back_changes_no_turn() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    beat(&fixture, NOON, 1, &[0]).await;
    assert_eq!(beat(&fixture, NOON.after(DAY * 2), 1, &[0]).await, [(0, 2 * 86_400)]);
    let ahead = NOON.after(DAY * 3);
    assert_eq!(fixture.reload(&game).await.turn.deadline.move_by, Some(ahead));
    let soon = NOON.after(Duration::from_secs(10));
    assert_eq!(beat(&fixture, soon, 1, &[0]).await, [(0, 10 - 2 * 86_400)]);
    let now = NOON.after(DAY + Duration::from_secs(10));
    assert_eq!(fixture.reload(&game).await.turn.deadline.move_by, Some(now));
    let later = soon.after(Duration::from_mins(1));
    assert_eq!(beat(&fixture, later, 1, &[0]).await, [(0, 60)], "absence is still noticed");
}

#[tokio::test]
async fn a_process_that_starts_beside_others_extends_no_turn() {
    let fixture = Fixture::new().await;
    let live = fixture.start_game(20, [1, 2], 100).await;
    beat(&fixture, NOON, 1, &[0]).await;
    let mut now = NOON;
    for _ in 0..20 {
        now = now.after(Duration::from_secs(10));
        assert_eq!(beat(&fixture, now, 1, &[0]).await, []);
    }
    assert_eq!(fixture.reload(&live).await, live);
    let gap = Duration::from_secs(16);
    assert_eq!(beat(&fixture, now.after(gap), 1, &[0]).await, [(0, 16)], "none was running");
}

#[tokio::test]
async fn each_shard_has_its_own_turn_timers() {
    let fixture = Fixture::new().await;
    // All games of the fixture are in a server of shard 0.
    let game = fixture.start_game(20, [1, 2], 100).await;
    beat(&fixture, NOON, 2, &[0, 1]).await;
    let later = NOON.after(DAY * 2);
    assert_eq!(beat(&fixture, later, 2, &[1]).await, [(1, 2 * 86_400)]);
    assert_eq!(fixture.reload(&game).await, game, "the gap was another shard's");
    assert_eq!(timers_due(&fixture, later).await, [], "its own shard has no heartbeat");
    assert_eq!(fixture.store.oldest_due_deadline(later).await.unwrap(), None);
    assert_eq!(beat(&fixture, later, 2, &[0, 1]).await, [(0, 2 * 86_400)]);
    let after = later.after(DAY);
    assert_eq!(fixture.reload(&game).await.turn.deadline.move_by, Some(after));
}

#[tokio::test]
async fn a_timer_can_be_postponed() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    fixture.store.postpone(Deadline::TurnTimer(game.id), NOON.after(DAY * 2)).await.unwrap();
    assert_eq!(fixture.store.next_deadline(START).await.unwrap(), Some(NOON.after(DAY * 2)));
    beat(&fixture, NOON.after(DAY * 2), 1, &[0]).await;
    assert_eq!(timers_due(&fixture, NOON.after(DAY)).await, []);
    assert_eq!(timers_due(&fixture, NOON.after(DAY * 2)).await, [Deadline::TurnTimer(game.id)]);
}

#[tokio::test]
async fn postponing_a_timer_never_shortens_the_turn() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    beat(&fixture, NOON.after(DAY * 2), 1, &[0]).await;
    let minute = Duration::from_mins(1);
    let postpone = async |until| {
        fixture.store.postpone(Deadline::TurnTimer(game.id), until).await.unwrap();
        fixture.reload(&game).await.turn.deadline
    };
    let move_by = Some(NOON.after(DAY));
    let until = reminder_at().after(minute);
    assert_eq!(postpone(until).await, TurnDeadline { move_by, remind_at: Some(until) });
    assert_eq!(postpone(NOON).await, TurnDeadline { move_by, remind_at: Some(until) });
    let reminded = fixture.store.mark_reminded(game.id, game.version).await.unwrap();
    assert_eq!(reminded, SaveResult::Saved);
    assert_eq!(postpone(until).await, TurnDeadline { move_by, remind_at: None });
    let later = NOON.after(DAY + minute);
    let postponed = TurnDeadline { move_by: Some(later), remind_at: None };
    assert_eq!(postpone(later).await, postponed);
}

#[tokio::test]
async fn offers_read_back_as_they_were_saved() {
    let fixture = Fixture::new().await;
    let mut game = fixture.start_game(20, [1, 2], 100).await;
    for kind in [OfferKind::Draw, OfferKind::TakeBack] {
        for by in Seat::BOTH {
            let bits = u8::try_from(game.version.0).unwrap() + 5;
            let closed = ClosedOffers::from_bits(bits);
            let offers = Offers { open: Some(Offer { kind, by }), closed };
            let offered = Game { offers, ..after_move(&game) };
            let saved = fixture.store.save_game(game.version, &offered).await.unwrap();
            assert_eq!(saved, SaveResult::Saved);
            game = fixture.reload(&offered).await;
            assert_eq!((game.offers.open, game.offers.closed), (offered.offers.open, closed));
        }
    }
}

#[tokio::test]
async fn a_clock_set_back_and_corrected_shortens_no_turn() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let timer = game.turn.deadline.move_by.unwrap();
    let begun_at = game.turn.began_at;
    beat(&fixture, begun_at, 1, &[0]).await;
    assert_eq!(
        beat(&fixture, begun_at.before(Duration::from_hours(1)), 1, &[0]).await,
        [(0, -3_600)]
    );
    assert_eq!(beat(&fixture, begun_at, 1, &[0]).await, [(0, 3_600)]);
    let after = fixture.store.game(game.id).await.unwrap().unwrap();
    assert_eq!(after.turn.deadline.move_by, Some(timer));
}

#[tokio::test]
async fn a_turn_by_a_right_clock_survives_a_fast_one() {
    let fixture = Fixture::new().await;
    let jump = Duration::from_mins(5);
    beat(&fixture, NOON.before(Duration::from_secs(8)).after(jump), 1, &[0]).await;
    let mut games = Vec::new();
    for (time_control, number) in TimeControl::ALL.into_iter().zip(1..) {
        let mut terms = new_challenge(number, 2 * number, Some(2 * number + 1), 10 * number);
        terms.config.time_control = time_control;
        let challenge = fixture.create_challenge(terms).await;
        let new = new_game(&challenge, [2 * number, 2 * number + 1], 10 * number + 1);
        let started = fixture.store.start_game(&new, &message_handle(Some(number))).await;
        games.push(started.unwrap().unwrap());
    }
    let shifted = beat(&fixture, NOON.after(Duration::from_secs(2)), 1, &[0]).await;
    assert_eq!(shifted, [(0, -290)]);
    for game in games {
        let deadline = fixture.reload(&game).await.turn.deadline;
        assert_eq!(deadline, game.turn.deadline, "{:?}", game.config.time_control);
    }
}
