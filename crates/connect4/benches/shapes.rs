//! Solves the empty boards of other sizes, and compares the results with known ones.
//!
//! These are from [Tromp](https://tromp.github.io/c4/c4.html) and, for the number of
//! discs, from Steininger's c4. A board counts as too large if one null-window search
//! takes more than [`MAX_NODES`] nodes.
//!
//! ```text
//! cargo bench -p connect4 --bench shapes
//! ```

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use std::time::Instant;

use connect4::{Board, Outcome, Score, Shape, Solver};

const MAX_NODES: u64 = 150_000_000;

/// The number of the disc that ends a perfect game: positive if the first player wins
/// with it, negative if the second does, 0 if nobody wins. By rows from 4 up, then by
/// columns from 4 up.
const KNOWN: [&[i32]; 6] = [
    &[0, 0, -24, 0, -32, -36],
    &[0, 0, 0, 0, 39, 41],
    &[0, 0, -36, 41, -48, -52],
    &[0, 0, 41, 0, 53],
    &[0, 0, -48, 55],
    &[0, 0, 53],
];

fn main() {
    println!("| board | won with disc | nodes | time |");
    println!("|---|---|---|---|");
    for (rows, known) in (4..).zip(KNOWN) {
        for (columns, &known) in (4..).zip(known) {
            let shape = Shape::new(columns, rows, 4).expect("the shape is valid");
            let mut solver = Solver::new(shape, Solver::DEFAULT_TABLE_BYTES)
                .expect("the board fits into 64 bits");
            let start = Instant::now();
            let score = solver.solve_with_limit(&Board::empty(shape), MAX_NODES);
            let result = score.map_or("too large".to_owned(), |score| {
                let disc = last_disc(shape, score);
                assert_eq!(disc, known, "{columns}×{rows}");
                if disc == 0 { "none".to_owned() } else { format!("{disc:+}") }
            });
            let (nodes, time) = (solver.nodes() as f64 / 1e6, start.elapsed());
            println!("| {columns}×{rows} | {result} | {nodes:.1} M | {time:.1?} |");
        }
    }
}

/// The number of the disc that ends a perfect game, as in [`KNOWN`].
fn last_disc(shape: Shape, score: Score) -> i32 {
    match score.outcome(&Board::empty(shape)) {
        Outcome::Win { moves } => 2 * moves.cast_signed() - 1,
        Outcome::Draw => 0,
        Outcome::Loss { moves } => -2 * moves.cast_signed(),
    }
}
