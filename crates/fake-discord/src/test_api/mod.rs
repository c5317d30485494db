//! What tests do with the fake: change its world, act as users, look at the
//! result, and inject faults.

mod faults;
mod state;
mod user_actions;
mod variations;
mod world;
