//! What managers choose. Each takes the messages of their server, and returns those that change.

use clock::Timestamp;

use super::{
    MAX_REFUSED_POSTS, MAX_STANDING_LEADERBOARDS, PAUSE, StandingContent, StandingKind,
    StandingMessage, StandingState, WeekSchedule, YOUNG_PAUSE,
};
use crate::game::{ChannelId, MessageId, PuzzleNumber, PuzzleSchedule, Refusal};

/// Has a leaderboard stay in a channel. One that is there is posted again if `again` says so, but
/// not within a minute; else it only shows something else, once it has rested. Those that were
/// deleted or stopped elsewhere, or whose channels are gone, are removed.
pub fn leaderboard_here(
    messages: &[StandingMessage],
    new: StandingMessage,
    gone: &[ChannelId],
    again: bool,
    now: Timestamp,
) -> Result<Vec<StandingMessage>, Refusal> {
    let is_here = |it: &&StandingMessage| it.channel == new.channel;
    let stays = |it: &&StandingMessage| it.is_on() && !gone.contains(&it.channel);
    let others = leaderboards(messages).filter(|it| !is_here(it));
    let (on, removed): (Vec<&StandingMessage>, Vec<_>) = others.partition(stays);
    if on.len() >= MAX_STANDING_LEADERBOARDS {
        return Err(Refusal::EnoughLeaderboards(on.iter().map(|it| it.channel).collect()));
    }
    let removed = removed.into_iter().map(|it| it.turned_off(now));
    let here = leaderboards(messages).find(is_here);
    let here = here.map_or(new, |stored| stored.shown_as(new, again, now));
    Ok(removed.chain([here]).collect())
}

/// Removes the leaderboard of a channel, and those that were deleted or stopped.
pub fn remove_leaderboard(
    messages: &[StandingMessage],
    channel: ChannelId,
    now: Timestamp,
) -> Vec<StandingMessage> {
    let removed = leaderboards(messages).filter(|it| it.channel == channel || !it.is_on());
    removed.map(|it| it.turned_off(now)).collect()
}

/// Has the puzzle posted at this hour, or not any more. `new` is posted if there was none.
pub fn puzzle_at_hour(
    messages: &[StandingMessage],
    new: StandingMessage,
    hour: Option<u8>,
    now: Timestamp,
) -> Vec<StandingMessage> {
    let stored = of_kind(messages, StandingKind::Daily).next();
    let daily = match (stored, hour) {
        (Some(stored), None) => stored.split(now, |it| it.turned_off(now)),
        // Where the channel is gone, it comes to that of the request.
        (Some(stored), Some(hour)) if stored.state == StandingState::Deleted => {
            vec![stored.moved_to(new, now).at_hour(hour, now)]
        }
        (stored, Some(hour)) => vec![stored.copied().unwrap_or(new).at_hour(hour, now)],
        (None, None) => Vec::new(),
    };
    daily.into_iter().chain(week_moved(messages, now)).collect()
}

/// Has the daily puzzle posted in the channel of `new`.
pub fn puzzle_here(
    messages: &[StandingMessage],
    new: StandingMessage,
    now: Timestamp,
) -> Vec<StandingMessage> {
    let daily = of_kind(messages, StandingKind::Daily).next().copied().unwrap_or(new);
    let moved = daily.split(now, |it| it.moved_to(new, now));
    week_moved(messages, now).into_iter().chain(moved).collect()
}

/// Has weeks told in the channel of `new`, or not any more.
pub fn week_here(
    messages: &[StandingMessage],
    new: Option<StandingMessage>,
    now: Timestamp,
) -> Vec<StandingMessage> {
    let stored = of_kind(messages, StandingKind::Weekly).next().copied();
    match (stored, new) {
        (stored, Some(new)) => {
            stored.unwrap_or(new).split(now, |it| it.moved_to(new, now).without_last_week(now))
        }
        (Some(stored), None) => stored.split(now, |it| it.turned_off(now)),
        (None, None) => Vec::new(),
    }
}

/// A message of which a button was used, to be deleted, if it is a copy that an attempt has left whose
/// result is unknown. `shown` is what it is about. One that was just posted may not be recorded yet.
pub fn copy_to_delete(
    messages: &[StandingMessage],
    shown: StandingMessage,
    used: MessageId,
    now: Timestamp,
) -> Option<StandingMessage> {
    let is_just_posted = now < used.created_at().after(PAUSE);
    let is_known = messages.iter().any(|it| it.message == Some(used));
    // Posts of earlier puzzles are right, and not known any more.
    let is_other = |it: &StandingMessage| it.content == shown.content && it.message.is_some();
    let is_copy = shown.is_leaderboard() || messages.iter().any(is_other);
    (is_copy && !is_known && !is_just_posted).then(|| shown.unwanted(used, now))
}

fn of_kind(
    messages: &[StandingMessage],
    kind: StandingKind,
) -> impl Iterator<Item = &StandingMessage> {
    messages.iter().filter(move |it| it.content.kind() == kind)
}

/// Leaderboards that a manager has not removed.
pub fn leaderboards(messages: &[StandingMessage]) -> impl Iterator<Item = &StandingMessage> {
    let all = of_kind(messages, StandingKind::Leaderboard);
    all.filter(|it| it.state != StandingState::Off)
}

/// The week in words follows the hour of the puzzle, which it finds when it comes due.
fn week_moved(messages: &[StandingMessage], now: Timestamp) -> Option<StandingMessage> {
    of_kind(messages, StandingKind::Weekly).next().map(|it| it.in_new_zone(now))
}

impl StandingMessage {
    /// The same leaderboard as a manager wants it.
    fn shown_as(self, new: Self, again: bool, now: Timestamp) -> Self {
        let replaced = self.posted_at.is_some() && (again || self.replaced || !self.is_on());
        let due_at = match self.due_at.filter(|_| self.is_on()) {
            Some(due) if self.replaced => due,
            _ if again => self.posted_at.map_or(now, |at| now.max(at.after(YOUNG_PAUSE))),
            _ if self.is_on() => now.max(self.rests_until),
            _ => now,
        };
        let rests_until = if again || !self.is_on() { due_at } else { self.rests_until };
        let Self { state, refusals, closed, shown, guild_locale, .. } = new;
        let content = if again { self.content } else { new.content };
        let shown_as = Self { content, state, refusals, closed, shown, guild_locale, ..self };
        Self { replaced, rests_until, due_at: Some(due_at), ..shown_as }
    }

    /// A schedule as it is to be. What it has begun to post, of which nobody knows whether it is there,
    /// is found where it was, and deleted.
    fn split(self, now: Timestamp, change: impl FnOnce(Self) -> Self) -> Vec<Self> {
        if self.posts == 0 {
            return vec![change(self)];
        }
        let content = StandingContent::Topic(self.begun_topic());
        let due_at = self.due_at.or(Some(now));
        let begun = Self { content, state: StandingState::Off, due_at, ..self };
        let next = Self { id: None, posts: 0, ..change(self) };
        vec![begun, next]
    }

    /// The same in the channel of `new`, the next time it is due; what is owed elsewhere, at once, but
    /// for a puzzle that was refused on its day.
    fn moved_to(self, new: Self, now: Timestamp) -> Self {
        let is_week = self.content.kind() == StandingKind::Weekly;
        let is_overdue = self.is_under_way(now) || self.is_on() && is_week && self.refusals > 0;
        let due_at = if is_overdue { Some(now) } else { self.next_due(now) };
        let Self { channel, guild_locale, state, refusals, closed, .. } = new;
        let here = Self { channel, state, refusals, closed, guild_locale, ..self };
        Self { attempts: 0, rests_until: now, due_at, ..here }
    }

    /// A week whose hour was over when a manager turned this on is not told.
    fn without_last_week(self, now: Timestamp) -> Self {
        let StandingContent::Weekly(schedule) = self.content else { return self };
        let last_week = now.week() - 1;
        let is_over = self.due_at > Some(now) && schedule.due(self.guild, last_week) <= now;
        let told = if is_over { schedule.told.max(Some(last_week)) } else { schedule.told };
        Self { content: StandingContent::Weekly(WeekSchedule { told, ..schedule }), ..self }
    }

    /// Whether it is due, or something was begun whose result is unknown.
    fn is_under_way(&self, now: Timestamp) -> bool {
        let is_due = self.due_at.is_some_and(|due| due <= now);
        self.id.is_some() && self.is_on() && (self.attempts > 0 || is_due)
    }

    /// The daily puzzle at this hour. That says nothing about the channel: if posts had stopped, the
    /// next one that is refused stops them again.
    #[must_use]
    pub fn at_hour(self, hour: u8, now: Timestamp) -> Self {
        let StandingContent::Daily(schedule) = self.content else { return self };
        let content = StandingContent::Daily(PuzzleSchedule { hour, ..schedule });
        let refusals = match self.state {
            StandingState::On => self.refusals,
            StandingState::Stopped => MAX_REFUSED_POSTS - 1,
            StandingState::Off | StandingState::Over | StandingState::Deleted => 0,
        };
        let changed = Self { content, state: StandingState::On, refusals, ..self };
        let due_at = if self.is_under_way(now) { self.due_at } else { changed.next_due(now) };
        Self { due_at, ..changed }
    }

    /// The same once it is not wanted any more. What a schedule has posted stays; a message is
    /// deleted, also if it is still under way.
    #[must_use]
    pub fn turned_off(self, now: Timestamp) -> Self {
        let due_at = match self.content {
            StandingContent::Topic(_) if self.posts > 0 => self.due_at.or(Some(now)),
            StandingContent::Topic(_) => Some(now),
            StandingContent::Daily(_) | StandingContent::Weekly(_) => None,
        };
        Self { state: StandingState::Off, due_at, ..self }
    }

    /// The same after its server has chosen another time zone, or hour of the puzzle. The daily
    /// puzzle comes at once if its hour is over there.
    #[must_use]
    pub fn in_new_zone(self, now: Timestamp) -> Self {
        let due_at = match self.content {
            _ if !self.is_on() => None,
            _ if self.is_under_way(now) => self.due_at,
            StandingContent::Topic(_) => self.due_at,
            StandingContent::Weekly(_) => Some(now),
            StandingContent::Daily(schedule) => {
                let today = schedule.due(self.guild, PuzzleNumber::of_day(now));
                let is_late = schedule.posted.is_some()
                    && today <= now
                    && schedule.wants_post(self.guild, now);
                if is_late { Some(now) } else { self.next_due(now) }
            }
        };
        Self { due_at, ..self }
    }
}
