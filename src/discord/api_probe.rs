//! Probes Discord's REST API when nothing else tells whether it answers.

use std::{convert::Infallible, time::Duration};

use super::{api_monitor::ApiMonitor, interaction_client::InteractionClient};
use crate::{backoff::Backoff, errors};

/// How long no request may have been answered before the API is probed.
const PROBE_INTERVAL: Duration = Duration::from_secs(30);

/// The least time between a probe that was answered and the next, in real time.
const PROBE_PAUSE: Duration = Duration::from_millis(200);

/// How long a probe may take, in real time.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// Probes the API, for ever: at once if that is asked for; if a request failed, the clock
/// may be wrong or all was silent for a while; and again and again, with growing delays,
/// while it does not answer or its answers' dates contradict each other.
pub(super) async fn run(monitor: &ApiMonitor, client: &InteractionClient) -> Infallible {
    let mut backoff = Backoff::default();
    // The start sends the first probe, see `discord::run`.
    let mut pause = backoff.next_delay();
    loop {
        tokio::select! {
            () = monitor.connection().probe_requested() => {}
            () = wait_until_probe_needed(monitor, pause) => {}
        }
        pause = if probe(monitor, client).await {
            backoff = Backoff::default();
            PROBE_PAUSE
        } else {
            backoff.next_delay()
        };
    }
}

/// Waits until it is uncertain whether Discord answers, or what time it is there. `pause` is the least time, which is
/// real: a frozen clock must not prevent a probe.
async fn wait_until_probe_needed(monitor: &ApiMonitor, pause: Duration) {
    tokio::time::sleep(pause).await;
    while monitor.connection().api_responds() {
        let now = monitor.now();
        // The clock may have been set back.
        let silent_at = monitor.answered_at().min(now).after(PROBE_INTERVAL);
        if silent_at <= now {
            return;
        }
        tokio::select! {
            () = monitor.sleep_until(silent_at) => {}
            () = monitor.probe_needed() => return,
        }
    }
}

/// Probes the API. Returns whether it answered this or another request meanwhile, if only by
/// refusing it. If neither an answer nor an interaction came, records an outage.
pub(super) async fn probe(monitor: &ApiMonitor, client: &InteractionClient) -> bool {
    let (answers, contacts) = (monitor.answers(), monitor.contacts());
    let probing = async {
        let answer = client.probe().await;
        if monitor.has_unconfirmed_correction() { client.probe().await } else { answer }
    };
    let probed = tokio::time::timeout(PROBE_TIMEOUT, probing).await;
    if matches!(probed, Ok(Ok(()))) && !monitor.has_unconfirmed_correction() {
        monitor.clear_probe_needed();
    }
    let failure = match probed {
        Ok(Ok(())) => "the dates of its answers contradict each other".to_owned(),
        Ok(Err(error)) => errors::with_causes(error),
        Err(_) => "it timed out".to_owned(),
    };
    if monitor.contacts() == contacts {
        monitor.record_outage(&failure);
    }
    monitor.answers() > answers
}
