//! What Discord answers 400 to.

pub(crate) mod callback;
mod command_shapes;
pub(crate) mod commands;
mod component_shapes;
mod components;
mod embeds;
pub(crate) mod message;
mod shape;
#[cfg(test)]
mod tests;

use crate::rest::error::Refusal;

/// One thing that is wrong with a body, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    /// The keys and indices that lead to it.
    pub(crate) path: Vec<String>,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

/// A key or an index.
struct Step(String);

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self(index.to_string())
    }
}

/// Collects complaints while a body is walked through.
#[derive(Debug, Default)]
struct Trail {
    path: Vec<String>,
    complaints: Vec<Complaint>,
}

impl Trail {
    fn complain(&mut self, code: &'static str, message: impl Into<String>) {
        self.complaints.push(Complaint { path: self.path.clone(), code, message: message.into() });
    }

    /// Looks one step further in, at a key or an index.
    fn at(&mut self, step: impl Into<Step>, look: impl FnOnce(&mut Self)) {
        self.path.push(step.into().0);
        look(self);
        self.path.pop();
    }

    /// 50035, if anything was wrong.
    fn verdict(self) -> Result<(), Refusal> {
        if self.complaints.is_empty() {
            Ok(())
        } else {
            Err(Refusal::invalid_form(&self.complaints))
        }
    }
}
