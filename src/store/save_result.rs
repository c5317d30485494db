//! How changes that compare and swap end.

/// The outcome of a compare-and-swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a change that was not stored must not be shown"]
pub enum SaveResult {
    /// The change was made.
    Saved,
    /// Another change came first, and this one was not stored.
    Conflict,
}

impl SaveResult {
    /// Of a conditional update that has changed so many rows.
    pub(super) const fn of(changed_rows: u64) -> Self {
        if changed_rows == 0 { Self::Conflict } else { Self::Saved }
    }
}
