//! What has just happened in a channel, so that it is spared more of it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use clock::Timestamp;
use parking_lot::Mutex;

use crate::{
    actions::ComponentAction,
    game::{ChannelId, PlayerId},
};

/// How long something counts as recent.
const PERIOD: Duration = Duration::from_mins(1);

/// What happened in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RecentEvent {
    /// Discord has limited the bot's edits.
    LimitedEdits(ChannelId),
    /// What this action shows was shown to everyone. With whose result it is, if it is that of a
    /// puzzle.
    Shared(ChannelId, ComponentAction, Option<PlayerId>),
}

/// Until when events of this process are recent. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentEvents(Arc<Mutex<HashMap<RecentEvent, Timestamp>>>);

impl RecentEvents {
    /// Until when an event is recent. `None` if it is not.
    pub(crate) fn recent_until(&self, event: RecentEvent, now: Timestamp) -> Option<Timestamp> {
        self.0.lock().get(&event).copied().filter(|until| now < *until)
    }

    pub(crate) fn record(&self, event: RecentEvent, now: Timestamp) {
        let mut events = self.0.lock();
        events.retain(|_, until| now < *until);
        events.insert(event, now.after(PERIOD));
    }

    /// An error says until when the event is recent already.
    pub(crate) fn record_unless_recent(
        &self,
        event: RecentEvent,
        now: Timestamp,
    ) -> Result<(), Timestamp> {
        let mut events = self.0.lock();
        events.retain(|_, until| now < *until);
        if let Some(until) = events.get(&event) {
            return Err(*until);
        }
        events.insert(event, now.after(PERIOD));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_recent_for_a_minute_in_its_channel() {
        let (events, now) = (RecentEvents::default(), Timestamp::from_milliseconds(0));
        let [one, other] = [1, 2].map(|id| RecentEvent::LimitedEdits(ChannelId(id)));
        events.record(one, now);
        let later = now.after(PERIOD);
        let until = [(one, now), (other, now), (one, later)]
            .map(|(event, at)| events.recent_until(event, at));
        assert_eq!(until, [Some(later), None, None]);
        let tries = [now, now, later].map(|at| events.record_unless_recent(other, at));
        assert_eq!(tries, [Ok(()), Err(later), Ok(())]);
    }
}
