//! Panics that end a task, but not the program.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use thiserror::Error;

/// A future panicked. The panic itself was logged by the panic hook.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("a panic, logged above")]
pub struct Panicked;

/// The tasks that may panic without ending the program, as the metric names them.
const TASKS: [&str; 7] =
    ["after_response", "delivery", "export", "interaction", "parse", "review", "scheduler"];

/// Counts no panic of any task, so that the first one is an increase.
pub fn register_metrics() {
    for task in TASKS {
        count(task, 0);
    }
}

/// Runs a future of one of the tasks. If it panics, that is counted.
///
/// What the future borrows must make sense even if it ends halfway.
pub async fn catch<T>(task: &'static str, future: impl Future<Output = T>) -> Result<T, Panicked> {
    debug_assert!(TASKS.contains(&task), "{task} is not registered");
    AssertUnwindSafe(future).catch_unwind().await.map_err(|_| count(task, 1))
}

fn count(task: &'static str, panics: u64) -> Panicked {
    metrics::counter!("fourfall_panics_total", "task" => task).increment(panics);
    Panicked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error() {
        let panicking = async {
            tokio::task::yield_now().await;
            assert!(std::hint::black_box(false), "expected by this test");
        };
        assert_eq!(catch("review", panicking).await, Err(Panicked));
        assert_eq!(catch("review", async { 5 }).await, Ok(5));
    }
}
