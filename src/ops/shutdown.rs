use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Returns a future that completes on Ctrl-C (SIGINT) or SIGTERM.
///
/// From this call on, neither signal ends the program by itself.
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()> + Send> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
