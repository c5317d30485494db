//! `/leaderboard`, and the ratings that it sorts by.

mod fair_wins;
mod pages;
mod people;
mod ratings;
mod recount;
mod seasons;
mod standing;
mod week;
