//! Numbers for whoever watches the program, as Prometheus reads them.

use std::time::Duration;

use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Upper bounds of the histograms' buckets, in seconds: from what a move takes to
/// what Discord gives an interaction.
const BUCKETS: [f64; 12] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 1.0, 3.0];

/// How often what was measured is put in buckets, so that it takes no more memory
/// where nobody asks for it.
const TIDY_EVERY: Duration = Duration::from_secs(5);

/// Starts to keep what the program measures. Where this was never called,
/// measuring costs next to nothing.
///
/// Once for each process; a second time is an error.
pub(super) fn start() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()
}

/// Keeps memory in bounds, for ever.
pub(super) async fn tidy(handle: PrometheusHandle) {
    loop {
        tokio::time::sleep(TIDY_EVERY).await;
        handle.run_upkeep();
    }
}
