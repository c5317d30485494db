use crate::Outcome;

/// How many discs the winner drops before its last one where it gets three points of four.
const HALF: f64 = 2.7;

/// How fast the chances fall with the number of these discs.
const SLOPE: f64 = 1.1;

impl Outcome {
    /// The points that the side to move gets on average, of 1 for a win and ½ for a draw, if
    /// people play on who overlook a threat now and then.
    ///
    /// A win with the next disc is worth 1 and a draw ½. Of two wins, that with fewer discs is
    /// worth more, and a loss is worth what the win leaves of 1. `ENGINE.md` shows the games that
    /// the curve is fitted to.
    ///
    /// ```
    /// use connect4::Outcome;
    /// assert_eq!(Outcome::Win { moves: 1 }.expected_points(), 1.0);
    /// assert_eq!(Outcome::Draw.expected_points(), 0.5);
    /// assert!(Outcome::Loss { moves: 20 }.expected_points() > 0.4);
    /// ```
    pub fn expected_points(self) -> f64 {
        match self {
            Self::Win { moves } => 0.5 + advantage(moves),
            Self::Draw => 0.5,
            Self::Loss { moves } => 0.5 - advantage(moves),
        }
    }
}

/// How many points more than ½ a win with so many discs is worth: ½ with the next disc, or if it is
/// won already.
fn advantage(moves: u32) -> f64 {
    let distance = f64::from(moves.saturating_sub(1));
    0.5 / (1.0 + (distance / HALF).powf(SLOPE))
}
