//! Searches for the computer's moves, for hints and for reviews: who searches when.

mod engine_pool;
mod reviews;
mod search_executor;
mod searches;
mod single_flight;
#[cfg(test)]
mod tests;
pub mod workloads;

pub use engine_pool::{SearchBackend, SearchBackendFactory};
pub(crate) use reviews::{ReviewHandle, ReviewProgress};
pub(crate) use searches::{Searches, max_memory};
