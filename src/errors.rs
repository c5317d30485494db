//! Errors as text, for logs and settings.

use std::error::Error;

/// An error with its causes, on one line. Takes a reference as well.
pub fn with_causes(error: impl Error) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        line = format!("{line}: {error}");
        cause = error.source();
    }
    line.replace('\n', " ")
}

/// A short random reference that leads from what a user sees to a line of the log.
pub fn new_reference() -> String {
    format!("{:06X}", fastrand::u32(..1 << 24))
}

#[cfg(test)]
mod tests {
    use thiserror::Error;

    use super::*;

    #[derive(Debug, Error)]
    #[error("nothing was stored")]
    struct Outer(#[source] Inner);

    #[derive(Debug, Error)]
    #[error("the disk is full:\n0 bytes are left")]
    struct Inner;

    #[test]
    fn an_error_is_one_line_with_its_causes() {
        let expected = "nothing was stored: the disk is full: 0 bytes are left";
        let error = Outer(Inner);
        assert_eq!(with_causes(&error), expected);
        assert_eq!(with_causes(error), expected);
    }
}
