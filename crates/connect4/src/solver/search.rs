use thiserror::Error;

use super::{
    cancel::CancelToken,
    geometry::Geometry,
    parity,
    position::{Position, in_lines},
    transposition_table::{ScoreBounds, TableKey, TranspositionTable},
};
use crate::Column;

/// With fewer empty cells than this, searching costs less than probing a table.
const TABLE_MIN_EMPTIES: i32 = 12;

/// With fewer empty cells than this, a position is in the table for the endgame.
const ENDGAME_EMPTIES: i32 = 18;

/// The base-2 logarithm of the number of buckets of that table: 2 MiB.
const ENDGAME_INDEX_BITS: u32 = 17;

/// With at least this many empty cells, it pays to probe the table for all successors
/// before searching one of them (enhanced transposition cutoff).
const PROBE_MIN_EMPTIES: i32 = 24;

/// The number of nodes, which take about a millisecond, between two checks whether
/// the search is cancelled.
const CHECK_INTERVAL: u64 = 4_096;

/// An exact search, with its transposition tables.
///
/// Negamax with alpha-beta and null windows: each search decides whether the score
/// is greater than `alpha`. Scores are those of [`Score`](crate::Score). The
/// structure is that of [Pons's solver](http://blog.gamesolver.org); comments name
/// the sources of what goes beyond it.
#[derive(Debug)]
pub(crate) struct Search<G> {
    g: G,
    table: TranspositionTable,
    /// Endgame positions, which are many and soon useless, in a table that stays within
    /// the processor's cache.
    endgame_table: TranspositionTable,
    nodes: u64,
    /// The node count at which the current search is given up.
    limit: u64,
    /// The node count of the next check whether to stop, at most the limit.
    next_check: u64,
    /// Cancels searches.
    cancel: Option<CancelToken>,
}

/// A search reached its node limit before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the position takes more search than was allowed")]
pub struct NodeLimitReached;

impl<G: Geometry<Bits = u64>> Search<G> {
    /// A search whose main table grows to 2 to the power of `index_bits` buckets of
    /// 16 bytes.
    pub(crate) fn new(g: G, index_bits: u32) -> Self {
        let key_bits = (g.stride() * g.columns()) as u32;
        let endgame_bits = ENDGAME_INDEX_BITS.max(TranspositionTable::min_index_bits(key_bits));
        Self {
            g,
            table: TranspositionTable::new(index_bits, key_bits),
            endgame_table: TranspositionTable::new(endgame_bits.min(index_bits), key_bits),
            nodes: 0,
            limit: u64::MAX,
            next_check: u64::MAX,
            cancel: None,
        }
    }

    /// The geometry of the boards to search.
    pub(crate) fn geometry(&self) -> G {
        self.g
    }

    /// The number of calls that probed a table, since the tables were last cleared.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets the token that cancels later searches, if any.
    pub(crate) fn set_cancel(&mut self, cancel: Option<CancelToken>) {
        self.cancel = cancel;
    }

    /// Clears the tables and the node count.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.endgame_table.clear();
        self.nodes = 0;
    }

    /// The exact score of a position in which nobody has won, with a limit of about
    /// `nodes` for each null-window search.
    ///
    /// Narrows the range of possible scores from outside, as windows far from the
    /// score are cheap, and by one near a draw, where each window costs many times as
    /// much as the one before.
    pub(crate) fn solve(&mut self, p: &Position<u64>, nodes: u64) -> Result<i32, NodeLimitReached> {
        let empties = self.empties(p);
        let (mut low, mut high) = (-(empties / 2), (empties + 1) / 2);
        while low < high {
            let alpha = next_alpha(low, high, empties);
            if self.exceeds(p, alpha, nodes)? { low = alpha + 1 } else { high = alpha }
        }
        Ok(low)
    }

    /// Whether the score of a position in which nobody has won is greater than `alpha`,
    /// with a limit of about `nodes`.
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

    /// Whether to give up the current search. Schedules the next check.
    #[cold]
    fn must_stop(&mut self) -> bool {
        self.next_check = self.limit;
        if let Some(cancel) = &self.cancel {
            if cancel.is_cancelled() {
                self.limit = 0;
            }
            self.next_check = self.limit.min(self.nodes + CHECK_INTERVAL);
        }
        self.nodes >= self.limit
    }

    /// The number of empty cells.
    fn empties(&self, p: &Position<u64>) -> i32 {
        (self.g.cells() as u32 - p.mask.count_ones()) as i32
    }

    /// A bound of the score of a position in which the side to move cannot win at once
    /// (fail-soft): an upper bound if at most `alpha`, otherwise a lower bound.
    /// Meaningless once the search is given up.
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
        // A forced move is made before anything else, as in Steininger's c4.
        if moves.is_power_of_two() {
            return -self.search(&p.after(moves, p.wins_with(g, moves)), empties - 1, -alpha - 1);
        }
        // Neither side can win with its next disc.
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

        if empties < TABLE_MIN_EMPTIES {
            return self.search_moves(&self.ordered(p, moves, alpha), p, empties, alpha);
        }
        self.nodes += 1;
        if self.nodes >= self.next_check && self.must_stop() {
            return 0;
        }
        let key = self.table_key(p);
        let mut known = ScoreBounds { lower, upper };
        let is_endgame = empties < ENDGAME_EMPTIES;
        let table = if is_endgame { &self.endgame_table } else { &self.table };
        if let Some(bounds) = table.get(key) {
            if bounds.lower > alpha {
                return bounds.lower;
            }
            if bounds.upper <= alpha {
                return bounds.upper;
            }
            known = bounds;
        }
        let nodes_before = self.nodes;
        let ordered = self.ordered(p, moves, alpha);
        let score = match self.probe_successors(&ordered, p, empties, alpha) {
            Some(score) => score,
            None => self.search_moves(&ordered, p, empties, alpha),
        };
        // The node count reaches the next check only if the search was given up.
        if self.nodes >= self.next_check {
            return 0;
        }
        if score > alpha {
            known.lower = score;
        } else {
            known.upper = score;
        }
        let table = if is_endgame { &mut self.endgame_table } else { &mut self.table };
        table.put(key, known, self.nodes - nodes_before);
        score
    }

    /// A lower bound above `alpha` that follows from the table's bounds of a successor
    /// (enhanced transposition cutoff).
    #[inline(always)]
    fn probe_successors(
        &self,
        moves: &MoveList,
        p: &Position<u64>,
        empties: i32,
        alpha: i32,
    ) -> Option<i32> {
        if empties < PROBE_MIN_EMPTIES || is_far(alpha) {
            return None;
        }
        moves.iter().find_map(|it| {
            let bounds = self.table.get(self.table_key(&p.after(it.cell, it.wins)))?;
            (-bounds.upper > alpha).then_some(-bounds.upper)
        })
    }

    /// The best score of these moves, or the first above `alpha`.
    #[inline(always)]
    fn search_moves(
        &mut self,
        moves: &MoveList,
        p: &Position<u64>,
        empties: i32,
        alpha: i32,
    ) -> i32 {
        let mut best = i32::MIN;
        for it in moves.iter() {
            let score = -self.search(&p.after(it.cell, it.wins), empties - 1, -alpha - 1);
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        best
    }

    /// The moves by descending priority, and from the middle outwards among equals.
    /// Priority counts the winning cells after the move, except those directly above
    /// a winning cell of the opponent; and a threat to win with the next disc, if the
    /// window is about a quick win.
    #[inline(always)]
    fn ordered(&self, p: &Position<u64>, moves: u64, alpha: i32) -> MoveList {
        let g = self.g;
        let mut ordered = MoveList::default();
        for column in g.middle_out() {
            let cell = moves & g.column(column);
            if cell == 0 {
                continue;
            }
            let wins = p.wins_with(g, cell);
            let useful = wins & !((p.their_wins & !cell) << 1);
            let threat = is_far(alpha) && wins & p.after(cell, wins).playable(g) != 0;
            ordered.insert(ScoredMove {
                cell,
                wins,
                priority: 2 * useful.count_ones() + 3 * u32::from(threat),
            });
        }
        ordered
    }

    /// The key of a position in the tables.
    ///
    /// A disc of the side to move that is in no line which that side can still
    /// complete is dead: it matters only if it blocks a line of the opponent. If it
    /// does not, it might as well be the opponent's. Counting all such discs as the
    /// opponent's gives positions that differ only in them the same key (the idea of
    /// dead stones is c4's). A position and its mirror image share the lesser of their
    /// keys.
    #[inline(always)]
    fn table_key(&self, p: &Position<u64>) -> TableKey {
        let g = self.g;
        let empty = g.board() & !p.mask;
        let dead = p.mine & !in_lines(g, p.mine | empty);
        let neutral =
            if dead == 0 { 0 } else { dead & !in_lines(g, (p.mine ^ p.mask) | empty | dead) };
        // The sum identifies both sets, and no column's sum overflows into the next.
        let key = (p.mine & !neutral).wrapping_add(p.mask);
        self.table.hash(key.min(mirrored(g, key)))
    }
}

/// The `alpha` of the next null window, given the range of possible scores.
fn next_alpha(low: i32, high: i32, empties: i32) -> i32 {
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

/// Whether the null window is about a win or a loss long before the board is full.
#[inline(always)]
fn is_far(alpha: i32) -> bool {
    !(-5..5).contains(&alpha)
}

/// The mirror image of a key or a set of cells.
#[inline(always)]
pub(crate) fn mirrored<G: Geometry<Bits = u64>>(g: G, key: u64) -> u64 {
    (0..g.columns()).fold(0, |image, column| {
        let bits = (key & g.column(column)) >> (column * g.stride());
        image | bits << ((g.columns() - 1 - column) * g.stride())
    })
}

#[derive(Clone, Copy, Default)]
struct ScoredMove {
    cell: u64,
    /// The winning cells of the mover afterwards.
    wins: u64,
    priority: u32,
}

/// The moves of one position, sorted on insertion by descending priority.
#[derive(Default)]
struct MoveList {
    moves: [ScoredMove; Column::MAX as usize],
    count: usize,
}

impl MoveList {
    #[inline(always)]
    fn insert(&mut self, new: ScoredMove) {
        let mut index = self.count;
        while index > 0 && self.moves[index - 1].priority < new.priority {
            self.moves[index] = self.moves[index - 1];
            index -= 1;
        }
        self.moves[index] = new;
        self.count += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &ScoredMove> {
        self.moves[..self.count].iter()
    }
}
