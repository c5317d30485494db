//! `/leaderboard`, and the ratings that it sorts by.

mod pages;
mod ratings;
