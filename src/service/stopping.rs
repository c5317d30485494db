//! The end of this process, for what takes long.

use std::time::Duration;

use clock::Timestamp;
use tokio::sync::watch;

use super::Service;

/// For how long what is under way may go on when the process stops. The rest of the time that it
/// has is for telling those who wait.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);

/// Until when what is under way may go on, once the process stops. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Stopping(watch::Sender<Option<Timestamp>>);

impl Service {
    /// Has hints, reviews and exports that are still under way some seconds from now given up,
    /// with a word to those who wait for them.
    pub fn begin_stop(&self) {
        self.stopping.0.send_replace(Some(self.clock.now().after(STOP_TIMEOUT)));
    }

    /// Waits until what is under way has to be given up, since the process stops.
    pub(super) async fn stopped(&self) {
        let mut stopping = self.stopping.0.subscribe();
        let until = stopping.wait_for(Option::is_some).await.map(|until| *until);
        let until = until.expect("`self` owns the sender").expect("it was waited for");
        self.clock.sleep_until(until).await;
    }

    /// Waits for work. Returns `None` if it has to be given up, since the process stops.
    pub(super) async fn unless_stopped<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            done = work => Some(done),
            () = self.stopped() => None,
        }
    }
}
