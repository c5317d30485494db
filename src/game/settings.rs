//! What a server can set.

use std::time::Duration;

use super::{ChallengeContext, ChallengeTime, ChannelId, Refusal, TimeControl, TimeZone};
use crate::{locale::Locale, theme::Theme};

/// For how long a game against the computer counts towards the limit of games in a channel after
/// its last move.
pub const COMPUTER_GAME_COUNTS_FOR: Duration = Duration::from_hours(1);

/// A server's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuildSettings {
    /// The default theme.
    pub theme: Theme,
    /// The locale of public messages. If `None`, the one that Discord reports
    /// for the server.
    pub locale: Option<Locale>,
    /// The default time limit per move.
    pub time_control: TimeControl,
    /// Whether players are pinged before they time out.
    pub reminders: bool,
    /// The limit of live games per channel.
    pub max_games_per_channel: Option<u8>,
    /// Whether games against the computer are allowed.
    pub computer_games: bool,
    /// The channels in which games may be started. If empty, all channels.
    pub channels: Vec<ChannelId>,
    /// How long a challenge waits.
    pub challenge_time: ChallengeTime,
    /// In which the hours of posts are.
    pub time_zone: TimeZone,
}

impl Default for GuildSettings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            locale: None,
            time_control: TimeControl::default(),
            reminders: true,
            max_games_per_channel: None,
            computer_games: true,
            channels: Vec::new(),
            challenge_time: ChallengeTime::default(),
            time_zone: TimeZone::UTC,
        }
    }
}

impl GuildSettings {
    /// Allows games in these channels only.
    pub fn allow_only(&mut self, channels: &[ChannelId]) {
        self.channels = channels.to_vec();
        self.channels.sort_unstable();
        self.channels.dedup();
    }

    /// Refuses games in a channel in which they are not allowed. A thread counts as its parent.
    pub fn check_channel(
        &self,
        channel: ChannelId,
        parent: Option<ChannelId>,
    ) -> Result<(), Refusal> {
        let is_allowed = |channel| self.channels.contains(&channel);
        if self.channels.is_empty() || is_allowed(channel) || parent.is_some_and(is_allowed) {
            return Ok(());
        }
        Err(Refusal::WrongChannel(self.channels.clone()))
    }
}

/// Refuses a game that the settings do not allow.
pub(super) fn check(context: &ChallengeContext, channel: ChannelId) -> Result<(), Refusal> {
    let settings = &context.settings;
    settings.check_channel(channel, context.parent_channel)?;
    match settings.max_games_per_channel {
        Some(limit) if context.games_in_channel >= u32::from(limit) => {
            Err(Refusal::ChannelFull(limit))
        }
        _ => Ok(()),
    }
}
