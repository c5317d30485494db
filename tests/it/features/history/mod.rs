//! `/history`, replays and reviews, also from the menus of messages.

mod advance_reviews;
mod menus;
mod replays;
mod reviews;
