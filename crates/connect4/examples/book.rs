//! Builds the opening book that `fourfall` carries, `src/opening.book`.
//!
//! ```text
//! cargo run --release --example book
//! ```
//!
//! It goes on from the entries that the file already has, and saves what it found
//! once a minute: stop it when you like. From nothing it takes about an hour and a
//! half on two cores. Two threads search, each with a table of 512 MiB.

#![expect(clippy::print_stdout, reason = "says what came out")]

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet},
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use connect4::{Board, BoardState, Book, BookEntry, BookKey, Column, Seat, Shape, Solver};
use indicatif::{ProgressBar, ProgressStyle};

const TABLE: usize = 512 << 20;

/// How many neighbours a thread takes at once.
const CHUNK: usize = 64;

/// How long the main thread sleeps between two looks at the others.
const NAP: Duration = Duration::from_millis(250);

/// After a minute of naps, what was found is saved.
const NAPS_TO_A_SAVE: u32 = 240;

fn main() -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/opening.book");
    let mut builder = Builder::resume(path)?;
    builder.every_position()?;
    builder.what_a_perfect_player_meets()?;
    builder.save()?;
    println!("{} entries, {} bytes", builder.entries.len(), Book::encode(&builder.entries).len());
    Ok(())
}

struct Builder {
    path: PathBuf,
    entries: BTreeMap<BookKey, BookEntry>,
}

impl Builder {
    fn resume(path: PathBuf) -> Result<Self> {
        let bytes = std::fs::read(&path).context("reading the book")?;
        let entries = Book::parse(Cow::Owned(bytes))?.entries().collect();
        Ok(Self { path, entries })
    }

    /// Replaces the file in one step, so that it is whole whenever this stops.
    fn save(&self) -> Result<()> {
        let new = self.path.with_extension("new");
        std::fs::write(&new, Book::encode(&self.entries))?;
        std::fs::rename(new, &self.path).context("saving the book")
    }

    /// Every position to ply 8: the last ones by search, the others from what
    /// follows them.
    fn every_position(&mut self) -> Result<()> {
        let mut plies = vec![vec![Board::empty(Shape::STANDARD)]];
        for ply in 0..Book::COMPLETE_TO as usize {
            plies.push(distinct(plies[ply].iter().flat_map(every_reply)));
        }
        let last = plies.pop().expect("there is a last ply");
        let find =
            |solver: &mut Solver, board: &Board| BookEntry { score: solver.solve(board), best: 0 };
        self.search("every position at ply 8", &last, |_| true, find)?;
        for boards in plies.into_iter().rev() {
            let book = self.book();
            for board in boards.iter().filter(|board| is_hard(board)) {
                let score = every_reply(board)
                    .map(|after| book.score(&after).expect("the next ply is complete").negated())
                    .max()
                    .expect("the position is open");
                self.entries.insert(BookKey::of(board), BookEntry { score, best: 0 });
            }
        }
        Ok(())
    }

    /// The best columns of every position beyond that the perfect level can meet,
    /// in either seat and with each of the columns that it chooses among.
    fn what_a_perfect_player_meets(&mut self) -> Result<()> {
        for perfect in Seat::BOTH {
            let mut boards = vec![Board::empty(Shape::STANDARD)];
            for ply in 0..=*Book::CHOICES_AT.end() {
                let to_move = boards[0].to_move();
                if to_move != perfect {
                    boards = distinct(boards.iter().flat_map(every_reply));
                    continue;
                }
                if Book::CHOICES_AT.contains(&ply) {
                    let what = format!("what the {perfect:?} meets at ply {ply}");
                    self.search(
                        &what,
                        &boards,
                        |entry| entry.best != 0,
                        |solver, board| {
                            let found = solver.best_columns_with_limit(board, u64::MAX);
                            let (score, best) = found.expect("so many nodes are never used up");
                            BookEntry::new(board, score, &best)
                        },
                    )?;
                }
                let book = self.book();
                boards = distinct(boards.iter().flat_map(|board| {
                    let choices = book.choices(board).expect("the book has what it can meet");
                    choices.into_iter().map(|column| after(board, column))
                }));
            }
        }
        Ok(())
    }

    fn book(&self) -> Book {
        Book::parse(Cow::Owned(Book::encode(&self.entries))).expect("it was just made")
    }

    /// Finds the entries of these positions that are missing, with as many threads
    /// as there are cores. Neighbours by key have much in common, so they are
    /// searched one after another.
    fn search(
        &mut self,
        what: &str,
        boards: &[Board],
        is_known: impl Fn(&BookEntry) -> bool,
        find: impl Fn(&mut Solver, &Board) -> BookEntry + Sync,
    ) -> Result<()> {
        let mut missing: Vec<&Board> = boards
            .iter()
            .filter(|board| is_hard(board))
            .filter(|board| !self.entries.get(&BookKey::of(board)).is_some_and(&is_known))
            .collect();
        missing.sort_by_key(|board| BookKey::of(board));
        let bar = ProgressBar::new(missing.len() as u64).with_message(what.to_owned());
        bar.set_style(ProgressStyle::with_template(
            "{msg} {wide_bar} {pos}/{len}, {elapsed_precise}, {eta} left",
        )?);
        let threads = thread::available_parallelism()?.get();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| -> Result<()> {
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut solver = Solver::new(Shape::STANDARD, TABLE).expect("it fits");
                        loop {
                            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                            let chunk = missing.iter().skip(start).take(CHUNK);
                            if chunk.len() == 0 {
                                return;
                            }
                            for board in chunk {
                                let entry = find(&mut solver, board);
                                found
                                    .lock()
                                    .expect("no thread panicked")
                                    .push((BookKey::of(board), entry));
                                bar.inc(1);
                            }
                        }
                    })
                })
                .collect();
            let mut naps = 0;
            while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
                thread::sleep(NAP);
                naps += 1;
                if naps % NAPS_TO_A_SAVE == 0 {
                    self.entries.extend(found.lock().expect("no thread panicked").drain(..));
                    self.save()?;
                }
            }
            Ok(())
        })?;
        self.entries.extend(found.into_inner().expect("no thread panicked"));
        bar.finish();
        self.save()
    }
}

/// Whether the position's score takes a search.
fn is_hard(board: &Board) -> bool {
    board.state() == BoardState::InProgress
        && every_reply(board).all(|after| !matches!(after.state(), BoardState::Won(_)))
}

fn every_reply(board: &Board) -> impl Iterator<Item = Board> {
    board.open_columns().map(|column| after(board, column))
}

fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

/// One board for each position and its mirror image.
fn distinct(boards: impl Iterator<Item = Board>) -> Vec<Board> {
    let mut seen = HashSet::new();
    boards.filter(|board| seen.insert(BookKey::of(board))).collect()
}
