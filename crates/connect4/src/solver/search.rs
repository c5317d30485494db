use thiserror::Error;

use super::{
    cancel::CancelToken,
    geometry::Geometry,
    parity,
    position::{Position, in_rows},
    transposition_table::{ScoreBounds, TableKey, TranspositionTable},
};
use crate::Column;

/// Below this many empty cells, searching costs less than looking into the
/// table.
const TABLE_FROM: i32 = 12;

/// Below this many empty cells a position is near the end.
const NEAR_END: i32 = 18;

/// The buckets of the table for those, as a power of two: 2 MiB.
const NEAR_END_BITS: u32 = 17;

/// From this many empty cells on, a look at all positions after the next disc
/// pays before one of them is searched.
const PROBE_FROM: i32 = 24;

/// After so many nodes, which take about a millisecond, a search looks again
/// whether it is interrupted.
const PAUSE_AFTER: u64 = 4_096;

/// An exact search, with what it remembers.
///
/// Negamax with alpha-beta, asked one yes-or-no question at a time: is the score
/// more than `alpha`? A score counts the winner's discs that are left, plus one:
/// 1 is a win with the last disc, more is sooner, below 0 is a loss. The frame is
/// that of [Pons's solver](http://blog.gamesolver.org); what goes beyond it is
/// named where it stands.
#[derive(Debug)]
pub(crate) struct Search<G> {
    g: G,
    table: TranspositionTable,
    /// Positions near the end, which are many and soon of no use any more, in a
    /// table that stays within the processor's cache.
    near_end: TranspositionTable,
    nodes: u64,
    /// The nodes at which the present question is given up.
    limit: u64,
    /// The nodes at which it is next seen whether to go on; not beyond the limit.
    pause: u64,
    /// What takes away the nodes that are left.
    interrupt: Option<CancelToken>,
}

/// The search was not to look at so many nodes as the answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the position takes more search than was allowed")]
pub struct NodeLimitReached;

impl<G: Geometry<Bits = u64>> Search<G> {
    /// A search whose larger table has 2 to the power of `index_bits` buckets of
    /// 16 bytes.
    pub(crate) fn new(g: G, index_bits: u32) -> Self {
        let key_bits = (g.side() * g.columns()) as u32;
        let near_bits = NEAR_END_BITS.max(TranspositionTable::least_bits(key_bits));
        Self {
            g,
            table: TranspositionTable::new(index_bits, key_bits),
            near_end: TranspositionTable::new(near_bits.min(index_bits), key_bits),
            nodes: 0,
            limit: u64::MAX,
            pause: u64::MAX,
            interrupt: None,
        }
    }

    /// The board that this is for.
    pub(crate) fn geometry(&self) -> G {
        self.g
    }

    /// The nodes of all questions since the table was last cleared: calls that
    /// looked into it.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// From now on gives a question up when this is raised, or no longer.
    pub(crate) fn set_cancel(&mut self, interrupt: Option<CancelToken>) {
        self.interrupt = interrupt;
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.near_end.clear();
        self.nodes = 0;
    }

    /// The exact score of a position without a row, within about this many
    /// nodes.
    ///
    /// The range of possible scores is narrowed from outside in, as questions far
    /// from the score are cheap, and one disc at a time near a draw, where each
    /// costs many times as much as the one before.
    pub(crate) fn solve(&mut self, p: &Position<u64>, nodes: u64) -> Result<i32, NodeLimitReached> {
        let empties = self.empties(p);
        let (mut low, mut high) = (-(empties / 2), (empties + 1) / 2);
        while low < high {
            let alpha = question(low, high, empties);
            if self.exceeds(p, alpha, nodes)? { low = alpha + 1 } else { high = alpha }
        }
        Ok(low)
    }

    /// Whether the score of a position without a row is more than `alpha`.
    pub(crate) fn exceeds(
        &mut self,
        p: &Position<u64>,
        alpha: i32,
        nodes: u64,
    ) -> Result<bool, NodeLimitReached> {
        let empties = self.empties(p);
        if p.my_wins & p.playable(self.g) != 0 {
            return Ok((empties + 1) / 2 > alpha);
        }
        if empties == 0 {
            return Ok(0 > alpha);
        }
        self.limit = self.nodes.saturating_add(nodes);
        if self.must_stop() {
            return Err(NodeLimitReached);
        }
        let score = self.search(p, empties, alpha);
        if self.nodes >= self.limit { Err(NodeLimitReached) } else { Ok(score > alpha) }
    }

    /// Whether the present question is given up; if not, when to ask that again.
    #[cold]
    fn must_stop(&mut self) -> bool {
        self.pause = self.limit;
        if let Some(interrupt) = &self.interrupt {
            if interrupt.is_cancelled() {
                self.limit = 0;
            }
            self.pause = self.limit.min(self.nodes + PAUSE_AFTER);
        }
        self.nodes >= self.limit
    }

    /// The number of empty cells.
    fn empties(&self, p: &Position<u64>) -> i32 {
        (self.g.cells() as u32 - p.mask.count_ones()) as i32
    }

    /// A bound of the score of a position in which the one to move cannot win at
    /// once: at most `alpha`, or more. Worthless once the nodes are used up.
    fn search(&mut self, p: &Position<u64>, empties: i32, alpha: i32) -> i32 {
        let g = self.g;
        let playable = p.playable(g);
        let forced = playable & p.their_wins;
        if forced & forced.wrapping_sub(1) != 0 {
            return -(empties / 2);
        }
        let moves = if forced == 0 { playable } else { forced } & !(p.their_wins >> 1);
        if moves == 0 {
            return -(empties / 2);
        }
        if empties <= 2 {
            return 0;
        }
        // A reply without a choice is made before anything else, as in
        // Steininger's c4.
        if moves.is_power_of_two() {
            return -self.search(&p.after(moves, p.wins_with(g, moves)), empties - 1, -alpha - 1);
        }
        // Neither can win with the next disc.
        let (lower, upper) = (-((empties - 2) / 2), (empties - 1) / 2);
        if lower > alpha {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        if let Some(bound) = parity::bound(g, p, empties, alpha) {
            return bound;
        }

        if empties < TABLE_FROM {
            return self.best(&self.sorted(p, moves, alpha), p, empties, alpha);
        }
        self.nodes += 1;
        if self.nodes >= self.pause && self.must_stop() {
            return 0;
        }
        let place = self.place(p);
        let mut known = ScoreBounds { lower, upper };
        let is_near_end = empties < NEAR_END;
        let table = if is_near_end { &self.near_end } else { &self.table };
        if let Some(bounds) = table.get(place) {
            if bounds.lower > alpha {
                return bounds.lower;
            }
            if bounds.upper <= alpha {
                return bounds.upper;
            }
            known = bounds;
        }
        let before = self.nodes;
        let list = self.sorted(p, moves, alpha);
        let score = match self.remembered(&list, p, empties, alpha) {
            Some(score) => score,
            None => self.best(&list, p, empties, alpha),
        };
        // Nodes stay below the pause as long as nothing was given up.
        if self.nodes >= self.pause {
            return 0;
        }
        if score > alpha {
            known.lower = score;
        } else {
            known.upper = score;
        }
        let table = if is_near_end { &mut self.near_end } else { &mut self.table };
        table.put(place, known, self.nodes - before);
        score
    }

    /// A score above `alpha` that the table already has for a position after
    /// the next disc.
    #[inline(always)]
    fn remembered(
        &self,
        list: &MoveList,
        p: &Position<u64>,
        empties: i32,
        alpha: i32,
    ) -> Option<i32> {
        if empties < PROBE_FROM || is_far(alpha) {
            return None;
        }
        list.iter().find_map(|choice| {
            let bounds = self.table.get(self.place(&p.after(choice.cell, choice.wins)))?;
            (-bounds.upper > alpha).then_some(-bounds.upper)
        })
    }

    #[inline(always)]
    fn best(&mut self, list: &MoveList, p: &Position<u64>, empties: i32, alpha: i32) -> i32 {
        let mut best = i32::MIN;
        for choice in list.iter() {
            let score = -self.search(&p.after(choice.cell, choice.wins), empties - 1, -alpha - 1);
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        best
    }

    /// The moves, the most promising first, and from the middle. Promising is
    /// what leaves many winning cells, except those above a winning cell of the
    /// other; and a threat to win with the next disc, if the question is one of a
    /// quick win.
    #[inline(always)]
    fn sorted(&self, p: &Position<u64>, moves: u64, alpha: i32) -> MoveList {
        let g = self.g;
        let mut list = MoveList::default();
        for column in g.middle_out() {
            let cell = moves & g.column(column);
            if cell == 0 {
                continue;
            }
            let wins = p.wins_with(g, cell);
            let useful = wins & !((p.their_wins & !cell) << 1);
            let threat = is_far(alpha) && wins & p.after(cell, wins).playable(g) != 0;
            list.insert(ScoredMove {
                cell,
                wins,
                promise: 2 * useful.count_ones() + 3 * u32::from(threat),
            });
        }
        list
    }

    /// Where the table keeps a position.
    ///
    /// A disc in no row that its owner can still complete is dead: only the other's
    /// rows may still need it as an obstacle. If they do not, it might as well be
    /// the other's. Counting all such discs as the other's makes positions one
    /// that differ only in them (the idea of dead stones is c4's), and the lesser
    /// of the position and its mirror image stands for both.
    #[inline(always)]
    fn place(&self, p: &Position<u64>) -> TableKey {
        let g = self.g;
        let empty = g.board() & !p.mask;
        let dead = p.mine & !in_rows(g, p.mine | empty);
        let idle = if dead == 0 { 0 } else { dead & !in_rows(g, (p.mine ^ p.mask) | empty | dead) };
        // The sum of both sets names both: each column adds up below its limit.
        let key = (p.mine & !idle).wrapping_add(p.mask);
        self.table.place(key.min(mirrored(g, key)))
    }
}

/// The next score to ask about.
fn question(low: i32, high: i32, empties: i32) -> i32 {
    if (0..6).contains(&low) && high < 7 {
        return low;
    }
    if low <= 0 && high >= 0 && high - low <= 10 {
        return if low == 0 || (empties % 2 == 0 && high > 0) { 0 } else { -1 };
    }
    let middle = low + (high - low) / 2;
    if middle <= 0 && low / 2 < middle {
        low / 2
    } else if middle >= 0 && high / 2 > middle {
        high / 2
    } else {
        middle
    }
}

/// Whether the question is about a win or a loss long before the board is full.
#[inline(always)]
fn is_far(alpha: i32) -> bool {
    !(-5..5).contains(&alpha)
}

#[inline(always)]
pub(crate) fn mirrored<G: Geometry<Bits = u64>>(g: G, key: u64) -> u64 {
    (0..g.columns()).fold(0, |image, column| {
        let bits = (key & g.column(column)) >> (column * g.side());
        image | bits << ((g.columns() - 1 - column) * g.side())
    })
}

#[derive(Clone, Copy, Default)]
struct ScoredMove {
    cell: u64,
    wins: u64,
    promise: u32,
}

/// The moves of one position, sorted as they come.
#[derive(Default)]
struct MoveList {
    choices: [ScoredMove; Column::MAX as usize],
    count: usize,
}

impl MoveList {
    #[inline(always)]
    fn insert(&mut self, choice: ScoredMove) {
        let mut at = self.count;
        while at > 0 && self.choices[at - 1].promise < choice.promise {
            self.choices[at] = self.choices[at - 1];
            at -= 1;
        }
        self.choices[at] = choice;
        self.count += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &ScoredMove> {
        self.choices[..self.count].iter()
    }
}
