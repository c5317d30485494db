//! What a supervisor asks: `/health`, `/ready` and `/metrics`.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use async_trait::async_trait;
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::get,
};
use metrics_exporter_prometheus::{BuildError, PrometheusHandle};
use thiserror::Error;
use tokio::net::TcpListener;

use super::metrics;

/// How long the answer to a question may take before it counts as a no.
const ANSWER_WITHIN: Duration = Duration::from_secs(2);

/// The [format](https://prometheus.io/docs/instrumenting/exposition_formats/).
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the program can tell of itself.
#[async_trait]
pub trait Status: Send + Sync + 'static {
    /// What keeps it from doing its work, in a few words each; nothing if it can.
    async fn troubles(&self) -> Vec<String>;

    /// Brings the gauges up to date that nobody keeps so.
    async fn measure(&self);
}

/// Why the program cannot be watched.
#[derive(Debug, Error)]
pub enum ProbesError {
    /// It cannot listen there.
    #[error("cannot listen on {0}")]
    Listen(SocketAddr, #[source] io::Error),
    /// What it measures cannot be kept.
    #[error("measurements cannot be kept")]
    Metrics(#[from] BuildError),
}

/// Listens for questions, and answers them until it is dropped.
pub async fn serve(
    address: SocketAddr,
    status: Arc<dyn Status>,
) -> Result<impl Future<Output = ()> + Send, ProbesError> {
    let listener =
        TcpListener::bind(address).await.map_err(|error| ProbesError::Listen(address, error))?;
    let handle = metrics::start()?;
    let router = Router::new()
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready))
        .route("/metrics", get(measured))
        .with_state(Watched { status, handle: handle.clone() });
    Ok(async move {
        tokio::select! {
            served = axum::serve(listener, router) => {
                if let Err(error) = served {
                    tracing::error!(%error, "nobody can watch the program any more");
                }
            }
            () = metrics::tidy(handle) => {}
        }
    })
}

#[derive(Clone)]
struct Watched {
    status: Arc<dyn Status>,
    handle: PrometheusHandle,
}

async fn ready(State(watched): State<Watched>) -> Response {
    let troubles = tokio::time::timeout(ANSWER_WITHIN, watched.status.troubles()).await;
    match troubles {
        Ok(troubles) if troubles.is_empty() => "ready\n".into_response(),
        Ok(troubles) => {
            (StatusCode::SERVICE_UNAVAILABLE, troubles.join("\n") + "\n").into_response()
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "it does not answer in time\n").into_response(),
    }
}

async fn measured(State(watched): State<Watched>) -> Response {
    // What is known already is told in any case.
    if tokio::time::timeout(ANSWER_WITHIN, watched.status.measure()).await.is_err() {
        tracing::debug!("some gauges are not up to date");
    }
    ([(CONTENT_TYPE, PROMETHEUS_TEXT)], watched.handle.render()).into_response()
}
