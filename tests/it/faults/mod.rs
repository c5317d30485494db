//! What goes wrong outside: the bot survives it, and nothing that was shown is
//! lost.

mod clock;
mod crowd;
mod discord;
mod events;
mod games;
mod killed;
mod malformed;
mod mutations;
mod postgres;
mod recorded;
mod replicas;
