//! Daily puzzles in the store.

use std::{sync::Arc, time::Duration};

use clock::Clock;
use connect4::Moves;
use fourfall::{
    admin,
    computer::SearchBackendFactory,
    features::{MessageUpdate, Service, StandingBody, StandingUpdate},
    game::{
        self, ClosedPlace, MessageId, PuzzleNumber, PuzzleSchedule, StandingAttempt,
        StandingContent, StandingKind, StandingMessage, StandingOutcome, StandingState,
        StandingStep, StandingTopic, TimeZone,
    },
    message::MessageBody,
    store::{Deadline, PuzzleTry, SaveResult},
};
use futures_util::future::join_all;

use super::*;

/// Noon on the day of puzzle 10.
const TENTH_DAY: Timestamp = Timestamp::from_milliseconds(1_768_392_000_000);

/// An hour later.
const DUE: Timestamp = Timestamp::from_milliseconds(1_768_395_600_000);

fn tenth() -> PuzzleNumber {
    PuzzleNumber::of_day(TENTH_DAY)
}

/// The columns that solve a puzzle.
fn solution(number: PuzzleNumber) -> Moves {
    number.puzzle().solution().iter().copied().step_by(2).collect()
}

/// The last try of a solution.
fn solving(number: PuzzleNumber, tried_at: Timestamp) -> PuzzleTry {
    let (tries, guild) = (solution(number), Some(GUILD));
    PuzzleTry { number, tries_before: 0, tries, tried_at, mistakes: Some(0), guild }
}

#[tokio::test]
async fn a_try_is_stored_once() {
    let fixture = Fixture::new().await;
    let (store, number, ann) = (&fixture.store, tenth(), player(1));
    assert_eq!(number.get(), 10);
    for before in 0..2 {
        let mut tries = solution(number);
        tries.truncate(before + 1);
        let new =
            PuzzleTry { tries_before: before, tries, mistakes: None, ..solving(number, NOON) };
        let saved =
            join_all((0..5).map(|_| store.save_puzzle_try(interaction(), &ann, new.clone()))).await;
        let stored = saved.into_iter().filter(|it| matches!(it, Ok(SaveResult::Saved))).count();
        assert_eq!(stored, 1, "after {before} tries");
    }
    let attempt = store.puzzle_attempt(PlayerId(1), number).await.unwrap();
    assert_eq!(attempt.tries.columns().len(), 2);
}

#[tokio::test]
async fn a_late_solution_continues_the_streak_of_the_next_day() {
    let fixture = Fixture::new().await;
    let (store, number, ann) = (&fixture.store, tenth(), player(1));
    let mut first = solution(number);
    first.truncate(1);
    let begun = PuzzleTry { tries: first, mistakes: None, ..solving(number, TENTH_DAY) };
    let minutes_past = |minutes| number.ends_at().after(Duration::from_mins(minutes));
    let late = PuzzleTry { tries_before: 1, ..solving(number, minutes_past(2)) };
    for attempt in [begun, solving(number.next(), minutes_past(1)), late] {
        let saved = store.save_puzzle_try(interaction(), &ann, attempt).await.unwrap();
        assert_eq!(saved, SaveResult::Saved);
    }
    assert!(store.is_puzzle_solver(GUILD, number, PlayerId(1)).await.unwrap());
    let solved = store.solved_puzzles(PlayerId(1), number.next().next()).await.unwrap();
    assert_eq!(solved, [(number.next(), 2), (number, 1)]);
    let report = admin::check(&*fixture.store, NOON).await.unwrap();
    assert!(report.differences.is_empty(), "{:?}", report.differences);
}

#[tokio::test]
async fn a_late_solution_takes_the_place_of_a_free_day() {
    let fixture = Fixture::new().await;
    let (store, number, ann) = (&fixture.store, tenth(), player(1));
    let days = |count: u64| Duration::from_hours(24 * count);
    let mut begun = solution(number);
    begun.truncate(1);
    let begun = PuzzleTry { tries: begun, mistakes: None, ..solving(number, TENTH_DAY) };
    let minutes_past = |minutes| number.ends_at().after(Duration::from_mins(minutes));
    let late = PuzzleTry { tries_before: 1, ..solving(number, minutes_past(2)) };
    let before = [3, 2, 1].map(|ago| TENTH_DAY.before(days(ago)));
    let before = before.map(|at| solving(PuzzleNumber::of_day(at), at));
    let streak = async || store.solved_puzzles(PlayerId(1), number.next().next()).await.unwrap()[0];
    for attempt in before.into_iter().chain([begun, solving(number.next(), minutes_past(1))]) {
        let saved = store.save_puzzle_try(interaction(), &ann, attempt).await.unwrap();
        assert_eq!(saved, SaveResult::Saved);
    }
    assert_eq!(streak().await, (number.next(), 4), "the day before is free");
    let saved = store.save_puzzle_try(interaction(), &ann, late).await.unwrap();
    assert_eq!(saved, SaveResult::Saved);
    assert_eq!(streak().await, (number.next(), 5));
    let report = admin::check(&*fixture.store, NOON).await.unwrap();
    assert_eq!(report.differences, [""; 0]);
}

async fn set_time_zone(store: &Store, name: &str) {
    let zone = TimeZone::from_name(name).unwrap();
    let changed =
        store.change_settings(interaction(), GUILD, &|it| it.time_zone = zone, TENTH_DAY).await;
    changed.unwrap();
}

#[tokio::test]
async fn another_time_zone_moves_the_next_post() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    post_in(store, 20).await;
    for (zone, hours) in [("Asia/Tokyo", 16), ("America/New_York", 6), ("UTC", 1)] {
        set_time_zone(store, zone).await;
        let due = store.next_deadline(TENTH_DAY).await.unwrap();
        assert_eq!(due, Some(TENTH_DAY.after(Duration::from_hours(hours))), "13:00 {zone}");
    }
    turn_off(store).await;
    set_time_zone(store, "Asia/Tokyo").await;
    assert_eq!(store.next_deadline(TENTH_DAY).await.unwrap(), None, "it is off");
}

#[tokio::test]
async fn a_check_reports_wrong_puzzle_attempts() {
    for (change, difference) in [
        ("UPDATE puzzle_attempt SET tries = '8'", "its tries are not of that puzzle"),
        ("UPDATE puzzle_attempt SET solved_at = NULL, streak = NULL", "whether it is solved"),
        ("UPDATE puzzle_attempt SET solved_at = 0", "its streak is Some(1), and should be None"),
        ("UPDATE puzzle_attempt SET streak = 5", "its streak is Some(5), and should be Some(1)"),
        ("UPDATE puzzle_attempt SET puzzle = 9", "whether it is solved"),
    ] {
        let fixture = Fixture::new().await;
        let new = solving(tenth(), TENTH_DAY);
        let saved = fixture.store.save_puzzle_try(interaction(), &player(1), new).await.unwrap();
        assert_eq!(saved, SaveResult::Saved);
        let report = admin::check(&*fixture.store, NOON).await.unwrap();
        assert_eq!(report.differences, [""; 0]);
        fixture.database.sql().await.run(change).await;
        let report = admin::check(&*fixture.store, NOON).await.unwrap();
        let is_reported = report.differences.iter().any(|it| it.contains(difference));
        assert!(is_reported, "{change}: {:?}", report.differences);
    }
}

/// Has the puzzle posted in a channel, at first at one in the afternoon.
async fn post_in(store: &Store, channel: u64) {
    let schedule = PuzzleSchedule::new(13, TimeZone::UTC);
    let (content, channel) = (StandingContent::Daily(schedule), ChannelId(channel));
    let new = StandingMessage::new((GUILD, channel), content, Locale::EnglishUs, TENTH_DAY);
    change(store, |all| game::puzzle_here(all, new, TENTH_DAY)).await;
}

async fn change(
    store: &Store,
    choose: impl Fn(&[StandingMessage]) -> Vec<StandingMessage> + Send + Sync,
) {
    let changed = store.change_standing_messages(interaction(), GUILD, |all| Ok(choose(all))).await;
    assert_eq!(changed.unwrap(), Ok(()));
}

async fn turn_off(store: &Store) {
    let new = stored(store).await;
    change(store, |all| game::puzzle_at_hour(all, new, None, TENTH_DAY)).await;
}

async fn stored_of(store: &Store, kind: StandingKind) -> Option<StandingMessage> {
    let all = store.standing_messages(GUILD).await.unwrap();
    all.into_iter().find(|it| it.content.kind() == kind)
}

async fn stored(store: &Store) -> StandingMessage {
    stored_of(store, StandingKind::Daily).await.unwrap()
}

fn posted(message: StandingMessage) -> Option<PuzzleNumber> {
    match message.content {
        StandingContent::Daily(schedule) => schedule.posted,
        StandingContent::Topic(_) | StandingContent::Weekly(_) => None,
    }
}

/// An update that posts the puzzle of a message that was leased.
fn post_of(message: StandingMessage) -> StandingUpdate {
    let (id, topic) = (message.id.unwrap(), StandingTopic::Puzzle(tenth()));
    let attempt = StandingAttempt { id, message, topic, step: StandingStep::Post, rendering: SENT };
    let body = MessageBody::new("🧩".to_owned(), Vec::new());
    StandingUpdate { attempt, shown: StandingBody { body, names: Vec::new(), hash: SENT.hash } }
}

fn service(store: &Arc<Store>, clock: Clock) -> Service {
    Service::new(store.clone(), clock, SearchBackendFactory::default())
}

/// Leases the puzzle's post, which is due an hour after noon.
async fn lease(store: &Store) -> StandingMessage {
    let leased = stored(store).await.leased(StandingStep::Post, DUE);
    assert_eq!(store.save_standing_message(leased, &[]).await.unwrap(), SaveResult::Saved);
    stored(store).await
}

/// A service, and what it posts.
async fn post_under_way(store: &Arc<Store>) -> (Service, StandingUpdate) {
    post_in(store, 20).await;
    (service(store, Clock::frozen_at(DUE)), post_of(lease(store).await))
}

const POSTED: StandingOutcome = StandingOutcome::Posted(MessageId(5));

#[tokio::test]
async fn a_post_is_leased_by_one_process() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    post_in(store, 20).await;
    let message = stored(store).await.leased(StandingStep::Post, DUE);
    let leases = join_all((0..5).map(|_| store.save_standing_message(message, &[]))).await;
    let holders = leases.into_iter().filter(|it| matches!(it, Ok(SaveResult::Saved))).count();
    assert_eq!(holders, 1);
    let post = post_of(stored(store).await);
    service(store, Clock::frozen_at(DUE)).record_standing_message(&post, POSTED).await.unwrap();
    assert_eq!(posted(stored(store).await), Some(tenth()));
    post_in(store, 20).await;
    assert_eq!(posted(stored(store).await), Some(tenth()), "settings leave it alone");
}

#[tokio::test]
async fn a_post_is_postponed_only_to_a_later_time() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    post_in(store, 20).await;
    let due = store.next_deadline(TENTH_DAY).await.unwrap().unwrap();
    assert_eq!(due, DUE);
    // Another process leases the post, while this one could not.
    let leased = lease(store).await;
    let postpone = async |minutes| {
        let delay = Duration::from_mins(minutes);
        let deadline = Deadline::StandingMessage(leased.id.unwrap());
        store.postpone(deadline, due, delay).await.unwrap();
    };
    postpone(1).await;
    assert_eq!(store.next_deadline(TENTH_DAY).await.unwrap(), leased.due_at);
    let later = due.after(Duration::from_mins(3));
    postpone(3).await;
    assert_eq!(store.next_deadline(TENTH_DAY).await.unwrap(), Some(later));
}

#[tokio::test]
async fn managers_who_change_a_schedule_at_once_lose_nothing() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    post_in(store, 20).await;
    change(store, |all| all.iter().map(|it| it.at_hour(20, TENTH_DAY)).collect()).await;
    post_in(store, 30).await;
    let stored = stored(store).await;
    let StandingContent::Daily(schedule) = stored.content else { panic!("{stored:?}") };
    assert_eq!((stored.channel, schedule.hour), (ChannelId(30), 20));
    let due = store.next_deadline(TENTH_DAY).await.unwrap();
    assert_eq!(due, Some(TENTH_DAY.after(Duration::from_hours(8))), "at the hour chosen last");
}

#[tokio::test]
async fn a_post_does_not_undo_what_a_manager_chooses() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let (service, post) = post_under_way(store).await;
    turn_off(store).await;
    post_in(store, 30).await;
    service.record_standing_message(&post, POSTED).await.unwrap();
    let stored = stored(store).await;
    assert_eq!((stored.channel, stored.state), (ChannelId(30), StandingState::On));
    assert_eq!(posted(stored), None, "it comes there");
    let there = stored_of(store, StandingKind::Puzzle).await.unwrap();
    assert_eq!((there.channel, there.posted()), (ChannelId(20), Some(MessageId(5))));
    assert_eq!((there.state, there.due_at), (StandingState::Off, Some(DUE)), "it is deleted");
}

#[tokio::test]
async fn a_post_under_way_leaves_nothing_of_a_forgotten_server() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let (service, post) = post_under_way(store).await;
    store.delete_guild(GUILD, Vec::new()).await.unwrap();
    service.record_standing_message(&post, POSTED).await.unwrap();
    assert_eq!(store.standing_messages(GUILD).await.unwrap(), []);
}

#[tokio::test]
async fn a_post_under_way_is_tried_at_once_elsewhere() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let (service, post) = post_under_way(store).await;
    let elsewhere = StandingMessage { channel: ChannelId(30), ..post.attempt.message };
    change(store, |all| game::puzzle_here(all, elsewhere, DUE)).await;
    let refused = StandingOutcome::Refused(ClosedPlace::Forbidden);
    service.record_standing_message(&post, refused).await.unwrap();
    let stored = stored(store).await;
    assert_eq!((stored.channel, stored.refusals), (ChannelId(30), 0));
    assert_eq!(stored.due_at, Some(DUE));
}

#[tokio::test]
async fn a_post_that_waited_is_sent_only_if_it_is_wanted() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let clock = Clock::frozen_at(DUE);
    let service = service(store, clock.clone());
    let is_sent = async |message| {
        let update = MessageUpdate::Standing(Box::new(post_of(message)));
        service.refresh_update(update).await.is_some()
    };
    post_in(store, 20).await;
    assert!(
        !is_sent(stored(store).await.leased(StandingStep::Post, DUE)).await,
        "it was not leased"
    );
    let message = lease(store).await;
    assert!(is_sent(message).await);
    post_in(store, 30).await;
    assert!(!is_sent(message).await, "a manager has chosen another channel");
    post_in(store, 20).await;
    let message = lease(store).await;
    turn_off(store).await;
    assert!(!is_sent(message).await, "a manager has turned it off");
    post_in(store, 20).await;
    let message = lease(store).await;
    assert!(is_sent(message).await);
    clock.advance(Duration::from_hours(24));
    assert!(!is_sent(message).await, "its day is over");
}

#[tokio::test]
async fn a_clock_that_was_set_back_breaks_no_streak() {
    let fixture = Fixture::new().await;
    let (store, number, ann) = (&fixture.store, tenth(), player(1));
    let tomorrow = TENTH_DAY.after(Duration::from_hours(24));
    for attempt in [solving(number.next(), tomorrow), solving(number, TENTH_DAY)] {
        let saved = store.save_puzzle_try(interaction(), &ann, attempt).await.unwrap();
        assert_eq!(saved, SaveResult::Saved);
    }
    for (player, is_solver) in [(1, true), (2, false)] {
        let found = store.is_puzzle_solver(GUILD, number, PlayerId(player)).await.unwrap();
        assert_eq!(found, is_solver);
    }
    let solved = store.solved_puzzles(PlayerId(1), number.next().next()).await.unwrap();
    assert_eq!(solved, [(number.next(), 2), (number, 1)]);
    let report = admin::check(&*fixture.store, NOON).await.unwrap();
    assert!(report.differences.is_empty(), "{:?}", report.differences);
}
