/// What a search remembers: bounds of the scores of positions.
///
/// Buckets of two: the first slot keeps the position that took most work, the
/// second the newest of the others ([Breuker, Uiterwijk and van den Herik,
/// *Replacement schemes for transposition
/// tables*, 1994](https://doi.org/10.3233/ICG-1994-17402)). The number of the bucket and
/// the tag in the slot together are the whole key, mixed, so no position is ever
/// taken for another.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<[u64; 2]>,
    index_bits: u32,
    key_bits: u32,
}

/// The bucket of a position, and what tells it from the others there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    index: usize,
    tag: u64,
}

/// What is known of a score: it lies between these, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

// A slot, from the highest bit: tag, work, lower bound, upper bound. A bound is
// stored with an offset that makes it more than 0, so an empty slot is 0.
const SCORE_BITS: u32 = 6;
const WORK_BITS: u32 = 6;
const DATA_BITS: u32 = WORK_BITS + 2 * SCORE_BITS;
const OFFSET: i32 = 32;

/// An odd number with well mixed bits: 2⁶⁴ divided by the golden ratio.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Table {
    /// A table of 2 to the power of `index_bits` buckets for keys of `key_bits`.
    pub(super) fn new(index_bits: u32, key_bits: u32) -> Self {
        assert!(key_bits - index_bits + DATA_BITS <= u64::BITS, "a key fits into a slot");
        Self { slots: vec![[0; 2]; 1 << index_bits], index_bits, key_bits }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill([0; 2]);
    }

    /// Where the position with this key belongs. Each step of the mixing can be
    /// undone, so different keys have different places.
    #[inline(always)]
    pub(super) fn place(&self, key: u64) -> Place {
        let bits = u64::MAX >> (u64::BITS - self.key_bits);
        let mixed = key.wrapping_mul(MIX) & bits;
        let mixed = mixed ^ (mixed >> (self.key_bits / 2));
        let mixed = mixed.wrapping_mul(MIX) & bits;
        let tag_bits = self.key_bits - self.index_bits;
        Place { index: (mixed >> tag_bits) as usize, tag: mixed & ((1 << tag_bits) - 1) }
    }

    /// What is known of the position there.
    #[inline(always)]
    pub(super) fn get(&self, place: Place) -> Option<Bounds> {
        let slot = self.slots[place.index]
            .into_iter()
            .find(|&slot| slot != 0 && slot >> DATA_BITS == place.tag)?;
        let bound = |bits: u64| (bits & ((1 << SCORE_BITS) - 1)) as i32 - OFFSET;
        Some(Bounds { lower: bound(slot >> SCORE_BITS), upper: bound(slot) })
    }

    /// Remembers what `nodes` of search found out.
    #[inline(always)]
    pub(super) fn put(&mut self, place: Place, bounds: Bounds, nodes: u64) {
        let work = half_bits(nodes);
        let slot = (place.tag << DATA_BITS)
            | (work << (2 * SCORE_BITS))
            | (((bounds.lower + OFFSET) as u64) << SCORE_BITS)
            | (bounds.upper + OFFSET) as u64;
        let [dear, new] = &mut self.slots[place.index];
        let same = *dear >> DATA_BITS == place.tag;
        if same {
            *dear = slot;
        } else if work >= (*dear >> (2 * SCORE_BITS)) & ((1 << WORK_BITS) - 1) {
            *new = *dear;
            *dear = slot;
        } else {
            *new = slot;
        }
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
