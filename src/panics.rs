//! Panics that end a task, but not the program.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use thiserror::Error;

/// A future panicked. The panic itself was logged by the panic hook.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("a panic, logged above")]
pub struct Panicked;

/// Runs a future. If it panics, that is counted under the name of the task.
///
/// What the future borrows must make sense even if it ends halfway.
pub async fn catch<T>(task: &'static str, future: impl Future<Output = T>) -> Result<T, Panicked> {
    AssertUnwindSafe(future).catch_unwind().await.map_err(|_| count(task))
}

/// Like [`catch`], for a function.
pub fn catch_in<T>(task: &'static str, function: impl FnOnce() -> T) -> Result<T, Panicked> {
    std::panic::catch_unwind(AssertUnwindSafe(function)).map_err(|_| count(task))
}

fn count(task: &'static str) -> Panicked {
    metrics::counter!("fourfall_panics_total", "task" => task).increment(1);
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
        assert_eq!(catch("test", panicking).await, Err(Panicked));
        assert_eq!(catch("test", async { 5 }).await, Ok(5));
        assert_eq!(catch_in("test", || assert!(std::hint::black_box(false))), Err(Panicked));
        assert_eq!(catch_in("test", || 5), Ok(5));
    }
}
