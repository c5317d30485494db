use std::io::stderr;

use tracing_subscriber::{EnvFilter, filter::ParseError};

/// Libraries that would log too much: serenity makes spans for every call,
/// which costs time, and the web-socket library writes out whole messages, the
/// bot's token in one of them.
const QUIET: [&str; 3] = ["serenity=warn", "tungstenite=warn", "tokio_tungstenite=warn"];

/// Starts writing logs to the standard error stream.
///
/// A filter that cannot be read is an error.
pub fn start_logs(filter: &str) -> Result<(), ParseError> {
    let mut filter = EnvFilter::try_new(filter)?;
    for directive in QUIET {
        filter = filter.add_directive(directive.parse()?);
    }
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr).init();
    Ok(())
}
