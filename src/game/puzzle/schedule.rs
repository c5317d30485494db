use std::time::Duration;

use clock::Timestamp;

use super::PuzzleNumber;
use crate::{
    game::{ChannelId, GuildId, MessageId, TimeZone},
    locale::Locale,
};

/// After as many refused posts in a row, a puzzle is no longer posted.
pub const MAX_REFUSED_POSTS: u8 = 7;

/// The milliseconds over which the posts of one hour are spread, from the full hour on.
const SPREAD: u64 = 5 * 60 * 1_000;

/// How long after the full hour a server's posts come. The IDs of servers begin with their time of
/// creation, in milliseconds (<https://discord.com/developers/docs/reference#snowflakes>).
pub(in crate::game) const fn post_delay(guild: GuildId) -> Duration {
    Duration::from_millis((guild.0 >> 22) % SPREAD)
}

/// Where and when a server's daily puzzle is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleSchedule {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The hour of the day in the server's time zone.
    pub hour: u8,
    pub time_zone: TimeZone,
    pub posting: Posting,
    /// The last puzzle that was posted.
    pub posted: Option<PuzzleNumber>,
    /// The locale that Discord reports for the server.
    pub guild_locale: Locale,
}

/// Whether a server's puzzle is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posting {
    /// A manager has turned it off.
    Off,
    On {
        /// How many posts in a row Discord has refused.
        refusals: u8,
    },
    /// Discord has refused [`MAX_REFUSED_POSTS`] in a row.
    Stopped,
}

/// What became of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzlePostOutcome {
    Posted(MessageId),
    /// The bot does not see the channel any more, or may not write there.
    Refused,
    /// Discord did not accept it for another reason, for which the server can do nothing.
    Failed,
}

impl Posting {
    const fn is_on(self) -> bool {
        matches!(self, Self::On { .. })
    }

    const fn after_post(self, outcome: PuzzlePostOutcome) -> Self {
        match (self, outcome) {
            (Self::On { .. }, PuzzlePostOutcome::Posted(_)) => Self::On { refusals: 0 },
            (Self::On { refusals }, PuzzlePostOutcome::Refused)
                if refusals + 1 < MAX_REFUSED_POSTS =>
            {
                Self::On { refusals: refusals + 1 }
            }
            (Self::On { .. }, PuzzlePostOutcome::Refused) => Self::Stopped,
            (Self::On { .. }, PuzzlePostOutcome::Failed) | (Self::Off | Self::Stopped, _) => self,
        }
    }
}

impl PuzzleSchedule {
    /// The hour until a manager chooses another one.
    pub const DEFAULT_HOUR: u8 = 12;

    /// The schedule with another hour. `None` turns it off. This says nothing about the
    /// channel: if posts had stopped, the next one that is refused stops them again.
    #[must_use]
    pub fn with_hour(self, hour: Option<u8>) -> Self {
        let Some(hour) = hour else { return Self { posting: Posting::Off, ..self } };
        let posting = match self.posting {
            Posting::Off => Posting::On { refusals: 0 },
            Posting::On { .. } => self.posting,
            Posting::Stopped => Posting::On { refusals: MAX_REFUSED_POSTS - 1 },
        };
        Self { hour, posting, ..self }
    }

    /// When the post of a puzzle is due.
    fn due(&self, number: PuzzleNumber) -> Timestamp {
        self.time_zone.hour_in_day(number.begins_at(), self.hour).after(post_delay(self.guild))
    }

    /// When it is due next, after `now`, if it is on: not on a day whose puzzle was posted.
    pub fn due_after(&self, now: Timestamp) -> Option<Timestamp> {
        let number = PuzzleNumber::of_day(now);
        let today = self.due(number);
        let is_to_come = today > now && self.posted != Some(number);
        let next = if is_to_come { today } else { self.due(number.next()) };
        self.posting.is_on().then_some(next)
    }

    /// Whether a post waits for its puzzle, past its hour: until midnight UTC.
    pub fn waits_for_puzzle(&self, due: Timestamp) -> bool {
        let is_at_hour = self.time_zone.time_at(due).hour() == self.hour.cast_signed();
        due.since(due.midnight()) < Duration::from_hours(1) && !is_at_hour
    }

    /// Whether the puzzle of the day is to be posted, given that the schedule came due: not before
    /// its hour, as it does when a manager chooses another one while a post is under way. A post
    /// that was missed the day before is made up for at any hour.
    pub fn wants_post(&self, now: Timestamp) -> bool {
        let today = PuzzleNumber::of_day(now);
        let is_early =
            self.due(today) > now && self.posted.is_some_and(|last| last.next() == today);
        self.posting.is_on() && self.posted != Some(today) && !is_early
    }

    /// Whether a post that waited is still to be sent: its day is not over, and meanwhile
    /// nothing else was posted, and no manager turned it off or chose another channel.
    pub fn still_wants(&self, number: PuzzleNumber, channel: ChannelId, now: Timestamp) -> bool {
        let is_new = self.posted != Some(number) && number == PuzzleNumber::of_day(now);
        self.posting.is_on() && is_new && self.channel == channel
    }

    /// What becomes of it after a post, and when the next one is due, if any: on the day after,
    /// since a refused puzzle is not tried again on its day, unless a manager changes the
    /// schedule.
    pub fn after_post(
        &self,
        number: PuzzleNumber,
        outcome: PuzzlePostOutcome,
    ) -> (Posting, Option<Timestamp>) {
        let posting = self.posting.after_post(outcome);
        (posting, posting.is_on().then(|| self.due(number.next())))
    }
}
