//! Who wins on the smaller boards, from the first disc on:
//! `cargo bench --bench shapes`.
//!
//! The results known from [Tromp](https://tromp.github.io/c4/c4.html) and, for the
//! number of discs, from Steininger's c4. A board counts as too large if one
//! question about it takes more than [`NODES`] nodes.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use std::time::Instant;

use connect4::{Board, Outcome, Score, Shape, Solver};

const NODES: u64 = 150_000_000;

/// The disc with which the game ends: above zero if the first player wins with
/// it, below if the second does, 0 if nobody wins. By rows from 4 on, each by
/// columns from 4 on.
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
            let shape = Shape::new(columns, rows, 4).expect("the rules allow it");
            let mut solver =
                Solver::new(shape, Solver::DEFAULT_TABLE_BYTES).expect("the board is small");
            let start = Instant::now();
            let score = solver.solve_with_limit(&Board::empty(shape), NODES);
            let end = score.map_or("too large".to_owned(), |score| {
                let end = last_disc(shape, score);
                assert_eq!(end, known, "{columns}×{rows}");
                if end == 0 { "none".to_owned() } else { format!("{end:+}") }
            });
            let (nodes, time) = (solver.nodes() as f64 / 1e6, start.elapsed());
            println!("| {columns}×{rows} | {end} | {nodes:.1} M | {time:.1?} |");
        }
    }
}

/// The disc that ends a perfect game, as in [`KNOWN`].
fn last_disc(shape: Shape, score: Score) -> i32 {
    match score.outcome(&Board::empty(shape)) {
        Outcome::Win { moves } => 2 * moves.cast_signed() - 1,
        Outcome::Draw => 0,
        Outcome::Loss { moves } => -2 * moves.cast_signed(),
    }
}
