use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use clock::Timestamp;

use crate::game::{PlayerId, Refusal};

/// How many exports may be under way, each until its last archive is sent. A person can have
/// one.
const MAX_EXPORTS: usize = 2;

/// How long after the begin of an export the person can begin the next one.
const COOLDOWN: Duration = Duration::from_mins(10);

/// The exports of this process that are under way or recent. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct ExportPermits(Arc<Mutex<HashMap<PlayerId, Export>>>);

#[derive(Clone, Copy, Debug)]
struct Export {
    is_under_way: bool,
    /// When the person can begin the next one. `None` if this one does not count.
    again_at: Option<Timestamp>,
}

/// An export under way, until this is dropped.
#[derive(Debug)]
pub struct ExportPermit {
    player: PlayerId,
    exports: ExportPermits,
}

impl ExportPermits {
    /// Begins an export. Refused soon after the last one of this person, and while too many are
    /// under way.
    pub(super) fn begin(&self, player: PlayerId, now: Timestamp) -> Result<ExportPermit, Refusal> {
        let mut exports = self.lock();
        exports.retain(|_, it| it.is_under_way || it.again_at.is_some_and(|at| now < at));
        if let Some(last) = exports.get(&player) {
            let again_at = last.again_at.filter(|_| !last.is_under_way);
            return Err(again_at.map_or(Refusal::ExportsUnderWay, Refusal::ExportedRecently));
        }
        if exports.values().filter(|it| it.is_under_way).count() >= MAX_EXPORTS {
            return Err(Refusal::ExportsUnderWay);
        }
        let again_at = Some(now.after(COOLDOWN));
        exports.insert(player, Export { is_under_way: true, again_at });
        Ok(ExportPermit { player, exports: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Export>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ExportPermit {
    /// Has the export not count, since it brought nothing: the person need not wait for the
    /// next one.
    pub fn discount(&self) {
        if let Some(export) = self.exports.lock().get_mut(&self.player) {
            export.again_at = None;
        }
    }
}

impl Drop for ExportPermit {
    fn drop(&mut self) {
        if let Some(export) = self.exports.lock().get_mut(&self.player) {
            export.is_under_way = false;
        }
    }
}
