//! Compares the solver with the crate `connect-four-ai`, on the same positions in the
//! same run: each on one thread, without a book, with an empty table of 64 MiB for
//! every position.
//!
//! Positions come from random games with a fixed seed. As in [Pons's test
//! sets](http://blog.gamesolver.org/solving-connect-four/02-test-protocol/) a
//! position is late, middle or early by the discs on it (more than 28, more than
//! 14, up to 14), and easy, medium or hard by the discs still to come in perfect play
//! (up to 14, up to 28, more).
//!
//! ```text
//! cargo bench -p connect4 --bench solver
//! ```

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use std::{
    ops::RangeInclusive,
    time::{Duration, Instant},
};

use connect4::{Board, BoardState, Column, Moves, Outcome, Score, Shape, Solver};
use fastrand::Rng;

/// A kind of position.
struct Kind {
    name: &'static str,
    /// Discs on the board.
    plies: RangeInclusive<u32>,
    /// Discs still to come in perfect play.
    left: RangeInclusive<u32>,
    /// The number of positions to measure.
    positions: usize,
    /// The least ratio of times that is good enough.
    bar: f64,
}

const KINDS: [Kind; 6] = [
    Kind { name: "late, easy", plies: 29..=40, left: 0..=14, positions: 1_000, bar: 1.5 },
    Kind { name: "middle, easy", plies: 15..=28, left: 0..=14, positions: 1_000, bar: 2.0 },
    Kind { name: "middle, medium", plies: 15..=28, left: 15..=28, positions: 1_000, bar: 2.8 },
    Kind { name: "early, easy", plies: 2..=14, left: 0..=14, positions: 300, bar: 2.4 },
    Kind { name: "early, medium", plies: 2..=14, left: 15..=28, positions: 60, bar: 2.0 },
    Kind { name: "early, hard", plies: 6..=14, left: 29..=42, positions: 20, bar: 5.0 },
];

fn main() {
    let mut solver = Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES)
        .expect("the board fits into 64 bits");
    let mut other = connect_four_ai::Solver::empty();
    // Touches every page of both tables, so that page faults are not measured.
    for key in 0..connect_four_ai::TranspositionTable::MAX_SIZE as u64 {
        other.transposition_table.put(key, 0, connect_four_ai::TTFlag::Exact, 0);
    }
    println!(
        "| positions | number | connect4 mean | worst | nodes | nodes/s | \
         connect-four-ai mean | worst | nodes | nodes/s | ratio | bar |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut rng = Rng::with_seed(2026);
    for kind in &KINDS {
        let positions = positions(kind, &mut solver, &mut rng);
        let (mut ours, mut theirs) = (Figures::default(), Figures::default());
        for (moves, board, score) in &positions {
            solver.clear();
            ours.measure(|| solver.solve(board), |found| found == score);
            ours.nodes += solver.nodes();
            let position = connect_four_ai::Position::from_moves(&moves.to_string())
                .expect("the moves are legal");
            other.reset();
            theirs.measure(|| other.solve(&position), |&found| found == score.value());
            theirs.nodes += other.explored_positions as u64;
        }
        println!(
            "| {} | {} | {} | {} | {:.2} | {} |",
            kind.name,
            positions.len(),
            ours,
            theirs,
            theirs.time.as_secs_f64() / ours.time.as_secs_f64(),
            kind.bar,
        );
    }
    solver.clear();
    let start = Instant::now();
    let score = solver.solve(&Board::empty(Shape::STANDARD));
    let (nodes, time) = (solver.nodes() as f64 / 1e6, start.elapsed());
    println!("\nempty board: score {}, {nodes:.1} M nodes, {time:.1?}", score.value());
}

/// What one solver needed for the positions of a kind.
#[derive(Default)]
struct Figures {
    count: u32,
    time: Duration,
    worst: Duration,
    nodes: u64,
}

impl Figures {
    fn measure<T: std::fmt::Debug>(
        &mut self,
        solve: impl FnOnce() -> T,
        is_right: impl FnOnce(&T) -> bool,
    ) {
        let start = Instant::now();
        let found = solve();
        let time = start.elapsed();
        assert!(is_right(&found), "{found:?} is wrong");
        self.count += 1;
        self.time += time;
        self.worst = self.worst.max(time);
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:.1?} | {:.1?} | {} | {:.1} M",
            self.time / self.count,
            self.worst,
            self.nodes / u64::from(self.count),
            self.nodes as f64 / self.time.as_secs_f64() / 1e6,
        )
    }
}

/// Random positions of a kind, with their scores.
fn positions(kind: &Kind, solver: &mut Solver, rng: &mut Rng) -> Vec<(Moves, Board, Score)> {
    let mut found = Vec::new();
    while found.len() < kind.positions {
        let Some((moves, board)) = random_game(rng.u32(kind.plies.clone()), rng) else { continue };
        if ends_later(&board, *kind.left.end(), solver) {
            continue;
        }
        let score = solver.solve(&board);
        if kind.left.contains(&discs_left(&board, score)) {
            found.push((moves, board, score));
        }
    }
    found
}

/// A random position after `plies` discs; `None` if the game is over by then.
fn random_game(plies: u32, rng: &mut Rng) -> Option<(Moves, Board)> {
    let (mut moves, mut board) = (Moves::default(), Board::empty(Shape::STANDARD));
    for _ in 0..plies {
        let open: Vec<Column> = board.open_columns().collect();
        let column = rng.choice(open)?;
        moves.push(column);
        board = board.drop(column).expect("the column is open");
    }
    (board.state() == BoardState::InProgress).then_some((moves, board))
}

/// Whether more than `left` discs are still to come in perfect play. Cheaper than the
/// score.
fn ends_later(board: &Board, left: u32, solver: &mut Solver) -> bool {
    let in_time = |&value: &i8| discs_left(board, Score::new(value)) <= left;
    let Some(win) = (1..=21).find(in_time) else { return false };
    let Some(loss) = (1..=21).map(|value| -value).find(in_time) else { return false };
    !in_time(&0)
        && !solver.exceeds(board, Score::new(win - 1))
        && solver.exceeds(board, Score::new(loss))
}

/// The number of discs still to come in perfect play, given the score.
fn discs_left(board: &Board, score: Score) -> u32 {
    match score.outcome(board) {
        Outcome::Win { moves } => 2 * moves - 1,
        Outcome::Draw => u32::from(Shape::STANDARD.cells()) - board.plies(),
        Outcome::Loss { moves } => 2 * moves,
    }
}
