use sd_notify::NotifyState;

/// Notifies systemd that the program is ready
/// ([protocol](https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html)).
/// Does nothing if systemd did not start the program.
pub fn notify_ready() {
    notify(NotifyState::Ready);
}

/// Notifies systemd that the program is shutting down.
pub fn notify_stopping() {
    notify(NotifyState::Stopping);
}

fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd could not be notified");
    }
}
