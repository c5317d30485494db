//! The opening book: scores of positions that take long to solve.
//!
//! The file format, with little-endian integers:
//!
//! | bytes | content |
//! | --- | --- |
//! | 4 | magic number `4FB1` |
//! | 4 | CRC-32 of everything after it |
//! | 4 | number of entries |
//! | 12 each | for each block of 64 entries: the first key (8), offset of its entries in the data (4) |
//! | the rest | data: the entries, by ascending key |
//!
//! An entry is the difference of its key to the previous one in its block, as a
//! variable-length integer (LEB128: 7 bits a byte, the lowest first, the highest bit
//! set if more follow); a byte with the score plus 32 in its lower 6 bits; and, if
//! bit 6 of that byte is set, a byte with the best columns, the leftmost in bit 0.
//! [`BookKey`] defines the key.

use std::{borrow::Cow, collections::BTreeMap, ops::RangeInclusive, sync::LazyLock};

use thiserror::Error;

use crate::{
    Board, BoardState, Column, Score, Shape,
    engine::most_deceptive,
    solver::{final_score, geometry::Standard, position::Position, search::mirrored},
    successors::{after, scored},
};

/// Identifies a position of the standard board together with its mirror image.
///
/// The sum of two bitboards, both laid out as in [`Board::discs`]: the discs of the
/// side to move, and all discs. Of that sum and the mirror image's, the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookKey(u64);

impl BookKey {
    /// The key of a position of the standard board.
    pub fn new(board: &Board) -> Self {
        Self::with_mirroring(board).0
    }

    /// The key, and whether it is the mirror image's.
    fn with_mirroring(board: &Board) -> (Self, bool) {
        let p = Position::from_board(Standard, board);
        let key = p.mine + p.mask;
        let image = mirrored(Standard, key);
        (Self(key.min(image)), image < key)
    }
}

/// What a book stores for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The score, for the side to move.
    pub score: Score,
    /// The columns that keep the score as a bit set, the leftmost in bit 0, for the
    /// position or its mirror image, whichever has the [`BookKey`]. 0 if they are
    /// not stored, because they follow from other entries.
    pub best: u8,
}

impl BookEntry {
    /// The entry for `board` with this score and these best columns.
    pub fn new(board: &Board, score: Score, best: &[Column]) -> Self {
        let (_, is_mirrored) = BookKey::with_mirroring(board);
        let best =
            best.iter().fold(0, |set, column| set | 1 << reflected(column.index(), is_mirrored));
        Self { score, best }
    }
}

/// Positions of the standard board with their scores, and for some the best
/// columns.
///
/// ```
/// use connect4::{Board, Book, Moves, Score, Shape};
/// let book = Book::embedded();
/// assert_eq!(book.score(&Board::empty(Shape::STANDARD)), Some(Score::new(1)));
/// let board = "44".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
/// assert!(book.entry(&board).is_some());
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Debug)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
}

/// Why bytes cannot be read as a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// The magic number is missing.
    #[error("this is not an opening book")]
    NotABook,
    /// The bytes are truncated, or the checksum does not match.
    #[error("the opening book is damaged")]
    Damaged,
}

const MAGIC: &[u8; 4] = b"4FB1";
const HEADER_LEN: usize = 12;
const BLOCK_ENTRIES: usize = 64;
const INDEX_ENTRY_LEN: usize = 12;
const SCORE_OFFSET: i8 = 32;
const HAS_BEST: u8 = 1 << 6;

static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(Cow::Borrowed(include_bytes!("opening.book"))).expect("tests parse this book")
});

impl Book {
    /// Up to this ply, [`Book::embedded`] has every position in which the game is
    /// not over and the side to move cannot win at once.
    pub const COMPLETE_TO_PLY: u32 = 8;

    /// The plies at which [`Book::embedded`] has the best columns of every position
    /// that [`Level::Perfect`](crate::Level::Perfect) can reach.
    pub const CHOICE_PLIES: RangeInclusive<u32> = 8..=12;

    /// The book that is compiled into the crate. It is checked on first use.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Reads a book, as [`Book::encode`] writes it.
    ///
    /// The checksum detects damage, not forgery: use books from trusted sources.
    ///
    /// # Errors
    ///
    /// If the bytes are not a book, or are damaged.
    pub fn parse(bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::NotABook);
        }
        let book = Self { bytes };
        let is_intact = book.bytes.len() >= HEADER_LEN
            && read_le(&book.bytes[4..8]) == u64::from(checksum_of(&book.bytes[8..]))
            && book.bytes.len() >= HEADER_LEN + book.blocks() * INDEX_ENTRY_LEN;
        if is_intact { Ok(book) } else { Err(BookError::Damaged) }
    }

    /// Writes a book with these entries.
    ///
    /// # Panics
    ///
    /// If the book exceeds 4 GiB.
    pub fn encode(entries: &BTreeMap<BookKey, BookEntry>) -> Vec<u8> {
        let (mut index, mut data) = (Vec::new(), Vec::new());
        let mut previous = 0;
        for (index_of_entry, (key, entry)) in entries.iter().enumerate() {
            if index_of_entry % BLOCK_ENTRIES == 0 {
                index.extend(key.0.to_le_bytes());
                index.extend(u32_of(data.len()).to_le_bytes());
                previous = key.0;
            }
            push_varint(&mut data, key.0 - previous);
            previous = key.0;
            let score = (entry.score.value() + SCORE_OFFSET).cast_unsigned();
            if entry.best == 0 {
                data.push(score);
            } else {
                data.extend([score | HAS_BEST, entry.best]);
            }
        }
        let count = u32_of(entries.len()).to_le_bytes();
        let rest = [&count[..], &index, &data].concat();
        [&MAGIC[..], &checksum_of(&rest).to_le_bytes(), &rest].concat()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.bytes.get(8..12).map_or(0, |count| read_le(count) as usize)
    }

    /// Whether the book has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries, by ascending key.
    pub fn entries(&self) -> impl Iterator<Item = (BookKey, BookEntry)> {
        (0..self.blocks()).flat_map(|block| self.block(block))
    }

    /// The entry of a position; `None` if the book does not have it, or the board is
    /// not [`Shape::STANDARD`].
    pub fn entry(&self, board: &Board) -> Option<BookEntry> {
        if board.shape() != Shape::STANDARD {
            return None;
        }
        let key = BookKey::new(board);
        let (index, _) = self.index_and_data();
        let next_block = index.partition_point(|block| first_key(block) <= key);
        let mut block = self.block(next_block.checked_sub(1)?);
        block
            .find(|&(other, _)| other >= key)
            .filter(|&(other, _)| other == key)
            .map(|(_, entry)| entry)
    }

    /// The score of a position; `None` if the book does not have it, or the board is
    /// not [`Shape::STANDARD`]. Where the game is over or the side to move can win at
    /// once, the score follows without the book.
    pub fn score(&self, board: &Board) -> Option<Score> {
        if board.shape() != Shape::STANDARD {
            return None;
        }
        final_score(board)
            .or_else(|| winning_score(board))
            .or_else(|| self.entry(board).map(|entry| entry.score))
    }

    /// The columns that keep the score, from the left, if the book has them or they
    /// follow from its scores. Empty if the game is over.
    pub fn best_columns(&self, board: &Board) -> Option<Vec<Column>> {
        if let Some(BookEntry { best: best @ 1.., .. }) = self.entry(board) {
            let (_, is_mirrored) = BookKey::with_mirroring(board);
            let is_best = |column: &Column| best >> reflected(column.index(), is_mirrored) & 1 == 1;
            return Some(board.open_columns().filter(is_best).collect());
        }
        let score = self.score(board)?;
        if winning_score(board).is_some() {
            let wins =
                |column: &Column| matches!(after(board, *column).state(), BoardState::Won(_));
            return Some(board.open_columns().filter(wins).collect());
        }
        let scored: Option<Vec<_>> = scored(board, |after| self.score(after))
            .map(|(column, kept)| Some((column, kept?)))
            .collect();
        Some(scored?.into_iter().filter(|&(_, kept)| kept == score).map(|(it, _)| it).collect())
    }

    /// The columns that [`Level::Perfect`](crate::Level::Perfect) chooses among, if
    /// the book has them. While the scores of all replies are in the book, these are
    /// the best columns after which most replies are mistakes; later, all best
    /// columns.
    pub fn choices(&self, board: &Board) -> Option<Vec<Column>> {
        let best = self.best_columns(board)?;
        let has_replies = board.plies() + 2 <= Self::COMPLETE_TO_PLY;
        Some(if has_replies {
            most_deceptive(board, best, &mut |after| self.score(after))
        } else {
            best
        })
    }

    fn blocks(&self) -> usize {
        self.len().div_ceil(BLOCK_ENTRIES)
    }

    /// The parts after the header: the index of blocks, and the data.
    fn index_and_data(&self) -> (&[[u8; INDEX_ENTRY_LEN]], &[u8]) {
        let (index, data) = self.bytes[HEADER_LEN..].split_at(self.blocks() * INDEX_ENTRY_LEN);
        (index.as_chunks().0, data)
    }

    /// The entries of a block.
    fn block(&self, block: usize) -> impl Iterator<Item = (BookKey, BookEntry)> {
        let (index, data) = self.index_and_data();
        let mut key = first_key(&index[block]).0;
        let mut rest = data[read_le(&index[block][8..]) as usize..].iter().copied();
        let count = BLOCK_ENTRIES.min(self.len() - block * BLOCK_ENTRIES);
        std::iter::from_fn(move || {
            key += pull_varint(&mut rest)?;
            let score = rest.next()?;
            let best = if score & HAS_BEST == 0 { 0 } else { rest.next()? };
            let score = (score & !HAS_BEST).cast_signed() - SCORE_OFFSET;
            Some((BookKey(key), BookEntry { score: Score::new(score), best }))
        })
        .take(count)
    }
}

fn first_key(block: &[u8; INDEX_ENTRY_LEN]) -> BookKey {
    BookKey(read_le(&block[..8]))
}

/// The score of a position in which the side to move can win at once.
fn winning_score(board: &Board) -> Option<Score> {
    let p = Position::from_board(Standard, board);
    (p.my_wins & p.playable(Standard) != 0).then(|| Score::win_at(board.shape(), board.plies() + 1))
}

/// A column index, mirrored if `is_mirrored`.
fn reflected(column: u8, is_mirrored: bool) -> u8 {
    if is_mirrored { Shape::STANDARD.columns() - 1 - column } else { column }
}

fn checksum_of(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Reads a little-endian integer of up to 8 bytes.
fn read_le(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

fn u32_of(length: usize) -> u32 {
    u32::try_from(length).expect("a book is smaller than 4 GiB")
}

/// Appends an LEB128 integer.
fn push_varint(data: &mut Vec<u8>, mut value: u64) {
    while value > 0x7F {
        data.push(value as u8 | 0x80);
        value >>= 7;
    }
    data.push(value as u8);
}

/// Reads an LEB128 integer; `None` if the bytes end first.
fn pull_varint(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut value = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = bytes.next()?;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
