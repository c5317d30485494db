//! The opening book: scores that take too long to find while somebody waits.
//!
//! The file, all numbers with the lowest byte first:
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | `4FB1` |
//! | 4 | CRC-32 of everything after it |
//! | 4 | the number of entries |
//! | 12 each | for each block of 64 entries: the first key (8), where its entries start in the data (4) |
//! | the rest | the data: the entries, by ascending key |
//!
//! An entry is the difference of its key to the one before in its block (7 bits
//! a byte, the lowest first, the highest bit set if more follow); a byte with the
//! score plus 32 in the lower 6 bits and, if bit 6 is set, a byte with the best
//! columns, the leftmost in bit 0. [`Key`] says what a key is.

use std::{borrow::Cow, collections::BTreeMap, ops::RangeInclusive, sync::LazyLock};

use thiserror::Error;

use crate::{
    Board, BoardState, Column, Score, Shape,
    engine::most_deceptive,
    solver::{finished, geometry::Standard, position::Position, search::mirrored},
    successors::{after, scored},
};

/// A position of the standard board, with its mirror image taken for the same.
///
/// The discs of the one to move plus all discs, both as bitboards like those of
/// [`Board::discs`]; the lesser of that sum and the mirror image's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookKey(u64);

impl BookKey {
    /// The key of a position of the standard board.
    pub fn of(board: &Board) -> Self {
        Self::and_image(board).0
    }

    /// The key, and whether it is that of the mirror image.
    fn and_image(board: &Board) -> (Self, bool) {
        let p = Position::of(Standard, board);
        let key = p.mine + p.mask;
        let image = mirrored(Standard, key);
        (Self(key.min(image)), image < key)
    }
}

/// What the book says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// Its score.
    pub score: Score,
    /// The columns that keep the score, the leftmost in bit 0, for the position
    /// as its [`Key`] has it; 0 if they follow from other entries.
    pub best: u8,
}

impl BookEntry {
    /// What the book would say of `board` with this score and these best columns.
    pub fn new(board: &Board, score: Score, best: &[Column]) -> Self {
        let (_, image) = BookKey::and_image(board);
        let best = best.iter().fold(0, |set, column| set | 1 << reflected(column.index(), image));
        Self { score, best }
    }
}

/// A set of positions with their scores, and for some the best columns.
#[derive(Debug)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// They start with something else.
    #[error("this is not an opening book")]
    NotABook,
    /// They are too short, or changed.
    #[error("the opening book is damaged")]
    Damaged,
}

const KIND: &[u8; 4] = b"4FB1";
const HEADER: usize = 12;
const BLOCK: usize = 64;
const INDEX_ENTRY: usize = 12;
const SCORE_OFFSET: i8 = 32;
const HAS_BEST: u8 = 1 << 6;

static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(Cow::Borrowed(include_bytes!("opening.book"))).expect("a test reads this book")
});

impl Book {
    /// To this ply the book has every position that is not over and has no
    /// winning disc.
    pub const COMPLETE_TO: u32 = 8;

    /// The plies at which it has, beyond that, what the perfect level can meet.
    pub const CHOICES_AT: RangeInclusive<u32> = 8..=12;

    /// The book that the program carries.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// A book from its file's bytes.
    pub fn parse(bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        if !bytes.starts_with(KIND) {
            return Err(BookError::NotABook);
        }
        let book = Self { bytes };
        let whole = book.bytes.len() >= HEADER
            && number(&book.bytes[4..8]) == u64::from(checksum_of(&book.bytes[8..]))
            && book.bytes.len() >= HEADER + book.blocks() * INDEX_ENTRY;
        if whole { Ok(book) } else { Err(BookError::Damaged) }
    }

    /// The bytes of a book with these entries.
    pub fn encode(entries: &BTreeMap<BookKey, BookEntry>) -> Vec<u8> {
        let (mut index, mut data) = (Vec::new(), Vec::new());
        let mut before = 0;
        for (number, (key, entry)) in entries.iter().enumerate() {
            if number % BLOCK == 0 {
                index.extend(key.0.to_le_bytes());
                index.extend(u32_of(data.len()).to_le_bytes());
                before = key.0;
            }
            push_number(&mut data, key.0 - before);
            before = key.0;
            let score = (entry.score.value() + SCORE_OFFSET).cast_unsigned();
            if entry.best == 0 {
                data.push(score);
            } else {
                data.extend([score | HAS_BEST, entry.best]);
            }
        }
        let count = u32_of(entries.len()).to_le_bytes();
        let rest = [&count[..], &index, &data].concat();
        [&KIND[..], &checksum_of(&rest).to_le_bytes(), &rest].concat()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.bytes.get(8..12).map_or(0, |count| number(count) as usize)
    }

    /// Whether the book has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries, by ascending key.
    pub fn entries(&self) -> impl Iterator<Item = (BookKey, BookEntry)> {
        (0..self.blocks()).flat_map(|block| self.block(block))
    }

    /// What the book says of a position of the standard board, if it has it.
    pub fn entry(&self, board: &Board) -> Option<BookEntry> {
        if board.shape() != Shape::STANDARD {
            return None;
        }
        let key = BookKey::of(board);
        let (index, _) = self.index_and_data();
        let after = index.partition_point(|block| first_key(block) <= key);
        let mut block = self.block(after.checked_sub(1)?);
        block
            .find(|&(other, _)| other >= key)
            .filter(|&(other, _)| other == key)
            .map(|(_, entry)| entry)
    }

    /// The score of a position of the standard board, if the book has it or it can
    /// be seen at once: at the end of a game, or where the next disc wins.
    pub fn score(&self, board: &Board) -> Option<Score> {
        if board.shape() != Shape::STANDARD {
            return None;
        }
        finished(board)
            .or_else(|| winning_score(board))
            .or_else(|| self.entry(board).map(|entry| entry.score))
    }

    /// The columns that keep the score, from the left, if the book knows them.
    pub fn best_columns(&self, board: &Board) -> Option<Vec<Column>> {
        if let Some(BookEntry { best: best @ 1.., .. }) = self.entry(board) {
            let (_, image) = BookKey::and_image(board);
            let is_best = |column: &Column| best >> reflected(column.index(), image) & 1 == 1;
            return Some(board.open_columns().filter(is_best).collect());
        }
        let score = self.score(board)?;
        if winning_score(board).is_some() {
            let wins =
                |column: &Column| matches!(after(board, *column).state(), BoardState::Won(_));
            return Some(board.open_columns().filter(wins).collect());
        }
        let kept: Option<Vec<_>> = scored(board, |after| self.score(after))
            .map(|(column, kept)| Some((column, kept?)))
            .collect();
        Some(kept?.into_iter().filter(|&(_, kept)| kept == score).map(|(it, _)| it).collect())
    }

    /// The columns that the perfect level chooses among, if the book knows them:
    /// as long as it has all that can follow, those of the best that set the most
    /// traps; beyond that, all of the best.
    pub fn choices(&self, board: &Board) -> Option<Vec<Column>> {
        let best = self.best_columns(board)?;
        let has_replies = board.plies() + 2 <= Self::COMPLETE_TO;
        Some(if has_replies {
            most_deceptive(board, best, &mut |after| self.score(after))
        } else {
            best
        })
    }

    fn blocks(&self) -> usize {
        self.len().div_ceil(BLOCK)
    }

    /// The file after its header: the blocks, and the data.
    fn index_and_data(&self) -> (&[[u8; INDEX_ENTRY]], &[u8]) {
        let (index, data) = self.bytes[HEADER..].split_at(self.blocks() * INDEX_ENTRY);
        (index.as_chunks().0, data)
    }

    /// The entries of a block.
    fn block(&self, block: usize) -> impl Iterator<Item = (BookKey, BookEntry)> {
        let (index, data) = self.index_and_data();
        let mut key = first_key(&index[block]).0;
        let mut rest = data[number(&index[block][8..]) as usize..].iter().copied();
        let count = BLOCK.min(self.len() - block * BLOCK);
        std::iter::from_fn(move || {
            key += pull_number(&mut rest)?;
            let score = rest.next()?;
            let best = if score & HAS_BEST == 0 { 0 } else { rest.next()? };
            let score = (score & !HAS_BEST).cast_signed() - SCORE_OFFSET;
            Some((BookKey(key), BookEntry { score: Score::new(score), best }))
        })
        .take(count)
    }
}

fn first_key(block: &[u8; INDEX_ENTRY]) -> BookKey {
    BookKey(number(&block[..8]))
}

/// The score of a position in which the next disc wins.
fn winning_score(board: &Board) -> Option<Score> {
    let p = Position::of(Standard, board);
    (p.my_wins & p.playable(Standard) != 0)
        .then(|| Score::of_win_at(board.shape(), board.plies() + 1))
}

fn reflected(column: u8, image: bool) -> u8 {
    if image { Shape::STANDARD.columns() - 1 - column } else { column }
}

fn checksum_of(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn u32_of(length: usize) -> u32 {
    u32::try_from(length).expect("a book is small")
}

fn push_number(data: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        data.push(number as u8 | 0x80);
        number >>= 7;
    }
    data.push(number as u8);
}

fn pull_number(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = bytes.next()?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
