use super::{Place, Rated, TimeControl};
use crate::{locale::Locale, theme::Theme};
use connect4::Shape;

/// Where and how a game is played, which its challenge settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Where.
    pub place: Place,
    /// The board's size and winning length.
    pub shape: Shape,
    /// The time for each move.
    pub time_control: TimeControl,
    /// Whether it changes ratings.
    pub rated: Rated,
    /// What the board looks like.
    pub theme: Theme,
    /// The language of what everybody sees.
    pub locale: Locale,
}
