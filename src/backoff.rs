//! Growing pauses between attempts.

use std::time::Duration;

/// Pauses between tries to reach something: a second, then each twice as long as
/// the last, and never more than a minute.
#[derive(Debug)]
pub struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Self {
        Self(Duration::from_secs(1))
    }
}

impl Pauses {
    /// How long the next one is.
    pub fn take(&mut self) -> Duration {
        let longer = (self.0 * 2).min(Duration::from_mins(1));
        std::mem::replace(&mut self.0, longer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute() {
        let mut pauses = Pauses::default();
        let seconds: Vec<_> = (0..9).map(|_| pauses.take().as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    }
}
