//! Faults outside the bot: it survives them, and nothing that users have seen is
//! lost.

mod absence;
mod clock;
mod crash_recovery;
mod crowd;
mod deliveries;
mod discord;
mod events;
mod games;
mod malformed;
mod mutations;
mod postgres;
mod recorded;
mod replicas;
mod startup;
