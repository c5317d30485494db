//! How long a move may take, how long a challenge waits, and how soon a player can be challenged
//! again.

use std::time::Duration;

use clock::Timestamp;

named_enum! {
    /// The time limit per move.
    #[derive(Default)]
    pub enum TimeControl {
        /// No limit.
        None = "none",
        ThreeDays = "3 days",
        #[default]
        OneDay = "1 day",
        OneHour = "1 hour",
        FiveMinutes = "5 minutes",
    }
}

impl TimeControl {
    /// The limit per move, if there is one.
    pub const fn per_move(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::FiveMinutes => Some(Duration::from_mins(5)),
            Self::OneHour => Some(Duration::from_hours(1)),
            Self::OneDay => Some(Duration::from_hours(24)),
            Self::ThreeDays => Some(Duration::from_hours(72)),
        }
    }

    /// When the player to move is reminded, from the start of the turn: when a
    /// sixth of the time is left. Quick games have no reminders, since players
    /// are still present.
    pub fn remind_after(self) -> Option<Duration> {
        let is_slow = matches!(self, Self::OneDay | Self::ThreeDays);
        self.per_move().filter(|_| is_slow).map(|limit| limit * 5 / 6)
    }
}

/// The pause after the first, the second, and every later challenge that ended without a
/// game.
const PAUSES: [Duration; 3] =
    [Duration::from_mins(5), Duration::from_hours(1), Duration::from_hours(24)];

named_enum! {
    /// How long a challenge in a server waits.
    #[derive(Default)]
    pub enum ChallengeTime {
        /// As long as a move may take by default.
        #[default]
        OneDay = "1 day",
        OneHour = "1 hour",
        TenMinutes = "10 minutes",
    }
}

impl ChallengeTime {
    pub const fn duration(self) -> Duration {
        match self {
            Self::TenMinutes => Duration::from_mins(10),
            Self::OneHour => Duration::from_hours(1),
            Self::OneDay => Duration::from_hours(24),
        }
    }
}

/// Challenges that ended without a game, by one player to another, since they last played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeCooldown {
    /// Their number, at least 1.
    pub challenges: u32,
    /// When they are all forgotten: [`Self::MEMORY`] after the last one ended.
    pub until: Timestamp,
}

impl ChallengeCooldown {
    /// How long after the last challenge they are all forgotten.
    pub const MEMORY: Duration = Duration::from_hours(24 * 7);

    /// Whether there were so many that the opponent may want to block the player.
    pub const fn is_repeated(self) -> bool {
        self.challenges >= 3
    }

    /// When the player can be challenged again.
    pub fn ends_at(self) -> Timestamp {
        let later = usize::try_from(self.challenges).unwrap_or(usize::MAX).saturating_sub(1);
        self.until.before(Self::MEMORY).after(PAUSES[later.min(PAUSES.len() - 1)])
    }
}
