/// One of the two players of a game, named by who drops the first disc.
///
/// ```
/// use connect4::Seat;
/// assert_eq!(Seat::First.other(), Seat::Second);
/// assert_eq!(Seat::Second.index(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The player who drops the first disc.
    First,
    /// The player who drops the second disc.
    Second,
}

impl Seat {
    /// Both seats, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent's seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first seat, 1 for the second: an index into an array of two.
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}
