//! Turns that take too long, and games that cannot go on.

mod abandoned;
mod moderation;
mod turn_timers;
