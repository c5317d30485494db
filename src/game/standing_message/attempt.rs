//! What came of an attempt to do something with a message that stays.

use std::time::Duration;

use clock::Timestamp;

use super::{
    ClosedPlace, DAY, MAX_REFUSED_POSTS, MAX_REFUSED_REMOVALS, PAUSE, Rendering, StandingContent,
    StandingMessage, StandingState, StandingStep, StandingTopic, WeekSchedule, YOUNG, YOUNG_PAUSE,
};
use crate::game::{MessageId, PuzzleNumber, StandingMessageId};

/// When what was begun is tried again, perhaps by another process, if its result is unknown: soon
/// enough that Discord recognises the nonce of a post, should it have been posted. From the third time
/// on, it takes twice as long each time.
const LEASE_TIME: Duration = Duration::from_mins(2);

/// The longest pause between two such attempts.
const LONGEST_LEASE: Duration = Duration::from_hours(1);

/// An attempt to do something with a message.
#[derive(Clone, Copy, Debug)]
pub struct StandingAttempt {
    pub id: StandingMessageId,
    /// As it was [leased](StandingMessage::leased).
    pub message: StandingMessage,
    /// What it is about.
    pub topic: StandingTopic,
    pub step: StandingStep,
    /// What it is to show.
    pub rendering: Rendering,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingOutcome {
    Posted(MessageId),
    Edited,
    Deleted,
    /// It cannot be edited, as another application has posted it.
    NotTheAuthor,
    /// It was edited too often.
    TooManyEdits,
    Refused(ClosedPlace),
    /// The message is not there any more.
    Gone,
    /// Nor is the channel.
    ChannelGone,
    /// Discord did not accept it for another reason, for which the server can do nothing.
    Failed,
}

/// What is to be stored after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingChange {
    /// The message; `None` if nothing will be done with it any more.
    pub message: Option<StandingMessage>,
    /// What brings the next one; or an old one, or a copy, that is to be deleted.
    pub new: Option<StandingMessage>,
}

impl StandingAttempt {
    /// A text of at most 25 characters, by which Discord recognises that a message was posted
    /// before: it is that of the message in whose place this one comes, or of what is told.
    pub fn nonce(&self) -> String {
        let before = match (self.message.message, self.topic) {
            (Some(message), _) => message.0,
            (None, StandingTopic::Puzzle(number)) => number.get().into(),
            (None, StandingTopic::Week(number)) => number.unsigned_abs(),
            (None, _) => 0,
        };
        format!("{:x}-{before:x}", self.id.0)
    }

    /// Whether nothing has taken the lease away: another attempt, a manager, or somebody who has to go.
    pub fn is_leased(&self, stored: &StandingMessage) -> bool {
        let lease = |it: &StandingMessage| (it.due_at, it.attempts, it.state);
        lease(stored) == lease(&self.message)
    }

    /// What is to be stored, given what is stored by now.
    pub fn change(
        &self,
        stored: StandingMessage,
        outcome: StandingOutcome,
        now: Timestamp,
    ) -> StandingChange {
        let is_same_message = stored.posted_at.is_some() && stored.message == self.message.message;
        // Perhaps by an earlier attempt.
        let is_deleted = outcome == StandingOutcome::Deleted
            || matches!(self.step, StandingStep::Delete(_)) && self.message.attempts > 1;
        let message = match outcome {
            StandingOutcome::Posted(message) => return self.posted(stored, message, now),
            StandingOutcome::Deleted | StandingOutcome::Gone if is_same_message && is_deleted => {
                Some(stored.without_message(now))
            }
            StandingOutcome::Gone if is_same_message => stored.gone(),
            StandingOutcome::ChannelGone if stored.channel == self.message.channel => stored.gone(),
            _ if !self.is_leased(&stored) => {
                let begun = |it: &StandingMessage| (it.message, it.attempts);
                let is_last = begun(&stored) == begun(&self.message);
                let stored = if is_last { self.without_post(stored) } else { stored };
                Some(stored.resent(now))
            }
            StandingOutcome::Edited if stored.is_outdated(now) => Some(stored.to_be_replaced(now)),
            StandingOutcome::Edited => {
                let edited = StandingMessage { shown: Some(self.rendering.hash), ..stored };
                Some(self.with_changes(edited.accepted(now)))
            }
            StandingOutcome::Refused(_) | StandingOutcome::Failed
                if self.step == StandingStep::Post && !stored.is_on() =>
            {
                Some(self.without_post(stored).not_found(now))
            }
            StandingOutcome::Refused(closed) if self.is_removal(&stored) => {
                Some(stored.refused_removal(Some(closed), now))
            }
            StandingOutcome::Refused(closed) => {
                Some(self.without_post(stored).refused(closed, now))
            }
            _ if self.is_removal(&stored) => Some(stored.refused_removal(None, now)),
            StandingOutcome::NotTheAuthor if stored.is_leaderboard() => {
                Some(stored.to_be_replaced(now))
            }
            StandingOutcome::NotTheAuthor => stored.gone(),
            StandingOutcome::TooManyEdits if stored.is_outdated(now) => {
                Some(stored.to_be_replaced(now))
            }
            StandingOutcome::TooManyEdits => Some(stored.edited_too_often(now)),
            _ if self.step != StandingStep::Post => Some(self.with_changes(stored.not_edited(now))),
            _ => Some(self.without_post(stored).again_after(DAY, now)),
        };
        StandingChange { message, new: None }
    }

    /// A message after this attempt has posted none.
    fn without_post(&self, stored: StandingMessage) -> StandingMessage {
        let posts = stored.posts.saturating_sub((self.step == StandingStep::Post).into());
        StandingMessage { posts, ..stored }
    }

    /// Whether it was to take a name away, or all of the message.
    fn is_removal(&self, stored: &StandingMessage) -> bool {
        match self.step {
            StandingStep::Post | StandingStep::End => false,
            StandingStep::Edit(_) => stored.removal.is_some(),
            StandingStep::Delete(_) => true,
        }
    }

    /// What a schedule has posted is a message of its own from then on: it is brought up to date also
    /// if the next one comes elsewhere.
    fn posted(&self, stored: StandingMessage, id: MessageId, now: Timestamp) -> StandingChange {
        let is_same_content = stored.content.kind() == self.message.content.kind()
            || stored.content == StandingContent::Topic(self.topic);
        let is_same = stored.message == self.message.message && is_same_content;
        if !is_same {
            // Another process has posted one meanwhile.
            let new = (stored.message != Some(id)).then(|| self.unwanted(id, now));
            return StandingChange { message: Some(stored.resent(now)), new };
        }
        let is_leased = self.is_leased(&stored);
        // With a repeated nonce, Discord answers with what an earlier attempt has posted, which may
        // show something else.
        let is_known = is_leased && stored.posts == 1;
        let posted = StandingMessage {
            message: Some(id),
            posted_at: Some(now),
            pause: PAUSE,
            replaced: false,
            posts: 0,
            shown: Some(self.rendering.hash).filter(|_| is_known),
            ..stored
        };
        let (posted, new) = if stored.is_schedule() {
            let content = StandingContent::Topic(self.topic);
            let (channel, state) = (self.message.channel, StandingState::On);
            let next = stored.after_telling(self.topic, now);
            (StandingMessage { channel, content, state, ..posted }, Some(next))
        } else {
            // The one in whose place it comes goes.
            let old = stored.posted().filter(|old| *old != id);
            (posted, old.map(|old| self.unwanted(old, now)))
        };
        let accepted = self.with_changes(posted.accepted(now));
        // Somebody may have solved the puzzle while it was under way.
        let is_looked_at = !is_known || matches!(self.topic, StandingTopic::Puzzle(_));
        let may_name = posted.removal.is_some() && !is_known;
        let message = if !is_leased || !posted.is_on() || may_name || self.rendering.is_empty {
            StandingMessage { removal: posted.removal, due_at: Some(now), ..accepted }
        } else if is_looked_at {
            StandingMessage { due_at: Some(accepted.rests_until), ..accepted }
        } else {
            accepted
        };
        StandingChange { message: Some(message), new }
    }

    /// What becomes of another message of its server once this one was posted by a schedule.
    pub fn superseded(&self, other: StandingMessage, now: Timestamp) -> Option<StandingMessage> {
        let kind = StandingContent::Topic(self.topic).kind();
        let is_other = other.content.kind() == kind && other.id != Some(self.id);
        let is_over = is_other && other.state != StandingState::Off;
        // What is found is deleted.
        let state = if other.posts > 0 { StandingState::Off } else { StandingState::Over };
        is_over.then_some(StandingMessage { state, due_at: Some(now), ..other })
    }

    /// A message that is to be deleted.
    fn unwanted(&self, id: MessageId, now: Timestamp) -> StandingMessage {
        let StandingMessage { guild, channel, guild_locale, .. } = self.message;
        let content = StandingContent::Topic(self.topic);
        StandingMessage::new((guild, channel), content, guild_locale, now).unwanted(id, now)
    }

    /// What has changed during the attempt is sent after the rest.
    fn with_changes(&self, after: StandingMessage) -> StandingMessage {
        let is_changed = after.changes != self.message.changes && after.is_on();
        let due_at = if is_changed { Some(after.rests_until) } else { after.due_at };
        StandingMessage { due_at, ..after }
    }
}

impl StandingMessage {
    /// This message, which is there, and is to be deleted.
    pub(super) fn unwanted(self, id: MessageId, now: Timestamp) -> Self {
        Self { state: StandingState::Off, message: Some(id), posted_at: Some(now), ..self }
    }

    /// The same while a process does something about it. It is due again when that has taken too
    /// long; a daily puzzle, before it would be another one.
    #[must_use]
    pub fn leased(self, step: StandingStep, now: Timestamp) -> Self {
        let longest = if self.removal.is_some() { PAUSE } else { LONGEST_LEASE };
        // The first two end while Discord knows the nonce of a post.
        let until = now.after(growing(self.attempts.saturating_sub(1), longest));
        let until = match self.content {
            StandingContent::Daily(_) => until.min(PuzzleNumber::of_day(now).ends_at()),
            _ => until,
        };
        let attempts = self.attempts.saturating_add(1);
        let posts = self.posts.saturating_add(u8::from(step == StandingStep::Post));
        Self { attempts, posts, rests_until: until, due_at: Some(until), shown: None, ..self }
    }

    /// The same if nothing was to be done when it came due.
    #[must_use]
    pub fn idle(self, now: Timestamp) -> Self {
        let due_at = self.next_due(now).filter(|_| self.is_on());
        // What an earlier day's schedule has begun cannot be found any more.
        let posts = if self.is_schedule() { 0 } else { self.posts };
        Self { removal: None, attempts: 0, posts, due_at, ..self }
    }

    /// A schedule after what it brings was posted.
    fn after_telling(self, topic: StandingTopic, now: Timestamp) -> Self {
        let content = match (self.content, topic) {
            (StandingContent::Daily(schedule), StandingTopic::Puzzle(number)) => {
                StandingContent::Daily(schedule.after_posting(number))
            }
            (StandingContent::Weekly(schedule), StandingTopic::Week(week)) => {
                StandingContent::Weekly(WeekSchedule { told: Some(week), ..schedule })
            }
            (content, _) => content,
        };
        let next = Self { id: None, content, rests_until: now, posts: 0, ..self };
        Self { refusals: 0, closed: None, ..next }.idle(now)
    }

    /// Discord has taken something: until when it rests, and when it changes by itself.
    fn accepted(self, now: Timestamp) -> Self {
        let resting = Self { removal: None, ..self }.resting(now);
        if self.is_on() { Self { refusals: 0, closed: None, ..resting } } else { resting }
    }

    fn resting(self, now: Timestamp) -> Self {
        let next = now.after(YOUNG_PAUSE);
        let is_young = self.posted_at.is_some_and(|at| next < at.after(YOUNG));
        let rests_until = if is_young { next } else { now.after(self.pause) };
        let due_at = match self.state {
            StandingState::On if !self.replaced => self.next_due(now).map(|at| at.max(rests_until)),
            StandingState::Off => Some(now),
            // What was sent before may arrive after the end.
            StandingState::On | StandingState::Over => Some(rests_until),
            StandingState::Stopped | StandingState::Deleted => None,
        };
        Self { attempts: 0, rests_until, due_at, ..self }
    }

    fn edited_too_often(self, now: Timestamp) -> Self {
        let pause = (2 * self.pause).min(DAY);
        Self { pause, ..self }.again_at(now.after(pause))
    }

    /// The same after an edit that failed: tried again with the next change, or on the next day.
    fn not_edited(self, now: Timestamp) -> Self {
        let (resting, tomorrow) = (self.resting(now), now.after(DAY));
        let due_at = resting.due_at.map_or(tomorrow, |due| due.min(tomorrow));
        Self { due_at: Some(due_at).filter(|_| self.is_on()), ..resting }
    }

    fn to_be_replaced(self, now: Timestamp) -> Self {
        Self { replaced: true, shown: None, ..self.accepted(now) }.again_at(now)
    }

    /// A thread that is archived is opened by the message that takes the place of yesterday's.
    fn refused(self, closed: ClosedPlace, now: Timestamp) -> Self {
        if closed == ClosedPlace::Archived && self.is_outdated(now) {
            return self.to_be_replaced(now);
        }
        let refusals = self.refusals.saturating_add(1);
        let refused = Self { refusals, closed: Some(closed), attempts: 0, ..self };
        if refusals >= MAX_REFUSED_POSTS {
            return Self { state: StandingState::Stopped, due_at: None, ..refused };
        }
        let wait = Duration::from_hours(1) * 2_u32.pow(u32::from(refusals) - 1);
        refused.again_after(wait.min(DAY), now)
    }

    /// A daily puzzle that was not posted is not tried again on its day.
    fn again_after(self, wait: Duration, now: Timestamp) -> Self {
        let StandingContent::Daily(schedule) = self.content else {
            return self.again_at(now.after(wait));
        };
        let today = schedule.due(self.guild, PuzzleNumber::of_day(now));
        Self { attempts: 0, due_at: self.next_due(now.max(today)), ..self }
    }

    /// A removal that is refused is tried again later and later.
    fn refused_removal(self, closed: Option<ClosedPlace>, now: Timestamp) -> Self {
        let removal = self.removal.unwrap_or_default().saturating_add(1);
        let is_next_way = removal == MAX_REFUSED_REMOVALS && self.state != StandingState::Off;
        let wait = if is_next_way { Duration::ZERO } else { growing(removal - 1, DAY) };
        let refusals = self.refusals.saturating_add(closed.is_some().into());
        let refused = Self { removal: Some(removal), refusals, closed, ..self };
        Self { attempts: 0, due_at: Some(now.after(wait)), ..refused }
    }

    /// One that is not wanted and may be there could not be looked for: after some more refusals, it is
    /// taken for not there.
    fn not_found(self, now: Timestamp) -> Self {
        let refusals = self.refusals.saturating_add(1);
        let (posts, wait) = match refusals {
            MAX_REFUSED_POSTS.. => (0, Duration::ZERO),
            _ => (self.posts, growing(refusals, DAY)),
        };
        Self { refusals, posts, attempts: 0, due_at: Some(now.after(wait)), ..self }
    }

    /// The same after something was sent that may not be the last thing that was.
    fn resent(self, now: Timestamp) -> Self {
        if self.is_schedule() || !self.is_on() {
            return Self { shown: None, ..self };
        }
        let soon = now.max(self.rests_until);
        Self { shown: None, due_at: Some(self.due_at.map_or(soon, |due| due.min(soon))), ..self }
    }

    /// The same without its message. What is on is posted anew, if there is something to tell.
    fn without_message(self, now: Timestamp) -> Self {
        let is_stopped = matches!(self.state, StandingState::Stopped | StandingState::Deleted);
        let is_wanted = !is_stopped || self.posts > 0;
        let due_at = is_wanted.then_some(now);
        let gone = Self { posted_at: None, replaced: false, shown: None, ..self };
        // What is found names whom the other one did.
        let removal = self.removal.filter(|_| self.posts > 0);
        Self { removal, attempts: 0, rests_until: now, due_at, ..gone }
    }

    /// The same once its message or its channel is gone: the settings say so of leaderboards and of
    /// schedules, which stay.
    fn gone(self) -> Option<Self> {
        let is_kept =
            self.state != StandingState::Off && (self.is_leaderboard() || self.is_schedule());
        let gone = Self { posted_at: None, due_at: None, removal: None, ..self };
        let gone = Self { attempts: 0, posts: 0, ..gone };
        is_kept.then_some(Self { state: StandingState::Deleted, ..gone })
    }

    const fn again_at(self, at: Timestamp) -> Self {
        Self { attempts: 0, rests_until: at, due_at: Some(at), ..self }
    }
}

/// A pause that doubles with each attempt before.
fn growing(attempts: u8, longest: Duration) -> Duration {
    (LEASE_TIME * 2_u32.pow(attempts.min(10).into())).min(longest)
}
