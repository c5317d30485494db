//! Interactions by signed HTTP POST, answered by one replica or another.

mod between;
mod posting;
mod presses;
mod refused;
mod replicas;
mod stopping;

use crate::support::{Arcade, Setup, Transport};

/// An arcade whose interactions go to so many replicas in turn.
async fn open(name: &str, replicas: usize) -> Arcade {
    let transport = Transport::Http { replicas };
    Arcade::open_as(name, Setup { transport, ..Setup::default() }).await
}
