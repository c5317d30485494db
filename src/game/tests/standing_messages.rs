use std::time::Duration;

use clock::Timestamp;

use crate::{
    game::{
        ChannelId, ClosedPlace, GuildId, MessageId, Period, Rendering, SortBy, StandingAttempt,
        StandingContent, StandingMessage, StandingMessageId, StandingOutcome, StandingState,
        StandingStep, StandingTopic, leaderboard_here,
    },
    locale::Locale,
};

/// A message after something that was done with it at once, and what brings the next one, if it has
/// brought a message.
pub(super) fn after(
    message: StandingMessage,
    outcome: StandingOutcome,
    now: Timestamp,
) -> (StandingMessage, Option<StandingMessage>) {
    let id = StandingMessageId(1);
    let step = match (outcome, message.posted()) {
        (StandingOutcome::Edited, Some(id)) => StandingStep::Edit(id),
        _ => StandingStep::Post,
    };
    let leased = StandingMessage { id: Some(id), ..message }.leased(step, now);
    let topic = message.content.topic(now);
    let attempt = StandingAttempt { id, message: leased, topic, step, rendering: SENT };
    let change = attempt.change(leased, outcome, now);
    (change.message.unwrap(), change.new)
}

/// What was sent.
const SENT: Rendering = Rendering { hash: 1, is_empty: false };

/// What a message shows that has something else to tell.
pub(super) const NEWS: Rendering = Rendering { hash: 2, is_empty: false };

#[test]
fn a_day_of_results_every_second_brings_few_edits() {
    let start = Timestamp::from_milliseconds(1_700_000_000_000);
    let (period, sort_by) = (Period::AllTime, SortBy::Rating);
    let content = StandingContent::Topic(StandingTopic::Leaderboard { period, sort_by });
    let location = (GuildId(1), ChannelId(2));
    let message = StandingMessage::new(location, content, Locale::EnglishUs, start);
    let (mut message, _) = after(message, StandingOutcome::Posted(MessageId(3)), start);
    let (mut young, mut older) = (0, 0);
    for second in 1..24 * 60 * 60 {
        let now = start.after(Duration::from_secs(second));
        if now >= message.rests_until {
            assert_eq!(message.step(NEWS, now), Some(StandingStep::Edit(MessageId(3))));
            (message, _) = after(message, StandingOutcome::Edited, now);
            *(if second < 60 * 60 { &mut young } else { &mut older }) += 1;
        }
    }
    // Each minute of the first hour, then every ten minutes.
    assert_eq!((young, older), (59, 138));
}

/// What Discord has of one message, and what the bot has begun.
struct Life {
    stored: Option<StandingMessage>,
    /// Whether the message is in the channel, or may be as an answer was lost.
    may_be_there: bool,
    now: Timestamp,
    random: fastrand::Rng,
}

impl Life {
    fn wait(&mut self, most: u64) {
        self.now = self.now.after(Duration::from_secs(self.random.u64(0..most)));
    }

    /// Something changes, as the store and managers change it.
    fn change(&mut self) {
        let (now, roll) = (self.now, self.random.u8(0..6));
        let Some(stored) = &mut self.stored else { return };
        match roll {
            0 if stored.posted().is_some() || stored.attempts > 0 => {
                *stored = StandingMessage {
                    removal: Some(0),
                    due_at: Some(now),
                    rests_until: now,
                    changes: stored.changes + 1,
                    ..*stored
                };
            }
            1 => {
                let again = self.random.bool();
                let changed = leaderboard_here(&[*stored], *stored, &[], again, now).unwrap();
                *stored = changed[0];
            }
            2 if self.random.u8(0..8) == 0 => *stored = stored.turned_off(now),
            _ if stored.is_on() => {
                let due_at = stored.due_at.filter(|due| *due < now);
                let due_at = due_at.or(Some(now.max(stored.rests_until)));
                *stored = StandingMessage { due_at, changes: stored.changes + 1, ..*stored };
            }
            _ => {}
        }
    }

    /// Does what is due, perhaps with something in between.
    fn attempt(&mut self) {
        let (now, is_empty) = (self.now, false);
        let Some(stored) = self.stored.filter(|it| it.due_at <= Some(now)) else { return };
        let rendering = Rendering { hash: self.random.i64(0..3), is_empty };
        let step = match stored.step(rendering, now) {
            None => return self.stored = Some(stored.idle(now)),
            Some(StandingStep::End) => {
                assert!(!self.may_be_there, "it ends, but may be there: {stored:?}");
                return self.stored = None;
            }
            Some(step) => step,
        };
        let leased = StandingMessage { changes: stored.changes + 1, ..stored.leased(step, now) };
        self.stored = Some(leased);
        let topic = stored.content.topic(now);
        let attempt =
            StandingAttempt { id: StandingMessageId(1), message: leased, topic, step, rendering };
        if self.random.u8(0..4) == 0 {
            self.wait(20);
            self.change();
        }
        let outcome = match (self.random.u8(0..8), step) {
            // The answer is lost, or nothing was sent.
            (0, StandingStep::Post) => return self.may_be_there = true,
            (0..2, _) => return,
            (2, _) => StandingOutcome::Refused(ClosedPlace::ALL[self.random.usize(0..4)]),
            (3, StandingStep::Edit(_)) => StandingOutcome::TooManyEdits,
            (4, _) => StandingOutcome::Failed,
            (_, StandingStep::Post) => {
                self.may_be_there = true;
                StandingOutcome::Posted(MessageId(self.random.u64(1..1_000)))
            }
            (5, StandingStep::Edit(_)) if self.random.u8(0..8) == 0 => {
                self.may_be_there = false;
                StandingOutcome::Gone
            }
            (6, StandingStep::Edit(_)) if self.random.u8(0..8) == 0 => {
                self.may_be_there = self.stored.unwrap().is_leaderboard();
                StandingOutcome::NotTheAuthor
            }
            (_, StandingStep::Edit(_)) => StandingOutcome::Edited,
            _ => {
                self.may_be_there = false;
                StandingOutcome::Deleted
            }
        };
        let is_refused = matches!(outcome, StandingOutcome::Refused(_) | StandingOutcome::Failed);
        if is_refused && step == StandingStep::Post {
            // One whose answer was lost before is a copy from now on.
            self.may_be_there = false;
        }
        let stored = self.stored.unwrap();
        let change = attempt.change(stored, outcome, self.now);
        let is_gone = matches!(
            outcome,
            StandingOutcome::Gone | StandingOutcome::Deleted | StandingOutcome::NotTheAuthor
        );
        assert!(change.message.is_some() || is_gone, "{outcome:?}: {stored:?}");
        self.stored = change.message;
    }

    fn check(&self) {
        let Some(stored) = self.stored else { return };
        let has_due = stored.due_at.is_some();
        let is_owed = stored.is_on() && (stored.posted().is_none() || stored.shown.is_none());
        let is_unwanted = stored.state == StandingState::Off;
        let has_to_go = stored.removal.is_some() && stored.posted().is_some();
        assert!(has_due || !(is_owed || is_unwanted || has_to_go), "never due: {stored:?}");
        let latest = self.now.after(Duration::from_hours(24));
        let is_soon = stored.due_at.is_none_or(|due| due <= latest || !has_to_go);
        assert!(is_soon, "a name goes too late: {stored:?}");
    }
}

/// What becomes of a message whose first post comes to this after a manager has changed it.
fn changed_meanwhile(
    topic: StandingTopic,
    change: impl Fn(StandingMessage) -> StandingMessage,
    outcome: StandingOutcome,
) -> StandingMessage {
    let now = Timestamp::from_milliseconds(1_700_000_000_000);
    let (id, step) = (StandingMessageId(1), StandingStep::Post);
    let location = (GuildId(1), ChannelId(2));
    let new = StandingMessage::new(location, StandingContent::Topic(topic), Locale::EnglishUs, now);
    let leased = StandingMessage { id: Some(id), ..new }.leased(step, now);
    let attempt = StandingAttempt { id, message: leased, topic, step, rendering: SENT };
    attempt.change(change(leased), outcome, now).message.unwrap()
}

#[test]
fn what_was_called_off_as_it_was_posted_is_deleted() {
    let off = |it| StandingMessage { state: StandingState::Off, ..it };
    let message = MessageId(3);
    let topic = StandingTopic::SeasonEnd(1);
    let posted = changed_meanwhile(topic, off, StandingOutcome::Posted(message));
    let step = posted.step(SENT, posted.due_at.unwrap());
    assert_eq!(step, Some(StandingStep::Delete(message)));
}

#[test]
fn a_refused_post_is_not_looked_for() {
    let minute = Duration::from_mins(1);
    let sooner = |it: StandingMessage| StandingMessage {
        due_at: it.due_at.map(|due| due.before(minute)),
        ..it
    };
    let refused = StandingOutcome::Refused(ClosedPlace::Forbidden);
    let posted = changed_meanwhile(StandingTopic::SeasonEnd(1), sooner, refused);
    assert_eq!(posted.posts, 0);
}

#[test]
fn what_is_owed_stays_due_whatever_comes_of_it() {
    for seed in 0..3_000 {
        let start = Timestamp::from_milliseconds(1_700_000_000_000);
        let (period, sort_by) = (Period::AllTime, SortBy::Wins);
        let topics = [
            StandingTopic::Leaderboard { period, sort_by },
            StandingTopic::SeasonEnd(1),
            StandingTopic::Week(2),
        ];
        let mut random = fastrand::Rng::with_seed(seed);
        let content = StandingContent::Topic(topics[random.usize(0..topics.len())]);
        let location = (GuildId(1), ChannelId(2));
        let new = StandingMessage::new(location, content, Locale::EnglishUs, start);
        let stored = Some(StandingMessage { id: Some(StandingMessageId(1)), ..new });
        let mut life = Life { stored, may_be_there: false, now: start, random };
        for _ in 0..60 {
            life.wait(3_000);
            if life.random.bool() {
                life.change();
            }
            life.attempt();
            life.check();
        }
    }
}
