//! The `fourfall` program.

use std::process::ExitCode;

/// Allocation takes a tenth of the time of a move. mimalloc is faster than the system
/// allocator, and returns memory after a load peak.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Releases are built with a text that names the commit, see `deploy/build`.
const VERSION: &str = match option_env!("FOURFALL_VERSION") {
    Some(version) => version,
    None => concat!(env!("CARGO_PKG_VERSION"), " (built from source)"),
};

fn main() -> ExitCode {
    fourfall::cli::execute(VERSION)
}
