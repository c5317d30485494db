//! End-to-end tests of the bot against the fake Discord: one program, which is linked once.

#![expect(
    clippy::unwrap_used,
    reason = "clippy allows it in test functions, but not in their helpers"
)]

mod browser;
mod faults;
mod features;
mod model_based;
mod operation;
mod store;
mod support;
mod tidy;
mod transport;
