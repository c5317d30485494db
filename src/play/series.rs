use super::{Ending, Game, SeriesId};
use connect4::Seat;

/// Games that follow each other by rematches, and how they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    /// Which series.
    pub id: SeriesId,
    /// What each has gained in the games before this one, in half points: a win
    /// is worth two, a draw one. In a game the first seat comes first, in a
    /// challenge the challenger.
    pub points: [u32; 2],
}

impl Series {
    /// A series that begins.
    pub const fn new(id: SeriesId) -> Self {
        Self { id, points: [0; 2] }
    }

    /// The same with the two in the other order.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let [one, other] = self.points;
        Self { points: [other, one], ..self }
    }
}

impl Game {
    /// The series with what this game has added to it.
    pub fn series_now(&self) -> Series {
        let mut series = self.series;
        match self.ending {
            Some(Ending::Drawn | Ending::Agreed) => {
                series.points = series.points.map(|points| points + 1);
            }
            Some(ending) => {
                if let Some(winner) = ending.winner() {
                    series.points[winner.index()] += 2;
                }
            }
            None => {}
        }
        series
    }

    /// The series for another game of the same two, from the sight of a seat.
    pub(super) fn series_of(&self, seat: Seat) -> Series {
        match seat {
            Seat::First => self.series_now(),
            Seat::Second => self.series_now().swapped(),
        }
    }
}
