//! How well the engine plays, solves and reviews, from outside.

#![expect(
    clippy::unwrap_used,
    reason = "clippy allows it in test functions, but not in their helpers"
)]

mod judging;
mod levels;
mod perfect;
mod yardstick;
