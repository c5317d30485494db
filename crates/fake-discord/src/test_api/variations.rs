//! What else Discord may send in a test.

use crate::{FakeDiscord, SchemaVariation};

/// # Other forms of what Discord sends
///
/// Interactions and answers to requests are varied, events of the gateway such as READY are
/// not. Messages as the test sees them are not varied either.
impl FakeDiscord {
    /// Changes all objects of a kind that are sent from now on; `None` ends that, and what
    /// [`Self::vary_randomly`] began.
    pub fn vary(&self, variation: Option<SchemaVariation>) {
        self.shared.variations().set(variation);
    }

    /// Changes a share of all interactions from now on, and the answers to requests after
    /// them, each by one of [`SchemaVariation::all`] that does not change what the
    /// interaction is about.
    pub fn vary_randomly(&self, seed: u64, share: f64) {
        self.shared.variations().set_random(seed, share);
    }

    /// Sends the keys of interactions, and of the gateway's frames around them, in another
    /// order from now on: descending, so that what things are comes after what they have.
    pub fn reverse_keys(&self) {
        self.shared.variations().reverse_keys();
        self.shared.sessions().reverse_keys();
    }
}
