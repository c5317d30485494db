use num_traits::{NumCast, PrimInt, Zero};

use super::geometry::Geometry;
use crate::{Board, Seat};

/// A position from the point of view of the side to move, with the winning cells of
/// both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position<B> {
    /// The discs of the side to move.
    pub(crate) mine: B,
    /// All discs.
    pub(crate) mask: B,
    /// The empty cells, playable or not, that complete a line of the side to move.
    pub(crate) my_wins: B,
    /// The empty cells, playable or not, that complete a line of the opponent.
    pub(crate) their_wins: B,
}

impl<B: PrimInt> Position<B> {
    /// The position of `board`, whose shape must be that of `g`.
    pub(crate) fn from_board<G: Geometry<Bits = B>>(g: G, board: &Board) -> Self {
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

    /// The cells that the next disc can occupy, one for each open column.
    #[inline(always)]
    pub(crate) fn playable<G: Geometry<Bits = B>>(&self, g: G) -> B {
        (self.mask + g.bottom()) & g.board()
    }

    /// The position after a disc in `cell`, where `wins` are the winning cells that
    /// [`Position::wins_with`] returns for it.
    #[inline(always)]
    pub(crate) fn after(&self, cell: B, wins: B) -> Self {
        Self {
            mine: self.mine ^ self.mask,
            mask: self.mask | cell,
            my_wins: self.their_wins & !cell,
            their_wins: wins,
        }
    }

    /// The winning cells of the side to move after it drops a disc into `cell`.
    #[inline(always)]
    pub(crate) fn wins_with<G: Geometry<Bits = B>>(&self, g: G, cell: B) -> B {
        completing(g, self.mine | cell) & g.board() & !(self.mask | cell)
    }
}

/// The cells, occupied or not, that complete a line with `discs`. As in Pons's
/// solver: the discs adjacent to such a cell in some direction, before and after it,
/// are together one less than a line.
#[inline(always)]
pub(crate) fn completing<G: Geometry>(g: G, discs: G::Bits) -> G::Bits {
    let mut found = completing_upwards(g, discs);
    for step in [g.stride() - 1, g.stride(), g.stride() + 1] {
        found = found | completing_along(g, discs, step);
    }
    found
}

/// Those of [`completing`] that complete a line upwards.
#[inline(always)]
pub(crate) fn completing_upwards<G: Geometry>(g: G, discs: G::Bits) -> G::Bits {
    (1..g.connect()).fold(!G::Bits::zero(), |run, back| run & (discs << back))
}

/// Those of [`completing`] that complete a line in the direction of `step`.
#[inline(always)]
pub(crate) fn completing_along<G: Geometry>(g: G, discs: G::Bits, step: usize) -> G::Bits {
    let all = !G::Bits::zero();
    let (mut before, mut after) = ([all; 5], [all; 5]);
    for length in 1..g.connect() {
        before[length] = before[length - 1] & (discs << (step * length));
        after[length] = after[length - 1] & (discs >> (step * length));
    }
    (0..g.connect()).fold(G::Bits::zero(), |found, length| {
        found | (before[length] & after[g.connect() - 1 - length])
    })
}

/// Whether `cells` contain a winning line.
#[inline(always)]
pub(crate) fn has_line<G: Geometry>(g: G, cells: G::Bits) -> bool {
    [1, g.stride() - 1, g.stride(), g.stride() + 1]
        .into_iter()
        .fold(G::Bits::zero(), |found, step| found | line_starts(g, cells, step))
        != G::Bits::zero()
}

/// Those of `cells` that are part of a winning line within `cells`.
#[inline(always)]
pub(crate) fn in_lines<G: Geometry>(g: G, cells: G::Bits) -> G::Bits {
    [1, g.stride() - 1, g.stride(), g.stride() + 1].into_iter().fold(
        G::Bits::zero(),
        |found, step| {
            let starts = line_starts(g, cells, step);
            found
                | (0..g.connect())
                    .fold(G::Bits::zero(), |all, along| all | (starts << (step * along)))
        },
    )
}

/// The cells at which winning lines within `cells` start, in the direction of
/// `step`.
#[inline(always)]
pub(crate) fn line_starts<G: Geometry>(g: G, cells: G::Bits, step: usize) -> G::Bits {
    let pairs = cells & (cells >> step);
    let fours = pairs & (pairs >> (2 * step));
    if g.connect() == 4 { fours } else { fours & (cells >> (4 * step)) }
}
