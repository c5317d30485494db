//! Query strings.

use crate::state::ids::MessageId;

/// The query string of a request. Values are not percent-decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query<'a>(pub(crate) &'a str);

impl Query<'_> {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let pairs = self.0.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.get(name)?.parse().ok()
    }

    pub(crate) fn id(&self, name: &str) -> Option<MessageId> {
        self.get(name)?.parse().ok()
    }

    pub(crate) fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some("true" | "1"))
    }
}
