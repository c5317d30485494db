//! Scores that follow from who has to move last, without any search.
//!
//! A player who always answers in the column just played gets every second cell
//! of each column, counted from the top: the *answers*. The other, who *leads*,
//! gets the rest. Where a column has an odd number of empty cells, its lowest is
//! left over; those the two share out, one each, whatever the order. If the
//! leader completes no row with all that may fall to them, the answerer has
//! nothing to fear. This is claimeven with baseinverse, from [Allis, *A
//! Knowledge-based Approach of Connect-Four*,
//! 1988](https://doi.org/10.3233/ICG-1988-11410), tried for the whole board at
//! once.
//!
//! An answerer with a winning cell that the leader must make playable in the end
//! even wins. The *second* player (the one to move when an odd number of cells is
//! empty) answers with the board as it is. The *first* player leads, but turns
//! that round with a winning cell among the leader's: the other must not play
//! below it, so the cells from there upwards do not count, and they are odd in
//! number (Allis's odd threat).

use super::{
    geometry::Geometry,
    position::{Position, has_row},
};

/// A bound that settles whether the score of the one to move is more than
/// `alpha`: at most `alpha`, or at least `alpha + 1`.
///
/// Holds only where neither player can complete a row with the next disc.
#[inline(always)]
pub(crate) fn bound<G: Geometry<Bits = u64>>(
    g: G,
    p: &Position<u64>,
    empties: i32,
    alpha: i32,
) -> Option<i32> {
    let empty = g.board() & !p.mask;
    let playable = p.playable(g);
    let theirs = p.mine ^ p.mask;
    let even = empties % 2 == 0;
    let cells = Cells {
        empty,
        playable,
        lead: empty & !g.followup_cells(),
        answers: empty & g.followup_cells(),
    };
    let (first, second) = if even { (p.mine, theirs) } else { (theirs, p.mine) };
    let (first_wins, second_wins) =
        if even { (p.my_wins, p.their_wins) } else { (p.their_wins, p.my_wins) };
    let sides = Sides { first, second, second_moves: !even };
    // In the first player's eyes the question is whether the score is at least
    // `goal`, and the answer one of these.
    let goal = if even { alpha + 1 } else { -alpha };
    let score = if goal > 0 {
        cells
            .second_holds(g, &sides)
            .then_some(0)
            .or_else(|| cells.first_wins_by(g, &sides, first_wins, goal))
            .or_else(|| cells.second_wins_by(g, &sides, second_wins, 1).map(|score| -score))
    } else {
        cells
            .second_wins_by(g, &sides, second_wins, 1 - goal)
            .map(|score| -score)
            .or_else(|| (!has_row(g, second | empty)).then_some(0))
            .or_else(|| cells.first_wins_by(g, &sides, first_wins, 1))
    };
    score.map(|score| if even { score } else { -score })
}

struct Sides {
    first: u64,
    second: u64,
    second_moves: bool,
}

/// The empty cells, by whom they fall to when the second player answers.
struct Cells {
    empty: u64,
    playable: u64,
    lead: u64,
    answers: u64,
}

impl Cells {
    /// The lowest cells of columns with an odd number of empty ones.
    #[inline(always)]
    fn left_over(&self) -> u64 {
        self.playable & self.answers
    }

    /// Whether the second player, by answering, keeps the first from any row.
    #[inline(always)]
    fn second_holds<G: Geometry<Bits = u64>>(&self, g: G, sides: &Sides) -> bool {
        held(g, sides.first | self.lead, self.left_over(), sides.second_moves)
    }

    /// The least score of the second player by a winning cell of theirs, or by
    /// a row of cells that are all theirs, if it is `goal` or more.
    #[inline(always)]
    fn second_wins_by<G: Geometry<Bits = u64>>(
        &self,
        g: G,
        sides: &Sides,
        wins: u64,
        goal: i32,
    ) -> Option<i32> {
        let sure = self.answers & !self.left_over();
        if goal == 1 && has_row(g, sides.second | sure) && self.second_holds(g, sides) {
            return Some(1);
        }
        bits(wins & self.answers & !self.playable).find_map(|cell| {
            let above = self.above(g, cell);
            let score = least(above);
            let lead = self.lead & !above;
            (score >= goal && held(g, sides.first | lead, self.left_over(), sides.second_moves))
                .then_some(score)
        })
    }

    /// The least score of the first player by a winning cell of theirs, if it is
    /// `goal` or more.
    #[inline(always)]
    fn first_wins_by<G: Geometry<Bits = u64>>(
        &self,
        g: G,
        sides: &Sides,
        wins: u64,
        goal: i32,
    ) -> Option<i32> {
        bits(wins & self.lead & !self.playable).find_map(|cell| {
            let above = self.above(g, cell);
            let score = least(above);
            if score < goal {
                return None;
            }
            let column = g.column_of(cell);
            let below = column & self.empty & (cell - 1);
            // Below the winning cell the two change places: the highest cell
            // there is the one that the other must not take.
            let theirs = (self.lead & !column) | (self.answers & below);
            let left_over = (self.left_over() & !column) | (self.playable & self.lead & below);
            held(g, sides.second | theirs, left_over, !sides.second_moves).then_some(score)
        })
    }

    /// The empty cells over a cell.
    #[inline(always)]
    fn above<G: Geometry<Bits = u64>>(&self, g: G, cell: u64) -> u64 {
        g.column_of(cell) & self.empty & !(cell | (cell - 1))
    }
}

/// What a win is worth if it comes at the latest when only these cells are left.
#[inline(always)]
fn least(above: u64) -> i32 {
    above.count_ones() as i32 / 2 + 1
}

/// Whether the leader completes no row with the cells in `sure` and what they
/// get of those that are left over: one of each pair, once the answerer has taken
/// one if it is theirs to `start`.
#[inline(always)]
fn held<G: Geometry<Bits = u64>>(g: G, sure: u64, left_over: u64, start: bool) -> bool {
    if !has_row(g, sure | left_over) {
        return true;
    }
    let taken = u32::from(start);
    let count = left_over.count_ones();
    // With two pairs a row may hold a cell of each.
    if count > 2 + taken || has_row(g, sure) {
        return false;
    }
    if count <= taken {
        return true;
    }
    let bad = bits(left_over).filter(|&cell| has_row(g, sure | cell)).count() as u32;
    bad <= taken
}

/// The single bits of a set, the lowest first.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
