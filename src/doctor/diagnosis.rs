//! What the examination of one subject has found.

use std::fmt::{Display, Formatter, Result as FmtResult};

/// What was found about a subject. Displays as one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    subject: &'static str,
    pub verdict: Verdict,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// With what was seen.
    Fine(String),
    /// What is wrong, and how to fix it.
    Wrong(String),
    /// Why it could not be checked.
    Unchecked(String),
}

/// The name of what is examined.
#[derive(Clone, Copy)]
pub(super) struct Subject(pub(super) &'static str);

impl Subject {
    pub(super) fn fine(self, seen: impl Into<String>) -> Diagnosis {
        Diagnosis { subject: self.0, verdict: Verdict::Fine(seen.into()) }
    }

    pub(super) fn wrong(self, problem: impl Into<String>) -> Diagnosis {
        Diagnosis { subject: self.0, verdict: Verdict::Wrong(problem.into()) }
    }

    pub(super) fn unchecked(self, reason: impl Into<String>) -> Diagnosis {
        Diagnosis { subject: self.0, verdict: Verdict::Unchecked(reason.into()) }
    }
}

impl Diagnosis {
    pub const fn is_wrong(&self) -> bool {
        matches!(self.verdict, Verdict::Wrong(_))
    }
}

impl Display for Diagnosis {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FmtResult {
        let (mark, prefix, text) = match &self.verdict {
            Verdict::Fine(text) => ("ok", "", text),
            Verdict::Wrong(text) => ("WRONG", "", text),
            Verdict::Unchecked(text) => ("?", "not checked: ", text),
        };
        let text = text.replace(char::is_control, " ");
        write!(formatter, "{mark:5}  {:11}  {prefix}{text}", self.subject)
    }
}
