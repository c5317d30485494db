//! Tests of the public interface: playing strength, exact scores, reviews.

#![expect(
    clippy::unwrap_used,
    reason = "clippy allows it in test functions but not in their helpers"
)]

mod casual_player;
mod levels;
mod perfect_level;
mod puzzles;
mod reference_player;
mod review_grades;
