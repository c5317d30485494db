//! What may keep a player from moving in time through no fault of theirs.

use std::time::Duration;

use clock::Timestamp;

use super::{Authority, ChannelId, Game, GuildId, PlayerId};

/// How many lookups may fail in a turn before it times out all the same: one each
/// [`FAILED_LOOKUP_DELAY`], an hour in all.
pub const MAX_FAILED_LOOKUPS: u32 = 60;

/// How long a turn goes on after Discord did not say what has kept its player from moving.
pub const FAILED_LOOKUP_DELAY: Duration = Duration::from_mins(1);

/// What kept the player to move from moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The channel was deleted.
    ChannelGone,
    /// The bot was removed from the server.
    BotRemoved,
    /// The player is no longer a member of the server, or was timed out by a moderator during
    /// the turn.
    PlayerRemoved,
}

/// What to ask Discord about a late player before the turn's deadline takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObstacleQuery {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The player to move, if it matters whether they are still a member.
    pub player: Option<PlayerId>,
    /// When the turn began.
    pub since: Timestamp,
}

impl Game {
    /// What Discord has to be asked before the present turn's deadline takes effect. Returns
    /// `None` if nothing excuses its player: one who manages the channel or the server loses.
    /// Where the bot is not installed it cannot ask.
    pub fn obstacle_query(&self) -> Option<ObstacleQuery> {
        let guild = self.config.location.guild.filter(|_| self.standing.is_installed())?;
        let seat = self.to_move().filter(|_| self.both_have_moved())?;
        if self.standing.authority(seat) == Authority::Manages {
            return None;
        }
        let opponent_moderates = self.standing.authority(seat.other()) >= Authority::Moderates;
        let player = self.participant(seat).person().filter(|_| opponent_moderates);
        let channel = self.config.location.channel;
        let player = player.map(|player| player.id);
        Some(ObstacleQuery { guild, channel, player, since: self.turn.began_at })
    }

    /// Whether an obstacle excuses the player to move. Only an opponent who moderates can have
    /// removed them.
    pub(super) fn is_excused_by(&self, obstacle: Obstacle) -> bool {
        self.obstacle_query().is_some_and(|query| match obstacle {
            Obstacle::ChannelGone | Obstacle::BotRemoved => true,
            Obstacle::PlayerRemoved => query.player.is_some(),
        })
    }
}
