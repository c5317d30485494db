//! The operations of the store: by subject.

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
