use num_traits::{NumCast, PrimInt, Zero};

use super::geometry::Geometry;
use crate::{Board, Seat};

/// The position as the search sees it: the mover's discs, the other's, and where
/// either would complete a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position<B> {
    /// The discs of the one to move.
    pub(crate) mine: B,
    /// All discs.
    pub(crate) mask: B,
    /// Empty cells that complete a row of the one to move.
    pub(crate) my_wins: B,
    /// Empty cells that complete a row of the other.
    pub(crate) their_wins: B,
}

impl<B: PrimInt> Position<B> {
    /// The position on a board of the shape that `g` is for.
    pub(crate) fn of<G: Geometry<Bits = B>>(g: G, board: &Board) -> Self {
        let discs = |seat: Seat| -> B {
            NumCast::from(board.discs(seat)).expect("the geometry has a bit for each cell")
        };
        let (mine, theirs) = (discs(board.to_move()), discs(board.to_move().other()));
        let mask = mine | theirs;
        let empty = g.board() & !mask;
        Self {
            mine,
            mask,
            my_wins: completing(g, mine) & empty,
            their_wins: completing(g, theirs) & empty,
        }
    }

    /// The cells that the next disc can fall into.
    #[inline(always)]
    pub(crate) fn playable<G: Geometry<Bits = B>>(&self, g: G) -> B {
        (self.mask + g.bottom()) & g.board()
    }

    /// The position after a disc in `cell`, given the mover's winning cells
    /// with it.
    #[inline(always)]
    pub(crate) fn after(&self, cell: B, wins: B) -> Self {
        Self {
            mine: self.mine ^ self.mask,
            mask: self.mask | cell,
            my_wins: self.their_wins & !cell,
            their_wins: wins,
        }
    }

    /// The winning cells that the mover has after a disc in `cell`.
    #[inline(always)]
    pub(crate) fn wins_with<G: Geometry<Bits = B>>(&self, g: G, cell: B) -> B {
        completing(g, self.mine | cell) & g.board() & !(self.mask | cell)
    }
}

/// The cells, filled or not, that stand in a row with enough of `discs` to win
/// there. As in Pons's solver: a cell is one if the discs before it and those
/// after it, along a direction, are together one less than a row.
#[inline(always)]
pub(crate) fn completing<G: Geometry>(g: G, discs: G::Bits) -> G::Bits {
    let all = !G::Bits::zero();
    let mut found = (1..g.connect()).fold(all, |run, back| run & (discs << back));
    for step in [g.side() - 1, g.side(), g.side() + 1] {
        let (mut before, mut after) = ([all; 5], [all; 5]);
        for length in 1..g.connect() {
            before[length] = before[length - 1] & (discs << (step * length));
            after[length] = after[length - 1] & (discs >> (step * length));
        }
        for length in 0..g.connect() {
            found = found | (before[length] & after[g.connect() - 1 - length]);
        }
    }
    found
}

/// Whether `cells` hold a row that wins.
#[inline(always)]
pub(crate) fn has_row<G: Geometry>(g: G, cells: G::Bits) -> bool {
    [1, g.side() - 1, g.side(), g.side() + 1]
        .into_iter()
        .fold(G::Bits::zero(), |found, step| found | row_starts(g, cells, step))
        != G::Bits::zero()
}

/// The cells of `cells` that are part of a row which lies in `cells`.
#[inline(always)]
pub(crate) fn in_rows<G: Geometry>(g: G, cells: G::Bits) -> G::Bits {
    [1, g.side() - 1, g.side(), g.side() + 1].into_iter().fold(G::Bits::zero(), |found, step| {
        let starts = row_starts(g, cells, step);
        found
            | (0..g.connect()).fold(G::Bits::zero(), |all, along| all | (starts << (step * along)))
    })
}

/// Where rows of `cells` start in the direction of `step`.
#[inline(always)]
pub(crate) fn row_starts<G: Geometry>(g: G, cells: G::Bits, step: usize) -> G::Bits {
    let pairs = cells & (cells >> step);
    let fours = pairs & (pairs >> (2 * step));
    if g.connect() == 4 { fours } else { fours & (cells >> (4 * step)) }
}
