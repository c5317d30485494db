use num_traits::{PrimInt, Zero};

use crate::solver::{
    geometry::Geometry,
    position::{Position, line_starts},
};

/// A depth-limited search with a heuristic evaluation, for boards of any shape.
///
/// Negamax with alpha-beta and iterative deepening, until the node limit.
#[derive(Debug)]
pub(crate) struct HeuristicSearch<G> {
    g: G,
    nodes: u64,
    limit: u64,
}

/// The value of a position for the side to move. From [`MIN_WIN`] on it is a proven
/// win: [`WIN`] less the plies until then. Up to `-MIN_WIN` it is a proven loss, and
/// in between a heuristic value.
pub(crate) type Value = i32;

/// The least value of a proven win.
pub(crate) const MIN_WIN: Value = 10_000;

/// The value of a win in 0 plies.
pub(crate) const WIN: Value = MIN_WIN + 100;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchLimits {
    /// The maximum depth.
    pub(crate) plies: u32,
    /// The maximum number of nodes, approximately.
    pub(crate) nodes: u64,
}

impl<G: Geometry> HeuristicSearch<G> {
    pub(crate) fn new(g: G) -> Self {
        Self { g, nodes: 0, limit: 0 }
    }

    /// The value of each playable cell for the side to move, from the deepest
    /// iteration that was completed.
    pub(crate) fn values(
        &mut self,
        p: &Position<G::Bits>,
        limits: SearchLimits,
    ) -> Vec<(G::Bits, Value)> {
        self.nodes = 0;
        self.limit = u64::MAX;
        let mut values = self.search_root(p, 0);
        self.limit = limits.nodes;
        let empties = self.g.cells() as u32 - p.mask.count_ones();
        for depth in 1..limits.plies.min(empties) {
            let deeper = self.search_root(p, depth);
            let is_proven = values.iter().all(|&(_, value)| value.abs() >= MIN_WIN);
            if is_proven || self.nodes >= self.limit {
                break;
            }
            values = deeper;
        }
        values
    }

    fn search_root(&mut self, p: &Position<G::Bits>, depth: u32) -> Vec<(G::Bits, Value)> {
        let playable = p.playable(self.g);
        cells(self.g, playable)
            .map(|cell| {
                if p.my_wins & cell != G::Bits::zero() {
                    return (cell, WIN - 1);
                }
                let after = p.after(cell, p.wins_with(self.g, cell));
                (cell, parent_value(-self.negamax(&after, depth, -WIN, WIN)))
            })
            .collect()
    }

    fn negamax(&mut self, p: &Position<G::Bits>, depth: u32, alpha: Value, beta: Value) -> Value {
        let g = self.g;
        let none = G::Bits::zero();
        let playable = p.playable(g);
        if playable == none {
            return 0;
        }
        if playable & p.my_wins != none {
            return WIN - 1;
        }
        let forced = playable & p.their_wins;
        let candidates = if forced == none { playable } else { forced };
        let safe = candidates & !(p.their_wins >> 1);
        if forced.count_ones() > 1 || safe == none {
            return -(WIN - 2);
        }
        self.nodes += 1;
        if depth == 0 || self.nodes >= self.limit {
            return evaluate(g, p);
        }
        let mut moves: Vec<_> = cells(g, safe).map(|cell| (cell, p.wins_with(g, cell))).collect();
        moves.sort_by_key(|(_, wins)| std::cmp::Reverse(wins.count_ones()));
        let mut alpha = alpha;
        let mut best = -WIN;
        for (cell, wins) in moves {
            let value = -self.negamax(
                &p.after(cell, wins),
                depth - 1,
                -child_bound(beta),
                -child_bound(alpha),
            );
            best = best.max(parent_value(value));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A child's value, seen one ply earlier: a proven result takes one ply longer.
fn parent_value(value: Value) -> Value {
    if value.abs() >= MIN_WIN { value - value.signum() } else { value }
}

/// The bound for a child that becomes this bound by [`parent_value`].
fn child_bound(value: Value) -> Value {
    if value.abs() >= MIN_WIN { value + value.signum() } else { value }
}

/// The heuristic value for the side to move. Each side gets points for each line
/// that it can still complete: one if the line has a disc, more if it has two or
/// three. A winning cell counts extra if its owner gets it by zugzwang when the
/// board fills up, since only such a cell wins in the end ([Allis, *A Knowledge-based Approach of Connect-Four*,
/// 1988](https://doi.org/10.3233/ICG-1988-11410)).
fn evaluate<G: Geometry>(g: G, p: &Position<G::Bits>) -> Value {
    let empty = g.board() & !p.mask;
    let first_to_move = empty.count_ones().is_multiple_of(2);
    let (mine, theirs) = if first_to_move {
        (!g.followup_cells(), g.followup_cells())
    } else {
        (g.followup_cells(), !g.followup_cells())
    };
    side_value(g, p.mine, empty, p.my_wins, p.their_wins, mine)
        - side_value(g, p.mine ^ p.mask, empty, p.their_wins, p.my_wins, theirs)
}

/// The points of one side. `zugzwang` are the cells that the side gets when the
/// board fills up.
fn side_value<G: Geometry>(
    g: G,
    discs: G::Bits,
    empty: G::Bits,
    wins: G::Bits,
    opponent_wins: G::Bits,
    zugzwang: G::Bits,
) -> Value {
    // A winning cell directly above one of the opponent's is reached only if the
    // opponent does not take that one.
    let reachable = wins & !(opponent_wins << 1);
    lines_value(g, discs, empty, wins) + 16 * count(reachable & zugzwang)
}

/// The points of one side for the lines that it can still complete. `wins` are the
/// cells that complete one.
pub(crate) fn lines_value<G: Geometry>(
    g: G,
    discs: G::Bits,
    empty: G::Bits,
    wins: G::Bits,
) -> Value {
    let mut value = 4 * count(wins);
    for step in [1, g.stride() - 1, g.stride(), g.stride() + 1] {
        let open = line_starts(g, discs | empty, step);
        let (mut one, mut two) = (G::Bits::zero(), G::Bits::zero());
        for along in 0..g.connect() {
            let here = discs >> (step * along);
            two = two | (one & here);
            one = one | here;
        }
        value += count(open & one) + 2 * count(open & two);
    }
    value
}

fn count<B: PrimInt>(set: B) -> Value {
    set.count_ones() as Value
}

/// The cells of a set with at most one cell in each column, from the middle
/// outwards.
pub(crate) fn cells<G: Geometry>(g: G, set: G::Bits) -> impl Iterator<Item = G::Bits> {
    g.middle_out().map(move |column| set & g.column(column)).filter(|&cell| cell != G::Bits::zero())
}
