//! `/leaderboard`, and the ratings that it sorts by.

mod away;
mod count;
mod fair_wins;
mod month;
mod month_changes;
mod pages;
mod people;
mod places;
mod ratings;
mod removals;
mod season_ends;
mod season_table;
mod seasons;
pub(super) mod standing;
mod stopped;
mod unresolved;
mod week;
