//! Tests of the public interface: playing strength, exact scores, reviews,
//! reasons.

#![expect(
    clippy::unwrap_used,
    reason = "clippy allows it in test functions but not in their helpers"
)]

mod casual_player;
mod evaluated_moves;
mod known_reasons;
mod levels;
mod perfect_level;
mod plausible_games;
mod puzzles;
mod reason_oracle;
mod reasons;
mod reference_player;
mod review_grades;
