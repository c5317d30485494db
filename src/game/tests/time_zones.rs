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

/// The names of the zones that are found in January, as many as are shown.
fn found(typed: &str) -> Vec<&'static str> {
    let found = TimeZone::matching(typed, day(2027, 1, 20));
    found.into_iter().take(25).map(TimeZone::name).collect()
}

#[test]
fn what_people_type_leads_first_to_the_place_they_mean() {
    for (zone, all_typed) in [
        ("Europe/Berlin", &["berlin", "europe/b", "Deutschland", "CET", "CEST", "MESZ"][..]),
        ("Europe/Berlin", &["UTC+1", "gmt +01:00", "GMT+1", "+1", "UTC 1"]),
        ("America/New_York", &[" new york", "New_York", "new", "nyc", "usa", "U.S.A.", "america"]),
        ("America/New_York", &["EST", "EDT", "et", "eastern", "UTC-5", "utc−5", "GMT-05:00"]),
        ("Asia/Kolkata", &["kolkata", "calcutta", "mumbai", "india", "ind", "भारत", "IST"]),
        ("Asia/Kolkata", &["+5:30", "utc+0530", "GMT 5:30"]),
        ("America/Sao_Paulo", &["SÃO PAULO", "sao paulo", "brasil", "brazil", "UTC-3"]),
        ("Europe/Zurich", &["zürich", "zurich", "schweiz"]),
        ("Europe/Madrid", &["españa", "espana", "spain"]),
        ("America/Chicago", &["st. louis", "CST", "central"]),
        ("America/Denver", &["MST", "mountain"]),
        ("America/Los_Angeles", &["Los Ang", "california", "pst", "PT", "UTC-8"]),
        ("America/Port-au-Prince", &["port au prince", "Port-au-P"]),
        ("Asia/Tokyo", &["tokyo", "東京", "japan", "JST"]),
        ("Europe/London", &["london", "UK", "BST", "GMT", "GMT+0", "London, UK"]),
        ("Asia/Tbilisi", &["georgia"]),
        ("Europe/Warsaw", &["Wroclaw", "łódź", "lodz"]),
        ("Atlantic/Reykjavik", &["iceland"]),
        ("America/Jamaica", &["jamaica"]),
        ("Australia/Sydney", &["AEST", "austral"]),
        ("Pacific/Honolulu", &["HST"]),
        ("America/St_Johns", &["st johns", "-3:30"]),
        ("UTC", &["utc", "Zulu"]),
    ] {
        for typed in all_typed {
            assert_eq!(found(typed).first(), Some(&zone), "{typed}: {:?}", found(typed));
        }
    }
    assert_eq!(found("kath"), ["Asia/Kathmandu"]);
    assert_eq!(found("").len(), 25);
    for nowhere in ["Olympus Mons", "UTC+27", "GMT+", "+", "+a", "+9999999999", "-00é", "1"] {
        assert_eq!(found(nowhere), [""; 0], "{nowhere}");
    }
}

#[test]
fn an_offset_is_that_of_now_before_the_other_seasons() {
    let first = |typed, day| TimeZone::matching(typed, day)[0].name();
    let both = |typed| [first(typed, day(2027, 1, 20)), first(typed, day(2027, 7, 20))];
    assert_eq!(both("UTC+2"), ["Europe/Helsinki", "Europe/Berlin"]);
    assert_eq!(both("UTC-4"), ["America/Caracas", "America/New_York"]);
    assert_eq!(both("EST"), ["America/New_York"; 2]);
    assert_eq!(both("MST"), ["America/Denver"; 2]);
    assert_eq!(both("BST"), ["Europe/London"; 2]);
}

#[test]
fn what_has_no_place_is_not_found() {
    for typed in
        ["", "est", "mst", "hst", "cet", "gmt", "utc", "uct", "zulu", "etc", "5edt", "GMT+5"]
    {
        let all = TimeZone::matching(typed, day(2027, 1, 20));
        assert!(all.iter().all(|it| it.is_of_a_place()), "{typed}: {all:?}");
    }
    for name in ["Europe/Berlin", "US/Eastern", "UTC"] {
        assert!(zone(name).is_of_a_place(), "{name}");
    }
    for name in ["EST", "EST5EDT", "CET", "Etc/GMT+5", "Etc/UTC", "UCT", "Zulu", "GMT"] {
        assert!(!zone(name).is_of_a_place(), "{name}");
    }
}

#[test]
fn every_known_place_is_a_zone_and_known_once() {
    let lines = include_str!("../time_zones.txt").lines();
    let mut names: Vec<_> = lines.map(|line| line.split_once(": ").unwrap().0).collect();
    let count = names.len();
    for name in &names {
        assert_eq!(TimeZone::from_name(name).map(TimeZone::name), Some(*name));
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_zone_is_read_by_its_name() {
    assert_eq!(TimeZone::from_name("utc"), Some(TimeZone::UTC));
    assert_eq!(TimeZone::from_name("EST").map(TimeZone::name), Some("EST"), "it may be stored");
    assert_eq!(TimeZone::from_name("Berlin"), None);
}

#[test]
fn a_post_says_that_it_waits_for_its_puzzle() {
    let zone = zone("America/New_York");
    let waits = |hour, now| {
        let schedule = PuzzleSchedule::new(hour, zone);
        schedule.waits_for_puzzle(schedule.next_due(GuildId(1), now))
    };
    let (winter, summer) = (day(2027, 1, 20), day(2027, 7, 20));
    assert_eq!((waits(19, winter), waits(19, summer)), (false, true));
    assert_eq!((waits(20, winter), waits(20, summer)), (false, false));
}
