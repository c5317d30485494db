use std::time::Duration;

use clock::Timestamp;
use jiff::civil::date;
use proptest::{prelude::*, sample::select, test_runner::Config};

use super::*;

const DAY: Duration = Duration::from_hours(24);

fn zone(name: &str) -> TimeZone {
    TimeZone::from_name(name).unwrap()
}

fn day(year: i16, month: i8, day: i8) -> Timestamp {
    Timestamp::of_date(date(year, month, day))
}

/// The minutes after the start of a day, UTC, at which an hour begins in a zone.
fn minutes(name: &str, day: Timestamp, hour: u8) -> u64 {
    zone(name).hour_in_day(day, hour).since(day).as_secs() / 60
}

#[test]
fn an_hour_begins_when_clocks_show_it() {
    for (name, winter, summer) in [
        ("UTC", 9 * 60, 9 * 60),
        ("Europe/Berlin", 8 * 60, 7 * 60),
        ("America/New_York", 14 * 60, 13 * 60),
        ("Asia/Kolkata", 3 * 60 + 30, 3 * 60 + 30),
        ("Pacific/Kiritimati", 19 * 60, 19 * 60),
        ("Pacific/Pago_Pago", 20 * 60, 20 * 60),
        ("Australia/Lord_Howe", 22 * 60, 22 * 60 + 30),
    ] {
        assert_eq!(minutes(name, day(2027, 1, 20), 9), winter, "{name}");
        assert_eq!(minutes(name, day(2027, 7, 20), 9), summer, "{name}");
    }
}

#[test]
fn an_hour_that_is_left_out_begins_right_after_it() {
    assert_eq!(minutes("Europe/Berlin", day(2027, 3, 28), 2), 60, "at 3:00");
    assert_eq!(minutes("America/New_York", day(2027, 3, 14), 2), 7 * 60, "at 3:00");
    // The Sunday there begins in UTC's Saturday.
    assert_eq!(minutes("Australia/Lord_Howe", day(2027, 10, 2), 2), 15 * 60 + 30, "at 2:30");
}

#[test]
fn an_hour_that_comes_twice_begins_with_the_first() {
    assert_eq!(minutes("Europe/Berlin", day(2027, 10, 31), 2), 0);
    assert_eq!(minutes("America/New_York", day(2027, 11, 7), 1), 5 * 60);
}

#[test]
fn an_hour_before_its_day_waits_for_midnight() {
    assert_eq!(minutes("America/New_York", day(2027, 1, 20), 19), 0, "at 19:00");
    assert_eq!(minutes("America/New_York", day(2027, 7, 20), 19), 0, "at 20:00");
    assert_eq!(minutes("America/New_York", day(2027, 7, 20), 20), 0);
    assert_eq!(minutes("America/New_York", day(2027, 7, 20), 18), 22 * 60);
}

proptest! {
    #![proptest_config(Config { cases: 64, ..Config::default() })]

    #[test]
    fn each_day_has_an_hour_once_each_23_to_25_hours(
        name in select(&[
            "UTC", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/St_Johns",
            "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Kathmandu", "Africa/Casablanca",
            "Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Chatham", "America/Nuuk",
        ][..]),
        hour in 0..24_u8,
    ) {
        let zone = zone(name);
        let first = day(2026, 1, 5);
        let mut before = None;
        for count in 0..730 {
            let start = first.after(count * DAY);
            let at = zone.hour_in_day(start, hour);
            prop_assert!(start <= at && at.since(start) < DAY);
            let shown = zone.time_at(at).hour().cast_unsigned();
            let is_moved = at == start || shown == (hour + 1) % 24 || shown == hour;
            prop_assert!(is_moved, "{name}: {shown}:00 instead of {hour}:00");
            let gap = before.map_or(DAY, |before| at.since(before));
            prop_assert!((Duration::from_hours(23)..=Duration::from_hours(25)).contains(&gap), "{name}, {hour}: {gap:?}");
            before = Some(at);
        }
    }
}

#[test]
fn no_rule_of_any_zone_breaks_a_day() {
    for zone in TimeZone::all() {
        for (hour, count) in [(0, 0), (2, 100), (11, 200), (23, 300)] {
            let start = day(2027, 1, 1).after(count * DAY);
            let at = zone.hour_in_day(start, hour);
            assert!(start <= at && at.since(start) < DAY, "{zone:?}");
        }
    }
    assert!(TimeZone::all().count() > 400);
}

#[test]
fn a_zone_is_found_by_its_city() {
    let names = |typed| TimeZone::matching(typed).into_iter().map(TimeZone::name);
    assert_eq!(names("berlin").collect::<Vec<_>>(), ["Europe/Berlin"]);
    assert_eq!(names(" new york").collect::<Vec<_>>(), ["America/New_York"]);
    let new: Vec<_> = names("new").take(2).collect();
    assert_eq!(new, ["America/New_York", "America/North_Dakota/New_Salem"]);
    assert!(names("europe/b").all(|name| name.starts_with("Europe/B")));
    assert_eq!(names("Olympus Mons").count(), 0);
    assert_eq!(TimeZone::from_name("utc"), Some(TimeZone::UTC));
    assert_eq!(TimeZone::from_name("Berlin"), None);
}

#[test]
fn a_post_says_that_it_waits_for_its_puzzle() {
    let zone = zone("America/New_York");
    let waits = |hour, now| {
        let schedule = PuzzleSchedule { hour, time_zone: zone, posted: None };
        schedule.waits_for_puzzle(schedule.next_due(GuildId(1), now))
    };
    let (winter, summer) = (day(2027, 1, 20), day(2027, 7, 20));
    assert_eq!((waits(19, winter), waits(19, summer)), (false, true));
    assert_eq!((waits(20, winter), waits(20, summer)), (false, false));
}
