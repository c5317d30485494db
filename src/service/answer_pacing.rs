//! Whether the computer's disc follows a player's by an edit of its own.

use std::{collections::HashMap, sync::Arc, time::Duration};

use clock::Timestamp;
use parking_lot::Mutex;

use crate::game::ChannelId;

/// For how long both discs come in one answer in a channel, after Discord has limited its
/// edits.
const COMBINED_FOR: Duration = Duration::from_mins(1);

/// Decides whether both discs come in one answer.
#[derive(Clone, Debug)]
pub(super) struct AnswerPacing {
    /// How long after the player's disc the computer's follows. `None` if both always come
    /// in one answer.
    delay: Option<Duration>,
    /// Until when both come in one answer, in channels whose edits were limited.
    limited: Arc<Mutex<HashMap<ChannelId, Timestamp>>>,
}

impl AnswerPacing {
    pub(super) fn new(delay: Option<Duration>) -> Self {
        Self { delay, limited: Arc::default() }
    }

    /// How long after the player's disc the computer's follows in a channel; `None` if both
    /// come in one answer.
    pub(super) fn delay(&self, channel: ChannelId, now: Timestamp) -> Option<Duration> {
        let limited = self.limited.lock();
        let is_limited = limited.get(&channel).is_some_and(|until| now < *until);
        self.delay.filter(|_| !is_limited)
    }

    pub(super) fn record_limited(&self, channel: ChannelId, now: Timestamp) {
        let mut limited = self.limited.lock();
        limited.retain(|_, until| now < *until);
        limited.insert(channel, now.after(COMBINED_FOR));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_channel_gets_both_discs_at_once_for_a_minute() {
        let pacing = AnswerPacing::new(Some(Duration::from_millis(600)));
        let now = Timestamp::from_milliseconds(0);
        let (one, other) = (ChannelId(1), ChannelId(2));
        pacing.record_limited(one, now);
        let later = now.after(COMBINED_FOR);
        let delays = [(one, now), (other, now), (one, later)].map(|(it, at)| pacing.delay(it, at));
        let apart = Some(Duration::from_millis(600));
        assert_eq!(delays, [None, apart, apart]);
        assert_eq!(AnswerPacing::new(None).delay(other, now), None);
    }
}
