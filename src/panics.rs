//! Panics that end a task, but not the program.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use thiserror::Error;

/// A future panicked. The panic itself was logged by the panic hook.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("a panic, logged above")]
pub struct Panicked;

/// Declares the tasks, each with its label in the metric.
macro_rules! tasks {
    ($($task:ident => $label:literal,)*) => {
        /// A task that may panic without ending the program.
        #[derive(Clone, Copy, Debug)]
        pub enum Task {
            $($task,)*
        }

        impl Task {
            const ALL: &[Self] = &[$(Self::$task,)*];

            const fn label(self) -> &'static str {
                match self {
                    $(Self::$task => $label,)*
                }
            }
        }
    };
}

tasks! {
    AfterResponse => "after_response",
    Delivery => "delivery",
    Export => "export",
    Interaction => "interaction",
    Parse => "parse",
    Review => "review",
    Scheduler => "scheduler",
    Write => "write",
}

impl Task {
    fn count(self, panics: u64) {
        metrics::counter!("fourfall_panics_total", "task" => self.label()).increment(panics);
    }
}

/// Counts no panic of any task, so that the first one is an increase.
pub fn register_metrics() {
    for task in Task::ALL {
        task.count(0);
    }
}

/// Runs a future. If it panics, that is counted.
///
/// What the future borrows must make sense even if it ends halfway.
pub async fn catch<T>(task: Task, future: impl Future<Output = T>) -> Result<T, Panicked> {
    AssertUnwindSafe(future).catch_unwind().await.map_err(|_| count(task))
}

/// Like [`catch`], for a function.
pub fn catch_in<T>(task: Task, function: impl FnOnce() -> T) -> Result<T, Panicked> {
    std::panic::catch_unwind(AssertUnwindSafe(function)).map_err(|_| count(task))
}

fn count(task: Task) -> Panicked {
    task.count(1);
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
        assert_eq!(catch(Task::Review, panicking).await, Err(Panicked));
        assert_eq!(catch(Task::Review, async { 5 }).await, Ok(5));
        assert_eq!(catch_in(Task::Review, || assert!(std::hint::black_box(false))), Err(Panicked));
        assert_eq!(catch_in(Task::Review, || 5), Ok(5));
    }
}
