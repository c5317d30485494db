//! Exponential backoff.

use std::time::Duration;

/// Delays between attempts: one second, then twice as long each time, up to a
/// minute.
#[derive(Debug)]
pub struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(Duration::from_secs(1))
    }
}

impl Backoff {
    /// Returns the delay before the next attempt.
    pub fn next_delay(&mut self) -> Duration {
        let next = (self.0 * 2).min(Duration::from_mins(1));
        std::mem::replace(&mut self.0, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_to_a_minute() {
        let mut delays = Backoff::default();
        let seconds: Vec<_> = (0..9).map(|_| delays.next_delay().as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    }
}
