//! The endpoints for monitoring: `/health`, `/ready` and `/metrics`.

use std::{convert::Infallible, future::pending, sync::Arc, time::Duration};

use anyhow::Context as _;
use async_trait::async_trait;
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::get,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

use crate::http_server;

/// The most connections at once; monitoring needs few.
const MAX_CONNECTIONS: usize = 16;

/// How long a client may keep one of the connections without a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a health check may take before it counts as failed.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

/// The content type of the [text format](https://prometheus.io/docs/instrumenting/exposition_formats/).
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Upper bounds of the histograms' buckets, in seconds: from the time of a fast move
/// to Discord's limit for a response.
const BUCKETS: [f64; 12] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 1.0, 3.0];

/// How often samples are moved into buckets, so that memory stays bounded even if
/// nothing scrapes the metrics.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Reports the program's health and metrics.
#[async_trait]
pub trait HealthCheck: Send + Sync + 'static {
    /// Why the program is not ready, a short text for each reason. Empty if it is
    /// ready. Updates the gauges of what that depends on.
    async fn failures(&self) -> Vec<String>;

    /// Updates the other gauges that are measured only on request.
    async fn record_metrics(&self);
}

/// The returned future serves requests until it is dropped.
pub fn serve(
    listener: TcpListener,
    health: Arc<dyn HealthCheck>,
) -> anyhow::Result<impl Future<Output = Infallible> + Send> {
    // Without it, recording metrics costs next to nothing.
    let handle = PrometheusBuilder::new()
        .set_buckets(&BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .context("measurements cannot be kept")?;
    let router = Router::new()
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready_handler))
        .route("/metrics", get(metrics_handler))
        .with_state(OpsState { health, handle: handle.clone() });
    Ok(async move {
        let serving =
            http_server::serve(listener, router, MAX_CONNECTIONS, REQUEST_TIMEOUT, pending());
        tokio::join!(serving, run_upkeep(handle)).1
    })
}

#[derive(Clone)]
struct OpsState {
    health: Arc<dyn HealthCheck>,
    handle: PrometheusHandle,
}

/// Why the program is not ready. Checks that take too long are a reason, too.
async fn failures(health: &dyn HealthCheck) -> Vec<String> {
    let failures = tokio::time::timeout(CHECK_TIMEOUT, health.failures()).await;
    failures.unwrap_or_else(|_| vec!["it does not answer in time".to_owned()])
}

async fn ready_handler(State(state): State<OpsState>) -> Response {
    let failures = failures(&*state.health).await;
    if failures.is_empty() {
        return "ready\n".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, failures.join("\n") + "\n").into_response()
}

async fn metrics_handler(State(state): State<OpsState>) -> Response {
    let recording = tokio::time::timeout(CHECK_TIMEOUT, state.health.record_metrics());
    let (failures, recorded) = tokio::join!(failures(&*state.health), recording);
    metrics::gauge!("fourfall_ready").set(if failures.is_empty() { 1.0 } else { 0.0 });
    // A timeout only leaves some gauges stale.
    if recorded.is_err() {
        tracing::debug!("some gauges are not up to date");
    }
    ([(CONTENT_TYPE, PROMETHEUS_TEXT)], state.handle.render()).into_response()
}

/// Moves samples into buckets, for ever.
async fn run_upkeep(handle: PrometheusHandle) -> Infallible {
    loop {
        tokio::time::sleep(UPKEEP_INTERVAL).await;
        handle.run_upkeep();
    }
}
