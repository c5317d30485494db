//! When a puzzle is posted, and which.

use std::time::Duration;

use clock::Timestamp;

use super::PuzzleNumber;
use crate::game::{GuildId, TimeZone};

/// The milliseconds over which the posts of one hour are spread, from the full hour on.
const SPREAD: u64 = 5 * 60 * 1_000;

/// How long after the full hour a server's posts come. The IDs of servers begin with their time of
/// creation, in milliseconds (<https://discord.com/developers/docs/reference#snowflakes>).
pub(in crate::game) const fn post_delay(guild: GuildId) -> Duration {
    Duration::from_millis((guild.0 >> 22) % SPREAD)
}

/// When a server's daily puzzle is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleSchedule {
    /// The hour of the day in the server's time zone.
    pub hour: u8,
    pub time_zone: TimeZone,
    /// The last puzzle that was posted.
    pub posted: Option<PuzzleNumber>,
    /// How many posts in a row nobody had solved before that.
    pub unsolved: u32,
    /// The last puzzle that somebody in the server has solved on its day.
    pub solved: Option<PuzzleNumber>,
}

impl PuzzleSchedule {
    /// The hour until a manager chooses another one.
    pub const DEFAULT_HOUR: u8 = 12;

    /// One by which nothing was posted yet.
    pub const fn new(hour: u8, time_zone: TimeZone) -> Self {
        Self { hour, time_zone, posted: None, unsolved: 0, solved: None }
    }

    /// After so many posts in a row that nobody has solved, puzzles come on Mondays only.
    const MAX_UNSOLVED: u32 = 7;

    /// How many posts in a row nobody has solved by now.
    fn unsolved_posts(&self) -> u32 {
        if self.posted.is_none() || self.solved >= self.posted { 0 } else { self.unsolved + 1 }
    }

    /// Whether puzzles come on Mondays only, until somebody solves one.
    pub fn is_weekly(&self) -> bool {
        self.unsolved_posts() >= Self::MAX_UNSOLVED
    }

    /// Whether they did until the last one was solved.
    pub(in crate::game) fn was_weekly(&self) -> bool {
        self.posted.is_some() && self.unsolved + 1 >= Self::MAX_UNSOLVED
    }

    /// The same once a puzzle was posted.
    pub(in crate::game) fn after_posting(self, number: PuzzleNumber) -> Self {
        Self { unsolved: self.unsolved_posts(), posted: Some(number), ..self }
    }

    /// When the post of a puzzle is due.
    pub(in crate::game) fn due(&self, guild: GuildId, number: PuzzleNumber) -> Timestamp {
        self.time_zone.hour_in_day(number.begins_at(), self.hour).after(post_delay(guild))
    }

    /// When it is due next, after `now`: not on a day whose puzzle was posted.
    pub(in crate::game) fn next_due(&self, guild: GuildId, now: Timestamp) -> Timestamp {
        let mut number = PuzzleNumber::of_day(now);
        let is_to_come = self.due(guild, number) > now && self.posted != Some(number);
        if !is_to_come {
            number = number.next();
        }
        while self.is_weekly() && !number.is_of_monday() {
            number = number.next();
        }
        self.due(guild, number)
    }

    /// Whether a post waits for its puzzle, past its hour: until midnight UTC.
    pub fn waits_for_puzzle(&self, due: Timestamp) -> bool {
        let is_at_hour = self.time_zone.time_at(due).hour() == self.hour.cast_signed();
        due.since(due.midnight()) < Duration::from_hours(1) && !is_at_hour
    }

    /// Whether the puzzle of the day is to be posted, given that the schedule came due: not before
    /// its hour, as it does when a manager chooses another one while a post is under way. A post
    /// that was missed the day before is made up for at any hour.
    pub(in crate::game) fn wants_post(&self, guild: GuildId, now: Timestamp) -> bool {
        let today = PuzzleNumber::of_day(now);
        let is_missed = self.posted.is_none_or(|last| last.next() < today) && !self.was_weekly();
        let is_its_day = !self.is_weekly() || today.is_of_monday();
        self.posted != Some(today) && is_its_day && (is_missed || self.due(guild, today) <= now)
    }
}
