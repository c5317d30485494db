//! A game on its board: moves, offers, hints, and what is refused.

mod answers;
mod concurrency;
mod game;
mod hint;
mod offers;
mod refusals;
mod reposts;
mod several_games;
mod shapes;
mod slow_moves;
mod slow_search;
