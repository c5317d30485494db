use connect4::Seat;

use super::{Game, GameResult, SeriesId};

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
        match self.result() {
            Some(GameResult::Drawn | GameResult::DrawByAgreement) => {
                series.points = series.points.map(|points| points + 1);
            }
            Some(result) => {
                if let Some(winner) = result.winner() {
                    series.points[winner.index()] += 2;
                }
            }
            None => {}
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
