use num_traits::{PrimInt, Zero};

use crate::solver::{
    geometry::Geometry,
    position::{Position, row_starts},
};

/// A search a few discs ahead that judges what it cannot see the end of, on a
/// board of any shape.
///
/// Negamax with alpha-beta, deeper from one round to the next until the nodes are
/// used up.
#[derive(Debug)]
pub(crate) struct HeuristicSearch<G> {
    g: G,
    nodes: u64,
    limit: u64,
}

/// How good a position is for the one to move. From [`SURE`] on it is a win that
/// nobody can prevent, [`WIN`] less one for each disc until it is there;
/// otherwise it is a judgement. Below zero the same for the other.
pub(crate) type Value = i32;

/// The least value of a sure win.
pub(crate) const CERTAIN: Value = 10_000;

/// What a win would be worth that takes no disc.
pub(crate) const WIN: Value = CERTAIN + 100;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchLimits {
    /// The most discs ahead.
    pub(crate) plies: u32,
    /// About how many nodes at most.
    pub(crate) nodes: u64,
}

impl<G: Geometry> HeuristicSearch<G> {
    pub(crate) fn new(g: G) -> Self {
        Self { g, nodes: 0, limit: 0 }
    }

    /// The value of dropping a disc into each playable cell, with the depth to
    /// which all of them were searched.
    pub(crate) fn values(
        &mut self,
        p: &Position<G::Bits>,
        reach: SearchLimits,
    ) -> Vec<(G::Bits, Value)> {
        self.nodes = 0;
        self.limit = u64::MAX;
        let mut values = self.round(p, 0);
        self.limit = reach.nodes;
        let empties = self.g.cells() as u32 - p.mask.count_ones();
        for depth in 1..reach.plies.min(empties) {
            let deeper = self.round(p, depth);
            let settled = values.iter().all(|&(_, value)| value.abs() >= CERTAIN);
            if settled || self.nodes >= self.limit {
                break;
            }
            values = deeper;
        }
        values
    }

    fn round(&mut self, p: &Position<G::Bits>, depth: u32) -> Vec<(G::Bits, Value)> {
        let playable = p.playable(self.g);
        cells(self.g, playable)
            .map(|cell| {
                if p.my_wins & cell != G::Bits::zero() {
                    return (cell, WIN - 1);
                }
                let after = p.after(cell, p.wins_with(self.g, cell));
                (cell, nearer(-self.value(&after, depth, -WIN, WIN)))
            })
            .collect()
    }

    fn value(&mut self, p: &Position<G::Bits>, depth: u32, alpha: Value, beta: Value) -> Value {
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
        let moves = if forced == none { playable } else { forced };
        let safe = moves & !(p.their_wins >> 1);
        if forced.count_ones() > 1 || safe == none {
            return -(WIN - 2);
        }
        self.nodes += 1;
        if depth == 0 || self.nodes >= self.limit {
            return evaluate(g, p);
        }
        let mut list: Vec<_> = cells(g, safe).map(|cell| (cell, p.wins_with(g, cell))).collect();
        list.sort_by_key(|(_, wins)| std::cmp::Reverse(wins.count_ones()));
        let mut alpha = alpha;
        let mut best = -WIN;
        for (cell, wins) in list {
            let value =
                -self.value(&p.after(cell, wins), depth - 1, -farther(beta), -farther(alpha));
            best = best.max(nearer(value));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A value one disc earlier: what is sure takes one disc longer.
fn nearer(value: Value) -> Value {
    if value.abs() >= CERTAIN { value - value.signum() } else { value }
}

/// The bound that becomes this one when it comes one disc [`nearer`].
fn farther(value: Value) -> Value {
    if value.abs() >= CERTAIN { value + value.signum() } else { value }
}

/// What the rows that each side can still complete promise: one point for each
/// with a disc, more for each with two or three; and more again for a winning
/// cell that falls to its owner when the board fills up, as only such a cell
/// wins in the end ([Allis, *A Knowledge-based Approach of Connect-Four*,
/// 1988](https://doi.org/10.3233/ICG-1988-11410)).
fn evaluate<G: Geometry>(g: G, p: &Position<G::Bits>) -> Value {
    let empty = g.board() & !p.mask;
    let first_moves = empty.count_ones().is_multiple_of(2);
    let (mine, theirs) = if first_moves {
        (!g.followup_cells(), g.followup_cells())
    } else {
        (g.followup_cells(), !g.followup_cells())
    };
    side(g, p.mine, empty, p.my_wins, p.their_wins, mine)
        - side(g, p.mine ^ p.mask, empty, p.their_wins, p.my_wins, theirs)
}

fn side<G: Geometry>(
    g: G,
    discs: G::Bits,
    empty: G::Bits,
    wins: G::Bits,
    others_wins: G::Bits,
    falls_to: G::Bits,
) -> Value {
    let count = |set: G::Bits| set.count_ones() as Value;
    let mut value = 0;
    for step in [1, g.side() - 1, g.side(), g.side() + 1] {
        let open = row_starts(g, discs | empty, step);
        let (mut one, mut two) = (G::Bits::zero(), G::Bits::zero());
        for along in 0..g.connect() {
            let here = discs >> (step * along);
            two = two | (one & here);
            one = one | here;
        }
        value += count(open & one) + 2 * count(open & two);
    }
    // A winning cell above one of the other's is reached only if that one was
    // given away.
    let reachable = wins & !(others_wins << 1);
    value + 4 * count(wins) + 16 * count(reachable & falls_to)
}

/// The cells of a set, one from each column, from the middle outwards.
fn cells<G: Geometry>(g: G, set: G::Bits) -> impl Iterator<Item = G::Bits> {
    g.middle_out().map(move |column| set & g.column(column)).filter(|&cell| cell != G::Bits::zero())
}
