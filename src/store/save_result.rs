/// The outcome of a compare-and-swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a change that was not stored must not be shown"]
pub enum SaveResult {
    /// The change is committed.
    Saved,
    /// Another change came first, and this one was not stored.
    Conflict,
}
