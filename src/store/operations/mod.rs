//! What is done in the database, statement by statement; the same for both.

pub(super) mod challenges;
pub(super) mod clocks;
pub(super) mod deadlines;
pub(super) mod dump;
pub(super) mod forget;
pub(super) mod games;
pub(super) mod history;
pub(super) mod players;
pub(super) mod rankings;
pub(super) mod records;
pub(super) mod registrations;
pub(super) mod results;
pub(super) mod reviews;
pub(super) mod settings;
