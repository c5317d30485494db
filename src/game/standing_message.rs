use std::time::Duration;

use clock::Timestamp;

use super::{
    ChannelId, GuildId, Location, MessageId, Period, PuzzleNumber, PuzzleSchedule, SortBy,
    TimeZone, last_week, puzzle::post_delay,
};
use crate::locale::Locale;

/// After as many refusals in a row, a message is given up.
pub const MAX_REFUSED_POSTS: u8 = 7;

/// In how many channels of a server a leaderboard may stay.
pub const MAX_STANDING_LEADERBOARDS: usize = 3;

/// While a message is young, it is edited once in so much time.
const YOUNG_PAUSE: Duration = Duration::from_mins(1);

/// From this age on, Discord limits how often a message may be edited.
const YOUNG: Duration = Duration::from_hours(1);

/// How long an older message rests after an edit, unless Discord has taken that for too often.
const PAUSE: Duration = Duration::from_mins(10);

/// The longest pause between two edits; also the age at which a new message takes the place of a
/// leaderboard's.
const DAY: Duration = Duration::from_hours(24);

/// When a message was posted in whose place a new one is to come.
const LONG_AGO: Timestamp = Timestamp::from_milliseconds(0);

/// A message that stays in a channel, and is brought up to date there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingMessage {
    pub guild: GuildId,
    pub channel: ChannelId,
    pub content: StandingContent,
    pub state: StandingState,
    /// The last one, also if it is gone.
    pub message: Option<MessageId>,
    /// `None` if there is no message, or if it is gone; 1970 if a new one is to take its place.
    pub posted_at: Option<Timestamp>,
    /// How long it rests after an edit, once it is an hour old.
    pub pause: Duration,
    /// Until then it is not edited.
    pub rests_until: Timestamp,
    /// When there is something to be done, if there is.
    pub due_at: Option<Timestamp>,
    /// How often what it shows has changed, or what was done with it was recorded.
    pub changes: i64,
    /// A hash of what it shows.
    pub shown: Option<i64>,
    /// The locale that Discord reports for the server.
    pub guild_locale: Locale,
}

/// What a message shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingContent {
    /// The server's leaderboard.
    Leaderboard { period: Period, sort_by: SortBy },
    /// The puzzle of each day, posted at an hour of the server's. What was posted is a message of
    /// its own from then on: it is brought up to date also if the next one comes elsewhere.
    Daily(PuzzleSchedule),
    /// The server's post of a daily puzzle, with who has solved it.
    Puzzle(PuzzleNumber),
    /// The last week in words, posted on Mondays from this hour of the server's on.
    Week { hour: u8, time_zone: TimeZone },
}

named_enum! {
    /// What messages show. A channel has at most one of each kind.
    pub enum StandingKind {
        Leaderboard = "leaderboard",
        Daily = "daily",
        Puzzle = "puzzle",
        Week = "week",
    }
}

/// Whether a message is brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingState {
    On {
        /// How often in a row Discord has refused it.
        refusals: u8,
    },
    /// A manager has removed it.
    Off,
    /// Discord has refused it [`MAX_REFUSED_POSTS`] times in a row.
    Stopped,
    /// Somebody has deleted it, or its channel.
    Deleted,
}

/// What is to be done with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingStep {
    /// Post a new one, and then delete the old one, if it is there.
    Post {
        old: Option<MessageId>,
    },
    /// Post this puzzle.
    PostPuzzle(PuzzleNumber),
    Edit(MessageId),
    Delete(MessageId),
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingOutcome {
    Posted(MessageId),
    PuzzlePosted(PuzzleNumber, MessageId),
    /// It shows what it should.
    UpToDate,
    /// It was edited too often.
    TooManyEdits,
    /// The bot does not see the channel, or may not write there.
    Refused,
    /// The message or its channel is not there any more.
    Gone,
    /// Discord did not accept it for another reason, for which the server can do nothing.
    Failed,
}

impl StandingContent {
    pub const fn kind(self) -> StandingKind {
        match self {
            Self::Leaderboard { .. } => StandingKind::Leaderboard,
            Self::Daily(_) => StandingKind::Daily,
            Self::Puzzle(_) => StandingKind::Puzzle,
            Self::Week { .. } => StandingKind::Week,
        }
    }
}

impl StandingState {
    const fn refused(self) -> Self {
        match self {
            Self::On { refusals } if refusals + 1 < MAX_REFUSED_POSTS => {
                Self::On { refusals: refusals + 1 }
            }
            Self::On { .. } => Self::Stopped,
            state => state,
        }
    }
}

impl StandingMessage {
    /// The hour of the week in words if the server's puzzle is not posted.
    pub const WEEK_HOUR: u8 = 9;

    /// A message that is to be posted at once.
    pub const fn new(
        (guild, channel): (GuildId, ChannelId),
        content: StandingContent,
        guild_locale: Locale,
        now: Timestamp,
    ) -> Self {
        Self {
            guild,
            channel,
            content,
            state: StandingState::On { refusals: 0 },
            message: None,
            posted_at: None,
            pause: PAUSE,
            rests_until: now,
            due_at: Some(now),
            changes: 0,
            shown: None,
            guild_locale,
        }
    }

    /// The post of a puzzle that was just made. It is looked at once more: somebody may have solved
    /// the puzzle while it was under way.
    #[must_use]
    pub fn puzzle(self, number: PuzzleNumber, message: MessageId, now: Timestamp) -> Self {
        let rests_until = now.after(YOUNG_PAUSE);
        let location = (self.guild, self.channel);
        Self {
            message: Some(message),
            posted_at: Some(now),
            rests_until,
            due_at: Some(rests_until),
            shown: self.shown.filter(|_| is_new(message, now)),
            ..Self::new(location, StandingContent::Puzzle(number), self.guild_locale, now)
        }
    }

    /// The same in this channel, the next time it is due; a week that is being refused elsewhere, at
    /// once.
    #[must_use]
    pub fn moved_to(self, channel: ChannelId, guild_locale: Locale, now: Timestamp) -> Self {
        let state = StandingState::On { refusals: 0 };
        let is_refused = matches!(self.state, StandingState::On { refusals: 1.. });
        let is_week = self.content.kind() == StandingKind::Week;
        let due_at = if is_refused && is_week { Some(now) } else { self.next_due(now) };
        Self { channel, guild_locale, state, rests_until: now, due_at, ..self }
    }

    /// The daily puzzle at this hour. That says nothing about the channel: if posts had stopped, the
    /// next one that is refused stops them again.
    #[must_use]
    pub fn at_hour(self, hour: u8, now: Timestamp) -> Self {
        let StandingContent::Daily(schedule) = self.content else { return self };
        let content = StandingContent::Daily(PuzzleSchedule { hour, ..schedule });
        let state = match self.state {
            StandingState::On { .. } => self.state,
            StandingState::Stopped => StandingState::On { refusals: MAX_REFUSED_POSTS - 1 },
            StandingState::Off | StandingState::Deleted => StandingState::On { refusals: 0 },
        };
        let changed = Self { content, state, ..self };
        Self { due_at: changed.next_due(now), ..changed }
    }

    #[must_use]
    pub const fn turned_off(self) -> Self {
        Self { state: StandingState::Off, due_at: None, ..self }
    }

    /// The same after its server has chosen another time zone. The daily puzzle comes at once if its
    /// hour is over there.
    #[must_use]
    pub fn in_new_zone(self, now: Timestamp) -> Self {
        let StandingContent::Daily(schedule) = self.content else { return self };
        let today = schedule.due(self.guild, PuzzleNumber::of_day(now));
        let is_late =
            schedule.posted.is_some() && today <= now && schedule.wants_post(self.guild, now);
        let due = if is_late { Some(now) } else { self.next_due(now) };
        Self { due_at: due.filter(|_| self.is_on()), ..self }
    }

    pub const fn location(&self) -> Location {
        Location { guild: Some(self.guild), channel: self.channel }
    }

    pub const fn is_on(&self) -> bool {
        matches!(self.state, StandingState::On { .. })
    }

    /// The message, if it is there.
    const fn posted(&self) -> Option<MessageId> {
        if self.posted_at.is_some() { self.message } else { None }
    }

    /// When a new one takes its place, if that is what comes next.
    pub fn posts_again_at(&self) -> Option<Timestamp> {
        self.due_at.filter(|_| self.posted_at == Some(LONG_AGO))
    }

    /// Whether Discord limits how often it may be edited.
    pub fn is_old(&self, now: Timestamp) -> bool {
        self.posted_at.is_some_and(|at| now >= at.after(YOUNG))
    }

    /// Whether a new message is to take its place, once an edit has told that nobody has deleted it.
    pub fn is_outdated(&self, now: Timestamp) -> bool {
        let is_day_old = self.posted_at.is_some_and(|at| at != LONG_AGO && now >= at.after(DAY));
        self.is_on() && is_day_old && self.content.kind() == StandingKind::Leaderboard
    }

    /// When its time comes next, after `now`, if it has one.
    pub fn next_due(&self, now: Timestamp) -> Option<Timestamp> {
        match self.content {
            StandingContent::Leaderboard { period, .. } => {
                let begins = period.ends_at(now.before(post_delay(self.guild)))?;
                Some(begins.after(post_delay(self.guild)))
            }
            StandingContent::Daily(schedule) => Some(schedule.next_due(self.guild, now)),
            StandingContent::Puzzle(_) => None,
            StandingContent::Week { hour, time_zone } => {
                let mondays = [last_week(now).end, Period::Week.ends_at(now)?];
                let due = mondays.map(|monday| week_due(self.guild, time_zone, monday, hour));
                let is_posted = self.is_posted_since(mondays[0]);
                due.into_iter().skip(is_posted.into()).find(|due| *due > now)
            }
        }
    }

    /// Whether it is there since then.
    fn is_posted_since(&self, since: Timestamp) -> bool {
        self.posted_at.is_some_and(|at| at >= since)
    }

    /// What is to be done, given that it came due.
    pub fn step(&self, now: Timestamp) -> Option<StandingStep> {
        let posted = self.posted();
        match (self.state, self.content) {
            (StandingState::On { .. }, StandingContent::Leaderboard { .. }) => {
                let edit = posted.filter(|_| self.posted_at != Some(LONG_AGO));
                Some(edit.map_or(StandingStep::Post { old: posted }, StandingStep::Edit))
            }
            (StandingState::On { .. }, StandingContent::Daily(schedule)) => schedule
                .wants_post(self.guild, now)
                .then(|| StandingStep::PostPuzzle(PuzzleNumber::of_day(now))),
            (StandingState::On { .. }, StandingContent::Puzzle(_)) => {
                posted.map(StandingStep::Edit)
            }
            (StandingState::On { .. }, StandingContent::Week { hour, time_zone }) => {
                let monday = last_week(now).end;
                let due = week_due(self.guild, time_zone, monday, hour);
                let is_time = due <= now && now < due.after(DAY);
                if is_time && !self.is_posted_since(monday) {
                    return Some(StandingStep::Post { old: None });
                }
                posted.map(StandingStep::Edit)
            }
            // What was posted stays.
            (StandingState::Off, StandingContent::Daily(_) | StandingContent::Week { .. })
            | (StandingState::Stopped | StandingState::Deleted, _) => None,
            (StandingState::Off, _) => posted.map(StandingStep::Delete),
        }
    }

    /// The message after a step that ended at `now`.
    #[must_use]
    pub fn after(self, outcome: StandingOutcome, now: Timestamp) -> Self {
        if let StandingContent::Daily(schedule) = self.content {
            return self.after_puzzle(schedule, outcome, now);
        }
        let is_known = match outcome {
            StandingOutcome::Posted(message) => is_new(message, now),
            _ => outcome == StandingOutcome::UpToDate,
        };
        Self { shown: self.shown.filter(|_| is_known), ..self }.with_outcome(outcome, now)
    }

    /// A puzzle that is refused is not tried again on its day.
    fn after_puzzle(
        self,
        schedule: PuzzleSchedule,
        outcome: StandingOutcome,
        now: Timestamp,
    ) -> Self {
        let PuzzleSchedule { posted, .. } = schedule;
        let tried_until = now.max(schedule.due(self.guild, PuzzleNumber::of_day(now)));
        let (state, posted, from) = match outcome {
            StandingOutcome::PuzzlePosted(number, _) => {
                (StandingState::On { refusals: 0 }, Some(number), now)
            }
            StandingOutcome::UpToDate => (self.state, posted, now),
            StandingOutcome::Refused | StandingOutcome::Gone => {
                (self.state.refused(), posted, tried_until)
            }
            _ => (self.state, posted, tried_until),
        };
        let content = StandingContent::Daily(PuzzleSchedule { posted, ..schedule });
        let after = Self { content, state, ..self };
        Self { due_at: after.next_due(from).filter(|_| after.is_on()), ..after }
    }

    fn with_outcome(self, outcome: StandingOutcome, now: Timestamp) -> Self {
        let on = StandingState::On { refusals: 0 };
        match outcome {
            StandingOutcome::Posted(message) | StandingOutcome::PuzzlePosted(_, message) => {
                let posted =
                    Self { message: Some(message), posted_at: Some(now), pause: PAUSE, ..self };
                let posted = posted.resting(on, now);
                let due_at =
                    if posted.shown.is_some() { posted.due_at } else { Some(posted.rests_until) };
                Self { due_at, ..posted }
            }
            StandingOutcome::UpToDate | StandingOutcome::TooManyEdits if self.is_outdated(now) => {
                Self { state: on, posted_at: Some(LONG_AGO), shown: None, ..self }.again_at(now)
            }
            StandingOutcome::UpToDate | StandingOutcome::Failed if self.is_on() => {
                self.resting(on, now)
            }
            StandingOutcome::TooManyEdits => {
                let pause = (2 * self.pause).min(DAY);
                Self { pause, ..self }.again_at(now.after(pause))
            }
            StandingOutcome::Refused => {
                let refused = Self { state: self.state.refused(), due_at: None, ..self };
                let StandingState::On { refusals } = refused.state else { return refused };
                let wait = Duration::from_hours(1) * 2_u32.pow(u32::from(refusals) - 1);
                refused.again_at(now.after(wait.min(DAY)))
            }
            // Of a week's post: the next one comes all the same.
            StandingOutcome::Gone
                if self.is_on()
                    && matches!(self.content, StandingContent::Week { .. })
                    && self.posted_at.is_some() =>
            {
                self.resting(self.state, now)
            }
            StandingOutcome::Gone if self.is_on() => {
                let state = StandingState::Deleted;
                Self { state, posted_at: None, due_at: None, ..self }
            }
            StandingOutcome::Gone | StandingOutcome::UpToDate | StandingOutcome::Failed => {
                Self { posted_at: None, due_at: None, ..self }
            }
        }
    }

    /// Until when it rests after an edit, and when it changes by itself.
    fn resting(self, state: StandingState, now: Timestamp) -> Self {
        let next = now.after(YOUNG_PAUSE);
        let is_young = self.posted_at.is_some_and(|at| next < at.after(YOUNG));
        let rests_until = if is_young { next } else { now.after(self.pause) };
        let due_at = self.next_due(now).map(|at| at.max(rests_until));
        Self { state, rests_until, due_at, ..self }
    }

    const fn again_at(self, at: Timestamp) -> Self {
        Self { rests_until: at, due_at: Some(at), ..self }
    }
}

/// Whether a message that was just posted is not one that an earlier attempt has posted, with
/// which Discord answers if a nonce is repeated: what that shows may be out of date.
fn is_new(message: MessageId, now: Timestamp) -> bool {
    now < message.created_at().after(YOUNG_PAUSE)
}

/// When the week that ended on a Monday is told there: not before UTC's week is over, which is later
/// in the east.
fn week_due(guild: GuildId, zone: TimeZone, monday: Timestamp, hour: u8) -> Timestamp {
    zone.hour_on(monday, hour).max(monday).after(post_delay(guild))
}
