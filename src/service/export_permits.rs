use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use crate::game::PlayerId;

/// How many exports may be under way, each until its last archive is sent. A person can have
/// one.
const MAX_EXPORTS: usize = 2;

/// The people whose exports are under way. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct ExportPermits(Arc<Mutex<HashSet<PlayerId>>>);

/// An export under way, until this is dropped.
#[derive(Debug)]
pub struct ExportPermit {
    player: PlayerId,
    exports: ExportPermits,
}

impl ExportPermits {
    /// Begins an export. Returns `None` if there are too many, or one of this person.
    pub(super) fn begin(&self, player: PlayerId) -> Option<ExportPermit> {
        let mut players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = players.len() < MAX_EXPORTS && players.insert(player);
        is_new.then(|| ExportPermit { player, exports: self.clone() })
    }
}

impl Drop for ExportPermit {
    fn drop(&mut self) {
        let mut players = self.exports.0.lock().unwrap_or_else(PoisonError::into_inner);
        players.remove(&self.player);
    }
}
