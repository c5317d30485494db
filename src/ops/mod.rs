//! Operations: logs, shutdown signals, health checks and metrics.

mod health;
mod logs;
mod probe;
mod signals;

pub use health::{HealthCheck, serve};
pub use logs::start_logs;
pub use probe::{Probe, local_client, loopback_if_unspecified, probe, read_counter};
pub use signals::{notify_systemd, shutdown_signal};
