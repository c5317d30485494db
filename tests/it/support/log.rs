//! What the bot logs in the process of the test.

use std::{
    io,
    sync::{Arc, Mutex, Once},
};

use tracing::{Level, level_filters::LevelFilter, subscriber::DefaultGuard};

use super::wait_until;

/// Records what is logged on this thread, on which the bot runs too, until it is dropped.
#[derive(Debug)]
pub(crate) struct RecordedLog {
    text: SharedText,
    _guard: DefaultGuard,
}

#[derive(Clone, Debug, Default)]
struct SharedText(Arc<Mutex<Vec<u8>>>);

impl io::Write for SharedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A test that fails shows what was logged.
impl Drop for RecordedLog {
    fn drop(&mut self) {
        if std::thread::panicking() {
            #[allow(clippy::print_stderr, reason = "a test is to show it")]
            {
                eprintln!("{}", self.text());
            }
        }
    }
}

impl RecordedLog {
    /// Records events of this level and of more severe ones.
    pub(crate) fn start(level: Level) -> Self {
        // While there is but one subscriber, tracing takes that of the thread which meets an event
        // first for that of all; another test's has none, and the event would never be recorded.
        static SECOND: Once = Once::new();
        SECOND.call_once(|| {
            let silent = tracing_subscriber::fmt().with_max_level(LevelFilter::OFF).finish();
            tracing::subscriber::set_global_default(silent).expect("none is set");
        });
        let text = SharedText::default();
        let writer = text.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(level)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        Self { text, _guard: tracing::subscriber::set_default(subscriber) }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.text.0.lock().unwrap()).into_owned()
    }

    pub(crate) fn lines_with(&self, text: &str) -> Vec<String> {
        self.text().lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
    }

    /// What was logged, without what a machine logs that stood still for a few seconds.
    pub(crate) fn unexpected(&self) -> String {
        self.text().lines().filter(|line| !line.contains("timed out")).collect()
    }

    /// Waits until this has been logged so many times.
    pub(crate) async fn wait_for(&self, text: &str, times: usize) {
        let is_logged = || self.text().matches(text).count() >= times;
        wait_until(&format!("the bot logs {text:?}"), is_logged).await;
    }
}
