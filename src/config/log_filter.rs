//! Parses `RUST_LOG`.

use tracing_subscriber::filter::{LevelFilter, Targets};

use super::{RUST_LOG, SettingError};

/// Parses more strictly than [`Targets`] does, which takes a misspelt level for a
/// target that never logs.
pub(super) fn parse(filter: &str) -> Result<Targets, SettingError> {
    let mut targets = Targets::new();
    for part in filter.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let error = || {
            let problem = format!(
                "is no log filter: {part:?} is neither a level nor a module with one. Write it \
                 like info or fourfall=debug."
            );
            SettingError::new(RUST_LOG, problem)
        };
        targets = match part.split_once('=') {
            Some((target, level)) if is_path(target) && !level.is_empty() => {
                let level: LevelFilter = level.parse().map_err(|_| error())?;
                targets.with_target(target, level)
            }
            Some(_) => return Err(error()),
            None => match part.parse::<LevelFilter>() {
                Ok(level) => targets.with_default(level),
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
        assert_eq!(parse("info, fourfall=debug,sqlx::query=trace,"), Ok(expected));
    }

    #[test]
    fn a_part_that_is_no_level_or_target_is_an_error() {
        for part in ["wran", "sqlx", "fourfall=loud", "fourfall=", "=info", "!!", "[span]=info"] {
            let error = parse(&format!("info,{part}")).unwrap_err();
            assert_eq!(error.name, RUST_LOG);
            assert!(error.problem.contains(&format!("{part:?} is neither")), "{error}");
        }
    }
}
