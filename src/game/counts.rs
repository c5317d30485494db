//! Which results count on leaderboards, so that nobody gets there by wins that cost nothing.

use super::{Game, GameResult};

/// A game that ends with fewer discs on the board counts nowhere: no line of four is possible
/// before.
pub const MIN_DISCS: u8 = 7;

/// How many wins over the same person count on leaderboards per day (UTC).
pub const MAX_WINS_PER_DAY: u32 = 3;

/// How many different opponents a medal takes.
pub const OPPONENTS_FOR_MEDAL: u8 = 3;

named_enum! {
    /// Whether the result of a game between people counts.
    pub enum Counts {
        /// As do all results from before there were these rules.
        Yes = "yes",
        /// Counts for neither leaderboards, ratings nor streaks: it ended with fewer than
        /// [`MIN_DISCS`].
        TooShort = "too short",
        /// Not on leaderboards: the winner had already won [`MAX_WINS_PER_DAY`] games over the
        /// same person on the day.
        WinLimit = "win limit",
    }
}

impl Counts {
    /// Applies the daily limit, given how many games the winner has won over the loser that day,
    /// with this one.
    #[must_use]
    pub const fn with_win_limit(self, wins_today: u32) -> Self {
        match self {
            Self::Yes if wins_today > MAX_WINS_PER_DAY => Self::WinLimit,
            other => other,
        }
    }
}

impl Game {
    /// Whether a game that ends now would be too short to count.
    pub fn is_too_short(&self) -> bool {
        self.players.are_people() && self.ply() < MIN_DISCS
    }

    /// Whether the result counts, but for the limit of wins.
    pub(super) fn counts_with(&self, result: GameResult) -> Counts {
        if result.counts() && self.is_too_short() { Counts::TooShort } else { Counts::Yes }
    }
}
