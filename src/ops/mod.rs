//! What keeps the program running well: logs, and stopping in good order.

mod logs;
mod stop;

pub use logs::start_logs;
pub use stop::stop_signal;
