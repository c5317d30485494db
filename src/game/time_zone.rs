//! Time zones, by the names and the rules of IANA's database, which the program brings along.

use std::{sync::LazyLock, time::Duration};

use clock::Timestamp;
use jiff::{
    SignedDuration,
    civil::Time,
    tz::{self, Offset},
};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// A time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(
    /// Such as "Europe/Berlin": one of [`NAMES`].
    &'static str,
);

/// The names of all time zones, in order.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names: Vec<String> = tz::db().available().map(|name| name.to_string()).collect();
    names.sort_unstable();
    names
});

/// A time zone that people can choose.
struct Place {
    zone: TimeZone,
    /// Its full name, its city, and what else people type for it, [simplified].
    names: Vec<String>,
}

/// Those that people mean most often first, as in the file.
static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let lines = include_str!("time_zones.txt").lines().filter_map(|line| line.split_once(": "));
    let lines: Vec<_> = lines.collect();
    let line_of = |zone: TimeZone| lines.iter().position(|(name, _)| *name == zone.0);
    let mut zones: Vec<_> = TimeZone::all().filter(|zone| zone.is_of_a_place()).collect();
    zones.sort_by_key(|zone| line_of(*zone).unwrap_or(lines.len()));
    let place = |zone: TimeZone| {
        let own = [Some(zone.0), zone.0.rsplit('/').next()].into_iter().flatten();
        let others = line_of(zone).into_iter().flat_map(|line| lines[line].1.split(", "));
        Place { zone, names: own.chain(others).map(simplified).collect() }
    };
    zones.into_iter().map(place).collect()
});

/// How far rules are looked at, before and after: each change that comes every year is in it.
const YEAR: Duration = Duration::from_hours(24 * 366);

impl TimeZone {
    pub const UTC: Self = Self("UTC");

    /// All time zones, by name.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|name| Self(name))
    }

    /// The time zone with a name, in letters of either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|zone| zone.0.eq_ignore_ascii_case(name))
    }

    /// The places that somebody may mean who types this, most likely first. What has no place, such
    /// as "EST" or "Etc/GMT+5", is none of them, but UTC is.
    pub fn matching(typed: &str, now: Timestamp) -> Vec<Self> {
        // What follows is its country.
        let place = typed.split_once(',').map_or(typed, |(place, _)| place);
        let (name, offset) = (simplified(place), typed_offset(typed));
        // With and without summer time, where there is one.
        let seasons = [now, now.after(YEAR / 2)].map(instant);
        let distance = |place: &Place| {
            let rules = place.zone.rules();
            if let Some(offset) = offset {
                return seasons.iter().position(|at| rules.to_offset(*at) == offset);
            }
            let is_abbreviation =
                |at| rules.to_offset_info(at).abbreviation().eq_ignore_ascii_case(&name);
            let abbreviation = seasons.into_iter().any(is_abbreviation).then_some(0);
            place.names.iter().filter_map(|it| name_distance(it, &name)).chain(abbreviation).min()
        };
        let places = PLACES.iter().filter_map(|place| Some((distance(place)?, place.zone)));
        let mut found: Vec<_> = places.collect();
        found.sort_by_key(|(distance, _)| *distance);
        found.into_iter().map(|(_, zone)| zone).collect()
    }

    /// The time zone of the place with this name: of the first one if there are several.
    pub fn of_place(name: &str) -> Option<Self> {
        let name = simplified(name);
        PLACES.iter().find(|place| place.names.contains(&name)).map(|place| place.zone)
    }

    /// Whether its clocks are those of a place, or UTC. Others have no summer time, and such as
    /// "Etc/GMT+5" are named after the opposite of their offset.
    pub(crate) fn is_of_a_place(self) -> bool {
        self == Self::UTC || self.0.contains('/') && !self.0.starts_with("Etc/")
    }

    pub const fn name(self) -> &'static str {
        self.0
    }

    /// What clocks show there.
    pub fn time_at(self, at: Timestamp) -> Time {
        self.rules().to_datetime(instant(at)).time()
    }

    /// When an hour of the day begins there, once in each day of UTC's, whose start is given. An
    /// hour that does not exist on a date begins with the first moment after it; one that comes
    /// twice begins with the first. If summer time puts it before the day of UTC's, it is that
    /// day's start, so that never two are in one day and none in the next.
    pub fn hour_in_day(self, day: Timestamp, hour: u8) -> Timestamp {
        let rules = self.rules();
        let changes = rules.following(instant(day.before(YEAR)));
        let changes = changes.take_while(|change| change.timestamp() < instant(day.after(YEAR)));
        // By this one, each date's hour is in a day of its own, and no summer time makes it later.
        let least =
            changes.map(|change| change.offset()).fold(rules.to_offset(instant(day)), Offset::min);
        let local = day.date().to_datetime(Time::midnight());
        let local = local.saturating_add(SignedDuration::from_secs(least.seconds().into()));
        let today = local.date();
        let is_over = today.at(hour.cast_signed(), 0, 0, 0) < local;
        let date = if is_over { today.tomorrow().unwrap_or(today) } else { today };
        self.hour_on(Timestamp::of_date(date), hour).max(day)
    }

    /// When an hour of a date of its own begins there. The date is that of a day of UTC's.
    pub fn hour_on(self, day: Timestamp, hour: u8) -> Timestamp {
        let local = day.date().at(hour.cast_signed(), 0, 0, 0);
        let begins = self.rules().to_timestamp(local).map(jiff::Timestamp::as_millisecond);
        begins.map_or(day, Timestamp::from_milliseconds)
    }

    fn rules(self) -> tz::TimeZone {
        tz::TimeZone::get(self.0).expect("the name is in the database")
    }
}

/// The same point in time, or the last one that jiff knows.
fn instant(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(at.milliseconds()).unwrap_or(jiff::Timestamp::MAX)
}

/// In small letters, without accents.
fn simplified(name: &str) -> String {
    let letters = name.trim().to_lowercase().replace(['_', '-'], " ");
    letters.nfd().filter(|it| !is_combining_mark(*it) && !['.', '\'', '’'].contains(it)).collect()
}

/// How far a name is from what was typed, both [simplified]. `None` if that is not in it.
fn name_distance(name: &str, typed: &str) -> Option<usize> {
    let at = name.find(typed)?;
    Some(match at {
        0 if name.len() == typed.len() => 0,
        0 => 1,
        _ if name[..at].ends_with([' ', '/']) => 2,
        _ => 3,
    })
}

/// What is meant by "UTC+1", "gmt -5", "+5:30", …: how much later it is there.
fn typed_offset(typed: &str) -> Option<Offset> {
    let typed = typed.to_ascii_lowercase().replace(['−', '–'], "-").replace([' ', ':'], "");
    let named = typed.strip_prefix("utc").or(typed.strip_prefix("gmt"));
    let number = named.unwrap_or(&typed);
    let digits = number.strip_prefix(['+', '-']).or(named)?;
    let sign = if number.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = digits.split_at_checked(digits.len().saturating_sub(2))?;
    let (hours, minutes) = if digits.len() < 3 { (digits, "0") } else { (hours, minutes) };
    let minutes = hours.parse::<u8>().ok().map(i32::from)? * 60 + minutes.parse::<i32>().ok()?;
    Offset::from_seconds(sign * minutes * 60).ok()
}
