use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Done when somebody asks the program to stop: Ctrl-C, or SIGTERM.
///
/// From the call on, neither of the two ends the program by itself.
pub fn stop_signal() -> io::Result<impl Future<Output = ()> + Send> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
