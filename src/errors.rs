//! Errors as text, for logs and settings.

use std::error::Error;

/// An error with its causes, on one line. Takes a reference as well.
pub fn with_causes(error: impl Error) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        // Some errors say their cause themselves.
        if !line.ends_with(&text) {
            line = format!("{line}: {text}");
        }
        cause = error.source();
    }
    line.replace('\n', " ")
}

/// Logs a warning about an error, with its causes.
macro_rules! warn_about {
    ($error:expr, $($fields_and_message:tt)+) => {
        tracing::warn!(error = $crate::errors::with_causes($error), $($fields_and_message)+)
    };
}

pub(crate) use warn_about;

/// What an error comes down to, on one line, for people to whom the layers in between say
/// nothing.
pub fn root_cause(error: impl Error) -> String {
    let mut root: &dyn Error = &error;
    while let Some(cause) = root.source() {
        root = cause;
    }
    root.to_string().replace('\n', " ")
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
        assert_eq!(root_cause(&error), "the disk is full: 0 bytes are left");
        assert_eq!(with_causes(error), expected);
    }

    #[derive(Debug, Error)]
    #[error("nothing was read: {0}")]
    struct Repeating(#[source] Inner);

    #[test]
    fn a_cause_that_an_error_says_is_not_repeated() {
        let expected = "nothing was read: the disk is full: 0 bytes are left";
        assert_eq!(with_causes(Repeating(Inner)), expected);
    }
}
