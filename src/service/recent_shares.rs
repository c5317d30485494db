//! Keeps a channel from being filled with the same view.

use std::{collections::HashMap, sync::Arc, time::Duration};

use clock::Timestamp;
use parking_lot::Mutex;

use super::PublicView;
use crate::game::{ChannelId, PlayerId, Refusal};

/// How long a view is not shown in a channel again.
const COOLDOWN: Duration = Duration::from_mins(1);

/// When views were last shown to everyone, in this process. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentShares(Arc<Mutex<HashMap<Share, Timestamp>>>);

/// What was shown in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Share {
    view: PublicView,
    /// Whose result it is, if it is that of a puzzle.
    of: Option<PlayerId>,
    channel: ChannelId,
}

impl RecentShares {
    /// Records that somebody shows a view. Refused within the cooldown of the last time.
    pub(super) fn record(
        &self,
        view: PublicView,
        user: PlayerId,
        channel: ChannelId,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let of = matches!(view, PublicView::Puzzle(_)).then_some(user);
        let share = Share { view, of, channel };
        let mut shares = self.0.lock();
        shares.retain(|_, at| now.since(*at) < COOLDOWN);
        if let Some(at) = shares.get(&share) {
            return Err(Refusal::SharedRecently(at.after(COOLDOWN)));
        }
        shares.insert(share, now);
        Ok(())
    }
}
