/// What a search remembers: bounds of the scores of positions.
///
/// Buckets of two: the first slot keeps the position that took most work, the
/// second the newest of the others ([Breuker, Uiterwijk and van den Herik,
/// *Replacement schemes for transposition
/// tables*, 1994](https://doi.org/10.3233/ICG-1994-17402)). The number of the bucket
/// and the tag in the slot together are the whole key, mixed, so no position is
/// ever taken for another.
///
/// The table starts small and doubles as it fills, up to its limit: most searches
/// are short, and a table that stays within the processor's cache answers several
/// times as fast.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    slots: Vec<[u64; 2]>,
    key_bits: u32,
    /// How far a mixed key is shifted to get the number of its bucket.
    shift: u32,
    /// The least shift, when the table has its full size.
    least_shift: u32,
    /// Positions that were put into a free slot or in the place of another.
    filled: usize,
}

/// The mixed key of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableKey(u64);

/// What is known of a score: it lies between these, both included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

// A slot, from the highest bit: tag, work, lower bound, upper bound. A bound is
// stored with an offset that makes it more than 0, so an empty slot is 0.
const SCORE_BITS: u32 = 6;
const WORK_BITS: u32 = 6;
const DATA_BITS: u32 = WORK_BITS + 2 * SCORE_BITS;
const OFFSET: i32 = 32;

/// An odd number with well mixed bits: 2⁶⁴ divided by the golden ratio.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Buckets of an empty table, as a power of two: 16 KiB.
const FIRST_BITS: u32 = 10;

impl TranspositionTable {
    /// A table for keys of `key_bits`, which grows to 2 to the power of
    /// `index_bits` buckets.
    pub(crate) fn new(index_bits: u32, key_bits: u32) -> Self {
        assert!(index_bits >= Self::least_bits(key_bits), "a key fits into a slot");
        let least_shift = key_bits.saturating_sub(index_bits);
        let mut table = Self { slots: Vec::new(), key_bits, shift: 0, least_shift, filled: 0 };
        table.clear();
        table
    }

    /// The least number of buckets, as a power of two, for keys of `key_bits`.
    pub(crate) fn least_bits(key_bits: u32) -> u32 {
        FIRST_BITS.min(key_bits).max((key_bits + DATA_BITS).saturating_sub(u64::BITS))
    }

    /// Forgets everything, and gives the memory back.
    pub(crate) fn clear(&mut self) {
        let first_bits = Self::least_bits(self.key_bits);
        self.shift = self.key_bits - first_bits;
        self.slots.truncate(1 << first_bits);
        self.slots.shrink_to_fit();
        self.slots.fill([0; 2]);
        self.slots.resize(1 << first_bits, [0; 2]);
        self.filled = 0;
    }

    /// Where the position with this key belongs. Each step of the mixing can be
    /// undone, so different keys have different places.
    #[inline(always)]
    pub(crate) fn place(&self, key: u64) -> TableKey {
        let bits = u64::MAX >> (u64::BITS - self.key_bits);
        let mixed = key.wrapping_mul(MIX) & bits;
        let mixed = mixed ^ (mixed >> (self.key_bits / 2));
        TableKey(mixed.wrapping_mul(MIX) & bits)
    }

    /// What is known of the position there.
    #[inline(always)]
    pub(crate) fn get(&self, place: TableKey) -> Option<ScoreBounds> {
        let (index, tag) = self.split(place);
        let slot =
            self.slots[index].into_iter().find(|&slot| slot != 0 && slot >> DATA_BITS == tag)?;
        let bound = |bits: u64| (bits & ((1 << SCORE_BITS) - 1)) as i32 - OFFSET;
        Some(ScoreBounds { lower: bound(slot >> SCORE_BITS), upper: bound(slot) })
    }

    /// Remembers what `nodes` of search found out.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: TableKey, bounds: ScoreBounds, nodes: u64) {
        let (index, tag) = self.split(place);
        let work = half_bits(nodes);
        let slot = (tag << DATA_BITS)
            | (work << (2 * SCORE_BITS))
            | (((bounds.lower + OFFSET) as u64) << SCORE_BITS)
            | (bounds.upper + OFFSET) as u64;
        let [dear, new] = &mut self.slots[index];
        if *dear >> DATA_BITS == tag {
            *dear = slot;
            return;
        }
        if work >= (*dear >> (2 * SCORE_BITS)) & ((1 << WORK_BITS) - 1) {
            *new = *dear;
            *dear = slot;
        } else {
            *new = slot;
        }
        self.filled += 1;
        if self.filled >= self.slots.len() && self.shift > self.least_shift {
            self.grow();
        }
    }

    /// The number of the bucket, and the tag there.
    #[inline(always)]
    fn split(&self, TableKey(mixed): TableKey) -> (usize, u64) {
        ((mixed >> self.shift) as usize, mixed & ((1 << self.shift) - 1))
    }

    /// Doubles the buckets: the highest bit of a tag becomes the lowest of the
    /// bucket's number.
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

/// Twice the logarithm to base 2, roughly: 6 bits for any amount of work.
#[inline(always)]
fn half_bits(nodes: u64) -> u64 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let half = if log == 0 { 0 } else { (nodes >> (log - 1)) & 1 };
    (u64::from(log) * 2 + half).min((1 << WORK_BITS) - 1)
}
