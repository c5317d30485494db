//! What the system and the program tell each other: signals, and what systemd has to know.

use std::io;

use sd_notify::NotifyState;
use tokio::signal::unix::{SignalKind, signal};

/// Returns a future that completes on Ctrl-C (SIGINT) or SIGTERM.
///
/// From this call on, neither signal ends the program by itself.
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()> + Send> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        let signal = tokio::select! {
            _ = terminate.recv() => "SIGTERM",
            _ = interrupt.recv() => "SIGINT",
        };
        tracing::info!("stopping after {signal}");
    })
}

/// Notifies systemd that the program is ready or shutting down
/// ([protocol](https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html)).
/// Does nothing if systemd did not start the program.
pub fn notify_systemd(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd could not be notified");
    }
}
