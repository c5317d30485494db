//! Operations: logs, shutdown signals, health checks and metrics.

mod health;
mod logs;
mod metrics;
mod shutdown;
mod systemd;

pub use health::{HealthCheck, OpsError, serve};
pub use logs::{LogFilterError, start_logs};
pub use shutdown::shutdown_signal;
pub use systemd::{notify_ready, notify_stopping};
