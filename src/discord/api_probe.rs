//! Probes Discord's REST API when nothing else tells whether it answers.

use std::{convert::Infallible, time::Duration};

use super::{api_monitor::ApiMonitor, interaction_client::InteractionClient};
use crate::backoff::Backoff;

/// How long no request may have been answered before the API is probed.
const PROBE_INTERVAL: Duration = Duration::from_secs(30);

/// The least time between two probes, in real time: when many requests fail, each asks for
/// one.
const PROBE_PAUSE: Duration = Duration::from_millis(200);

/// How long a probe may take, in real time.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// Probes the API whenever it is asked for or Discord was silent for a while, for ever.
pub(super) async fn run(monitor: &ApiMonitor, client: &InteractionClient) -> Infallible {
    let mut backoff = Backoff::default();
    let mut probed_at = monitor.now();
    loop {
        if monitor.connection().api_responds() {
            backoff = Backoff::default();
            let answered_at = monitor.answered_at().max(probed_at);
            // The clock may have been set back.
            let silent_at = answered_at.min(monitor.now()).after(PROBE_INTERVAL);
            tokio::select! {
                () = monitor.sleep_until(silent_at) => {
                    if monitor.answered_at() > answered_at {
                        continue;
                    }
                }
                () = monitor.connection().probe_requested() => {}
            }
        } else {
            // In real time: a frozen clock must not prevent it.
            tokio::time::sleep(backoff.next_delay()).await;
        }
        probe(monitor, client).await;
        probed_at = monitor.now();
        tokio::time::sleep(PROBE_PAUSE).await;
    }
}

/// Sends a request, and records whether it was answered.
pub(super) async fn probe(monitor: &ApiMonitor, client: &InteractionClient) {
    let before = monitor.answers();
    let failure = match tokio::time::timeout(PROBE_TIMEOUT, client.probe()).await {
        Ok(Ok(())) => return,
        Ok(Err(error)) => format!("{:#}", anyhow::Error::new(error)),
        Err(_) => "it timed out".to_owned(),
    };
    // Even a refusal is an answer, and so is one to another request.
    if monitor.answers() == before {
        monitor.record_silence(&failure);
    }
}
