//! What goes wrong outside: the bot survives it, and nothing that was shown is
//! lost.

mod crowd;
mod games;
mod killed;
mod malformed;
mod mutations;
mod recorded;
