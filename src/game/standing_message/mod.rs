//! Messages that the bot owes a channel: what they are about, when something is due, and what. What
//! came of it is in [`attempt`], what managers choose in [`choices`].

mod attempt;
mod choices;

use std::time::Duration;

use clock::Timestamp;

use super::{
    ChannelId, GuildId, Location, MessageId, Period, PuzzleNumber, PuzzleSchedule, SortBy,
    StandingMessageId, TimeZone, puzzle::post_delay, week_range,
};
use crate::locale::Locale;

pub use attempt::{StandingAttempt, StandingChange, StandingOutcome};
pub use choices::{
    copy_to_delete, leaderboard_here, leaderboards, puzzle_at_hour, puzzle_here,
    remove_leaderboard, week_here,
};

/// After as many refusals in a row, a message is given up.
pub const MAX_REFUSED_POSTS: u8 = 7;

/// In how many channels of a server a leaderboard may stay.
const MAX_STANDING_LEADERBOARDS: usize = 3;

/// After as many refused edits that were to remove a name, the message is deleted.
const MAX_REFUSED_REMOVALS: u8 = 2;

/// The hour of the week in words if the server has chosen none for its puzzle.
const WEEK_HOUR: u8 = 9;

/// While a message is young, it is edited once in so much time.
const YOUNG_PAUSE: Duration = Duration::from_mins(1);

/// From this age on, Discord limits how often a message may be edited.
const YOUNG: Duration = Duration::from_hours(1);

/// How long an older message rests after an edit, unless Discord has taken that for too often.
const PAUSE: Duration = Duration::from_mins(10);

/// So long after it was posted, all that a puzzle's post or a week tells is still stored: solvers are
/// cleaned up after a month.
const FACTS_KEPT_FOR: Duration = Duration::from_hours(6 * 24);

/// The longest pause between two attempts; also the age at which a new message takes the place of
/// a leaderboard's.
const DAY: Duration = Duration::from_hours(24);

/// A message that stays in a channel and is brought up to date there, or that is to be posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingMessage {
    /// `None` until it is stored.
    pub id: Option<StandingMessageId>,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub content: StandingContent,
    pub state: StandingState,
    /// How often in a row Discord has refused it.
    pub refusals: u8,
    /// Why Discord has refused it last, if it has since it took something.
    pub closed: Option<ClosedPlace>,
    /// The last one, also if it is gone.
    pub message: Option<MessageId>,
    /// `None` if there is no message, or if it is gone.
    pub posted_at: Option<Timestamp>,
    /// Whether a new message is to take its place.
    pub replaced: bool,
    /// If somebody whom it names has to go from it: how often Discord has refused that.
    pub removal: Option<u8>,
    /// How often something was begun since the last result was recorded.
    pub attempts: u8,
    /// How many posts were begun whose result is not recorded.
    pub posts: u8,
    /// How long it rests after an edit, once it is an hour old.
    pub pause: Duration,
    /// Until then it is not edited, unless a name has to go.
    pub rests_until: Timestamp,
    /// When there is something to be done, if there is.
    pub due_at: Option<Timestamp>,
    /// How often it was changed, or what it shows was.
    pub changes: i64,
    /// A hash of what it shows. `None` if that is unknown.
    pub shown: Option<i64>,
    /// The locale that Discord reports for the server.
    pub guild_locale: Locale,
}

/// What a message shows, or what brings the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingContent {
    Topic(StandingTopic),
    /// The puzzle of each day, posted at an hour of the server's.
    Daily(PuzzleSchedule),
    /// The last week in words, posted on Mondays.
    Weekly(WeekSchedule),
}

/// When a server's weeks in words are posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeekSchedule {
    /// That of the server's puzzle, if one was chosen.
    pub puzzle_hour: Option<u8>,
    pub time_zone: TimeZone,
    /// The number of the last week that was posted.
    pub told: Option<i64>,
}

impl WeekSchedule {
    /// When a week is told: not before UTC's is over, which is later in the east.
    fn due(self, guild: GuildId, week: i64) -> Timestamp {
        let (monday, hour) = (week_range(week).end, self.puzzle_hour.unwrap_or(WEEK_HOUR));
        self.time_zone.hour_on(monday, hour).max(monday).after(post_delay(guild))
    }
}

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingTopic {
    /// The server's leaderboard.
    Leaderboard { period: Period, sort_by: SortBy },
    /// A daily puzzle, with who has solved it, until the next one is posted.
    Puzzle(PuzzleNumber),
    /// A week in words, by its [number](Timestamp::week), until the next one is posted.
    Week(i64),
    /// The end of a season, by its number.
    SeasonEnd(u32),
}

named_enum! {
    /// The kinds of [`StandingContent`].
    pub enum StandingKind {
        Leaderboard = "leaderboard",
        Daily = "daily",
        Puzzle = "puzzle",
        Weekly = "week",
        Week = "told week",
        SeasonEnd = "season end",
    }
}

named_enum! {
    /// Whether a message is brought up to date.
    pub enum StandingState {
        On = "on",
        /// It is not wanted any more: what is there is deleted.
        Off = "off",
        /// The next one is there.
        Over = "over",
        /// Discord has refused it [`MAX_REFUSED_POSTS`] times in a row.
        Stopped = "stopped",
        /// Somebody has deleted it, or its channel.
        Deleted = "deleted",
    }
}

named_enum! {
    /// Why Discord refuses messages in a channel.
    pub enum ClosedPlace {
        /// The bot does not see it, or was removed from the server.
        Hidden = "hidden",
        /// The bot may not write there.
        Forbidden = "forbidden",
        /// A thread that a new message opens again.
        Archived = "archived",
        /// A thread in which only moderators write.
        Locked = "locked",
    }
}

/// What is to be done with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingStep {
    Post,
    Edit(MessageId),
    Delete(MessageId),
    /// Nothing, ever again.
    End,
}

/// What a message is to show by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendering {
    /// A hash of it.
    pub hash: i64,
    /// Whether there is nothing to tell, or nothing any more.
    pub is_empty: bool,
}

impl StandingContent {
    pub const fn kind(self) -> StandingKind {
        match self {
            Self::Daily(_) => StandingKind::Daily,
            Self::Weekly(_) => StandingKind::Weekly,
            Self::Topic(StandingTopic::Leaderboard { .. }) => StandingKind::Leaderboard,
            Self::Topic(StandingTopic::Puzzle(_)) => StandingKind::Puzzle,
            Self::Topic(StandingTopic::Week(_)) => StandingKind::Week,
            Self::Topic(StandingTopic::SeasonEnd(_)) => StandingKind::SeasonEnd,
        }
    }

    /// What a message is about that is posted now.
    pub fn topic(self, now: Timestamp) -> StandingTopic {
        match self {
            Self::Topic(topic) => topic,
            Self::Daily(_) => StandingTopic::Puzzle(PuzzleNumber::of_day(now)),
            Self::Weekly(_) => StandingTopic::Week(now.week() - 1),
        }
    }
}

impl StandingMessage {
    /// A message that is to be posted at once.
    pub const fn new(
        (guild, channel): (GuildId, ChannelId),
        content: StandingContent,
        guild_locale: Locale,
        now: Timestamp,
    ) -> Self {
        Self {
            id: None,
            guild,
            channel,
            content,
            state: StandingState::On,
            refusals: 0,
            closed: None,
            message: None,
            posted_at: None,
            replaced: false,
            removal: None,
            attempts: 0,
            posts: 0,
            pause: PAUSE,
            rests_until: now,
            due_at: Some(now),
            changes: 0,
            shown: None,
            guild_locale,
        }
    }

    pub const fn location(&self) -> Location {
        Location { guild: Some(self.guild), channel: self.channel }
    }

    pub fn is_on(&self) -> bool {
        self.state == StandingState::On
    }

    /// The message, if it is there.
    pub const fn posted(&self) -> Option<MessageId> {
        if self.posted_at.is_some() { self.message } else { None }
    }

    /// Whether it is to bring others.
    pub const fn is_schedule(&self) -> bool {
        !matches!(self.content, StandingContent::Topic(_))
    }

    /// Whether it brought puzzles on Mondays only, until the last one was solved.
    pub fn was_weekly(&self) -> bool {
        matches!(self.content, StandingContent::Daily(schedule) if schedule.was_weekly())
    }

    pub(super) fn is_leaderboard(&self) -> bool {
        self.content.kind() == StandingKind::Leaderboard
    }

    /// When a new one takes its place, if that is what comes next.
    pub fn posts_again_at(&self) -> Option<Timestamp> {
        self.due_at.filter(|_| self.replaced)
    }

    /// Whether Discord limits how often it may be edited.
    pub fn is_old(&self, now: Timestamp) -> bool {
        self.posted_at.is_some_and(|at| now >= at.after(YOUNG))
    }

    /// Whether a new message is to take its place, once an edit has told that nobody has deleted it.
    fn is_outdated(&self, now: Timestamp) -> bool {
        let is_day_old = self.posted_at.is_some_and(|at| now >= at.after(DAY));
        self.is_on() && is_day_old && !self.replaced && self.is_leaderboard()
    }

    /// Whether it is brought up to date.
    pub fn shows_news(&self, now: Timestamp) -> bool {
        self.is_on() && !self.is_past(now)
    }

    /// Whether what it tells may not be stored any more.
    fn is_past(&self, now: Timestamp) -> bool {
        let is_past = self.posted_at.is_some_and(|at| now >= at.after(FACTS_KEPT_FOR));
        is_past && matches!(self.content.kind(), StandingKind::Puzzle | StandingKind::Week)
    }

    /// When its time comes next, after `now`, if it has one.
    pub fn next_due(&self, now: Timestamp) -> Option<Timestamp> {
        match self.content {
            StandingContent::Daily(schedule) => Some(schedule.next_due(self.guild, now)),
            StandingContent::Weekly(schedule) => {
                let weeks = [now.week() - 1, now.week()].into_iter();
                let untold = weeks.filter(|week| schedule.told < Some(*week));
                untold.map(|week| schedule.due(self.guild, week)).find(|due| *due > now)
            }
            StandingContent::Topic(StandingTopic::Leaderboard { period, .. }) => {
                let begins = period.ends_at(now.before(post_delay(self.guild)))?;
                Some(begins.after(post_delay(self.guild)))
            }
            // Then all see how the day's puzzle was solved.
            StandingContent::Topic(StandingTopic::Puzzle(number)) => {
                Some(number.ends_at().after(post_delay(self.guild))).filter(|at| *at > now)
            }
            StandingContent::Topic(_) => None,
        }
    }

    /// What the last attempt was about.
    fn begun_topic(&self) -> StandingTopic {
        self.content.topic(self.rests_until.before(Duration::from_millis(1)))
    }

    /// Whether it may be posted now, given that it came due.
    pub fn is_time(&self, now: Timestamp) -> bool {
        match self.content {
            StandingContent::Topic(_) => true,
            StandingContent::Daily(schedule) => schedule.wants_post(self.guild, now),
            StandingContent::Weekly(schedule) => {
                let last_week = now.week() - 1;
                let due = schedule.due(self.guild, last_week);
                schedule.told < Some(last_week) && due <= now && now < due.after(DAY)
            }
        }
    }

    /// What is to be done, given that it came due. `None`: nothing now. A name that has to go comes
    /// before all else.
    pub fn step(&self, rendering: Rendering, now: Timestamp) -> Option<StandingStep> {
        let Rendering { hash, is_empty } = rendering;
        match (self.state, self.posted()) {
            (StandingState::Deleted, _) => None,
            (StandingState::Off, Some(message)) => Some(StandingStep::Delete(message)),
            (_, Some(message)) if self.removal.is_some() => {
                let is_refused = self.removal >= Some(MAX_REFUSED_REMOVALS);
                // Of one that may be there as well, the edit would tell nothing.
                let gives_up = is_empty || is_refused || self.posts > 0;
                let step = if gives_up { StandingStep::Delete } else { StandingStep::Edit };
                Some(step(message))
            }
            // It may be there: it is found by posting it again.
            _ if self.posts > 0 && self.begun_topic() == self.content.topic(now) => {
                Some(StandingStep::Post)
            }
            // That of a puzzle becomes a line.
            (StandingState::Over, Some(message))
                if self.content.kind() == StandingKind::Puzzle && self.shown != Some(hash) =>
            {
                Some(StandingStep::Edit(message))
            }
            (StandingState::Over, _) => Some(StandingStep::End),
            (StandingState::Stopped, _) => None,
            (StandingState::On, None) if !is_empty => {
                self.is_time(now).then_some(StandingStep::Post)
            }
            (StandingState::On | StandingState::Off, None) => {
                (!self.is_schedule()).then_some(StandingStep::End)
            }
            (StandingState::On, Some(_)) if self.shown.is_some() && self.is_past(now) => None,
            (StandingState::On, Some(message)) if is_empty => {
                (!self.is_past(now)).then_some(StandingStep::Delete(message))
            }
            (StandingState::On, Some(_)) if self.replaced => Some(StandingStep::Post),
            (StandingState::On, Some(message)) => {
                (self.shown != Some(hash)).then_some(StandingStep::Edit(message))
            }
        }
    }
}
