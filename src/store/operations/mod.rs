//! The operations of the store: a trait for each subject, and beside it how
//! [`SqlStore`](super::sql_store::SqlStore) implements it on either database.

mod challenges;
mod deadlines;
mod games;
mod maintenance;
mod people;
mod privacy;
mod puzzles;
mod results;
mod reviews;
mod training;

pub use self::{
    challenges::ChallengeStore, deadlines::DeadlineStore, games::GameStore,
    maintenance::MaintenanceStore, people::PeopleStore, privacy::PrivacyStore,
    puzzles::PuzzleStore, results::ResultStore, reviews::ReviewStore, training::TrainingStore,
};
