use sd_notify::NotifyState;

/// Tells systemd that the program does its work now
/// ([protocol](https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html));
/// nothing where it was started otherwise.
pub fn say_ready() {
    say(NotifyState::Ready);
}

/// Tells systemd that the program is about to end.
pub fn say_stopping() {
    say(NotifyState::Stopping);
}

fn say(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd was not told");
    }
}
