use connect4::Shape;

use super::{Location, Rated, TimeControl};
use crate::{locale::Locale, theme::Theme};

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
