/// A transposition table: bounds of the scores of positions.
///
/// Each bucket has two slots: the first keeps the position that took most work, the
/// second the most recent of the others ([Breuker, Uiterwijk and van den Herik,
/// *Replacement schemes for transposition
/// tables*, 1994](https://doi.org/10.3233/ICG-1994-17402)). The index of the bucket
/// and the tag in the slot together are the whole key, hashed by a bijection, so
/// there are no collisions.
///
/// The table starts small and doubles as it fills, up to its limit: most searches
/// are short, and probes of a table that stays within the processor's cache are
/// several times as fast.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    slots: Vec<[u64; 2]>,
    key_bits: u32,
    /// The number of low bits of a hashed key that are the tag; the others are the
    /// index of the bucket.
    shift: u32,
    /// The shift at which the table has its full size.
    min_shift: u32,
    /// Insertions since the table was last cleared, without updates of the first slot.
    insertions: usize,
}

/// The hashed key of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableKey(u64);

/// Bounds of a score, both inclusive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

// A slot, from the highest bit: tag, work, lower bound, upper bound. Bounds are stored
// with an offset that makes them positive, so that only an empty slot is 0.
const SCORE_BITS: u32 = 6;
const WORK_BITS: u32 = 6;
const DATA_BITS: u32 = WORK_BITS + 2 * SCORE_BITS;
const OFFSET: i32 = 32;

/// The multiplier of Fibonacci hashing: 2⁶⁴ divided by the golden ratio, an odd number.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The base-2 logarithm of the number of buckets of an empty table: 16 KiB.
const INITIAL_INDEX_BITS: u32 = 10;

impl TranspositionTable {
    /// A table for keys of `key_bits` bits that grows to 2 to the power of
    /// `index_bits` buckets.
    pub(crate) fn new(index_bits: u32, key_bits: u32) -> Self {
        assert!(index_bits >= Self::min_index_bits(key_bits), "a tag must fit into a slot");
        let min_shift = key_bits.saturating_sub(index_bits);
        let mut table = Self { slots: Vec::new(), key_bits, shift: 0, min_shift, insertions: 0 };
        table.clear();
        table
    }

    /// The base-2 logarithm of the least number of buckets for keys of `key_bits` bits.
    pub(crate) fn min_index_bits(key_bits: u32) -> u32 {
        INITIAL_INDEX_BITS.min(key_bits).max((key_bits + DATA_BITS).saturating_sub(u64::BITS))
    }

    /// Removes all entries and shrinks to the initial size.
    pub(crate) fn clear(&mut self) {
        let index_bits = Self::min_index_bits(self.key_bits);
        self.shift = self.key_bits - index_bits;
        self.slots.truncate(1 << index_bits);
        self.slots.shrink_to_fit();
        self.slots.fill([0; 2]);
        self.slots.resize(1 << index_bits, [0; 2]);
        self.insertions = 0;
    }

    /// Hashes a key. Each step is invertible, so different keys have different hashes.
    #[inline(always)]
    pub(crate) fn hash(&self, key: u64) -> TableKey {
        let bits = u64::MAX >> (u64::BITS - self.key_bits);
        let hash = key.wrapping_mul(MULTIPLIER) & bits;
        let hash = hash ^ (hash >> (self.key_bits / 2));
        TableKey(hash.wrapping_mul(MULTIPLIER) & bits)
    }

    /// The bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&self, key: TableKey) -> Option<ScoreBounds> {
        let (index, tag) = self.split(key);
        let slot =
            self.slots[index].into_iter().find(|&slot| slot != 0 && slot >> DATA_BITS == tag)?;
        let bound = |bits: u64| (bits & ((1 << SCORE_BITS) - 1)) as i32 - OFFSET;
        Some(ScoreBounds { lower: bound(slot >> SCORE_BITS), upper: bound(slot) })
    }

    /// Stores bounds that took `nodes` of search.
    #[inline(always)]
    pub(crate) fn put(&mut self, key: TableKey, bounds: ScoreBounds, nodes: u64) {
        let (index, tag) = self.split(key);
        let work = work_class(nodes);
        let slot = (tag << DATA_BITS)
            | (work << (2 * SCORE_BITS))
            | (((bounds.lower + OFFSET) as u64) << SCORE_BITS)
            | (bounds.upper + OFFSET) as u64;
        let [costly, recent] = &mut self.slots[index];
        if *costly >> DATA_BITS == tag {
            *costly = slot;
            return;
        }
        if work >= (*costly >> (2 * SCORE_BITS)) & ((1 << WORK_BITS) - 1) {
            *recent = *costly;
            *costly = slot;
        } else {
            *recent = slot;
        }
        self.insertions += 1;
        if self.insertions >= self.slots.len() && self.shift > self.min_shift {
            self.grow();
        }
    }

    /// The index of the bucket, and the tag.
    #[inline(always)]
    fn split(&self, TableKey(hash): TableKey) -> (usize, u64) {
        ((hash >> self.shift) as usize, hash & ((1 << self.shift) - 1))
    }

    /// Doubles the number of buckets: the highest bit of a tag becomes the lowest bit
    /// of the bucket's index.
    #[cold]
    fn grow(&mut self) {
        self.shift -= 1;
        let moved_bit = 1 << (self.shift + DATA_BITS);
        let mut slots = vec![[0; 2]; 2 * self.slots.len()];
        for (bucket, halves) in self.slots.iter().zip(slots.chunks_exact_mut(2)) {
            let mut used = [0; 2];
            for &slot in bucket.iter().filter(|&&slot| slot != 0) {
                let half = usize::from(slot & moved_bit != 0);
                halves[half][used[half]] = slot & !moved_bit;
                used[half] += 1;
            }
        }
        self.slots = slots;
    }
}

/// About twice the base-2 logarithm, so that any amount of work fits into 6 bits.
#[inline(always)]
fn work_class(nodes: u64) -> u64 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let half = if log == 0 { 0 } else { (nodes >> (log - 1)) & 1 };
    (u64::from(log) * 2 + half).min((1 << WORK_BITS) - 1)
}
