//! Which lines to Discord are up.

use std::sync::Arc;

use tokio::sync::watch;

/// The lines by which interactions come: one for each shard of the gateway's, or
/// one that is up while the bot listens for HTTP. Clones share what they know.
#[derive(Clone, Debug, Default)]
pub struct Connected(Arc<watch::Sender<Vec<bool>>>);

impl Connected {
    /// Whether all lines are up; not before it is known how many there are.
    pub fn is_complete(&self) -> bool {
        is_complete(&self.0.borrow())
    }

    /// Each line by its number, and whether it is up.
    pub fn lines(&self) -> Vec<(u32, bool)> {
        (0..).zip(self.0.borrow().iter().copied()).collect()
    }

    /// Waits until all lines are up.
    pub async fn until_complete(&self) {
        let mut lines = self.0.subscribe();
        // The sender lives as long as `self`.
        drop(lines.wait_for(|lines| is_complete(lines)).await);
    }

    /// From now on there are so many lines, all of them down.
    pub(super) fn expect(&self, count: u32) {
        self.take_down();
        self.0.send_replace((0..count).map(|_| false).collect());
        for line in 0..count {
            show(line, false);
        }
    }

    /// Notes that a line is up, or down.
    pub(super) fn set(&self, line: u32, is_up: bool) {
        self.0.send_if_modified(|lines| {
            let known = usize::try_from(line).ok().and_then(|index| lines.get_mut(index));
            let Some(known) = known.filter(|known| **known != is_up) else { return false };
            *known = is_up;
            show(line, is_up);
            true
        });
    }

    /// Notes that all lines are down.
    pub(super) fn take_down(&self) {
        for (line, _) in self.lines() {
            self.set(line, false);
        }
    }
}

fn is_complete(lines: &[bool]) -> bool {
    !lines.is_empty() && lines.iter().all(|is_up| *is_up)
}

/// Tells whoever watches the program.
fn show(line: u32, is_up: bool) {
    let value = if is_up { 1.0 } else { 0.0 };
    metrics::gauge!("fourfall_connected", "shard" => line.to_string()).set(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_complete_before_it_is_known_what_there_is() {
        let connected = Connected::default();
        assert!(!connected.is_complete());
        connected.set(0, true);
        assert!(connected.lines().is_empty());
    }

    #[tokio::test]
    async fn who_waits_is_told_when_the_last_line_is_up() {
        let connected = Connected::default();
        let waiting = tokio::spawn({
            let connected = connected.clone();
            async move { connected.until_complete().await }
        });
        connected.expect(2);
        connected.set(1, true);
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        assert_eq!(connected.lines(), [(0, false), (1, true)]);
        connected.set(0, true);
        waiting.await.unwrap();
        connected.set(1, false);
        assert!(!connected.is_complete());
    }

    #[test]
    fn lines_expected_anew_are_down() {
        let connected = Connected::default();
        connected.expect(3);
        (0..3).for_each(|line| connected.set(line, true));
        assert!(connected.is_complete());
        connected.expect(2);
        assert_eq!(connected.lines(), [(0, false), (1, false)]);
    }
}
