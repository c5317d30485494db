//! What goes wrong outside: the bot survives it, and nothing that was shown is
//! lost.

mod crowd;
mod killed;
mod postgres;
mod replicas;
