//! The results of games, and what they add up to: records, and the scores of series.

use connect4::Seat;

use super::{Game, SeriesId};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A seat completed a line.
    Won(Seat),
    /// The board is full and nobody has a line.
    Drawn,
    /// A seat resigned. Also if its player had their data deleted, ended the game as a
    /// moderator, or managed the server and had to move when its data was deleted.
    Resigned(Seat),
    TimedOut(Seat),
    DrawByAgreement,
    /// A seat claimed the win of a game without a time limit, since the other seat had not
    /// moved for [`ABANDONED_AFTER`](super::ABANDONED_AFTER).
    Claimed(Seat),
    /// The game ended before both seats had moved, in whatever way; or it was a game against
    /// the computer, and its player made no move for
    /// [`ABANDONED_AFTER`](super::ABANDONED_AFTER) without a time limit, or replaced it by
    /// another one. Nobody won or lost.
    CalledOff,
    /// Called off because its channel was gone when its time was up, or because
    /// its server's data was deleted. Nobody won or lost.
    Interrupted,
    /// Ended by a moderator who did not play in it. Nobody won or lost.
    EndedByModerator,
}

impl GameResult {
    /// The seat that won, if any.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(seat) | Self::Claimed(seat) => Some(seat),
            Self::Resigned(seat) | Self::TimedOut(seat) => Some(seat.other()),
            Self::Drawn
            | Self::DrawByAgreement
            | Self::CalledOff
            | Self::Interrupted
            | Self::EndedByModerator => None,
        }
    }

    /// Whether the game counts in records and ratings, unless it was too short
    /// ([`Counts`](super::Counts)).
    pub const fn counts(self) -> bool {
        !self.is_called_off() && !matches!(self, Self::EndedByModerator)
    }

    /// Whether the game was called off, as if it had never begun.
    pub const fn is_called_off(self) -> bool {
        matches!(self, Self::CalledOff | Self::Interrupted)
    }

    /// Whether a player may have been away at the end, and not know of it yet: it came by a
    /// deadline, a claim, a moderator or a deletion, or the game was called off.
    pub const fn ended_unattended(self) -> bool {
        self.is_called_off()
            || matches!(self, Self::TimedOut(_) | Self::Claimed(_) | Self::EndedByModerator)
    }
}

/// The result of a finished game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerResult {
    Win,
    Loss,
    Draw,
}

impl PlayerResult {
    /// The result of a game for a seat. `None` if it does not count.
    pub fn of(result: GameResult, seat: Seat) -> Option<Self> {
        if !result.counts() {
            return None;
        }
        Some(match result.winner() {
            Some(winner) if winner == seat => Self::Win,
            Some(_) => Self::Loss,
            None => Self::Draw,
        })
    }
}

/// Counts of wins, losses and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub wins: u32,
    pub losses: u32,
    pub draws: u32,
}

impl Record {
    pub const fn add(&mut self, result: PlayerResult) {
        self.add_times(result, 1);
    }

    /// Adds a number of games with the same result.
    pub const fn add_times(&mut self, result: PlayerResult, games: u32) {
        match result {
            PlayerResult::Win => self.wins += games,
            PlayerResult::Loss => self.losses += games,
            PlayerResult::Draw => self.draws += games,
        }
    }

    /// The total number of games.
    pub const fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }
}

/// A series of rematches and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    pub id: SeriesId,
    /// The score before this game, in half points: two for a win, one for a
    /// draw. In a game by seat; in a challenge the challenger comes first.
    pub points: [u32; 2],
}

impl Series {
    /// A new series.
    pub const fn new(id: SeriesId) -> Self {
        Self { id, points: [0; 2] }
    }

    /// The series with its two players swapped.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let [one, other] = self.points;
        Self { points: [other, one], ..self }
    }
}

impl Game {
    /// The series including this game's result.
    pub fn current_series(&self) -> Series {
        let mut series = self.series;
        if let Some(winner) = self.result().and_then(GameResult::winner) {
            series.points[winner.index()] += 2;
        } else if self.result().is_some_and(GameResult::counts) {
            series.points = series.points.map(|points| points + 1);
        }
        series
    }

    /// The series for a rematch, with the player in `seat` first.
    pub(super) fn series_for(&self, seat: Seat) -> Series {
        match seat {
            Seat::First => self.current_series(),
            Seat::Second => self.current_series().swapped(),
        }
    }
}
