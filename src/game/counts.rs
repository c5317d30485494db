//! Which results count on leaderboards, so that nobody gets there by wins that cost nothing.

use super::{Game, GameResult};

/// A game that ends with fewer discs on the board counts nowhere: no line of four is possible
/// before.
pub const MIN_DISCS: u8 = 7;

/// How many wins over the same person count on leaderboards per day (UTC).
pub const MAX_WINS_PER_DAY: u32 = 3;

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
        /// Not on leaderboards: the account of one was less than a week old when the game began.
        NewAccount = "new account",
    }
}

impl Game {
    /// Whether a game that ends now would be too short to count.
    pub fn is_too_short(&self) -> bool {
        self.players.are_people() && self.ply() < MIN_DISCS
    }

    /// Whether a result counts, if the winner had won so many games over the loser on the day: none
    /// if nobody has won.
    pub(super) fn counts(&self, result: GameResult, wins_before: u32) -> Counts {
        if !result.counts() {
            Counts::Yes
        } else if self.is_too_short() {
            Counts::TooShort
        } else if self.has_new_account() {
            Counts::NewAccount
        } else if wins_before >= MAX_WINS_PER_DAY {
            Counts::WinLimit
        } else {
            Counts::Yes
        }
    }
}
