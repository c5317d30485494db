//! What several features do: moves, the computer's turns, reviews, deletions and more.

pub(crate) mod computer_turns;
pub(crate) mod deletion;
pub(crate) mod moves;
pub(crate) mod public_views;
pub(crate) mod resigning;
pub(crate) mod reviews;
pub(crate) mod season_end;
pub(crate) mod standing_copies;
pub(crate) mod updates;
pub(crate) mod visible_games;

pub(crate) use self::moves::{ActionOutcome, ActionSource};
