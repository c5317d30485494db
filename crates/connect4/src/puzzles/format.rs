//! The file format, with little-endian integers:
//!
//! | bytes | content |
//! | --- | --- |
//! | 4 | magic number `4FP1` |
//! | 4 | CRC-32 of everything after it |
//! | 4 | number of puzzles |
//! | the rest | the puzzles, one after another |
//!
//! A puzzle is the number of moves that lead to its position (1 byte), the number of the
//! player's discs (1), the points of its difficulty (2), and the columns of those moves
//! and of the solution: 3 bits each, numbered from 0, from the lowest bit of a byte on,
//! padded with zeros to a whole byte.

use super::{Difficulty, Puzzle};
use crate::Column;

const MAGIC: &[u8; 4] = b"4FP1";
const HEADER_LEN: usize = 12;

/// The length of a puzzle before its columns.
const PREFIX_LEN: usize = 4;

const COLUMN_BITS: usize = 3;

pub(super) fn encode<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> Vec<u8> {
    let mut count: u32 = 0;
    let mut data = Vec::new();
    for puzzle in puzzles {
        count += 1;
        push_puzzle(&mut data, puzzle);
    }
    let rest = [&count.to_le_bytes()[..], &data].concat();
    [&MAGIC[..], &crc32fast::hash(&rest).to_le_bytes(), &rest].concat()
}

/// Whether the magic number is there.
pub(super) fn has_magic(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// Whether the checksum is right, and the file has as many whole puzzles as it says.
pub(super) fn is_intact(file: &[u8]) -> bool {
    file.len() >= HEADER_LEN
        && u32_at(file, 4) == crc32fast::hash(&file[8..])
        && records(file).count() == len(file)
        && records(file).map(<[u8]>::len).sum::<usize>() == file.len() - HEADER_LEN
}

/// The number of puzzles of an intact file.
pub(super) fn len(file: &[u8]) -> usize {
    u32_at(file, 8) as usize
}

/// The bytes of each puzzle, up to the first that is not whole.
pub(super) fn records(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = &file[HEADER_LEN..];
    std::iter::from_fn(move || {
        let &[plies, discs, ..] = rest else { return None };
        let bits = (usize::from(plies) + solution_len(discs)) * COLUMN_BITS;
        let (record, after) = rest.split_at_checked(PREFIX_LEN + bits.div_ceil(8))?;
        rest = after;
        Some(record)
    })
}

/// The puzzle of a record; `None` if its moves are not a puzzle.
pub(super) fn puzzle(record: &[u8]) -> Option<Puzzle> {
    let (&[plies, discs, low, high], packed) = record.split_first_chunk()?;
    let mut columns = (0..usize::from(plies) + solution_len(discs))
        .map(|index| Column::from_number(column_index(packed, index) + 1));
    let start = columns.by_ref().take(plies.into()).collect::<Option<_>>()?;
    let solution = columns.collect::<Option<_>>()?;
    Puzzle::new(start, solution, Difficulty::new(u16::from_le_bytes([low, high]))).ok()
}

fn push_puzzle(data: &mut Vec<u8>, puzzle: &Puzzle) {
    let start = puzzle.start().columns();
    data.extend([start.len() as u8, puzzle.players_discs() as u8]);
    data.extend(puzzle.difficulty().points().to_le_bytes());
    let columns = [start, puzzle.solution()].concat();
    let mut packed = vec![0; (columns.len() * COLUMN_BITS).div_ceil(8)];
    for (index, column) in columns.iter().enumerate() {
        for bit in 0..COLUMN_BITS {
            let at = index * COLUMN_BITS + bit;
            packed[at / 8] |= (column.index() >> bit & 1) << (at % 8);
        }
    }
    data.extend(packed);
}

/// The index of a packed column.
fn column_index(packed: &[u8], index: usize) -> u8 {
    (0..COLUMN_BITS).fold(0, |column, bit| {
        let at = index * COLUMN_BITS + bit;
        column | (packed[at / 8] >> (at % 8) & 1) << bit
    })
}

fn solution_len(discs: u8) -> usize {
    (2 * usize::from(discs)).saturating_sub(1)
}

fn u32_at(file: &[u8], start: usize) -> u32 {
    let bytes = file[start..].first_chunk().expect("a file is at least as long as its header");
    u32::from_le_bytes(*bytes)
}
