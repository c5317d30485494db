//! Where and how a game is played: who goes first, and whether it is rated.

use clock::Timestamp;
use connect4::{Seat, Shape};

use super::{Location, PlayerId, TimeControl};
use crate::{
    locale::Locale,
    rating::{self, RatingUpdate},
    theme::Theme,
};

/// Where and how a game is played, as agreed in its challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameConfig {
    pub location: Location,
    /// Board size and winning length.
    pub shape: Shape,
    /// The time limit per move.
    pub time_control: TimeControl,
    pub rated: Rated,
    pub theme: Theme,
    /// The locale of public messages.
    pub locale: Locale,
}

named_enum! {
    /// Who makes the first move.
    #[derive(Default)]
    pub enum FirstMove {
        Challenger = "challenger",
        Opponent = "opponent",
        /// A coin toss decides.
        #[default]
        Random = "random",
    }
}

impl FirstMove {
    /// The same first move, seen by the other player.
    #[must_use]
    pub(super) const fn swapped(self) -> Self {
        match self {
            Self::Challenger => Self::Opponent,
            Self::Opponent => Self::Challenger,
            Self::Random => Self::Random,
        }
    }

    /// The challenger's seat; `coin` decides if the choice is random.
    pub const fn seat(self, coin: bool) -> Seat {
        match (self, coin) {
            (Self::Challenger, _) | (Self::Random, true) => Seat::First,
            (Self::Opponent, _) | (Self::Random, false) => Seat::Second,
        }
    }
}

/// How many games between the same two players are rated per day (UTC). Keeps
/// players from raising their rating by repeatedly beating a willing friend.
pub const MAX_RATED_PER_DAY: u32 = 3;

named_enum! {
    /// Whether a game changes its players' ratings. Settled when it begins, so that the board can
    /// say so from the first move.
    #[must_use]
    pub enum Rated {
        Yes = "yes",
        /// By choice, or because only games between two people on the standard board are rated,
        /// whose accounts are not new.
        No = "no",
        /// It would, but it has no time limit, so that a player who is losing could stall
        /// instead.
        NoTimeLimit = "no time limit",
        /// It would, but the two had already started [`MAX_RATED_PER_DAY`] rated
        /// games that day.
        DailyLimit = "daily limit",
    }
}

impl Rated {
    /// Whether a game between two people is rated, given the choice, the board and the
    /// time limit.
    pub fn between_people(requested: bool, shape: Shape, control: TimeControl) -> Self {
        match control {
            _ if !requested || shape != Shape::STANDARD => Self::No,
            TimeControl::None => Self::NoTimeLimit,
            _ => Self::Yes,
        }
    }

    /// Applies the age of the players' accounts, for a game that begins at this time.
    pub fn with_accounts(self, players: [PlayerId; 2], began_at: Timestamp) -> Self {
        match self {
            Self::Yes if players.into_iter().any(|it| it.is_new_at(began_at)) => Self::No,
            other => other,
        }
    }

    /// The policy for a rematch, which may be on another day.
    pub fn for_rematch(self) -> Self {
        if self == Self::DailyLimit { Self::Yes } else { self }
    }

    /// Applies the daily limit, given how many rated games the two have started
    /// that day.
    pub const fn with_daily_limit(self, rated_today: u32) -> Self {
        match self {
            Self::Yes if rated_today >= MAX_RATED_PER_DAY => Self::DailyLimit,
            other => other,
        }
    }
}

/// The effect of a game on a player's rating, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatingChange {
    pub before: u16,
    pub after: u16,
    /// About how many rated games the player needs after this one to be ranked; 0 if the
    /// rating is no longer provisional.
    pub games_until_ranked: u32,
}

impl RatingChange {
    /// Between the values before and after a game, with the deviation after it.
    pub fn new(before: f64, after: f64, deviation: f64) -> Self {
        Self {
            before: rating::rounded(before),
            after: rating::rounded(after),
            games_until_ranked: rating::games_until_ranked(deviation),
        }
    }
}

impl From<RatingUpdate> for RatingChange {
    fn from(RatingUpdate { before, after }: RatingUpdate) -> Self {
        Self::new(before.value, after.value, after.deviation)
    }
}
