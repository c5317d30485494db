use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Cancels searches from another thread. Clones share one state; a cancelled token
/// stays cancelled.
///
/// ```
/// use connect4::{Board, CancelToken, Shape, Solver};
/// let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES).unwrap();
/// let cancel = CancelToken::default();
/// cancel.cancel();
/// assert_eq!(solver.solve_with_cancel(&Board::empty(Shape::STANDARD), &cancel), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Cancels every search that was given this token, present and future.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancelToken::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
