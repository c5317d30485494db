//! What keeps the program running well: logs, stopping in good order, and what
//! whoever watches it wants to know.

mod logs;
mod metrics;
mod probes;
mod stop;
mod supervisor;

pub use logs::start_logs;
pub use probes::{ProbesError, Status, serve};
pub use stop::stop_signal;
pub use supervisor::{say_ready, say_stopping};
