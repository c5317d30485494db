//! Store operations, as sequences of statements that both databases run.

pub(super) mod challenges;
pub(super) mod clean_up;
mod daily_limit;
pub(super) mod deadlines;
pub(super) mod deletion;
pub(super) mod export;
pub(super) mod games;
pub(super) mod heartbeats;
pub(super) mod history;
pub(super) mod leaderboards;
pub(super) mod notifications;
pub(super) mod opponent_choices;
pub(super) mod players;
pub(super) mod records;
pub(super) mod registrations;
pub(super) mod results;
pub(super) mod retained_limits;
pub(super) mod reviews;
pub(super) mod settings;
