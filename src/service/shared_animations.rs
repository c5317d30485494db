//! Keeps a channel from being filled with the same animation.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use clock::Timestamp;

use crate::game::{ChannelId, GameId, Refusal};

/// How long a game's animation is not shared in a channel again.
const COOLDOWN: Duration = Duration::from_mins(1);

/// When animations were last shared, in this process. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedAnimations(Arc<Mutex<HashMap<(GameId, ChannelId), Timestamp>>>);

impl SharedAnimations {
    /// Records that an animation is shared. Refused within the cooldown of the last time.
    pub(super) fn share(
        &self,
        game: GameId,
        channel: ChannelId,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shared.retain(|_, at| now.since(*at) < COOLDOWN);
        if let Some(at) = shared.get(&(game, channel)) {
            return Err(Refusal::SharedRecently(at.after(COOLDOWN)));
        }
        shared.insert((game, channel), now);
        Ok(())
    }
}
