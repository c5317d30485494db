use std::time::Duration;

use clock::Timestamp;

use super::PuzzleNumber;
use crate::{game::ChannelId, locale::Locale};

/// Where and when a server's daily puzzle is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzlePost {
    pub channel: ChannelId,
    /// The hour of the day, UTC. `None` if it is not posted.
    pub hour: Option<u8>,
    /// The last puzzle that was posted.
    pub posted: Option<PuzzleNumber>,
    /// Whether Discord refused the last one.
    pub is_refused: bool,
    /// The locale that Discord reports for the server.
    pub guild_locale: Locale,
}

impl PuzzlePost {
    /// When it is posted next, after `now`: not on a day whose puzzle was posted.
    pub fn due_after(&self, now: Timestamp) -> Option<Timestamp> {
        let today = now.midnight().after(Duration::from_hours(self.hour?.into()));
        let is_posted = self.posted == Some(PuzzleNumber::of_day(now));
        let is_to_come = today > now && !is_posted;
        Some(if is_to_come { today } else { today.after(Duration::from_hours(24)) })
    }
}
