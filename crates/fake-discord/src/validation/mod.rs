//! Validates request bodies as Discord does, which answers 400 if they are invalid.

pub(crate) mod callback;
pub(crate) mod channel_changes;
mod command_schemas;
pub(crate) mod commands;
mod component_schemas;
mod components;
mod embeds;
pub(crate) mod message;
mod schema;
#[cfg(test)]
mod tests;

pub(crate) use self::schema::LOCALES;
use crate::rest::error::{ApiError, ValidationError};

/// A key or an index of a path.
struct PathSegment(String);

impl From<&str> for PathSegment {
    fn from(key: &str) -> Self {
        Self(key.to_owned())
    }
}

impl From<usize> for PathSegment {
    fn from(index: usize) -> Self {
        Self(index.to_string())
    }
}

/// Collects the errors of a body, with the path of the value being validated.
#[derive(Debug, Default)]
struct Validator {
    path: Vec<String>,
    errors: Vec<ValidationError>,
}

impl Validator {
    fn error(&mut self, code: &'static str, message: impl Into<String>) {
        self.errors.push(ValidationError {
            path: self.path.clone(),
            code,
            message: message.into(),
        });
    }

    /// Runs `validate` for the value at a key or an index of the current one.
    fn at(&mut self, segment: impl Into<PathSegment>, validate: impl FnOnce(&mut Self)) {
        self.path.push(segment.into().0);
        validate(self);
        self.path.pop();
    }

    /// Fails with 50035 if there were errors.
    fn finish(self) -> Result<(), ApiError> {
        if self.errors.is_empty() { Ok(()) } else { Err(ApiError::invalid_form(&self.errors)) }
    }
}
