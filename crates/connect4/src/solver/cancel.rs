use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// What breaks a search off from outside. Clones are the same interrupt; once
/// raised, it stays raised.
///
/// ```
/// use connect4::{Board, Interrupt, Shape, Solver};
/// let mut solver = Solver::new(Shape::STANDARD, Solver::TABLE).unwrap();
/// let interrupt = Interrupt::default();
/// interrupt.raise();
/// assert_eq!(solver.solve_until(&Board::empty(Shape::STANDARD), &interrupt), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Breaks off every search that heeds this.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has raised it.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
