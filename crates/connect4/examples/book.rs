//! Builds the opening book that is compiled into the crate, `src/opening.book`.
//!
//! ```text
//! cargo run --release -p connect4 --example book
//! ```
//!
//! Resumes from the entries that the file has, and saves once a minute, so it can be
//! stopped at any time. From an empty book it takes about an hour and a half on two
//! cores. There is one thread for each core, with a table of 512 MiB.

#![expect(clippy::print_stdout, reason = "a command-line tool")]

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

const TABLE_BYTES: usize = 512 << 20;

/// The number of positions, adjacent by key, that a thread takes at once.
const CHUNK_SIZE: usize = 64;

/// How often the main thread checks whether the others have finished.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The number of polls between two saves: one minute.
const POLLS_PER_SAVE: u32 = 240;

fn main() -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/opening.book");
    let mut builder = Builder::resume(path)?;
    builder.add_every_position()?;
    builder.add_choices()?;
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

    /// Replaces the file atomically, so that it is complete whenever this stops.
    fn save(&self) -> Result<()> {
        let new = self.path.with_extension("new");
        std::fs::write(&new, Book::encode(&self.entries))?;
        std::fs::rename(new, &self.path).context("saving the book")
    }

    /// Adds every position up to ply 8: those of the last ply by search, the others
    /// from the scores of their successors.
    fn add_every_position(&mut self) -> Result<()> {
        let mut plies = vec![vec![Board::empty(Shape::STANDARD)]];
        for ply in 0..Book::COMPLETE_TO_PLY as usize {
            plies.push(distinct(plies[ply].iter().flat_map(successors)));
        }
        let last = plies.pop().expect("there is a last ply");
        let find =
            |solver: &mut Solver, board: &Board| BookEntry { score: solver.solve(board), best: 0 };
        self.search("every position at ply 8", &last, |_| true, find)?;
        for boards in plies.into_iter().rev() {
            let book = self.book();
            for board in boards.iter().filter(|board| needs_search(board)) {
                let score = successors(board)
                    .map(|after| book.score(&after).expect("the next ply is complete").negated())
                    .max()
                    .expect("the position is open");
                self.entries.insert(BookKey::new(board), BookEntry { score, best: 0 });
            }
        }
        Ok(())
    }

    /// Adds the best columns of every position at the later plies that the perfect
    /// level can reach, in either seat and with each of the columns that it chooses
    /// among.
    fn add_choices(&mut self) -> Result<()> {
        for perfect in Seat::BOTH {
            let mut boards = vec![Board::empty(Shape::STANDARD)];
            for ply in 0..=*Book::CHOICE_PLIES.end() {
                let to_move = boards[0].to_move();
                if to_move != perfect {
                    boards = distinct(boards.iter().flat_map(successors));
                    continue;
                }
                if Book::CHOICE_PLIES.contains(&ply) {
                    let label = format!("choices of {perfect:?} at ply {ply}");
                    self.search(
                        &label,
                        &boards,
                        |entry| entry.best != 0,
                        |solver, board| {
                            let found = solver.best_columns_with_limit(board, u64::MAX);
                            let (score, best) = found.expect("an unlimited search completes");
                            BookEntry::new(board, score, &best)
                        },
                    )?;
                }
                let book = self.book();
                boards = distinct(boards.iter().flat_map(|board| {
                    let choices =
                        book.choices(board).expect("the book has every reachable position");
                    choices.into_iter().map(|column| after(board, column))
                }));
            }
        }
        Ok(())
    }

    fn book(&self) -> Book {
        Book::parse(Cow::Owned(Book::encode(&self.entries))).expect("the book was just encoded")
    }

    /// Finds the missing entries of these positions, with as many threads as there are
    /// cores. Positions with adjacent keys have much in common, so a thread searches
    /// them one after another.
    fn search(
        &mut self,
        label: &str,
        boards: &[Board],
        is_known: impl Fn(&BookEntry) -> bool,
        find: impl Fn(&mut Solver, &Board) -> BookEntry + Sync,
    ) -> Result<()> {
        let mut missing: Vec<&Board> = boards
            .iter()
            .filter(|board| needs_search(board))
            .filter(|board| !self.entries.get(&BookKey::new(board)).is_some_and(&is_known))
            .collect();
        missing.sort_by_key(|board| BookKey::new(board));
        let bar = ProgressBar::new(missing.len() as u64).with_message(label.to_owned());
        bar.set_style(ProgressStyle::with_template(
            "{msg} {wide_bar} {pos}/{len}, {elapsed_precise}, {eta} left",
        )?);
        let threads = thread::available_parallelism()?.get();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| -> Result<()> {
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut solver = Solver::new(Shape::STANDARD, TABLE_BYTES)
                            .expect("the standard board fits into 64 bits");
                        loop {
                            let start = next.fetch_add(CHUNK_SIZE, Ordering::Relaxed);
                            let chunk = missing.iter().skip(start).take(CHUNK_SIZE);
                            if chunk.len() == 0 {
                                return;
                            }
                            for board in chunk {
                                let entry = find(&mut solver, board);
                                found
                                    .lock()
                                    .expect("no thread panicked")
                                    .push((BookKey::new(board), entry));
                                bar.inc(1);
                            }
                        }
                    })
                })
                .collect();
            let mut polls = 0;
            while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
                thread::sleep(POLL_INTERVAL);
                polls += 1;
                if polls % POLLS_PER_SAVE == 0 {
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

/// Whether the position's score takes a search: the game is not over, and the side to
/// move cannot win at once.
fn needs_search(board: &Board) -> bool {
    board.state() == BoardState::InProgress
        && successors(board).all(|after| !matches!(after.state(), BoardState::Won(_)))
}

fn successors(board: &Board) -> impl Iterator<Item = Board> {
    board.open_columns().map(|column| after(board, column))
}

fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

/// One board for each position and its mirror image.
fn distinct(boards: impl Iterator<Item = Board>) -> Vec<Board> {
    let mut seen = HashSet::new();
    boards.filter(|board| seen.insert(BookKey::new(board))).collect()
}
