//! `/leaderboard`, and the ratings that it sorts by.

mod fair_wins;
mod pages;
mod ratings;
mod recount;
mod standing;
mod week;
