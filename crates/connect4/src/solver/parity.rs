//! Bounds that follow from zugzwang, without search.
//!
//! A player who plays *follow-up*, that is, always replies in the column just
//! played, gets every second cell of each column, counted from the top: the
//! *follow-up cells*. The opponent, who *leads*, gets the rest. Where a column has
//! an odd number of empty cells, its lowest is left over; the players share these,
//! one each in turn, in any order. If the leader completes no line with all cells
//! that it may get, the follower cannot lose. This is claimeven with baseinverse,
//! from [Allis, *A Knowledge-based Approach of Connect-Four*,
//! 1988](https://doi.org/10.3233/ICG-1988-11410), tried for the whole board at
//! once.
//!
//! A follower with a winning cell that zugzwang forces the leader to make playable
//! even wins. The *second* player (the one to move when the number of empty cells
//! is odd) can play follow-up on the board as it is. The *first* player leads, but
//! reverses that with a winning cell among the leader's: the opponent must not play
//! below it, so the cells from there upwards do not count, and their number is odd
//! (Allis's odd threat).

use super::{
    geometry::Geometry,
    position::{Position, has_line},
};

/// A bound that decides whether the score of the side to move exceeds `alpha`: an
/// upper bound of at most `alpha`, or a lower bound of at least `alpha + 1`. `None`
/// if these rules do not decide it.
///
/// Valid only if neither player can win with the next disc.
#[inline(always)]
pub(crate) fn bound<G: Geometry<Bits = u64>>(
    g: G,
    p: &Position<u64>,
    empties: i32,
    alpha: i32,
) -> Option<i32> {
    let even = empties % 2 == 0;
    let (cells, sides) = (Cells::new(g, p), Sides::new(p, even));
    // From the first player's point of view the question is whether the score is at
    // least `goal`, and `score` decides it.
    let goal = if even { alpha + 1 } else { -alpha };
    let score = if goal > 0 {
        cells
            .second_holds(g, &sides)
            .then_some(0)
            .or_else(|| cells.first_wins_by(g, &sides, sides.first_wins, goal))
            .or_else(|| cells.second_wins_by(g, &sides, sides.second_wins, 1).map(|score| -score))
    } else {
        cells
            .second_wins_by(g, &sides, sides.second_wins, 1 - goal)
            .map(|score| -score)
            .or_else(|| (!has_line(g, sides.second | cells.empty)).then_some(0))
            .or_else(|| cells.first_wins_by(g, &sides, sides.first_wins, 1))
    };
    score.map(|score| if even { score } else { -score })
}

/// A winning cell by which a player wins: the opponent must play below it in the end.
/// The player is the side to move if `is_mover`, otherwise its opponent.
///
/// Valid only if neither player can win with the next disc.
pub(crate) fn deciding_cell<G: Geometry<Bits = u64>>(
    g: G,
    p: &Position<u64>,
    is_mover: bool,
) -> Option<u64> {
    let even = (g.board() & !p.mask).count_ones().is_multiple_of(2);
    let (cells, sides) = (Cells::new(g, p), Sides::new(p, even));
    if is_mover == even {
        bits(sides.first_wins).find(|&cell| cells.first_wins_by(g, &sides, cell, 1).is_some())
    } else {
        bits(sides.second_wins)
            .find(|&cell| cells.second_wins_by_cell(g, &sides, cell, 1).is_some())
    }
}

/// The discs and the winning cells of both players.
struct Sides {
    first: u64,
    second: u64,
    first_wins: u64,
    second_wins: u64,
    second_moves: bool,
}

impl Sides {
    /// The players of a position, where `even` tells whether the number of empty cells
    /// is even.
    #[inline(always)]
    fn new(p: &Position<u64>, even: bool) -> Self {
        let theirs = p.mine ^ p.mask;
        let (first, second) = if even { (p.mine, theirs) } else { (theirs, p.mine) };
        let (first_wins, second_wins) =
            if even { (p.my_wins, p.their_wins) } else { (p.their_wins, p.my_wins) };
        Self { first, second, first_wins, second_wins, second_moves: !even }
    }
}

/// The empty cells, by who gets them when the second player plays follow-up.
struct Cells {
    empty: u64,
    playable: u64,
    lead: u64,
    followup: u64,
}

impl Cells {
    #[inline(always)]
    fn new<G: Geometry<Bits = u64>>(g: G, p: &Position<u64>) -> Self {
        let empty = g.board() & !p.mask;
        Self {
            empty,
            playable: p.playable(g),
            lead: empty & !g.followup_cells(),
            followup: empty & g.followup_cells(),
        }
    }

    /// The lowest empty cells of columns with an odd number of them.
    #[inline(always)]
    fn left_over(&self) -> u64 {
        self.playable & self.followup
    }

    /// Whether the second player, by playing follow-up, prevents every line of the
    /// first.
    #[inline(always)]
    fn second_holds<G: Geometry<Bits = u64>>(&self, g: G, sides: &Sides) -> bool {
        is_held(g, sides.first | self.lead, self.left_over(), sides.second_moves)
    }

    /// A lower bound of the second player's score, by a winning cell of theirs, or by
    /// a line of cells that they all get, if it is `goal` or more.
    #[inline(always)]
    fn second_wins_by<G: Geometry<Bits = u64>>(
        &self,
        g: G,
        sides: &Sides,
        wins: u64,
        goal: i32,
    ) -> Option<i32> {
        let sure = self.followup & !self.left_over();
        if goal == 1 && has_line(g, sides.second | sure) && self.second_holds(g, sides) {
            return Some(1);
        }
        self.second_wins_by_cell(g, sides, wins, goal)
    }

    /// A lower bound of the second player's score, by a winning cell of theirs, if it
    /// is `goal` or more.
    #[inline(always)]
    fn second_wins_by_cell<G: Geometry<Bits = u64>>(
        &self,
        g: G,
        sides: &Sides,
        wins: u64,
        goal: i32,
    ) -> Option<i32> {
        bits(wins & self.followup & !self.playable).find_map(|cell| {
            let above = self.above(g, cell);
            let score = min_win_score(above);
            let lead = self.lead & !above;
            (score >= goal && is_held(g, sides.first | lead, self.left_over(), sides.second_moves))
                .then_some(score)
        })
    }

    /// A lower bound of the first player's score, by a winning cell of theirs, if it
    /// is `goal` or more.
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
            let score = min_win_score(above);
            if score < goal {
                return None;
            }
            let column = g.column_of(cell);
            let below = column & self.empty & (cell - 1);
            // Below the winning cell the players change roles: the highest cell there
            // is the one that the opponent must not take.
            let theirs = (self.lead & !column) | (self.followup & below);
            let left_over = (self.left_over() & !column) | (self.playable & self.lead & below);
            is_held(g, sides.second | theirs, left_over, !sides.second_moves).then_some(score)
        })
    }

    /// The empty cells above a cell in its column.
    #[inline(always)]
    fn above<G: Geometry<Bits = u64>>(&self, g: G, cell: u64) -> u64 {
        g.column_of(cell) & self.empty & !(cell | (cell - 1))
    }
}

/// The least score of a win that comes no later than when only the cells of `above`
/// are empty.
#[inline(always)]
fn min_win_score(above: u64) -> i32 {
    above.count_ones() as i32 / 2 + 1
}

/// Whether the leader completes no line with the cells in `sure` and its share of
/// those left over: one of each pair, after the follower has taken one if
/// `follower_moves`.
#[inline(always)]
fn is_held<G: Geometry<Bits = u64>>(g: G, sure: u64, left_over: u64, follower_moves: bool) -> bool {
    if !has_line(g, sure | left_over) {
        return true;
    }
    let taken = u32::from(follower_moves);
    let count = left_over.count_ones();
    // With two pairs, a line may contain a cell of each.
    if count > 2 + taken || has_line(g, sure) {
        return false;
    }
    if count <= taken {
        return true;
    }
    let bad = bits(left_over).filter(|&cell| has_line(g, sure | cell)).count() as u32;
    bad <= taken
}

/// The bits of a set, the lowest first.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
