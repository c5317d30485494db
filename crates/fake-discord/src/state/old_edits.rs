//! Discord's limit on edits of messages that are older than an hour.

use std::{collections::HashMap, time::Duration};

use clock::Timestamp;

use crate::state::{ids::MessageId, message::Message};

const HOUR: Duration = Duration::from_hours(1);

/// How many there may be of a message in an hour. Discord does not say.
const MAX_OLD_EDITS: usize = 10;

/// When old messages were edited.
#[derive(Debug, Default)]
pub(crate) struct OldEdits(HashMap<MessageId, Vec<Timestamp>>);

impl OldEdits {
    /// Records an edit, unless there were too many. Returns whether it is allowed.
    pub(crate) fn allows(&mut self, message: &Message, now: Timestamp) -> bool {
        if now.since(message.posted_at) < HOUR {
            return true;
        }
        let edits = self.0.entry(message.id).or_default();
        edits.retain(|at| now.since(*at) < HOUR);
        let is_allowed = edits.len() < MAX_OLD_EDITS;
        if is_allowed {
            edits.push(now);
        }
        is_allowed
    }
}
