//! Seasons of a server: each begins its leaderboard afresh, and ends where the next one starts.

use std::{collections::HashMap, iter::successors, time::Duration};

use clock::Timestamp;
use connect4::Seat;

use super::{
    ChannelId, GameResult, GuildId, LeaderboardId, Period, Player, PlayerId, PlayerResult, Record,
    Scope, SeasonId, SortBy, StandingContent, StandingMessage, StandingTopic, TimeZone,
    week::MIN_RIVALRY,
};
use crate::locale::Locale;

/// A season of a server. It has a board of its own, which is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Season {
    pub id: SeasonId,
    pub guild: GuildId,
    /// From 1 in each server.
    pub number: u32,
    pub started_at: Timestamp,
    /// `None` while it runs.
    pub ended_at: Option<Timestamp>,
}

impl Season {
    /// The scope of its board.
    pub const fn scope(self) -> Scope {
        Scope::Season(self)
    }

    /// The board that it is decided by. Ratings go on from season to season, so that by them the
    /// same people would always be first.
    pub const fn final_board(self) -> LeaderboardId {
        LeaderboardId { scope: self.scope(), period: Period::AllTime, sort_by: SortBy::Wins }
    }
}

named_enum! {
    /// When a server's next season starts by itself.
    #[derive(Default)]
    pub enum SeasonRhythm {
        #[default]
        ByHand = "by hand",
        /// With each month in the server's time zone.
        Month = "month",
        /// With each quarter of a year there.
        Quarter = "quarter",
    }
}

impl SeasonRhythm {
    /// When the next season starts: at midnight in a time zone. `None` if a manager starts it.
    pub fn due_after(self, now: Timestamp, zone: TimeZone) -> Option<Timestamp> {
        let months = match self {
            Self::ByHand => return None,
            Self::Month => 1,
            Self::Quarter => 3,
        };
        // That of UTC may not have begun there yet.
        let this = Some(Period::Month.began_at(now));
        let starts = successors(this, |month| Period::Month.ends_at(*month));
        let starts = starts.filter(|month| month.month() % months == 0);
        starts.map(|month| zone.hour_on(month, 0)).find(|start| *start > now)
    }
}

/// The most that midnight of a time zone is earlier than that of UTC. It is up to 12 hours later.
const EARLIEST_MIDNIGHT: Duration = Duration::from_hours(14);

/// How a server's seasons start, and where the end of one is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeasonSchedule {
    pub guild: GuildId,
    pub rhythm: SeasonRhythm,
    /// That of the server.
    pub time_zone: TimeZone,
    /// When the next one starts by itself.
    pub due_at: Option<Timestamp>,
    /// The channel in which a manager has started the first season, or last chosen a rhythm of the
    /// calendar; where they have started one since, if that channel was gone.
    pub channel: ChannelId,
    /// The server's language at Discord.
    pub guild_locale: Locale,
}

impl SeasonSchedule {
    /// With the next season after this time.
    #[must_use]
    pub fn after(self, now: Timestamp) -> Self {
        Self { due_at: self.rhythm.due_after(now, self.time_zone), ..self }
    }

    /// With the next season on the same date, at midnight in the time zone that the server has by now.
    #[must_use]
    pub fn in_new_zone(self) -> Self {
        let month = |due: Timestamp| Period::Month.began_at(due.after(EARLIEST_MIDNIGHT));
        Self { due_at: self.due_at.map(|due| self.time_zone.hour_on(month(due), 0)), ..self }
    }

    /// What became of a season, as it is to be told.
    pub const fn post(self, topic: StandingTopic, now: Timestamp) -> StandingMessage {
        let content = StandingContent::Topic(topic);
        StandingMessage::new((self.guild, self.channel), content, self.guild_locale, now)
    }
}

/// How many of a season's first are compared with each other.
pub const COMPARED: u8 = 8;

/// How often games of two people ended like this.
#[derive(Clone, Copy, Debug)]
pub struct SeasonResult {
    /// By seat.
    pub players: [PlayerId; 2],
    pub result: GameResult,
    pub games: u32,
}

/// How people did against each other in a season or a week.
#[derive(Clone, Debug, Default)]
pub struct CrossTable(pub(super) HashMap<[PlayerId; 2], Record>);

impl CrossTable {
    pub fn of(results: impl IntoIterator<Item = SeasonResult>) -> Self {
        let mut table = Self::default();
        for SeasonResult { players, result, games } in results {
            for seat in Seat::BOTH {
                let pair = [seat, seat.other()].map(|it| players[it.index()]);
                let record = table.0.entry(pair).or_default();
                if let Some(result) = PlayerResult::of(result, seat) {
                    record.add_times(result, games);
                }
            }
        }
        table
    }

    /// Of one against another, if they have played.
    pub fn record(&self, pair: [PlayerId; 2]) -> Option<Record> {
        self.0.get(&pair).copied()
    }

    /// Whom of these somebody can play, and has not.
    pub fn unplayed<'a>(&self, players: &[&'a Player], user: PlayerId) -> Vec<&'a Player> {
        let others = players.iter().filter(|it| it.id != user && !it.id.is_deleted());
        others.filter(|it| self.record([user, it.id]).is_none()).copied().collect()
    }

    /// The two of these who have played each other most often, if that is often. Who has won more is
    /// first.
    pub fn rivalry<'a>(&self, players: &[&'a Player]) -> Option<([&'a Player; 2], Record)> {
        let shown = players.iter().filter(|it| !it.id.is_deleted());
        let pairs = shown.clone().flat_map(|one| shown.clone().map(move |other| [*one, *other]));
        let records = pairs.filter_map(|pair| Some((pair, self.record(pair.map(|it| it.id))?)));
        let longest = records.max_by_key(|(_, record)| (record.games(), record.wins));
        longest.filter(|(_, record)| record.games() >= MIN_RIVALRY)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn at(year: i16, month: i8, day: i8) -> Timestamp {
        Timestamp::of_date(date(year, month, day))
    }

    fn zone(name: &str) -> TimeZone {
        TimeZone::from_name(name).unwrap()
    }

    #[test]
    fn seasons_start_with_months_and_quarters() {
        let due = |rhythm: SeasonRhythm, now| rhythm.due_after(now, TimeZone::UTC);
        let december = at(2026, 12, 31);
        assert_eq!(due(SeasonRhythm::ByHand, december), None);
        assert_eq!(due(SeasonRhythm::Month, december), Some(at(2027, 1, 1)));
        assert_eq!(due(SeasonRhythm::Month, at(2027, 1, 1)), Some(at(2027, 2, 1)));
        assert_eq!(due(SeasonRhythm::Quarter, at(2026, 5, 9)), Some(at(2026, 7, 1)));
        assert_eq!(due(SeasonRhythm::Quarter, december), Some(at(2027, 1, 1)));
    }

    #[test]
    fn seasons_start_at_midnight_in_the_servers_time_zone() {
        let hour = Duration::from_hours(1);
        for (name, starts) in [
            // With and without summer time.
            ("Europe/Berlin", [at(2026, 4, 1).before(2 * hour), at(2026, 12, 1).before(hour)]),
            ("America/New_York", [at(2026, 4, 1).after(4 * hour), at(2026, 12, 1).after(5 * hour)]),
            (
                "Pacific/Kiritimati",
                [at(2026, 4, 1), at(2026, 12, 1)].map(|it| it.before(14 * hour)),
            ),
            // A month whose summer time began at midnight.
            (
                "America/Asuncion",
                [at(2017, 10, 1), at(2018, 2, 1).before(hour)].map(|it| it.after(4 * hour)),
            ),
        ] {
            for start in starts {
                let due = |now| SeasonRhythm::Month.due_after(now, zone(name));
                let moment = Duration::from_millis(1);
                assert_eq!(due(start.before(moment)), Some(start), "{name}");
                assert_eq!(due(start.before(20 * 24 * hour)), Some(start), "{name}");
                assert!(due(start) > Some(start.after(27 * 24 * hour)), "{name}");
            }
        }
    }

    #[test]
    fn another_time_zone_keeps_the_date_of_the_next_season() {
        let march = at(2026, 3, 1);
        let moved = |from: &str, to: &str| {
            let schedule = SeasonSchedule {
                guild: GuildId(1),
                rhythm: SeasonRhythm::Month,
                time_zone: zone(from),
                due_at: None,
                channel: ChannelId(2),
                guild_locale: Locale::EnglishUs,
            };
            let schedule = schedule.after(march.before(Duration::from_hours(48)));
            SeasonSchedule { time_zone: zone(to), ..schedule }.in_new_zone().due_at
        };
        let zones = ["Pacific/Kiritimati", "Europe/Berlin", "UTC", "Pacific/Pago_Pago"];
        for from in zones {
            for to in zones {
                assert_eq!(moved(from, to), Some(zone(to).hour_on(march, 0)), "{from} to {to}");
            }
        }
    }

    #[test]
    fn a_cross_table_has_both_sides_of_each_pair() {
        let [ann, ben, cleo] = [1, 2, 3].map(PlayerId);
        let result = |players, result, games| SeasonResult { players, result, games };
        let table = CrossTable::of([
            result([ann, ben], GameResult::Won(Seat::First), 2),
            result([ben, ann], GameResult::Resigned(Seat::Second), 3),
            result([ben, ann], GameResult::Drawn, 1),
            result([ann, cleo], GameResult::TimedOut(Seat::First), 2),
        ]);
        let record = Record { wins: 3, losses: 2, draws: 1 };
        assert_eq!(table.record([ben, ann]), Some(record));
        assert_eq!(table.record([ann, ben]), Some(Record { wins: 2, losses: 3, draws: 1 }));
        assert_eq!(table.record([ben, cleo]), None);
        let [ann, ben, cleo] = [ann, ben, cleo].map(|id| Player::new(id, String::new()));
        let deleted = Player::new(PlayerId(u64::MAX), String::new());
        let players = [&ann, &ben, &cleo, &deleted];
        assert_eq!(table.rivalry(&players), Some(([&ben, &ann], record)));
        assert_eq!(table.rivalry(&[&ann, &cleo]), None, "two games");
        assert_eq!(table.unplayed(&players, ben.id), [&cleo]);
    }
}
