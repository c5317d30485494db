use std::time::Duration;

use clock::Timestamp;

use super::PuzzleNumber;
use crate::{
    game::{ChannelId, GuildId, Location},
    locale::Locale,
};

/// After as many refused posts in a row, a puzzle is no longer posted.
pub const MAX_REFUSED_POSTS: u8 = 7;

/// The posts of one hour are spread over its first minutes.
const SPREAD: Duration = Duration::from_mins(5);

/// Where and when a server's daily puzzle is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleSchedule {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The hour of the day, UTC. `None` if it is not posted.
    pub hour: Option<u8>,
    /// The last puzzle that was posted.
    pub posted: Option<PuzzleNumber>,
    /// How many posts in a row Discord has refused.
    pub refusals: u8,
    /// The locale that Discord reports for the server.
    pub guild_locale: Locale,
}

impl PuzzleSchedule {
    pub const fn location(&self) -> Location {
        Location { guild: Some(self.guild), channel: self.channel }
    }

    /// When it is posted on the day of `now`. `None` if it is not posted.
    pub fn due_on_day(&self, now: Timestamp) -> Option<Timestamp> {
        let hour = Duration::from_hours(self.hour?.into());
        Some(now.midnight().after(hour + delay(self.guild)))
    }

    /// When it is posted next, after `now`: not on a day whose puzzle was posted.
    pub fn due_after(&self, now: Timestamp) -> Option<Timestamp> {
        let today = self.due_on_day(now)?;
        let is_posted = self.posted == Some(PuzzleNumber::of_day(now));
        let is_to_come = today > now && !is_posted;
        Some(if is_to_come { today } else { today.after(Duration::from_hours(24)) })
    }

    /// The schedule after Discord accepted or refused a puzzle. A refused one is not posted on
    /// its day, unless in another channel.
    #[must_use]
    pub fn after_post(self, number: PuzzleNumber, is_refused: bool) -> Self {
        let refusals = if is_refused { self.refusals.saturating_add(1) } else { 0 };
        let hour = self.hour.filter(|_| refusals < MAX_REFUSED_POSTS);
        Self { posted: Some(number), hour, refusals, ..self }
    }
}

/// How long after the full hour a server's puzzle is posted. The IDs of servers begin with
/// their time of creation, in milliseconds
/// (<https://discord.com/developers/docs/reference#snowflakes>).
fn delay(guild: GuildId) -> Duration {
    Duration::from_millis((guild.0 >> 22) % u64::try_from(SPREAD.as_millis()).unwrap_or(1))
}
