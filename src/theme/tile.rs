use connect4::{Board, Cell, Seat, WinningLine};

use super::Theme;

/// The contents of one cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    Empty,
    Disc(Seat),
    /// The disc of the last move.
    LastMove(Seat),
    /// A disc in a highlighted winning line.
    Winning(Seat),
}

impl Tile {
    pub const ALL: [Self; 7] = [
        Self::Empty,
        Self::Disc(Seat::First),
        Self::Disc(Seat::Second),
        Self::LastMove(Seat::First),
        Self::LastMove(Seat::Second),
        Self::Winning(Seat::First),
        Self::Winning(Seat::Second),
    ];

    /// The contents of a board's cell, with these lines highlighted.
    pub fn of(board: &Board, cell: Cell, lines: &[WinningLine]) -> Self {
        match board.disc(cell) {
            None => Self::Empty,
            Some(seat) if lines.iter().any(|line| line.cells.contains(&cell)) => {
                Self::Winning(seat)
            }
            Some(seat) if board.last() == Some(cell) => Self::LastMove(seat),
            Some(seat) => Self::Disc(seat),
        }
    }

    /// The position in [`Self::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Self::Empty => 0,
            Self::Disc(seat) => 1 + seat.index(),
            Self::LastMove(seat) => 3 + seat.index(),
            Self::Winning(seat) => 5 + seat.index(),
        }
    }

    /// The Unicode emoji that stands for the tile.
    pub const fn unicode(self, theme: Theme) -> &'static str {
        match self {
            Self::Empty => theme.board().empty_emoji,
            Self::Disc(seat) | Self::LastMove(seat) => theme.disc(seat).emoji,
            Self::Winning(seat) => theme.disc(seat).winning_emoji,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tile_has_its_place_in_the_list() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile.index(), index);
        }
    }
}
