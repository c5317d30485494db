use std::io::stderr;

use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

/// Libraries that would log too much: serenity makes spans for every call,
/// which costs time, and the web-socket library writes out whole messages, the
/// bot's token in one of them.
const QUIET: [&str; 3] = ["serenity", "tungstenite", "tokio_tungstenite"];

/// Part of a log filter that is neither a level nor a target with a level.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither a level nor a module with one")]
pub struct LogFilterError(String);

/// Starts writing logs to the standard error stream.
///
/// `filter` has levels and targets with levels, such as `info,fourfall=debug`.
///
/// # Errors
///
/// If a part of the filter is neither.
pub fn start_logs(filter: &str) -> Result<(), LogFilterError> {
    let filter = parse(filter)?.with_targets(QUIET.map(|target| (target, LevelFilter::WARN)));
    tracing_subscriber::registry().with(fmt::layer().with_writer(stderr)).with(filter).init();
    Ok(())
}

/// Parses more strictly than [`Targets`] does, which takes a misspelt level for a
/// target that never logs.
fn parse(filter: &str) -> Result<Targets, LogFilterError> {
    let mut targets = Targets::new();
    for part in filter.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let error = || LogFilterError(part.to_owned());
        targets = match part.split_once('=') {
            Some((target, level)) if is_path(target) && !level.is_empty() => {
                let level: LevelFilter = level.parse().map_err(|_| error())?;
                targets.with_target(target, level)
            }
            Some(_) => return Err(error()),
            None => match part.parse::<LevelFilter>() {
                Ok(level) => targets.with_default(level),
                Err(_) if is_path(part) => targets.with_target(part, LevelFilter::TRACE),
                Err(_) => return Err(error()),
            },
        };
    }
    Ok(targets)
}

fn is_path(target: &str) -> bool {
    let is_in_path = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    !target.is_empty() && target.chars().all(is_in_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_has_levels_and_targets_with_levels() {
        let expected = Targets::new()
            .with_default(LevelFilter::INFO)
            .with_target("fourfall", LevelFilter::DEBUG)
            .with_target("sqlx::query", LevelFilter::TRACE);
        assert_eq!(parse("info, fourfall=debug,sqlx::query,"), Ok(expected));
    }

    #[test]
    fn a_part_that_is_no_level_or_target_is_an_error() {
        for part in ["fourfall=loud", "fourfall=", "=info", "!!", "[span]=info"] {
            assert_eq!(parse(&format!("info,{part}")), Err(LogFilterError(part.to_owned())));
        }
    }
}
