//! Metrics in Prometheus format.

use std::{convert::Infallible, time::Duration};

use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Upper bounds of the histograms' buckets, in seconds: from the time of a fast move
/// to Discord's limit for a response.
const BUCKETS: [f64; 12] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 1.0, 3.0];

/// How often samples are moved into buckets, so that memory stays bounded even if
/// nothing scrapes the metrics.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Installs the global metrics recorder. Without it, recording metrics costs next to
/// nothing.
///
/// # Errors
///
/// If the process has a recorder already.
pub(super) fn install_recorder() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()
}

/// Records whether the program is ready.
pub(super) fn record_readiness(is_ready: bool) {
    metrics::gauge!("fourfall_ready").set(if is_ready { 1.0 } else { 0.0 });
}

/// Moves samples into buckets, for ever.
pub(super) async fn run_upkeep(handle: PrometheusHandle) -> Infallible {
    loop {
        tokio::time::sleep(UPKEEP_INTERVAL).await;
        handle.run_upkeep();
    }
}
