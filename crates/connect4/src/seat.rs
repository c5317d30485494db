/// One of the two sides of a game.
///
/// ```
/// use connect4::Seat;
/// assert_eq!(Seat::First.other(), Seat::Second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The side that drops the first disc.
    First,
    /// The side that drops the second disc.
    Second,
}

impl Seat {
    /// Both seats, in the order in which they drop.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The seat across the board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first seat, 1 for the second: the place of its things in an
    /// array of two.
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}
